// SPDX-License-Identifier: GPL-3.0-or-later
// The page as a player uses it, in a browser: whole games, captures, refusals, what survives a reload, the keyboard, small
// screens. No page may write an error or ask anybody but its own server.
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { GAMES } from '../src/games';
import { LESSONS } from '../src/lessons';
import { RATINGS } from '../src/play';
import { BUILD, launch, Server, watch } from './support';

const PATIENCE = 20_000;
const MOVES_MAX = 300; // a game that lasts longer has something wrong

let server: Server;
let browser: Browser;
let page: Page;
let complaints: string[];

async function open(hash = '', options: BrowserContextOptions = {}): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 850 },
    reducedMotion: 'reduce',
    ...options,
  });
  page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const url = server.page('index.html') + hash;
  complaints = watch(page, url);
  await page.goto(url);
  await page.waitForSelector('[data-ready]');
}

/** Clicks the middle of a square, as a player does. */
async function touch(square: string): Promise<void> {
  const box = await page.locator(`[data-square=${square}]`).boundingBox();
  assert.ok(box !== null, square);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

async function nameOf(square: string): Promise<string> {
  return (await page.getAttribute(`[data-square=${square}]`, 'aria-label')) ?? '';
}

const text = async (selector: string): Promise<string> => (await page.textContent(selector)) ?? '';

async function moveList(): Promise<string[]> {
  return page.locator('.list .move').allTextContents();
}

async function waitForMoves(count: number): Promise<void> {
  await page.waitForFunction((n) => document.querySelectorAll('.list .move').length >= n, count);
}

/** A position with the analysis view, its engine off so that the board is quiet. */
async function openPosition(board: string, fen: string, options: BrowserContextOptions = {}): Promise<void> {
  await open(`#board=${board}&fen=${fen}`, options);
  await page.waitForFunction(
    (wanted) => document.querySelector<HTMLInputElement>('.share input')?.value === wanted,
    fen,
  );
}

async function fen(): Promise<string> {
  return page.inputValue('.share input');
}

/** Where the man that was touched can go. */
function targetsShown(): Promise<string[]> {
  return page
    .locator('[data-square][aria-label*="can go here"]')
    .evaluateAll((all) => all.map((e) => e.getAttribute('data-square') ?? ''));
}

before(async () => {
  server = await Server.start(resolve(BUILD, 'gui'));
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

afterEach(async () => {
  assert.deepEqual(complaints, []);
  await page.context().close();
});

describe('playing', () => {
  for (const board of ['bushka', 'bushka9x11']) {
    it(`plays a game on ${board} to its end against level 1 by clicks`, { timeout: 240_000 }, async () => {
      await open();
      await page.locator('.setup select').nth(0).selectOption(board);
      await page.locator('.setup select').nth(1).selectOption('1');
      await page.click('[data-action=newGame]');
      await page.waitForFunction(() => document.querySelectorAll('.list .move').length === 0);
      for (let i = 0; i < MOVES_MAX; i++) {
        await page.waitForFunction(() =>
          /to move|wins|Draw/.test(document.querySelector('.status')?.textContent ?? ''),
        );
        if (await page.locator('.status.over').count()) {
          break;
        }
        const played = (await moveList()).length;
        await clickSomeMove(i);
        await waitForMoves(played + 1);
        await page.waitForFunction(
          () => !/thinking|^Black to move/.test(document.querySelector('.status')?.textContent ?? ''),
        );
      }
      assert.match(await text('.status'), /^(White wins|Black wins|Draw): .+\.$/);
      assert.match(await text('.live'), /(White wins|Black wins|Draw)/);
    });
  }

  /** Touches men until squares light up, and then squares until the move is whole. */
  async function clickSomeMove(turn: number): Promise<void> {
    const men = await page
      .locator('[data-square][aria-label*="white"]')
      .evaluateAll((all) => all.map((e) => e.getAttribute('data-square') ?? ''));
    const before = (await moveList()).length;
    for (let i = 0; i < men.length; i++) {
      const man = men[(i + turn * 7) % men.length] ?? '';
      await touch(man);
      let targets = await targetsShown();
      if (targets.length === 0) {
        continue;
      }
      for (; targets.length > 0; targets = await targetsShown()) {
        await touch(targets[turn % targets.length] ?? '');
        if (
          await page
            .waitForFunction((n) => document.querySelectorAll('.list .move').length > n, before, { timeout: 400 })
            .catch(() => null)
        ) {
          return;
        }
      }
      return;
    }
    assert.fail('nothing can be moved');
  }

  it('takes a move back, and keeps the game over a reload', async () => {
    await open();
    await touch('f2');
    assert.equal(await nameOf('f2'), 'f2, white man, chosen');
    await touch('f5');
    await waitForMoves(2);
    const moves = await moveList();
    assert.equal(moves[0], 'f2-f5');
    await page.reload();
    await page.waitForSelector('[data-ready]');
    assert.deepEqual(await moveList(), moves);
    assert.equal(await nameOf('f5'), 'f5, white man');
    await page.click('[data-action=takeBack]');
    assert.deepEqual(await moveList(), []);
    assert.equal(await nameOf('f5'), 'f5, empty');
  });

  it('resigns, and plays a rematch with the colours changed', async () => {
    await open();
    await touch('f2');
    await touch('f5');
    await waitForMoves(2);
    await page.click('[data-action=resign]');
    assert.equal(await text('.status'), 'Black wins: White has resigned.');
    await page.click('[data-action=rematch]');
    // The engine has White now, and begins.
    await page.waitForFunction(() => document.querySelector('.status')?.textContent === 'Black to move.');
    assert.equal((await moveList()).length, 1);
  });

  it('plays three moves by the keyboard alone', async () => {
    await open();
    await page.locator('[data-square=e1]').focus();
    for (const [i, keys] of ['e3', 'd2', 'g5'].entries()) {
      const before = (await moveList()).length;
      await page.keyboard.type(keys);
      await page.keyboard.press('Enter');
      // To the first square that it can go to, by its name.
      const targets = await page
        .locator('[data-square][aria-label*="can go here"]')
        .evaluateAll((all) => all.map((e) => e.getAttribute('data-square') ?? ''));
      if (targets[0] === undefined) {
        await page.keyboard.press('Enter');
        const name = page.locator('input[aria-label="Type a move"]');
        await name.focus();
        await page.keyboard.type((await firstLegal()) ?? '');
        await page.keyboard.press('Enter');
        await page.locator('[data-square=e1]').focus();
      } else {
        await page.keyboard.type(targets[0]);
        await page.keyboard.press('Enter');
      }
      await waitForMoves(before + 2);
      assert.ok((await moveList()).length >= 2 * (i + 1));
    }
    await page.locator('[data-square=e1]').focus();
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), 'e2');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), 'f3');
  });

  /** Any move, as the refusal of an impossible one names it. */
  async function firstLegal(): Promise<string | null> {
    await page.keyboard.type('e1e0');
    await page.keyboard.press('Enter');
    const found = /: ([a-j]\d[x-]\S+?)[,.]?(\s|$)/.exec(await text('.notice'));
    await page.locator('input[aria-label="Type a move"]').fill('');
    return found?.[1] ?? null;
  }

  it('lets the engine play itself', async () => {
    await open();
    await page.locator('.setup select').nth(1).selectOption('0');
    await page.locator('.setup select').nth(3).selectOption('engines');
    await page.click('[data-action=newGame]');
    await waitForMoves(4);
  });
});

