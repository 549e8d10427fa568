// SPDX-License-Identifier: GPL-3.0-or-later
// Playing against the engine: whole games, what can be done during one, and what survives a reload.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { DRAW_MOVES, DRAW_PIECES, DRAW_PLIES, DRAW_POINTS } from '../src/draw';
import { NAMED, opponentOf } from '../src/opponents';
import {
  askedOtherwise, askOtherwise, choose, copyGame, drag, forgive, hurry, loadText, middleOf, moveList, nameOf, newGame, open,
  openWithoutWorker, page, pass, play, playFirst, prefer, prepare, ready, reload, seconds, squaresNamed, stopSearch,
  targetsShown, text, touch, type, until, waitForFen, waitForMoves, waitForText,
} from './page_support';
import { TOP } from './support';

const MOVES_MAX = 300; // a game that lasts longer has something wrong
const GAME_PATIENCE = 300_000;

/** A game file that ends so. */
const AGREED = /^\[Result "1\/2-1\/2"\]$[^]*^\[Termination "agreement"\]$[^]* \{\}\s\{draw, the players have agreed to it\} 1\/2-1\/2$/m;

prepare();

describe('a game', () => {
  for (const [board, fen] of [
    ['bushka', 'W:Wd3,e2,f3,f4,g4,h5:Ba6,b6,c7,d8,d9,e9'],
    ['bushka9x11', 'W:Wd3,e2,f3,f4,g4,j6:Ba5,b6,c7,d7,d8,e8'],
  ] as const) {
    it(`with half its men is played on ${board} to its end against level 1 by clicks`, { timeout: GAME_PATIENCE }, async () => {
      await open();
      await choose('Opponent', '1');
      await loadText(`[Variant "${board}"]\n[FEN "${fen}"]\n\n*`);
      await waitForFen(fen);
      await hurry(350);
      for (let i = 0; i < MOVES_MAX; i++) {
        await waitForText('.status', /to move|wins|Draw/);
        if (await page.locator('.status.over').count()) {
          break;
        }
        const played = (await moveList()).length;
        await clickSomeMove(i);
        await waitForMoves(played + 1);
        await page.waitForFunction(() =>
          !/thinking|^Black to move/.test(document.querySelector('.status')?.textContent ?? ''));
      }
      assert.match(await text('.status'), /^(White wins|Black wins|Draw): .+\.$/);
      assert.match(await text('.live'), /(White wins|Black wins|Draw)/);
    });
  }

  /** Touches men until squares light up, and then squares until the move is whole. */
  async function clickSomeMove(turn: number): Promise<void> {
    const men = await squaresNamed('white');
    const before = (await moveList()).length;
    for (let i = 0; i < men.length; i++) {
      await touch(men[(i + turn * 7) % men.length] ?? '');
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

  it('takes a move back, and is kept over a reload', async () => {
    await open();
    await touch('f2');
    assert.equal(await nameOf('f2'), 'f2, white man, selected');
    await touch('f5');
    await waitForMoves(2);
    const moves = await moveList();
    assert.equal(moves[0], 'f2-f5');
    await reload();
    assert.deepEqual(await moveList(), moves);
    assert.equal(await nameOf('f5'), 'f5, white man');
    await page.click('[data-action=takeBack]');
    assert.deepEqual(await moveList(), []);
    assert.equal(await nameOf('f5'), 'f5, empty');
  });

  it('is resigned, and played again with the colours changed', async () => {
    await open();
    await playFirst();
    await page.click('[data-action=resign]');
    await page.click('text=Yes, resign');
    assert.equal(await text('.status'), 'Black wins: White has resigned and has lost.');
    assert.match(await copyGame(), /^\[Termination "adjudication: resign"\]$[^]* \{\} \{White has resigned and has lost\} 0-1$/m);
    await page.click('[data-action=takeBack]'); // the resignation alone
    assert.equal((await moveList()).length, 2);
    assert.match(await text('.status'), /^White to move/);
    await page.click('[data-action=resign]');
    await page.click('text=Yes, resign');
    await page.click('[data-action=rematch]');
    // The engine has White now, and begins.
    await waitForText('.status', /^Black to move\.$/);
    assert.equal((await moveList()).length, 1);
    assert.ok((await middleOf('e1')).y < (await middleOf('e0')).y, 'Black is below');
  });

  it('is played by the keyboard alone', async () => {
    await open();
    await newGame({ Colour: 'people' });
    await page.locator('[data-square=e1]').focus();
    for (const square of ['f2', 'f5', 'd8', 'd6', 'g3', 'g6']) {
      await page.keyboard.type(square);
      await page.keyboard.press('Enter');
    }
    await waitForMoves(3);
    assert.deepEqual(await moveList(), ['f2-f5', 'd8-d6', 'g3-g6']);
  });

  it('passes the focus of a button that cannot be used any more on to the next one', async () => {
    const focused = (): Promise<string | null | undefined> =>
      page.evaluate(() => document.activeElement?.getAttribute('data-action'));
    await open();
    await playFirst();
    await page.locator('[data-action=takeBack]').focus();
    await page.keyboard.press('Enter');
    await waitForMoves(0);
    assert.equal(await focused(), 'undo');
    await page.keyboard.press('Enter');
    await waitForMoves(2);
    assert.equal(await focused(), 'hint');
  });

  it('is played by the engine against itself', async () => {
    await open();
    await newGame({ Opponent: '0', Colour: 'engines' });
    await waitForMoves(4);
    const first = (await moveList()).slice(0, 4);
    // The level varies its play: of a few games not all begin alike.
    for (let i = 0; i < 5; i++) {
      await page.click('[data-action=newGame]');
      await page.waitForFunction(() => document.querySelectorAll('.list .move').length < 4);
      await waitForMoves(4);
      if ((await moveList()).slice(0, 4).join() !== first.join()) {
        return;
      }
    }
    assert.fail(`six games began with ${first.join(' ')}`);
  });
});

describe('a draw', () => {
  /** Kings that cannot catch each other. */
  const EVEN = 'W:WKa5:BKe0';

  /** The page where its tablebases, which know that, cannot be loaded. */
  const openWithoutTables = async (): Promise<void> => {
    await openWithoutWorker((context) => context.route(/\.endings$/, (route) => route.fulfill({ status: 404 })));
    await ready();
  };

  it('is agreed to by the engine by the rule of the terminal', () => {
    const terminal = readFileSync(resolve(TOP, 'engine/terminal/opponent.c'), 'utf8');
    const constants = [...terminal.matchAll(/\b(DRAW_\w+) = (\d+)/g)].map(([, name, value]) => [name ?? '', Number(value)]);
    assert.deepEqual(Object.fromEntries(constants), { DRAW_POINTS, DRAW_MOVES, DRAW_PLIES, DRAW_PIECES });
  });

  for (const [how, fen] of [
    ['at the start', null],
    ['after the first moves of a position that is as good as over', EVEN],
  ] as const) {
    it(`is declined ${how}`, async () => {
      await openWithoutTables();
      if (fen !== null) {
        await loadText(fen);
        await waitForFen(fen);
      }
      assert.ok(await page.isDisabled('[data-action=draw]')); // no move was played
      await type(fen === null ? 'f2f5' : 'a5a6');
      await waitForMoves(2);
      await waitForText('.status', /^White to move/);
      await page.click('[data-action=draw]');
      await waitForText('.live', /^The engine declines the draw and plays on\.$/);
      assert.match(await text('.status'), /^White to move/);
      forgive('404');
    });
  }

  it('is accepted at once where the tablebases know it', async () => {
    await open();
    await loadText(EVEN);
    await waitForFen(EVEN);
    await type('a5a6');
    await waitForMoves(2);
    await waitForText('.status', /^White to move/);
    await reload(); // the engine has yet to open them
    await page.click('[data-tab=puzzles]'); // where it is asked about other positions
    await waitForText('.panel h2', /./);
    await page.click('[data-tab=play]');
    await page.click('[data-action=draw]');
    await waitForText('.status', /^Draw: the players have agreed to it\.$/);
  });

  it('is accepted late in an even game, stands in its file, and can be loaded', { timeout: 120_000 }, async () => {
    const hintSoon = (): Promise<void> => askOtherwise(/movetime 1500/, 'movetime 100');
    await openWithoutTables();
    await hintSoon();
    await choose('Opponent', '11');
    let played = 0;
    while (played < 2 * DRAW_MOVES) {
      if (played === 0) {
        await loadText(EVEN);
        await waitForFen(EVEN);
      }
      if (played === DRAW_MOVES - 1) {
        await reload(); // what the engine has found is kept
        await hintSoon();
      }
      await page.click('[data-action=hint]');
      await waitForText('.live', /^Hint: /);
      await type((await text('.live')).slice('Hint: '.length));
      played += 2;
      await until(async () => (await moveList()).length >= played || /^Draw/.test(await text('.status')));
      await waitForText('.status', /^(White to move|Draw)/);
      if (/^Draw/.test(await text('.status'))) {
        played = 0; // the kings have come to a repetition
      }
    }
    await page.click('[data-action=draw]');
    await waitForText('.status', /^Draw: the players have agreed to it\.$/);
    const moves = await moveList();
    const file = await copyGame();
    assert.match(file, AGREED);
    await page.click('[data-tab=analysis]');
    await waitForText('.list .ending', /^Draw: the players have agreed to it\.$/);
    await page.click('[data-tab=play]');
    await page.waitForFunction(() => (localStorage.getItem('bushka-game') ?? '').includes('"tab":"play"'));
    await reload();
    assert.match(await text('.status'), /^Draw: /);
    await page.click('[data-action=newGame]');
    await waitForText('.live', /^A new game/);
    await loadText(file);
    await waitForText('.status', /^Draw: the players have agreed to it\.$/);
    assert.deepEqual(await moveList(), moves);
    assert.equal(await copyGame(), file);
    await page.click('[data-action=takeBack]');
    assert.deepEqual(await moveList(), moves);
    assert.match(await text('.status'), /^White to move/);
    forgive('404');
  });

  it('that the rules have ended goes on where its last move is taken back', async () => {
    await open();
    await choose('Colour', 'people');
    await loadText('[Variant "bushka"]\n[FEN "W:WKf2:BKe1"]\n[Result "1-0"]\n\n1. f2-e2 1-0\n');
    await waitForText('.status', /^White wins/);
    await page.click('[data-action=takeBack]');
    await waitForText('.status', /^White to move/);
    assert.deepEqual(await moveList(), []);
  });

  it('is agreed on by two people', async () => {
    await open();
    await newGame({ Colour: 'people' });
    await play('f2f5');
    await page.getByRole('button', { name: 'Agree to a draw' }).click();
    assert.equal(await text('.status'), 'Draw: the players have agreed to it.');
    assert.match(await copyGame(), AGREED);
  });
});

describe('the engine’s strength', () => {
  it('is chosen among opponents, from the weakest that there is to the full one', async () => {
    const protocol = readFileSync(resolve(TOP, 'protocol.md'), 'utf8');
    const low = Number(/`UCI_Elo` \| spin (\d+) to/.exec(protocol)?.[1]);
    assert.ok(NAMED.length >= 8 && NAMED.length <= 10);
    assert.deepEqual([NAMED[0]?.rating, NAMED.at(-1)?.level], [low, 20]);
    await open();
    const groups = await page.locator('.panel optgroup').evaluateAll((all) => all.map((group) => group.children.length));
    assert.deepEqual(groups, [NAMED.length, 21]);
    const shown = await page.locator('.panel optgroup').first().locator('option').allTextContents();
    assert.deepEqual([shown[0], shown[3], shown.at(-1)], [`Pip, rated ${low}`, 'Mila, rated 1110', 'Bushka, full strength']);
    const told = new Set<string>();
    for (const { id } of NAMED) {
      await choose('Opponent', id);
      told.add(await text('.portrait'));
    }
    assert.equal(told.size, NAMED.length);
    assert.ok(!told.has(''));
  });

  it('is what the engine is told, and whether its first moves vary', async () => {
    await open();
    await page.evaluate(() => {
      const post = Worker.prototype.postMessage;
      const told: Record<string, string> = {};
      Object.assign(window, { told });
      Worker.prototype.postMessage = function (this: Worker, message: { line?: string }): void {
        const [, name = '', value = ''] = /^setoption name (.+) value (.*)$/.exec(message.line ?? '') ?? [];
        told[name] = value;
        post.call(this, message);
      };
    });
    for (const { opponent, varies, wanted } of [
      { opponent: 'nell', varies: true, wanted: { UCI_LimitStrength: 'true', UCI_Elo: '600', Variety: '20' } },
      { opponent: 'bruno', varies: false, wanted: { UCI_LimitStrength: 'false', 'Skill Level': '5', Variety: '0' } },
    ]) {
      await page.locator('.panel').getByLabel('Vary the engine’s openings').setChecked(varies);
      await newGame({ Opponent: opponent, Colour: 'black' });
      await waitForMoves(1);
      const told = await page.evaluate(() => (window as unknown as { told: Record<string, string> }).told);
      assert.deepEqual({ ...told, ...wanted }, told);
    }
  });

  it('is kept, and a rating of an older page becomes the level above', async () => {
    assert.equal(opponentOf({ level: 0, rating: NAMED[0]?.rating ?? 0 }).id, 'pip');
    assert.equal(opponentOf({ level: 3, rating: 1000 }).id, '2');
    assert.equal(opponentOf({ level: 3, rating: 2830 }).id, '19');
    await open();
    for (const id of ['pip', '17']) {
      await newGame({ Opponent: id });
      await type('f2f5');
      await waitForMoves(2);
      await reload();
      assert.equal(await page.locator('.panel').getByLabel('Opponent', { exact: true }).inputValue(), id);
    }
  });

  it('is told beside each level as it was measured', async () => {
    const protocol = readFileSync(resolve(TOP, 'protocol.md'), 'utf8');
    const table = /<!-- levels -->\n([^]*)<!-- end of levels -->/.exec(protocol)?.[1] ?? '';
    const measured = [...table.matchAll(/\| (\d+) \| (\d+) (?=\|)/g)].map(([, level, rating]) => [level, rating]);
    assert.equal(measured.length, 20);
    await open();
    const shown = await page.locator('.panel').getByLabel('Opponent', { exact: true }).locator('optgroup').last().locator('option').allTextContents();
    for (const [level, rating] of measured) {
      assert.equal(shown[Number(level)], `${level}, rated ${rating}`);
    }
    assert.equal(shown[20], '20, full strength');
  });
});

describe('help and time', () => {
  it('gives a hint that is a legal move, and marks it', async () => {
    await open();
    await askOtherwise(/movetime 1500/, 'movetime 300');
    await page.click('[data-action=hint]');
    await waitForText('.live', /^Hint: /);
    await askedOtherwise();
    const move = (await text('.live')).slice('Hint: '.length);
    assert.equal(await page.locator('.mark.hint').count(), 2);
    assert.deepEqual(await moveList(), []);
    await type(move);
    await waitForMoves(2);
    assert.equal((await moveList())[0], move);
    assert.equal(await page.locator('.mark.hint').count(), 0);
    await page.click('[data-action=hint]');
    await page.locator('.mark.hint').first().waitFor();
    await page.click('[data-action=resign]');
    await page.click('text=Yes, resign');
    assert.equal(await page.locator('.mark.hint').count(), 0);
    await newGame({ Colour: 'people' });
    await play('f2f5');
    await page.click('[data-action=hint]');
    await page.click('[data-action=resign]');
    await page.click('text=Yes, resign');
    await page.waitForTimeout(600); // what was asked has been answered
    assert.equal(await page.locator('.mark.hint').count(), 0);
    assert.match(await text('.live'), /^White wins: Black has resigned/);
  });

  it('runs the clock of the side to move, adds the increment, and keeps the times over a reload', async () => {
    await open();
    await newGame({ Clock: '3+2', Colour: 'people' });
    assert.deepEqual(await seconds(), [180, 180]);
    await pass(1);
    await page.waitForTimeout(300); // in which the clocks are drawn again
    assert.deepEqual(await seconds(), [180, 180]); // the first move begins the game
    await play('f2f5');
    assert.match(await text('.clock.running'), /Black/);
    await pass(2.5);
    await until(async () => ((await seconds())[1] ?? 0) < 179);
    const [white = 0, black = 0] = await seconds();
    assert.equal(white, 180);
    assert.ok(black < 179 && black > 120, `${black}`);
    await play('b5b4');
    const [, more = 0] = await seconds();
    assert.ok(more > black && more < black + 2.1, `${black}, then ${more}`);
    assert.match(await text('.clock.running'), /White/);
    await reload();
    const [later = 0, same = 0] = await seconds();
    assert.ok(later <= 180 && later > 120 && same <= more && same > more - 2, `${later} ${same}`);
  });

  it('ends the game when time is over', async () => {
    await open();
    await newGame({ Clock: '1+0', Colour: 'people' });
    await touch('f2', 'f5');
    await waitForMoves(1);
    await waitForText('.clock.running', /0:\d\d$/);
    await pass(45);
    await waitForText('.clock.running', /0:\d\d\.\d$/);
    await pass(16);
    await waitForText('.status', /^White wins: Black has run out of time\.$/);
    assert.ok(await page.locator('[data-action=takeBack]').isDisabled());
    await touch('a6', 'a5');
    assert.equal((await moveList()).length, 1);
  });

  it('plays a move that was entered while the engine thought, where that is wanted', async () => {
    await open();
    await newGame({ Opponent: '20', Clock: '3+2' });
    await askOtherwise(/^go wtime .*/, 'go infinite');
    await touch('f2', 'f5'); // whatever is answered, e1-e4 remains legal
    await waitForText('.status', /thinking/);
    const arrow = page.locator('.arrow.ahead');
    await touch('e1', 'e2');
    assert.equal(await page.locator('.mark.ahead').count(), 0); // off by default
    await prefer('Let me move while the engine thinks', true);
    for (const cancel of [() => touch('i5'), () => page.keyboard.press('Escape')]) {
      await touch('i5', 'i6');
      assert.deepEqual(await squaresNamed('premove'), ['i6', 'i5']);
      assert.equal(await arrow.count(), 1);
      await cancel(); // put down again: it begins anew, or nothing does
      await page.keyboard.press('Escape');
      assert.deepEqual(await squaresNamed('premove'), []);
      assert.equal(await arrow.count(), 0);
    }
    await drag('e1', 'e4'); // the line e1, e2, e3 steps
    assert.deepEqual(await squaresNamed('premove'), ['e4', 'e1']);
    await stopSearch();
    await waitForMoves(3);
    await askedOtherwise();
    assert.equal((await moveList())[2], 'e1-e4');
    assert.equal(await page.locator('.mark.ahead, .arrow.ahead').count(), 0);
  });

  it('forgets a move that was entered in a game that another one takes the place of', async () => {
    await open();
    await prefer('Let me move while the engine thinks', true);
    await askOtherwise(/^go$/, 'go movetime 1500');
    await newGame({ Colour: 'black' });
    await waitForText('.status', /thinking/);
    await touch('b5', 'b4'); // legal after any first move of White
    assert.deepEqual(await squaresNamed('premove'), ['b5', 'b4']);
    await newGame({});
    await waitForMoves(1);
    await page.waitForTimeout(500);
    await askedOtherwise();
    assert.equal((await moveList()).length, 1);
  });
});
