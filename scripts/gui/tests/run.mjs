// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tests: bundles each tests/*.test.ts and hands it to node's test runner.
//
// usage: node tests/run.mjs [NAME...]      NAME.test.ts alone
//        node tests/run.mjs pictures       no tests: takes the pictures of the README anew
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(here, '../node_modules/.tests'); // where the packages are found
const wanted = process.argv.slice(2);
const files = wanted.join() === 'pictures' ? ['pictures.ts'] : readdirSync(here).filter(
  (name) => name.endsWith('.test.ts') && (wanted.length === 0 || wanted.includes(name.slice(0, -'.test.ts'.length))),
);
if (files.length === 0) {
  console.error('no such tests');
  process.exit(2);
}
/** Files imported as text, as the page's own build has them. */
const raw = {
  name: 'raw',
  setup(plugin) {
    plugin.onResolve({ filter: /\?raw$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.slice(0, -'?raw'.length)),
      namespace: 'raw',
    }));
    plugin.onLoad({ filter: /./, namespace: 'raw' }, ({ path }) => ({
      contents: readFileSync(path, 'utf8'),
      loader: 'text',
    }));
  },
};
rmSync(out, { recursive: true, force: true });
await build({
  entryPoints: files.map((name) => join(here, name)),
  outdir: out,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node18',
  sourcemap: 'inline',
  plugins: [raw],
  define: { 'process.env.GUI': JSON.stringify(resolve(here, '..')) },
});
const tests = files.map((name) => join(out, name.replace(/\.ts$/, '.mjs')));
// Two files at a time: a page mostly waits.
const args = ['--enable-source-maps', '--test', '--test-concurrency=2', ...tests];
process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
