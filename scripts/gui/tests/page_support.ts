// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of the page share: for each test a page in a browser context of its own, and what a player does on it.
// No page may log an error, or ask anything but its own server: that is checked after each test.
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { after, afterEach, before } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { LESSONS } from '../src/lessons';
import { BUILD, launch, Server, watch } from './support';

export const PATIENCE = 20_000;

export let server: Server;
export let page: Page;
let browser: Browser;
let complaints: string[] = [];

/** Serves the page, with that program behind it if any, and opens a browser for the tests of this file. */
export function prepare(program?: string): void {
  before(async () => {
    server = await Server.start(resolve(BUILD, 'gui'), program);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
  afterEach(async () => {
    const found = complained();
    if ((page as Page | undefined)?.isClosed() === false) {
      await page.context().unrouteAll({ behavior: 'ignoreErrors' }); // what is under way ends with the page
    }
    await (page as Page | undefined)?.context().close(); // some tests open none
    assert.deepEqual(found, []);
  });
}

/** Drops the complaints with these words, which the test has caused itself. */
export function forgive(words: string): void {
  complaints.splice(0, Infinity, ...complaints.filter((complaint) => !complaint.includes(words)));
}

/** The complaints so far, without those about the service worker that a context does without. */
function complained(): string[] {
  forgive('Service Worker registration blocked');
  return complaints.splice(0);
}

/** Closes the page in the middle of a test, which goes on with another one. */
export async function finish(): Promise<void> {
  assert.deepEqual(complained(), []);
  await page.context().close();
}

export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 1200, height: 850 }, reducedMotion: 'reduce', ...options });
}

/** Makes a new page in the context. Returns its address, which is still to be opened. */
export async function newPage(context: BrowserContext, hash = ''): Promise<string> {
  page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const url = server.page('index.html') + hash;
  complaints = watch(page, url);
  return url;
}

export async function open(hash = '', options: BrowserContextOptions = {}): Promise<void> {
  const url = await newPage(await newContext(options), hash);
  await page.goto(url);
  await ready();
}

/** Opens a page that asks for everything itself, by these routes, and has no service worker do it. It is not ready yet. */
export async function openWithoutWorker(
  routes: (context: BrowserContext) => unknown, hash = '', options: BrowserContextOptions = {},
): Promise<void> {
  const context = await newContext({ serviceWorkers: 'block', ...options });
  await routes(context);
  const url = await newPage(context, hash);
  await page.goto(url);
}

/** How many files with that ending the service worker keeps. */
export function kept(ending: string): Promise<number> {
  return page.evaluate(async (ending) => {
    const names = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return names.flat().filter(({ url }) => url.endsWith(ending)).length;
  }, ending);
}

export async function ready(): Promise<void> {
  await page.waitForSelector('[data-ready]');
}

export async function reload(): Promise<void> {
  await page.reload();
  await ready();
}

/** Opens the analysis of a position. */
export async function openPosition(board: string, fen: string, options: BrowserContextOptions = {}): Promise<void> {
  await open(`#board=${board}&fen=${fen}`, options);
  await waitForFen(fen);
}

export async function middleOf(square: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(`[data-square=${square}]`).boundingBox();
  assert.ok(box !== null, square);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Clicks the middle of a square, as a player does. */
export async function touch(...squares: string[]): Promise<void> {
  for (const square of squares) {
    const { x, y } = await middleOf(square);
    await page.mouse.click(x, y);
  }
}

export async function drag(from: string, to: string): Promise<void> {
  const a = await middleOf(from);
  const b = await middleOf(to);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(b.x, b.y, { steps: 5 });
  await page.mouse.up();
}

/** Types a move into its field. */
export async function type(move: string): Promise<void> {
  await page.fill('input[aria-label="Type a move"]', move);
  await page.keyboard.press('Enter');
}

/** Types moves, each once the one before it is in the list. */
export async function play(...moves: string[]): Promise<void> {
  const before = (await moveList()).length;
  for (const [i, move] of moves.entries()) {
    await type(move);
    await waitForMoves(before + i + 1);
  }
}

/** The first move of a game, and the engine's answer. */
export async function playFirst(): Promise<void> {
  await touch('f2', 'f5');
  await waitForMoves(2);
}

/** A choice by its label in the panel of the view. */
export async function choose(label: string, value: string): Promise<void> {
  await page.locator('.panel').getByLabel(label, { exact: true }).selectOption(value);
}

export async function openSettings(): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('dialog', { name: 'Settings', exact: true }).waitFor();
}