describe('the board', () => {
  it('captures with a line and takes the men behind each other', async () => {
    await openPosition('bushka', 'W:We3,e4:Bc7,e6,e7,Ke8');
    await touch('e3');
    assert.equal(await nameOf('e5'), 'e5, empty, can go here');
    await touch('e5');
    await waitForMoves(1);
    assert.equal(await fen(), 'B:We4,e5:Bc7,Ke8');
    assert.match(await text('.live'), /White played e3xe5/);
  });

  it('captures square by square, and to the end at once', async () => {
    await openPosition('bushka', 'W:Wf4:Bd5,d8,f6');
    await touch('f4');
    await touch('f5');
    assert.equal(await nameOf('f6'), 'f6, black man, taken');
    await touch('e5');
    await waitForMoves(1);
    assert.equal(await fen(), 'B:We5:Bd8');
    await page.click('[aria-label="One move back"]');
    await touch('f4');
    await touch('e5');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('.share input')?.value === 'B:We5:Bd8');
    assert.deepEqual(await moveList(), ['f4xf5xe5']);
  });

  it('captures round a square and back to where it began, by either way', async () => {
    for (const typed of [false, true]) {
      await openPosition('bushka', 'W:WKf5:Bd5,e4,e7,g5');
      if (typed) {
        await page.fill('input[aria-label="Type a move"]', 'f5x');
        await page.keyboard.press('Enter');
      } else {
        await touch('f5');
        for (let shown = await targetsShown(); shown.length > 0; shown = await targetsShown()) {
          await touch(shown.find((square) => square !== 'f5') ?? 'f5');
        }
      }
      await waitForMoves(1);
      assert.equal(await fen(), 'B:WKf5:B');
      await page.waitForFunction(() => /White wins/.test(document.querySelector('.live')?.textContent ?? ''));
      if (!typed) {
        assert.deepEqual(complaints, []);
        await page.context().close();
      }
    }
  });

  it('makes a king, and moves part of a line by dragging', async () => {
    await openPosition('bushka', 'W:Wd8,f3,f4,f5:Bb4');
    const at = async (square: string): Promise<{ x: number; y: number }> => {
      const box = await page.locator(`[data-square=${square}]`).boundingBox();
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    };
    const from = await at('d8');
    const to = await at('d9');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
    await waitForMoves(1);
    assert.equal(await nameOf('d9'), 'd9, white king');
    assert.match(await text('.live'), /new king/);
    await page.click('[aria-label="One move back"]');
    await touch('f4');
    await touch('f6');
    await waitForMoves(2);
    assert.equal(await nameOf('f3'), 'f3, white man');
    assert.equal(await nameOf('f4'), 'f4, empty');
  });

  it('says why a move is refused', async () => {
    await openPosition('bushka', 'W:Wd3,d4,g4:Bd6,g6');
    await touch('g4');
    await touch('g5');
    await page.waitForFunction(() => document.querySelector('.notice')?.textContent !== '');
    assert.equal(await text('.notice'), 'g4g5: a linear capture has precedence: d3xd5');
    await page.fill('input[aria-label="Type a move"]', 'd3d4');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.notice')?.textContent?.startsWith('d3d4') === true);
  });

  it('flips', async () => {
    await open();
    const before = await page.locator('[data-square=e1]').boundingBox();
    await page.click('text=Flip');
    const after = await page.locator('[data-square=e0]').boundingBox();
    assert.deepEqual(after, before);
  });

  it('refuses a bad position with its reason', async () => {
    await open();
    await page.click('.share summary');
    await page.fill('.share textarea', 'W:Wf2,z9:Bc6');
    await page.click('[data-action=load]');
    await page.waitForFunction(() => document.querySelector('.notice')?.textContent !== '');
    assert.match(await text('.notice'), /^z9 is no square of the board bushka$/);
  });

  it('draws a game by repetition, read from its text', async () => {
    await open('#board=bushka');
    await page.click('.share summary');
    const there = '1. e1-e2 a6-a5 2. e2-e1 a5-a6 ';
    const file = `[Variant "bushka"]\n[FEN "W:WKe1:BKa6"]\n\n${there}${there.replace('1.', '3.').replace('2.', '4.')}*\n`;
    await page.fill('.share textarea', file);
    await page.click('[data-action=load]');
    await waitForMoves(8);
    await page.waitForFunction(() => /Draw/.test(document.querySelector('.lines')?.textContent ?? ''));
  });
});

