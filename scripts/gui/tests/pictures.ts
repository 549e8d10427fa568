// SPDX-License-Identifier: GPL-3.0-or-later
// Takes the pictures of the README, of the page as it is built.
import { resolve } from 'node:path';
import { it } from 'node:test';
import { LESSONS } from '../src/lessons';
import {
  begun, choose, newGame, open, page, playFirst, prepare, touch, type, waitForMoves, waitForText,
} from './page_support';
import { TOP } from './support';

const WIDE = { viewport: { width: 960, height: 660 } };
const THOUGHT = 3000; // ms

prepare();

async function take(name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForTimeout(300);
  await page.screenshot({ path: resolve(TOP, `scripts/gui/pictures/${name}.png`) });
}

for (const [name, board, move, man] of [['play', 'bushka', 'f2f5', 'e3'], ['play9x11', 'bushka9x11', 'h4e4', 'f4']] as const) {
  it(name, async () => {
    await open('', WIDE);
    await newGame({ Board: board, Clock: '5+3' });
    await type(move);
    await waitForMoves(2);
    await touch(man);
    await take(name);
  });
}

it('analysis', async () => {
  await open('#/analysis', { viewport: { width: 1100, height: 870 } });
  await choose('Games', '0');
  await waitForMoves(20);
  await page.click('[data-action=analyseGame]');
  await waitForText('.live', /Analysis finished/);
  await page.locator('.list .move').nth(12).click();
  await page.waitForTimeout(THOUGHT);
  await take('analysis');
});

it('lesson', async () => {
  const number = LESSONS.findIndex(({ id }) => id === 'first');
  await open('#/learn', WIDE);
  await begun();
  await choose('Lesson', String(number));
  await begun(LESSONS[number]?.title);
  await touch('g4', 'g5');
  await waitForText('.notice', /./);
  await take('lesson');
});

it('phone', async () => {
  await open('', { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, colorScheme: 'dark' });
  await playFirst();
  await touch('g4');
  await take('phone');
});