/** Changes a setting while the dialog is open. */
export async function setting(label: string, value: string | boolean): Promise<void> {
  const field = page.getByRole('dialog').getByLabel(label, { exact: true });
  await (typeof value === 'string' ? field.selectOption(value) : field.setChecked(value));
}

export async function closeDialog(): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Opens the settings for one change. */
export async function prefer(label: string, value: string | boolean): Promise<void> {
  await openSettings();
  await setting(label, value);
  await closeDialog();
}

export async function nameOf(square: string): Promise<string> {
  return (await page.getAttribute(`[data-square=${square}]`, 'aria-label')) ?? '';
}

export async function text(selector: string): Promise<string> {
  return (await page.textContent(selector)) ?? '';
}

/** Asks again and again until it holds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const begin = Date.now();
  while (!(await holds())) {
    assert.ok(Date.now() - begin < PATIENCE, String(holds));
    await page.waitForTimeout(50);
  }
}

/** Waits until the text of the first element that the selector finds matches the pattern. */
export async function waitForText(selector: string, pattern: RegExp, timeout = PATIENCE): Promise<void> {
  const matches = ([found = '', source = '', flags]: readonly string[]): boolean =>
    new RegExp(source, flags).test(document.querySelector(found)?.textContent ?? '');
  await page.waitForFunction(matches, [selector, pattern.source, pattern.flags], { timeout });
}

export function moveList(): Promise<string[]> {
  return page.locator('.list .move').allTextContents();
}

export async function waitForMoves(count: number): Promise<void> {
  await page.waitForFunction((n) => document.querySelectorAll('.list .move').length >= n, count);
}

export function fen(): Promise<string> {
  return page.inputValue('.share input');
}

export async function waitForFen(fen: string): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelector<HTMLInputElement>('.share input')?.value === wanted, fen);
}

/** Loads a text, a FEN or a game. */
export async function loadText(words: string): Promise<void> {
  if (!(await page.locator('.share textarea').isVisible())) {
    await page.click('.share summary');
  }
  await page.fill('.share textarea', words);
  await page.click('[data-action=load]');
}

/** Opens the analysis with the engine off, which would add its scores, and loads a text of that many moves. */
export async function study(words: string, moves: number): Promise<void> {
  await open('#/analysis');
  await page.getByLabel('Engine', { exact: true }).uncheck();
  await loadText(words);
  await waitForMoves(moves);
}

/** The text of the game on the board. */
export async function copyGame(): Promise<string> {
  if (!(await page.locator('.share textarea').isVisible())) {
    await page.click('.share summary');
  }
  await page.click('text=Copy game');
  return page.inputValue('.share textarea');
}

/** Where the man that was touched can go. */
export function targetsShown(): Promise<string[]> {
  return squaresNamed('can go here');
}

export function squaresNamed(words: string): Promise<string[]> {
  return page.locator(`[data-square][aria-label*="${words}"]`)
    .evaluateAll((all) => all.map((e) => e.getAttribute('data-square') ?? ''));
}

/** Has the page go on at once where it would wait this long, for a person to follow. */
export async function hurry(milliseconds: number): Promise<void> {
  await page.evaluate((wait) => {
    const later = window.setTimeout.bind(window);
    Object.assign(window, { setTimeout: (call: () => void, time = 0) => later(call, time === wait ? 0 : time) });
  }, milliseconds);
}

