// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the files of the package into a folder: the modules of the page and of the package, bundled, their types, the
// engine compiled to WebAssembly, its networks and tablebases.
//
// usage: node scripts/package/npm/build.mjs VERSION WASM TYPES OUT
//        WASM is the folder of bushka.wasm and bushka-simd.wasm, TYPES that of the declarations by tsc, OUT a new one
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../gui/node_modules/esbuild/lib/main.js';

const [version, wasm, types, out] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const top = resolve(here, '../../..');
const FOLDERS = { '@wasm': resolve(wasm), '@networks': join(top, 'engine/evaluation/networks'), '@tables': join(top, 'engine/tables/builtin') };

/** Changes exactly one place of a text. */
function replaced(text, from, to) {
  if (text.split(from).length !== 2) {
    throw new Error(`'${from}' should occur once`);
  }
  return text.replace(from, () => to);
}

/** Does what the page's own build does for its modules, and what differs in the package. */
const page = {
  name: 'page',
  setup(plugin) {
    // Files beside the modules are found by their URL.
    plugin.onResolve({ filter: /\?url$/ }, ({ path }) => ({ path, namespace: 'url' }));
    plugin.onLoad({ filter: /./, namespace: 'url' }, ({ path }) => {
      const [folder, name] = path.replace(/\?url$/, '').split('/');
      copyFileSync(join(FOLDERS[folder], name), join(out, name));
      return { contents: `export default new URL('./${name}', import.meta.url).href;` };
    });
    plugin.onLoad({ filter: /\/worker_engine\.ts$/ }, ({ path }) => ({
      contents: replaced(readFileSync(path, 'utf8'), "'./worker.ts'", "'./worker.js'"),
      loader: 'ts',
    }));
    plugin.onResolve({ filter: /^\.\/said$/ }, () => ({ path: join(here, 'said.ts') }));
  },
};

const common = {
  outdir: out,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  plugins: [page],
  define: { VERSION: JSON.stringify(version) },
};
const own = (name) => join(here, `${name}.ts`);
await build({
  ...common,
  platform: 'node',
  entryPoints: ['node', 'node_worker', 'cli'].map(own),
  splitting: true,
  inject: [own('node_crypto')],
});
await build({
  ...common,
  platform: 'browser',
  entryPoints: { browser: own('browser'), worker: join(top, 'scripts/gui/engine/worker.ts') },
});

/** Copies the declarations of a module and of all that it imports into one folder, under names that Node finds. */
const declared = new Set();
function declare(file) {
  if (declared.has(file)) {
    return;
  }
  declared.add(file);
  const text = readFileSync(file, 'utf8').replace(/ from '(\.[^']+)'/g, (_, path) => {
    declare(`${resolve(dirname(file), path)}.d.ts`);
    return ` from './${basename(path)}.js'`;
  });
  writeFileSync(join(out, basename(file)), text);
}
declare(resolve(types, 'package/npm/node.d.ts'));
declare(resolve(types, 'package/npm/browser.d.ts'));

const description = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
writeFileSync(join(out, 'package.json'), `${JSON.stringify({ ...description, version }, null, 2)}\n`);
copyFileSync(join(here, 'README.md'), join(out, 'README.md'));
copyFileSync(join(top, 'LICENSE'), join(out, 'LICENSE'));
copyFileSync(join(here, '../NOTICES.txt'), join(out, 'NOTICES.txt'));
