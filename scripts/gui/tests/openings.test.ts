// SPDX-License-Identifier: GPL-3.0-or-later
// The openings: what the panel shows is what the program says of the same book; and where a game left it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import {
  analyseGame, fen, finish, forgive, kept, loadText, moveList, newGame, open, openPosition, openWithoutWorker, page,
  play, playFirst, prepare, ready, reload, text, until, waitForMoves, waitForText,
} from './page_support';
import { BUILD, TOP } from './support';

const BOARDS = ['bushka', 'bushka9x11'];
const NOT_LOADED = 'Failed to load resource';

prepare();

/** A move of the book in formal notation; the score is that of the side to move, in hundredths of a man. */
interface BookMove {
  readonly name: string;
  readonly score: number;
  readonly inside: boolean;
  readonly games: readonly number[];
}

interface Page {
  readonly fen: string;
  readonly moves: readonly BookMove[];
  /** All that are legal. */
  readonly legal: readonly string[];
}

/** What the program says of positions, each given by the moves from the start. */
function askProgram(board: string, lines: readonly (readonly string[])[]): Page[] {
  const input = [
    `setoption name UCI_Variant value ${board}`,
    'setoption name Notation value formal',
    `setoption name BookFile value ${resolve(TOP, `engine/book/books/${board}.book`)}`,
    ...lines.map((moves) => `position startpos${moves.length > 0 ? ' moves ' : ''}${moves.join(' ')}\nbook\nmoves`),
    'quit\n',
  ].join('\n');
  const { stdout } = spawnSync(resolve(BUILD, 'bushka'), { input, encoding: 'utf8', maxBuffer: Infinity });
  const answers = stdout.split('Fen: ').slice(1);
  assert.equal(answers.length, lines.length, stdout);
  return answers.map((answer) => {
    const [fen = '', , , ...rows] = answer.trimEnd().split('\n');
    const [, , , ...legal] = (rows.pop() ?? '').split(' '); // behind "Legal moves (n):"
    const moves = rows.map((row) => {
      const [, name = '', score = '', results = ''] = /^ (\S+) score cp (-?\d+)(.*)$/.exec(row) ?? [];
      assert.notEqual(name, '', row);
      const games = (/ wins (\d+) draws (\d+) losses (\d+)/.exec(results) ?? []).slice(1).map(Number);
      return { name, score: Number(score), inside: results.includes('searches'), games };
    });
    return { fen, moves, legal };
  });
}

function hashOf(board: string, moves: readonly string[]): string {
  return `#board=${board}&moves=${moves.map((move) => move.replaceAll('-', '')).join('-')}`;
}

/** Goes to a link in the page that is there. */
async function follow(hash: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, hash);
}

const rows = (): Locator => page.locator('.openings tbody tr');
const button = (at: number): Locator => rows().nth(at).getByRole('button');

async function openPanel(): Promise<void> {
  await page.click('.openings summary');
  await page.waitForSelector('.openings :is(tbody tr, p)');
}

/** The panel shows this, as White's player sees it. */
async function checkPanel({ fen: wanted, moves }: Page): Promise<void> {
  const white = wanted.startsWith('W');
  const anyGames = moves.some(({ games }) => games.length > 0);
  const shown = moves.map(({ name, score, inside, games }) => {
    const seen = white ? score : -score;
    const count = games.reduce((sum, each) => sum + each, 0);
    const note = inside ? '' : ' best outside the book';
    return [
      anyGames ? name : name + note,
      `${seen < 0 ? '−' : '+'}${(Math.abs(seen) / 100).toFixed(2)}`,
      ...(!anyGames ? [] : inside ? [count === 0 ? '' : count.toLocaleString('en'), ''] : [note]),
    ];
  });
  assert.ok(shown.length > 1);
  await until(async () => {
    const cells = await rows().evaluateAll((all) => all.map((row) => [...row.children].map(({ textContent }) => textContent)));
    return JSON.stringify(cells) === JSON.stringify(shown);
  });
  assert.equal(await fen(), wanted);
  const bars = moves.flatMap(({ games }) => {
    const count = games.reduce((sum, each) => sum + each, 0);
    const [wins, draws, losses] = games.map((each) => Math.round((100 * each) / count));
    return games.length === 0 ? [] : [`${wins}% won, ${draws}% drawn, ${losses}% lost`];
  });
  assert.deepEqual(await page.locator('.shares').evaluateAll((all) => all.map((bar) => bar.getAttribute('aria-label'))), bars);
  assert.equal(await page.locator('.openings th').last().textContent(), anyGames ? `For ${white ? 'White' : 'Black'}` : 'Score');
}

