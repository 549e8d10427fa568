// SPDX-License-Identifier: GPL-3.0-or-later
// What axe finds in each view and dialog, on small and large screens, light and dark: nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { TABS } from '../src/store';
import { newGame, open, page, prepare, type, waitForMoves } from './page_support';

const AXE = readFileSync(resolve(process.env['GUI'] ?? '.', 'node_modules/axe-core/axe.min.js'), 'utf8');
/** Every layout once, every colour twice: the same style gives them on all screens. */
const SCREENS = [
  { width: 320, height: 640, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'dark' },
  { width: 667, height: 375, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
] as const;
const DIALOGS = ['Settings', 'About'];

prepare();

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

async function findings(): Promise<string[]> {
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Finding[] }> } };
    return (await axe.run({ resultTypes: ['violations'] })).violations;
  });
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`));
}

describe('axe finds nothing', () => {
  for (const { width, height, colorScheme } of SCREENS) {
    it(`at ${width} by ${height}, ${colorScheme}`, { timeout: 180_000 }, async () => {
      await open('', { viewport: { width, height }, colorScheme });
      await page.evaluate(AXE);
      await newGame({ Clock: '5+3' });
      await type('f2f5');
      await waitForMoves(2);
      await page.click('.share summary');
      for (const tab of TABS) {
        await page.click(`[data-tab=${tab}]:is(button)`);
        if (tab === 'analysis') {
          await page.keyboard.press('Home');
          await page.click('.openings summary');
          await page.waitForSelector('.openings tbody tr');
          await page.click('[data-action=analyseGame]');
          await page.waitForSelector('.graph');
        }
        await page.waitForTimeout(200); // what comes up by itself
        assert.deepEqual(await findings(), [], tab);
      }
      for (const name of DIALOGS) {
        await page.getByRole('button', { name, exact: true }).click();
        assert.deepEqual(await findings(), [], name);
        await page.keyboard.press('Escape');
      }
      await page.locator('h1').click();
      await page.keyboard.press('?');
      assert.deepEqual(await findings(), [], 'keys');
    });
  }
});
