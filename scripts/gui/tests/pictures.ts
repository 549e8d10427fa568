// SPDX-License-Identifier: GPL-3.0-or-later
// Takes the pictures of the README, of the page as it is built.
import { resolve } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { LESSONS } from '../src/lessons';
import { BUILD, launch, Server, TOP } from './support';

const FOLDER = resolve(TOP, 'scripts/gui/pictures');
const WIDE = { viewport: { width: 960, height: 660 } };
const NARROW = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
const THOUGHT = 3000; // ms

const server = await Server.start(resolve(BUILD, 'gui'));
const browser = await launch();

async function open(hash: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  await page.goto(server.page('index.html') + hash);
  await page.waitForSelector('[data-ready]');
  return page;
}

async function touch(page: Page, ...squares: string[]): Promise<void> {
  for (const square of squares) {
    await page.locator(`[data-square=${square}]`).click({ force: true });
  }
}

async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForTimeout(300);
  await page.screenshot({ path: resolve(FOLDER, `${name}.png`) });
  await page.context().close();
}

async function playing(name: string, board: string, moves: readonly string[], man: string): Promise<void> {
  const page = await open('', WIDE);
  await page.getByRole('combobox', { name: 'Board', exact: true }).selectOption(board);
  await page.getByLabel('Clock', { exact: true }).selectOption('5+3');
  await page.click('[data-action=newGame]');
  await page.waitForSelector('.clock');
  for (const [i, move] of moves.entries()) {
    await page.fill('input[aria-label="Type a move"]', move);
    await page.keyboard.press('Enter');
    await page.waitForFunction((n) => document.querySelectorAll('.list .move').length === n, 2 * i + 2);
  }
  await touch(page, man);
  await take(page, name);
}

await playing('play', 'bushka', ['f2f5'], 'e3');
await playing('play9x11', 'bushka9x11', ['h4e4'], 'f4');

const analysis = await open('', { viewport: { width: 1100, height: 870 } });
await analysis.click('[data-tab=analysis]:is(button)');
await analysis.getByLabel('Games').selectOption('0');
await analysis.waitForFunction(() => document.querySelectorAll('.list .move').length > 20);
await analysis.click('[data-action=analyseGame]');
await analysis.waitForFunction(() => /Analysis finished/.test(document.querySelector('.live')?.textContent ?? ''));
await analysis.locator('.list .move').nth(12).click();
await analysis.waitForTimeout(THOUGHT);
await take(analysis, 'analysis');

const lesson = await open('', WIDE);
await lesson.click('[data-tab=learn]:is(button)');
await lesson.getByLabel('Lesson').selectOption(String(LESSONS.findIndex(({ id }) => id === 'first')));
await lesson.waitForFunction(() => document.querySelectorAll('.piece').length === 5);
await touch(lesson, 'g4', 'g5');
await lesson.waitForFunction(() => document.querySelector('.notice')?.textContent !== '');
await take(lesson, 'lesson');

const phone = await open('', { ...NARROW, colorScheme: 'dark' });
await touch(phone, 'f2', 'f5');
await phone.waitForFunction(() => document.querySelectorAll('.list .move').length === 2);
await touch(phone, 'g4');
await take(phone, 'phone');

await browser.close();
await server.stop();
