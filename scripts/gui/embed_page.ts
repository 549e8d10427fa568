// SPDX-License-Identifier: GPL-3.0-or-later
// Writes embed.html, the page that others show in a frame: index.html, marked so that it shows only a board. As a second
// entry of the build it would split the page's own code into more files.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PLACE = 'id="app"';

export function embedPage(): Plugin {
  let folder = '';
  return {
    name: 'embed-page',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    writeBundle() {
      const page = readFileSync(join(folder, 'index.html'), 'utf8');
      if (!page.includes(PLACE)) {
        throw new Error(`index.html has no ${PLACE}`);
      }
      writeFileSync(join(folder, 'embed.html'), page.replace(PLACE, `${PLACE} class="embed"`));
    },
  };
}