/** Two ways to one position of the book, of three moves each. */
function transposed(board: string): string[][] {
  const insideOf = (all: readonly Page[], lines: readonly string[][]): string[][] =>
    lines.flatMap((line, i) => (all[i]?.moves ?? []).filter(({ inside }) => inside).map(({ name }) => [...line, name]));
  let lines: string[][] = [[]];
  for (let ply = 0; ply < 3; ply++) {
    lines = insideOf(askProgram(board, lines), lines);
  }
  const ways = new Map<string, string[]>();
  for (const [i, { fen, moves }] of askProgram(board, lines).entries()) {
    const line = lines[i] ?? [];
    const other = ways.get(fen);
    if (other !== undefined && moves.length > 1 && other[0] !== line[0]) {
      return [other, line];
    }
    ways.set(fen, line);
  }
  assert.fail(`no transposition of three moves in the book of ${board}`);
}

describe('the panel of the openings', () => {
  for (const board of BOARDS) {
    it(`shows the moves of a position, the same in either way to it: ${board}`, async () => {
      const ways = transposed(board);
      const [first, second] = askProgram(board, ways);
      assert.deepEqual(first, second);
      assert.ok(first !== undefined);
      await open(hashOf(board, ways[0] ?? []));
      await openPanel();
      await checkPanel(first);
      await waitForText('.openings', /The book was made by searches of [\d,]+000 positions each\./);
      await follow(hashOf(board, ways[1] ?? []));
      await page.waitForFunction((name) => document.querySelector('.list .move')?.textContent === name, ways[1]?.[0]);
      await checkPanel(second ?? first);
    });
  }

  it('plays a move by a click', async () => {
    const [start] = askProgram('bushka', [[]]);
    const name = start?.moves[1]?.name ?? '';
    const [after] = askProgram('bushka', [[name]]);
    await open('#board=bushka');
    await openPanel();
    await button(1).click();
    await waitForMoves(1);
    assert.deepEqual(await moveList(), [name]);
    assert.ok(after !== undefined);
    await checkPanel(after);
  });

  it('works with keys: one stop of the tabulator, arrows, Enter, and on from the next position', async () => {
    const [start] = askProgram('bushka', [[]]);
    await open('#board=bushka');
    await page.locator('.openings summary').focus();
    await page.keyboard.press('Enter');
    await rows().first().waitFor();
    for (const key of ['Tab', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter']) {
      await page.keyboard.press(key);
    }
    await waitForMoves(1);
    assert.deepEqual(await moveList(), [start?.moves[1]?.name]);
    await until(() => button(0).evaluate((element) => element === document.activeElement));
    await page.keyboard.press('Enter');
    await waitForMoves(2);
  });

  it('says when a position is not in the book', async () => {
    await openPosition('bushka', 'W:WKe1:BKe9');
    await openPanel();
    assert.match(await text('.openings'), /This position is not in the opening book\.$/);
    assert.equal(await rows().count(), 0);
  });

  it('names the openings that have a name', async () => {
    await open('#board=bushka9x11');
    await openPanel();
    for (const [moves, name] of [
      ['f2f5', 'The fastest opening'],
      ['f2f5-c6c4-e3d3-c4d4-h4e4-f8f7', 'Anneke Treep’s defence'],
      ['f2f5-e8g8-g5g6', 'Freeling’s reply'],
      ['i5f5-e8g8-h6h7-g8g7-g3g6-c5d5', 'Anneke Treep’s defence'], // its mirror image
      ['g5f5', 'The spearhead'],
    ] as const) {
      await follow(`#board=bushka9x11&moves=${moves}`);
      await waitForText('.openings b', new RegExp(`^${name}$`));
    }
    await follow('#board=bushka&moves=f2f5');
    await page.locator('.openings b').waitFor({ state: 'detached' });
    await rows().first().waitFor();
  });
});

describe('the book', () => {
  it('is loaded when it is wanted, and kept as the page itself is, which works without a network then', async () => {
    await open('#board=bushka');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    assert.equal(await kept('.book'), 0);
    await openPanel();
    await rows().first().waitFor();
    await until(async () => (await kept('.book')) === 1);
    await page.context().setOffline(true);
    await reload();
    await openPanel();
    await rows().first().waitFor();
    await page.click('[data-tab=play]');
    await playFirst();
    await page.context().setOffline(false);
  });

  for (const { name, change } of [
    { name: 'damaged', change: (whole: Buffer) => Buffer.from(whole.map((byte, i) => (i === 100 ? byte ^ 1 : byte))) },
    { name: 'missing', change: () => null },
  ]) {
    it(`may be ${name}: the panel says so, and the page goes on; it is read when it is there again`, async () => {
      await openWithoutWorker((context) => context.route(/\.book$/, async (route) => {
        const body = change(await (await route.fetch()).body());
        await route.fulfill(body === null ? { status: 404 } : { body });
      }), '#board=bushka');
      await ready();
      await openPanel();
      assert.match(await text('.openings'), /The opening book is missing or damaged, or there is no connection to load it\.$/);
      assert.equal(await text('.notice'), '');
      await play('f2f5');
      await page.waitForSelector('.lines b');
      await page.context().unrouteAll();
      await page.click('.openings summary');
      await page.click('.openings summary');
      await rows().first().waitFor();
      forgive(NOT_LOADED);
    });
  }
});

describe('where a game left the book', () => {
  /** A game that leaves it with the best move outside, which may be the best of all, or with one of which the book says nothing. */
  function leavingGame(board: string, how: 'best' | 'worse' | 'unknown'): { line: string[]; sentence: string } {
    const line: string[] = [];
    for (;;) {
      const [now] = askProgram(board, [line]);
      const best = now?.moves[0];
      const outside = now?.moves.find(({ inside }) => !inside);
      if (best === undefined || now === undefined || line.length > 20) {
        assert.fail(`the best line of the book of ${board} has no end`);
      }
      const left = how === 'unknown' ? now.legal.find((move) => !now.moves.some(({ name }) => name === move)) : outside?.name;
      if (left !== undefined && outside !== undefined && (outside === best) === (how === 'best') && line.length >= 2) {
        const cost = ((best.score - outside.score) / 100).toFixed(2);
        const turn = Math.floor(line.length / 2) + 1;
        const side = now.fen.startsWith('W') ? 'White' : 'Black';
        const instead = how === 'best' ? ', the best move' : ` instead of ${best.name} (${how === 'worse' ? '' : 'at least '}${cost} worse)`;
        return {
          line: [...line, left],
          sentence: `${side} left the opening book at move ${turn}: ${left}${instead}.`,
        };
      }
      line.push(now.moves.find(({ inside }) => inside)?.name ?? '');
    }
  }

  for (const [board, how] of [['bushka', 'best'], ['bushka9x11', 'worse']] as const) {
    it(`is said once it has ended, and in the report: ${board}`, { timeout: 120_000 }, async () => {
      const { line, sentence } = leavingGame(board, how);
      await open();
      await newGame({ Board: board, Colour: 'people' });
      await play(...line);
      assert.equal(await text('.departure'), '');
      await page.getByRole('button', { name: 'Resign', exact: true }).click();
      await page.getByRole('button', { name: 'Yes, resign', exact: true }).click();
      await until(async () => (await text('.departure')) === sentence);
      await page.click('[data-action=analyse]');
      await analyseGame();
      await until(async () => (await text('.report')).includes(sentence));
      await page.click('[data-tab=play]');
      await page.click('[data-action=takeBack]');
      await until(async () => (await text('.departure')) === '');
    });
  }

  it('is said of the person and of the engine', async () => {
    for (const [colour, how] of [['white', 'worse'], ['black', 'unknown']] as const) {
      const { line, sentence } = leavingGame('bushka', how);
      await open();
      await newGame({ Opponent: '20', Colour: colour });
      await loadText(line.join(' '));
      await waitForMoves(line.length);
      await page.getByRole('button', { name: 'Resign', exact: true }).click();
      await page.getByRole('button', { name: 'Yes, resign', exact: true }).click();
      const isYou = sentence.startsWith(colour === 'white' ? 'White' : 'Black');
      await until(async () => (await text('.departure')) === sentence.replace(/^\w+/, isYou ? 'You' : 'The engine'));
      await finish();
    }
  });
});
