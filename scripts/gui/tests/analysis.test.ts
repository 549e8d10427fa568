// SPDX-License-Identifier: GPL-3.0-or-later
// The analysis: lines, curves and remarks, variations, games as text in both directions, the editor.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { GAMES } from '../src/games';
import {
  analyseGame, askedOtherwise, askOtherwise, choose, copyGame, fen, finish, kept, loadText, moveList, nameOf, open,
  openPosition, openWithoutWorker, page, play, playFirst, prefer, prepare, reload, study, text, touch, type, until,
  waitForFen, waitForMoves, waitForText,
} from './page_support';
import { BUILD } from './support';

const GAME = '#board=bushka&moves=f2f5-d8d6-g3g6-b6b4';
/** Of the games that come with the project: how many moves something is said of, what of the last one, and how it ended. */
const ENDS = [
  [1, 'a blunder', ['White wins: Black has resigned and has lost.']],
  [4, 'good. The record breaks off after Black’s move 19.', []],
] as const;
const PROGRAM = resolve(BUILD, 'bushka');

prepare();

/** Runs the match runner in a folder of its own, which the paths given are in. */
function match(folder: string, ...words: string[]): void {
  const engines = ['a', 'b'].flatMap((name) => ['-engine', `cmd=${PROGRAM}`, `name=${name}`]);
  const always = ['-quiet', ...engines, '-each', 'nodes=50', '-rounds', '1', '-seed', '3', '-incidents', `dir=${folder}`];
  execFileSync(resolve(BUILD, 'bushka-match'), [...always, ...words], { stdio: 'pipe' });
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bushka-gui-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function replay(number: number): Promise<void> {
  await choose('Games', String(number));
  const title = GAMES[number]?.title ?? '';
  await page.waitForFunction((title) => document.querySelector('.live')?.textContent?.startsWith(title), title);
}

describe('the analysis', () => {
  it('of a game shows lines, arrows, figures and curves to click on', async () => {
    await open(GAME);
    await waitForMoves(4);
    await page.waitForFunction(() => document.querySelectorAll('.lines b').length === 3);
    assert.equal(await text('.figures'), 'Pace 36\u00a0: 34 · Tempo 0\u00a0: 4');
    assert.ok((await page.locator('.arrow').count()) > 0);
    assert.match((await page.getAttribute('.bar', 'aria-label')) ?? '', /^Evaluation [+−]/);
    await analyseGame();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-action')), 'analyseGame');
    assert.equal(await page.locator('.graph').count(), 3);
    assert.equal(await page.getAttribute('.curves >> nth=0', 'aria-label'), 'Pace of both sides over the game');
    const ends: number[] = [];
    for (const side of ['W', 'B']) {
      const points = (await page.getAttribute(`.curves >> nth=0 >> .of-${side}`, 'points')) ?? '';
      assert.equal(points.split(' ').length, 5); // the start and four moves
      ends.push(Number(points.split(',').at(-1)));
    }
    assert.ok((ends[0] ?? 0) < (ends[1] ?? 0)); // White's pace is greater, and ends higher
    // Found and clicked at once in the page itself: each score that comes replaces the graph, and moves it.
    const clickGraph = (along: number): Promise<void> =>
      page.evaluate((along) => {
        const box = document.querySelector('.graph')?.getBoundingClientRect();
        if (box === undefined) {
          throw new Error('there is no curve');
        }
        const { x, y, width } = box;
        const at = { clientX: x + along * width, clientY: y + 20, bubbles: true };
        document.elementFromPoint(at.clientX, at.clientY)?.dispatchEvent(new MouseEvent('click', at));
      }, along);
    await clickGraph(0.5);
    await waitForText('.list [aria-current]', /^d8-d6$/);
    await clickGraph(0.01);
    await page.waitForFunction(() => document.querySelector('.list [aria-current]') === null);
    await reload();
    await until(async () => (await page.locator('.graph').count()) === 3);
  });

  it('replays the games that come with the project, with what is said of their moves', async () => {
    await open();
    await page.click('[data-tab=analysis]');
    for (const [i, game] of GAMES.entries()) {
      await replay(i);
      assert.equal((await moveList()).length, game.moves.length);
      const said = game.comments.filter((comment) => comment !== '');
      assert.deepEqual([said.length, said.at(-1), await page.locator('.list .ending').allTextContents()], ENDS[i]);
      assert.deepEqual(await page.locator('.list .comment').allTextContents(), said);
    }
    await page.click('[aria-label="One move forward"]');
    await page.waitForFunction(() => document.querySelector('.list [aria-current]') !== null);
    await page.keyboard.press('End');
    await waitForText('.list [aria-current]', new RegExp('.'));
  });

  it('of a replayed game keeps what its record says, and marks where a better move was missed', async () => {
    await open();
    await page.click('[data-tab=analysis]');
    await replay(0);
    await analyseGame();
    const said = GAMES[0]?.comments.filter((each) => each !== '') ?? [];
    assert.deepEqual(await page.locator('.list .comment:not(.remark)').allTextContents(), said);
    // The record calls 7. ... d7-d6 a blunder, and there is a better move for more than that.
    const remarks = await page.locator('.list .remark').allTextContents();
    assert.ok(remarks.length > 0);
    remarks.forEach((remark) => assert.match(remark, /^\S+ was better(, and wins or holds the draw)? \([+−]/));
    const marked = /(\d+) better/.exec(await text('.live'))?.[1];
    assert.equal(Number(marked), remarks.length);
  });

  it('keeps variations over another view, a reload, and with the game that goes on', async () => {
    await open();
    await playFirst();
    const played = await moveList();
    await page.click('[data-action=analyse]');
    await page.waitForSelector('.lines b');
    await page.click('[aria-label="Go to the start"]');
    await play('e2e4', 'b5b4');
    const [first = '', second = ''] = played;
    const entered = [first, 'e2-e4', 'b5-b4', second];
    assert.deepEqual(await moveList(), entered);
    const here = await fen();
    await reload();
    assert.deepEqual(await moveList(), entered);
    assert.equal(await fen(), here);
    assert.equal(await page.getAttribute('#app', 'data-tab'), 'analysis');
    await page.click('[data-tab=puzzles]');
    await page.waitForSelector('.panel h2:not(:empty)');
    await page.click('[data-tab=play]');
    await waitForText('.status', /^White to move/);
    assert.deepEqual(await moveList(), played); // the game itself has none
    await page.click('[data-action=takeBack]');
    await type('e1e4');
    await waitForMoves(2);
    const other = await moveList();
    await page.click('[data-tab=analysis]');
    await waitForMoves(6);
    const line = await moveList();
    assert.equal(line[0], 'e1-e4'); // now the game
    assert.ok(['f2-f5', 'e2-e4', 'b5-b4', ...other].every((move) => line.includes(move)), line.join(' '));
    await page.click('[data-tab=play]');
    await page.click('[data-action=newGame]');
    await waitForText('.live', /A new game/);
    await page.click('[data-tab=analysis]');
    await page.waitForSelector('.lines b');
    assert.deepEqual(await moveList(), []);
  });

  it('writes moves in the notation chosen', async () => {
    await open(GAME);
    await waitForMoves(4);
    await prefer('Notation', 'short');
    assert.deepEqual(await moveList(), ['f25', 'd86', 'g36', 'b64']);
    await page.waitForSelector('.arrow');
    await prefer('Notation', 'coordinate');
    assert.deepEqual(await moveList(), ['f2f5', 'd8d6', 'g3g6', 'b6b4']);
    await page.waitForSelector('.arrow');
  });

  it('sets up a position', async () => {
    await open();
    await page.click('[data-tab=editor]');
    await page.click('text=Clear');
    await touch('f2');
    await page.click('text=Black king');
    await touch('c6');
    await page.click('[data-action=usePosition]');
    await waitForFen('W:Wf2:BKc6');
  });

  it('says whose turn it is where no move was made', async () => {
    await open('#board=bushka&fen=B:We3,f3:Bd7,e6,f6');
    await waitForText('.live', /^Black to move\.$/);
    await touch('e6', 'e5');
    await waitForText('.live', /^Black played e6-e5\.$/);
    await type('e3xe4');
    await waitForText('.list', /^1…e6-e5 2\.e3xe4/);
    await page.click('[aria-label="One move back"]');
    await page.click('[aria-label="One move back"]');
    await waitForText('.live', /^Black to move\.$/);
  });
});

describe('the bar beside the board', () => {
  const bar = (): Promise<unknown[]> =>
    page.locator('.bar').evaluate((box: HTMLElement) => [box.getAttribute('aria-label'), box.style.getPropertyValue('--share'), box.classList.contains('turned')]);
  const OVER = 'Evaluation 1-0, from White’s side';

  it('shows the result of a game that is over, turns with the board, and goes with the engine', async () => {
    await open('#board=bushka&fen=W:Wd2,e2,f6:Bd3&moves=e2e3');
    await until(async () => (await bar())[0] === OVER);
    assert.deepEqual(await bar(), [OVER, '100.0%', false]);
    await page.keyboard.press('x');
    assert.deepEqual(await bar(), [OVER, '100.0%', true]);
    await page.getByLabel('Engine', { exact: true }).uncheck();
    assert.ok(await page.locator('.bar').isVisible());
    await page.click('[aria-label="Go to the start"]');
    await page.locator('.bar').waitFor({ state: 'hidden' });
  });
});

describe('the list of moves', () => {
  it('keeps the focus on the move that is gone to', async () => {
    await open(GAME);
    await waitForMoves(4);
    await page.locator('.moves .move').first().focus();
    await page.keyboard.press('Enter');
    await waitForText('.list [aria-current]', /^f2-f5$/);
    assert.ok(await page.locator('.list [aria-current]').evaluate((element) => element === document.activeElement));
  });

  it('shows the move that is gone to, and its begin at the start', async () => {
    await open();
    await page.click('[data-tab=analysis]');
    await replay(1);
    const top = (): Promise<number> => page.locator('.list').evaluate((list) => list.scrollTop);
    await page.click('[aria-label="Go to the end"]');
    await until(async () => (await top()) > 0);
    await page.click('[aria-label="Go to the start"]');
    await until(async () => (await top()) === 0);
  });
});

describe('the search', () => {
  it('ends after a while, goes on when that is wanted, and is chosen for the next time, too', async () => {
    await open();
    await askOtherwise(/movetime 60000/, 'movetime 1000');
    await page.click('[data-tab=analysis]');
    const goOn = page.getByRole('button', { name: 'Keep searching', exact: true });
    await goOn.click();
    await goOn.waitFor({ state: 'hidden' });
    await goOn.waitFor();
    await askedOtherwise();
    await choose('Lines', '1');
    await page.waitForFunction(() => document.querySelectorAll('.lines b').length === 1);
    await page.getByLabel('Engine', { exact: true }).uncheck();
    await reload();
    assert.equal(await page.getByLabel('Lines', { exact: true }).inputValue(), '1');
    assert.ok(!(await page.getByLabel('Engine', { exact: true }).isChecked()));
  });
});

describe('the tablebases', () => {
  for (const [fen, score, winner] of [
    ['W:WKe1,Ke2,Ke3:BKe9,Kf9', '+TB', 'White'],
    ['B:WKd2,Ke2:BKe8,Ke9,Ke0', '−TB', 'Black'],
  ] as const) {
    it(`know a win of ${winner}, which is shown as what it is`, async () => {
      await openPosition('bushka', fen);
      // All at one moment: a search that goes on finds the moves to the win, too.
      await page.waitForFunction(
        ([text, title]) =>
          document.querySelector('.score')?.textContent === text &&
          document.querySelector('.score')?.getAttribute('title') === title &&
          document.querySelector('.lines b')?.textContent === text &&
          document.querySelector('.bar')?.getAttribute('aria-label') === `Evaluation ${text}, from White’s side`,
        [score, `${winner} wins: the tablebases know it, but not the moves`],
      );
    });
  }

  it('may be damaged: the engine goes on without them', async () => {
    await openWithoutWorker((context) => context.route(/\.endings$/, async (route) => {
      const whole = await (await route.fetch()).body();
      await route.fulfill({ body: whole.subarray(0, whole.length / 2) });
    }), '#board=bushka&fen=W:WKe1,Ke2,Ke3:BKe9,Kf9');
    await page.waitForSelector('.lines b');
    assert.match(await text('.score'), /^[+−0]/);
    assert.equal(await text('.notice'), '');
  });

  it('are loaded for a position that was left on the board, too', async () => {
    let loads = 0;
    await openWithoutWorker((context) => context.route(/\.endings$/, (route) => {
      loads++;
      return route.continue();
    }), '#board=bushka&fen=W:WKe1,Kb5:BKe9,Kf9');
    await until(async () => loads === 2);
    await reload();
    await until(async () => loads === 4);
  });

  it('are loaded when few pieces are left, and kept as the page itself is', async () => {
    await open(GAME);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.waitForSelector('.lines b');
    assert.equal(await kept('.endings'), 0);
    await loadText('W:WKa5:BKe0');
    await until(async () => (await kept('.endings')) === 2);
  });
});

describe('a text that does not name its board', () => {
  const FEN_9X11 = 'B:Wj6:BKa5';

  it('is taken to be on the board where it is legal', async () => {
    await open(GAME);
    await waitForMoves(4);
    await loadText(FEN_9X11);
    await waitForFen(FEN_9X11);
    assert.equal(await nameOf('j6'), 'j6, white man');
    await loadText('1. f2-f5 d8-d6 *'); // d8 stands behind d7 on the other board, whose game this is not
    await waitForMoves(2);
    assert.equal(await page.locator('[data-square=j6]').count(), 0);
    await loadText('[Event "?"]\n\n1. f25 e8-g8 *');
    await waitForMoves(2);
    assert.equal(await nameOf('j6'), 'j6, white man');
  });

  it('is, where it is legal on none, the one on which it goes furthest, and the move is named as the text does', async () => {
    await open();
    await loadText('1.f4-f5 e8-g8 2.d2-d3 g9-g7 3.g3xg6 a5-d5 4.g5-h5 *'); // on the board shown e8-g8 is not possible
    await waitForText('.notice', /^move 4: g5-h5: /);
    await loadText('1.f4-f5 e8-g8 2.d2-d3 g9-g6 *');
    await waitForText('.notice', /^move 2…: g9-g6: /);
  });

  it('is asked about where it is legal on both', async () => {
    await open(GAME);
    await waitForMoves(4);
    const before = await fen();
    const dialog = page.getByRole('dialog', { name: 'Which board is it on?', exact: true });
    await loadText('W:Wf4:BKc6');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await fen(), before);
    await page.click('[data-action=load]');
    await dialog.getByRole('button', { name: /^9 × 11/ }).click();
    await waitForFen('W:Wf4:BKc6');
    assert.equal(await nameOf('j6'), 'j6, empty');
  });

  it('and holds nothing is refused', async () => {
    await open(GAME);
    await waitForMoves(4);
    await loadText('  ');
    await waitForText('.notice', /^There is no position and no game in this text\.$/);
    assert.equal((await moveList()).length, 4);
  });
});

describe('a game file', () => {
  it('keeps scores and comments, and can be read by the match runner', async () => {
    await inFolder(async (folder) => {
      await open();
      await page.click('[data-tab=analysis]');
      await page.getByLabel('Engine', { exact: true }).uncheck(); // it would go on to change the last score
      await replay(1);
      await analyseGame();
      const moves = await moveList();
      const comments = await page.locator('.list .comment').allTextContents();
      const curve = await page.getAttribute('.graph .curve', 'points');
      await page.click('.share summary');
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download game')]);
      const file = join(folder, 'game.pdn');
      await download.saveAs(file);
      const written = readFileSync(file, 'utf8');
      assert.equal(await copyGame(), written);
      assert.match(written, /^\[White "Anneke Treep"\]$/m);
      match(folder, '-variant', 'bushka9x11', '-openings', `file=${file}`, 'format=pdn', 'plies=6');
      await finish();
      await study(written, moves.length);
      assert.deepEqual(await moveList(), moves);
      assert.deepEqual(await page.locator('.list .comment').allTextContents(), comments);
      assert.equal(await page.getAttribute('.graph .curve', 'points'), curve);
      assert.equal(await copyGame(), written);
    });
  });

  it('is written with its result whichever variation is shown', async () => {
    await study('[Variant "bushka"]\n[Result "1-0"]\n\n1. f2-f5 d8-d6 ( 1... b5-b4 ) 2. g3-g6 1-0', 4);
    const written = await copyGame();
    assert.match(written, /d8-d6 \( 1\.\.\. b5-b4 \) 2\. g3-g6 1-0\s*$/);
    await page.locator('.list .move', { hasText: 'b5-b4' }).click();
    assert.equal(await copyGame(), written);
  });

  it('keeps what it says of a move with which a variation begins as well', async () => {
    await study('[Variant "bushka"]\n\n1. f2-f5 {+0.20/9 Good} ( 1. f2-f5 b5-b4 ) ( 1. f2-f5 {Sharp} b6-b4 ) ( 1. e1-e4 {Wild} b6-b4 ) 1... d8-d6 *', 6);
    assert.match(await text('.list'), /\(1\.e1-e4 Wild 1…b6-b4/);
    assert.match(await copyGame(), /\n1\. f2-f5 \{\+0\.20\/9 Good Sharp\} \( 1\. e1-e4 \{Wild\} b6-b4 \) 1\.\.\. d8-d6 /);
  });

  it('of several games has one chosen', async () => {
    const game = (white: string, moves: string): string =>
      `[Event "x"]\n[Variant "bushka"]\n[White "${white}"]\n[Black "B"]\n[Result "*"]\n\n1. ${moves} *\n\n`;
    await open('#/analysis');
    await loadText(`${game('A', 'f2-f5')}${game('C', 'e1-e4 d8-d6')}`);
    const dialog = page.getByRole('dialog', { name: 'Which game?', exact: true });
    await dialog.getByRole('button', { name: '2. C – B, *', exact: true }).click();
    await waitForMoves(2);
    assert.deepEqual(await moveList(), ['e1-e4', 'd8-d6']);
    await page.click('[data-action=load]');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await moveList()).length, 2);
  });

  it('of the match runner is read with its scores', async () => {
    await inFolder(async (folder) => {
      const file = join(folder, 'match.pdn');
      match(folder, '-openings', 'format=random', 'plies=4', '-pdnout', `file=${file}`);
      const game = readFileSync(file, 'utf8').split('\n\n[Event')[0] ?? '';
      const plies = Number(/PlyCount "(\d+)"/.exec(game)?.[1]);
      await open();
      await page.click('[data-tab=analysis]');
      await loadText(game);
      await waitForMoves(plies);
      assert.equal((await moveList()).length, plies);
      const points = (await page.getAttribute('.graph .curve', 'points')) ?? '';
      const scored = game.match(/\{[+-]/g) ?? [];
      assert.ok(scored.length > 0 && points.split(' ').length >= scored.length);
      assert.equal(await page.locator('.list .comment').count(), 0); // "book" is not a comment
    });
  });

  for (const [result, termination, reason, shown] of [
    ['0-1', 'adjudication: resign', 'White has resigned and has lost', 'Black wins: White has resigned and has lost.'],
    ['1/2-1/2', 'agreement', 'draw, the players have agreed to it', 'Draw: the players have agreed to it.'],
    ['1-0', 'time forfeit', 'Black has run out of time', 'White wins: Black has run out of time.'],
  ] as const) {
    it(`that ends with "${termination}" is read, shown and written with that end`, async () => {
      await inFolder(async (folder) => {
        const moves = `1. f2-f5 d8-d6 {} {${reason}} ${result}\n\n`;
        await study(`[Result "${result}"]\n[Termination "${termination}"]\n\n${moves}`, 2);
        assert.equal(await text('.list .ending'), shown);
        assert.equal(await page.locator('.list .comment').count(), 0);
        const written = await copyGame();
        assert.match(written, new RegExp(`^\\[Result "${result}"\\]$[^]*^\\[Termination "${termination}"\\]$`, 'm'));
        assert.ok(written.endsWith(`\n\n${moves}`), written);
        const file = join(folder, 'game.pdn');
        writeFileSync(file, written);
        match(folder, '-openings', `file=${file}`, 'format=pdn', 'plies=2');
        await play('f5f6'); // what could have followed
        const longer = await copyGame();
        assert.match(longer, new RegExp(`^\\[Result "${result}"\\]$[^]*^\\[Termination "${termination}"\\]$`, 'm'));
        assert.ok(longer.endsWith(`\n\n1. f2-f5 d8-d6 ( 1... d8-d6 2. f5-f6 ) {} {${reason}} ${result}\n\n`), longer);
        writeFileSync(file, longer);
        match(folder, '-openings', `file=${file}`, 'format=pdn', 'plies=2');
        const list = await text('.list');
        await loadText(longer);
        await waitForText('.live', /^Loaded/);
        assert.equal(await text('.list'), list);
        assert.equal(await copyGame(), longer);
        await reload();
        assert.equal(await text('.list .ending'), shown);
      });
    });
  }

  it('that is to be played on is, as the players of the page; one with variations is analysed', async () => {
    await open();
    await loadText('[White "Anneke"]\n[Black "Christian"]\n\n1. f2-f5 d8-d6 *');
    await waitForMoves(2);
    assert.match(await copyGame(), /^\[White "Player"\]\n\[Black "Mila \(Bushka Engine level 3\)"\]$/m);
    assert.equal(await text('.players'), 'Player – Mila (Bushka Engine level 3)');
    await loadText('[White "Anneke"]\n[Black "Christian"]\n\n1. f2-f5 ( 1. e1-e4 ) 1... d8-d6 *');
    await page.getByRole('region', { name: 'Analysis' }).waitFor();
    await waitForMoves(3);
    assert.equal(await text('.players'), 'Anneke – Christian');
    await loadText('1. f2-f5 ( 1. e1-e4 ) 1... d8-d6 *');
    await page.waitForFunction(() => document.querySelector('.players')?.textContent === '');
    await page.click('[data-tab=play]');
    await loadText('[White "Anneke"]\n[Black "Christian"]\n[Result "1-0"]\n\n1. f2-f5 d8-d6 1-0');
    await waitForText('.status', /^White wins/);
    assert.equal(await text('.players'), 'Anneke – Christian');
    await page.click('[data-action=takeBack]'); // which goes on, with others
    assert.equal(await text('.players'), 'Player – Mila (Bushka Engine level 3)');
    await page.click('[data-action=undo]');
    await waitForText('.status', /^White wins/);
    assert.equal(await text('.players'), 'Anneke – Christian');
  });

  it('keeps what it says where it is played on, and then analysed', async () => {
    const moves = '{+0.10/9 [%csl Ge4] Before} 1. f2-f5 {+0.20/9 Good} d8-d6 {-0.10/9 So} *';
    await open('#/analysis');
    await page.getByLabel('Engine', { exact: true }).uncheck(); // it would add its scores
    await page.click('[data-tab=play]');
    await loadText(moves);
    await waitForMoves(2);
    await page.click('[data-action=analyse]');
    await page.getByRole('region', { name: 'Analysis' }).waitFor();
    assert.ok((await copyGame()).endsWith(`\n\n${moves}\n\n`));
  });

  it('that holds an illegal move is refused, and the old game stays', async () => {
    await open(GAME);
    await waitForMoves(4);
    await loadText('[Variant "bushka"]\n\n1. f2-f5 d8-d6 2. a1-a2 *\n');
    await waitForText('.notice', /^move 2: a1-a2/);
    assert.equal((await moveList()).length, 4);
  });
});