describe('a rating', () => {
  it('is within what the engine plays by', () => {
    const protocol = readFileSync(resolve(process.env['GUI'] ?? '.', '../../protocol.md'), 'utf8');
    const [, low, high] = /`UCI_Elo` \| spin (\d+) to (\d+)/.exec(protocol) ?? [];
    assert.ok(Math.min(...RATINGS) >= Number(low) && Math.max(...RATINGS) <= Number(high));
  });

  it('takes the place of the level', async () => {
    await open();
    await page.locator('.setup select').nth(2).selectOption('1000');
    assert.ok(await page.locator('.setup select').nth(1).isDisabled());
    await page.click('[data-action=newGame]');
    await page.fill('input[aria-label="Type a move"]', 'f2f5');
    await page.keyboard.press('Enter');
    await waitForMoves(2);
  });
});

describe('the views', () => {
  it('analyses a game and shows lines, curve and figures', async () => {
    await open('#board=bushka&moves=f2f5-d8d6-g3g6-b6b4');
    await waitForMoves(4);
    await page.waitForSelector('.lines b');
    assert.match(await text('.figures'), /Pace \d+ : \d+ · Tempo \d+ : \d+/);
    assert.ok((await page.locator('.arrow').count()) > 0);
    await page.click('[data-action=analyseGame]');
    await page.waitForFunction(() => /Analysis done/.test(document.querySelector('.live')?.textContent ?? ''));
    assert.equal(await page.locator('.graph').count(), 3);
    const label = 'Pace of both sides over the game';
    assert.equal(await page.getAttribute('.curves >> nth=0', 'aria-label'), label);
    for (const side of ['W', 'B']) {
      const points = (await page.getAttribute(`.curves >> nth=0 >> .of-${side}`, 'points')) ?? '';
      assert.equal(points.split(' ').length, 5); // the start and four moves
    }
    const box = await page.locator('.graph').first().boundingBox();
    await page.mouse.click((box?.x ?? 0) + 2, (box?.y ?? 0) + 20);
    await page.waitForFunction(() => document.querySelector('.list [aria-current]') === null);
  });

  it('replays the games that come with the project, with what is said of their moves', async () => {
    await open();
    await page.click('[data-tab=analysis]');
    for (const [i, game] of GAMES.entries()) {
      await page.locator('.panel select').last().selectOption(String(i));
      await page.waitForFunction(
        (title) => document.querySelector('.live')?.textContent?.startsWith(title),
        game.title,
      );
      assert.equal((await moveList()).length, game.moves.length);
      const said = game.comments.filter((comment) => comment !== '');
      assert.ok(said.length > 1);
      assert.deepEqual(await page.locator('.list .comment').allTextContents(), said);
    }
  });

  it('keeps what a record says of a move when the game is analysed', async () => {
    await open();
    await page.click('[data-tab=analysis]');
    await page.locator('.panel select').last().selectOption('0');
    await page.waitForFunction(
      (title) => document.querySelector('.live')?.textContent?.startsWith(title),
      GAMES[0]?.title ?? '',
    );
    await page.click('[data-action=analyseGame]');
    await page.waitForFunction(() => /Analysis done/.test(document.querySelector('.live')?.textContent ?? ''));
    const shown = await page.locator('.list .comment').allTextContents();
    for (const comment of GAMES[0]?.comments.filter((each) => each !== '') ?? []) {
      assert.ok(shown.some((text) => text.startsWith(comment)), comment);
    }
  });

  it('has lessons whose every solution is legal, and takes other moves back', async () => {
    await open();
    await page.click('[data-tab=learn]');
    for (const [i, lesson] of LESSONS.entries()) {
      await page.locator('.panel select').selectOption(String(i));
      await page.waitForFunction((title) => document.querySelector('.panel h2')?.textContent === title, lesson.title);
      const solution = lesson.solutions[0] ?? (i === 0 ? 'e3-e4' : 'f2-f3');
      await page.waitForFunction(
        (n) => document.querySelectorAll('.piece').length === n,
        lesson.fen.split(/[,:]/).filter((w) => /\d/.test(w)).length,
      );
      await page.fill('input[aria-label="Type a move"]', solution);
      await page.keyboard.press('Enter');
      await page.waitForSelector('.verdict.right');
    }
  });

  it('counts the tries of a puzzle', async () => {
    await open();
    await page.click('[data-tab=puzzles]');
    await page.waitForFunction(() => /Find the best move/.test(document.querySelector('.panel')?.textContent ?? ''));
    assert.equal(await text('.panel h2'), 'combination-10x10-01');
    await page.fill('input[aria-label="Type a move"]', 'b6-b5');
    await page.keyboard.press('Enter');
    await page.fill('input[aria-label="Type a move"]', 'd9-d8');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.verdict.wrong');
    await page.fill('input[aria-label="Type a move"]', 'c5-d5');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.verdict.right');
    assert.match(await text('.verdict'), /^Solved after 2 tries\.$/);
  });

  it('sets up a position', async () => {
    await open();
    await page.click('[data-tab=editor]');
    await page.click('text=Clear');
    await touch('f2');
    await page.click('text=Black king');
    await touch('c6');
    await page.click('[data-action=usePosition]');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('.share input')?.value === 'W:Wf2:BKc6');
  });
});