/** Lets this many seconds pass at once on the page's clocks, until a reload. */
export async function pass(seconds: number): Promise<void> {
  await page.evaluate((seconds) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 1000 * seconds;
  }, seconds);
}

/** Has the page replace what matches in its lines to the engine, until it is loaded again. */
export async function askOtherwise(pattern: RegExp, words: string): Promise<void> {
  await page.evaluate(([source, words]) => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: { line?: string }): void {
      const line = message.line?.replace(new RegExp(source), words);
      if (line !== message.line) {
        document.documentElement.dataset['asked'] = 'otherwise';
        Object.assign(window, { asked: this });
      }
      post.call(this, { ...message, line });
    };
  }, [pattern.source, words] as const);
}

/** Fails unless it has done so: otherwise a command that has changed would go unnoticed. */
export async function askedOtherwise(): Promise<void> {
  assert.equal(await page.locator('html[data-asked]').count(), 1);
}

/** Stops the search that was asked for otherwise, and so may go on for ever. */
export async function stopSearch(): Promise<void> {
  await page.evaluate(() => (window as unknown as { asked: Worker }).asked.postMessage({ kind: 'line', line: 'stop' }));
}

/** The times of both clocks, in seconds. */
export async function seconds(): Promise<number[]> {
  return (await page.getByRole('timer').allTextContents()).map((words) => {
    const [, minutes, rest] = /(\d+):([\d.]+)/.exec(words) ?? [];
    return Number(minutes) * 60 + Number(rest);
  });
}

/** Waits for an exercise, by default the first lesson, and until it is read out: only then are moves taken. */
export async function begun(title = LESSONS[0]?.title ?? ''): Promise<void> {
  await waitForText('.panel h2', new RegExp(`^${title}$`));
  await waitForText('.live', new RegExp(`^${title}\\. `));
}

/** Begins a game in the view Play with these choices. */
export async function newGame(choices: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(choices)) {
    await choose(label, value);
  }
  await page.click('[data-action=newGame]');
  await page.waitForFunction(() => document.querySelector('.live')?.textContent?.startsWith('A new game') === true);
}

/** What the page has done without a pause: milliseconds of the processor's time, and of the clock's. */
export interface Task {
  readonly own: number;
  readonly whole: number;
}

/** The phase of an event of a trace that only marks where something happened. */
const INSTANT = 'I';

/** The longest task of the page's main thread, which draws, in that many milliseconds from now on. */
export async function longestTask(duration: number): Promise<Task> {
  interface Event {
    readonly name: string;
    readonly ph: string;
    readonly pid: number;
    readonly tid: number;
    readonly dur?: number;
    readonly tdur?: number;
    readonly args: { readonly name?: string };
  }
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await page.waitForTimeout(duration);
  const events = (JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Event[] }).traceEvents;
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const drawing = new Set(threads.map(({ pid, tid }) => `${pid}:${tid}`));
  const begun = events.filter(({ name, ph, pid, tid }) =>
    name.endsWith('RunTask') && ph !== INSTANT && drawing.has(`${pid}:${tid}`));
  const tasks = begun.filter(({ dur }) => dur !== undefined);
  assert.ok(tasks.length > 0 && tasks.length >= begun.length - 1, 'only what runs at the end of the record has no length');
  const most = (times: number[]): number => Math.max(...times) / 1000; // from microseconds
  // Tasks of a microsecond may come without the processor's time: then the clock's is a bound of it.
  return { own: most(tasks.map(({ tdur, dur }) => tdur ?? dur ?? 0)), whole: most(tasks.map(({ dur }) => dur ?? 0)) };
}

/** Has every position of the game analysed, each in a tenth of the time that the page takes for it. */
export async function analyseGame(): Promise<void> {
  await askOtherwise(/^go movetime 250$/, 'go movetime 25');
  await page.click('[data-action=analyseGame]');
  await waitForText('.live', /Analysis finished/);
  await askedOtherwise();
}
