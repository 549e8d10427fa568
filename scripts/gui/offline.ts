// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the service worker, which keeps the files of the build so that the page works offline.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'sw.js';

/** Files that are kept only once they have been asked for. */
const ON_DEMAND = /\.(book|endings)$/;

/**
 * The worker's text. It fetches the files of this version once, serves them from then on, and drops the caches of other
 * versions. It waits until no tab shows an earlier version, which may still want files of its own. The name of an asset
 * changes with its content; a file whose name never changes is asked of the host, not of the browser's cache. An address
 * with a token is for the bridge to a program (scripts/gui-serve), which writes the token into the page.
 */
function workerText(files: readonly string[], version: string): string {
  return `// SPDX-License-Identifier: GPL-3.0-or-later
// Caches belong to the host, and other folders of it may hold this page, too.
const OURS = 'bushka-' + self.registration.scope + '-';
const CACHE = OURS + '${version}';
const asked = (name) => name.startsWith('assets/') ? name : new Request(name, { cache: 'no-cache' });
const FILES = ${JSON.stringify(['./', ...files])};
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map(asked))));
});
self.addEventListener('activate', (event) => {
  const drop = (names) => names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name));
  event.waitUntil(caches.keys().then((names) => Promise.all(drop(names))).then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, searchParams } = new URL(request.url);
  if (request.method === 'GET' && origin === self.location.origin && !searchParams.has('token')) {
    event.respondWith(caches.open(CACHE).then(async (cache) => {
      const kept = await cache.match(request, { ignoreSearch: true });
      const answer = kept ?? await fetch(request);
      if (kept === undefined && answer.ok && ${ON_DEMAND}.test(request.url)) {
        await cache.put(request, answer.clone()).catch(() => undefined); // no room left: it is fetched again
      }
      return answer;
    }));
  }
});
`;
}

/** Adds the service worker to what vite has written. */
export function offline(): Plugin {
  let folder = '';
  return {
    name: 'offline',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      const files = readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => name !== NAME && statSync(join(folder, name)).isFile())
        .map((name) => name.replaceAll('\\', '/'))
        .sort();
      const hash = createHash('sha256');
      files.forEach((name) => hash.update(name).update(readFileSync(join(folder, name))));
      writeFileSync(join(folder, NAME), workerText(files.filter((name) => !ON_DEMAND.test(name)), hash.digest('hex').slice(0, 12)));
    },
  };
}