describe('what goes wrong', () => {
  it('works without a network once it was opened', async () => {
    await open();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (navigator.serviceWorker.controller === null) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    await page.context().setOffline(true);
    await page.reload();
    await page.waitForSelector('[data-ready]');
    await touch('f2');
    await touch('f5');
    await waitForMoves(2);
    await page.context().setOffline(false);
  });

  it('starts the engine again after a crash, with the game intact', async () => {
    await open();
    await touch('f2');
    await touch('f5');
    await waitForMoves(2);
    const moves = await moveList();
    const worker = page.workers()[0];
    assert.ok(worker !== undefined);
    await worker.evaluate(() => {
      setTimeout(() => {
        throw new Error('no more memory');
      }, 0);
    });
    await page.waitForFunction(() => /was started again/.test(document.querySelector('.notice')?.textContent ?? ''));
    assert.deepEqual(await moveList(), moves);
    const typed = page.locator('input[aria-label="Type a move"]');
    await typed.fill('zz');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /^zz/.test(document.querySelector('.notice')?.textContent ?? ''));
    complaints = complaints.filter((complaint) => !complaint.includes('no more memory'));
  });

  it('shows no serious fault to axe on any view', async () => {
    await open('', { reducedMotion: 'reduce' });
    const axe = readFileSync(resolve(process.env['GUI'] ?? '.', 'node_modules/axe-core/axe.min.js'), 'utf8');
    const count = await page.locator('.tabs button').count();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (let i = 0; i < count; i++) {
        await page.locator('.tabs button').nth(i).click();
        await page.waitForTimeout(300);
        await page.evaluate(axe);
        const faults = await page.evaluate(async () => {
          const { axe: tool } = window as unknown as {
            axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
          };
          const { violations } = await tool.run();
          return violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
        });
        assert.deepEqual(faults, [], `${colorScheme}, view ${i}`);
      }
    }
  });
});

describe('screens', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`needs no scroll bar sideways at 360 pixels, ${colorScheme}, and works by touch`, async () => {
      await open('', { viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme });
      const tabs = await page.locator('.tabs button').count();
      for (let i = 0; i < tabs; i++) {
        await page.locator('.tabs button').nth(i).click();
        await page.waitForTimeout(150);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
      }
      await page.click('[data-tab=play]');
      await page.waitForFunction(() => document.querySelectorAll('.piece').length === 30);
      for (const square of ['f2', 'f5']) {
        const box = await page.locator(`[data-square=${square}]`).boundingBox();
        await page.touchscreen.tap((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
      }
      await waitForMoves(2);
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      assert.equal(ground, colorScheme === 'dark' ? 'rgb(31, 28, 25)' : 'rgb(243, 239, 232)');
    });
  }
});
