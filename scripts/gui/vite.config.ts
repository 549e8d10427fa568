// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the page into build/gui/, to be served from any folder of any host. `vite build --mode test` builds the page of
// the engine's own tests into build/gui-test/.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Rollup } from 'vite';
import { embedPage } from './embed_page';
import { offline } from './offline';

const here = fileURLToPath(new URL('.', import.meta.url));
const build = resolve(here, '../..', process.env['BUILD'] ?? 'build');

const MAIN = resolve(here, 'src/main.ts');

/** Is the module imported by the page before anything runs, directly or through others? */
function isFirst(id: string, infoOf: Rollup.GetModuleInfo, seen: ReadonlySet<string> = new Set()): boolean {
  const importers = infoOf(id)?.importers ?? [];
  return id === MAIN || importers.some((each) => !seen.has(each) && isFirst(each, infoOf, new Set([...seen, id])));
}

export default defineConfig(({ mode }) => {
  const page = mode === 'test' ? 'tests/engine.html' : 'index.html';
  return {
    root: here,
    base: './',
    plugins: mode === 'test' ? [] : [embedPage(), offline()],
    resolve: { alias: { '@wasm': resolve(build, 'wasm'), '@networks': resolve(here, '../../engine/evaluation/networks'), '@books': resolve(here, '../../engine/book/books'), '@tables': resolve(here, '../../engine/tables/builtin') } },
    worker: { format: 'es' },
    build: {
      outDir: resolve(build, mode === 'test' ? 'gui-test' : 'gui'),
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: resolve(here, page),
        // What the page loads first is one file, even if what it loads later shares some of it.
        output: { manualChunks: (id, { getModuleInfo }) => (isFirst(id, getModuleInfo) ? 'page' : null) },
      },
    },
  };
});
