// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of the game while something else happens: the engine thinks, a move is animated, another view has the board,
// the page is left. Nothing may be lost that Undo does not bring back.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { friendHash } from '../src/friendlink';
import { readEdited } from '../src/store';
import {
  begun, choose, copyGame, drag, fen, finish, loadText, moveList, newGame, newPage, open, openWithoutWorker, page, pass,
  play, playFirst, prefer, prepare, ready, reload, seconds, server, targetsShown, text, touch, type, until, waitForFen,
  waitForMoves, waitForText,
} from './page_support';

prepare();

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

async function press(...names: string[]): Promise<void> {
  for (const name of names) {
    await button(name).click();
  }
}

async function resign(): Promise<void> {
  await press('Resign', 'Yes, resign');
}

/** Has the engine think for long about its answer. */
async function letItThink(): Promise<void> {
  await newGame({ Opponent: '20', Clock: '30+0' });
  await touch('f2', 'f5');
  await waitForText('.status', /thinking/);
}

describe('while the engine thinks', () => {
  it('one can look back: its answer goes to the end of the game, and the board stays', async () => {
    await open();
    await newGame({ Opponent: '20' });
    await touch('f2', 'f5');
    await waitForText('.status', /thinking/);
    const before = await fen();
    await press('Go to the start');
    await waitForMoves(2);
    assert.equal((await moveList())[0], 'f2-f5');
    assert.notEqual(await fen(), before);
    assert.match(await text('.status'), /earlier position/);
    await press('Go to the end');
    await waitForText('.status', /^White to move/);
  });

  it('a click on a move does not stop the engine’s game against itself', async () => {
    await open();
    await newGame({ Opponent: '0', Colour: 'engines' });
    await waitForMoves(3);
    await page.locator('.list .move').first().evaluate((move: HTMLElement) => move.click()); // the list is soon replaced
    await waitForMoves(6);
    assert.equal(await text('.list [aria-current]'), (await moveList())[0]);
  });

  it('one can resign, and has lost oneself', async () => {
    await open();
    await letItThink();
    await resign();
    await waitForText('.status', /^Black wins: White has resigned/);
  });

  it('a new game can begin, and be played', async () => {
    await open();
    await prefer('Let me move while the engine thinks', true);
    await letItThink();
    await choose('Clock', 'none');
    await newGame({ Opponent: '1' });
    await waitForText('.status', /^White to move/);
    await touch('e1', 'e4');
    await waitForMoves(2);
    assert.equal((await moveList())[0], 'e1-e4');
  });

  it('another view can be looked at: the engine moves all the same, and analysis goes on', async () => {
    await open();
    await newGame({ Opponent: '20' });
    await touch('f2', 'f5');
    await waitForText('.status', /thinking/);
    await press('Analysis');
    await page.waitForSelector('.lines b');
    await press('Learn');
    await page.waitForFunction(() => {
      const { play } = JSON.parse(localStorage.getItem('bushka-game') ?? '{}');
      return play?.game.record.nodes.length === 3; // the start and both moves
    });
    await press('Play');
    await waitForMoves(2);
    await waitForText('.status', /^White to move/);
  });
});

describe('while a move is shown', () => {
  it('it is played already', async () => {
    await open('', { reducedMotion: 'no-preference' });
    await newGame({ Colour: 'people' });
    await touch('f2', 'f5');
    await waitForMoves(1);
    await press('Analyse');
    await waitForMoves(1);
    assert.deepEqual(await moveList(), ['f2-f5']);
    await press('Play');
    assert.deepEqual(await moveList(), ['f2-f5']);
    await waitForText('.status', /^Black to move/);
  });

  it('the next one can be entered', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await open('', { reducedMotion });
      await newGame({ Colour: 'people' });
      await touch('f2', 'f5');
      await waitForText('.status', /^Black to move/); // long before the man has arrived
      await touch('d8', 'd6');
      await waitForText('.status', /^White to move/);
      await touch('f5', 'f6');
      await waitForMoves(3);
      assert.deepEqual(await moveList(), ['f2-f5', 'd8-d6', 'f5-f6']);
      await finish();
    }
  });

  it('the next one can be typed', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await open('', { reducedMotion });
      await newGame({ Colour: 'people' });
      for (const move of ['f2f5', 'd8d6', 'f5f6']) {
        await type(move);
      }
      await waitForMoves(3);
      assert.deepEqual(await moveList(), ['f2-f5', 'd8-d6', 'f5-f6']);
      await finish();
    }
  });

  it('the analysis does not play it', async () => {
    await open('', { reducedMotion: 'no-preference' });
    await newGame({ Colour: 'people' });
    await page.evaluate(() => {
      const click = (name: string): void =>
        [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
      const list = document.querySelector('.list');
      new MutationObserver((_, observer) => {
        observer.disconnect();
        click('Analyse');
      }).observe(list as Node, { childList: true });
    });
    await touch('e1', 'e4');
    await waitForText('.panel', /Lines/);
    await waitForMoves(1);
    assert.deepEqual(await moveList(), ['e1-e4']);
    await press('Play');
    assert.deepEqual(await moveList(), ['e1-e4']);
  });
});

describe('the choices for the next game', () => {
  it('do not change the one under way', async () => {
    await open();
    await playFirst();
    await choose('Colour', 'black');
    await choose('Clock', '1+0');
    await choose('Board', 'bushka9x11');
    await waitForText('.status', /^White to move/);
    await reload();
    assert.equal(await page.getByRole('timer').count(), 0);
    assert.equal((await moveList())[0], 'f2-f5');
    assert.equal(await page.locator('.panel').getByLabel('Colour', { exact: true }).inputValue(), 'black');
    await resign();
    assert.equal(await text('.status'), 'Black wins: White has resigned and has lost.');
  });
});

describe('what was done away with', () => {
  it('comes back after a new game, a load, taking back, and resigning', async () => {
    await open();
    assert.ok(await button('Undo').isDisabled());
    await type('f2f5');
    await waitForMoves(2);
    await waitForText('.status', /^White to move/);
    const moves = await moveList();
    for (const doAway of [
      () => newGame({ Colour: 'people' }),
      () => loadText('W:WKa5:BKe0'),
      () => press('Take back'),
      () => resign(),
      async () => {
        await resign();
        await press('Rematch');
        await waitForText('.status', /thinking|to move/);
        await press('Undo');
        await waitForText('.status', /^Black wins/);
      },
    ]) {
      await doAway();
      await waitForText('.status', /./);
      await press('Undo');
      await waitForText('.status', /^White to move/);
      await page.waitForFunction((n) => document.querySelectorAll('.list .move').length === n, moves.length);
      assert.deepEqual(await moveList(), moves);
    }
  });

  it('comes back after a reload', async () => {
    await open();
    await type('f2f5');
    await waitForMoves(2);
    const moves = await moveList();
    await newGame({});
    assert.deepEqual(await moveList(), []);
    await reload();
    await press('Undo');
    await waitForMoves(2);
    assert.deepEqual(await moveList(), moves);
  });

  it('is the whole game, however many moves of it are taken back', async () => {
    await open();
    await choose('Colour', 'people');
    await loadText('[FEN "W:WKe1:BKd9"]\n\n1. e1-e2 d9-d8 2. e2-e1 d8-d9 3. e1-e2 d9-d7 4. e2-e3 d7-d8 5. e3-e2 d8-d9 *');
    await waitForMoves(10);
    const moves = await moveList();
    for (let i = 0; i < moves.length; i++) {
      await press('Take back');
    }
    assert.deepEqual(await moveList(), []);
    await press('Undo');
    await waitForMoves(moves.length);
    assert.deepEqual(await moveList(), moves);
  });

  it('is the last move, wherever one looks', async () => {
    await open();
    await newGame({ Colour: 'people' });
    await play('f2f5', 'd8d6', 'g3g6', 'b6b4');
    await page.locator('.list .move').first().click();
    await press('Take back');
    assert.deepEqual(await moveList(), ['f2-f5', 'd8-d6', 'g3-g6']);
    await waitForText('.status', /^Black to move/);
  });
});

describe('the clock', () => {
  it('runs on in other views, and after a reload from what was left', async () => {
    await open();
    await newGame({ Clock: '5+3', Colour: 'people' });
    await play('f2f5');
    await pass(1.5);
    await until(async () => ((await seconds())[1] ?? 0) < 299);
    const [, black = 0] = await seconds();
    await press('Learn');
    await pass(1.5);
    await press('Play');
    const [, later = 0] = await seconds();
    assert.ok(later <= black - 1, `${black}, then ${later}`);
    await reload();
    const [white = 0, after = 0] = await seconds();
    assert.ok(white === 300 && after <= later, `${later}, then ${after}`);
    await pass(1.5);
    await until(async () => ((await seconds())[1] ?? 0) < after - 1);
  });

  it('is not running while the engine’s game against itself is paused', async () => {
    await open();
    await newGame({ Opponent: '0', Colour: 'engines', Clock: '5+3' });
    await waitForMoves(1);
    await press('Pause');
    const moves = await moveList();
    const times = await seconds();
    await pass(5);
    await page.waitForTimeout(1200);
    assert.deepEqual(await moveList(), moves);
    assert.deepEqual(await seconds(), times);
    assert.match(await text('.status'), /paused/);
    await press('Resume');
    await waitForMoves(moves.length + 1);
  });
});

describe('a result', () => {
  it('of a game of the record stands in its file', async () => {
    await open();
    await press('Analysis');
    await page.getByLabel('Engine', { exact: true }).uncheck();
    await page.getByLabel('Games', { exact: true }).selectOption('0');
    await waitForMoves(20);
    const today = new Date().toLocaleDateString('sv').replaceAll('-', '.');
    assert.match(await copyGame(), new RegExp(`^\\[Date "${today}"\\]$[^]*^\\[Result "1-0"\\]$[^]* 1-0\\s*$`, 'm'));
  });
});

describe('a slip', () => {
  it('does not give the game up: Resign asks, and Escape answers nothing', async () => {
    await open();
    await playFirst();
    for (const no of [() => press('No, play on'), () => page.keyboard.press('Escape')]) {
      await press('Resign');
      await page.getByRole('dialog', { name: 'Resign' }).waitFor();
      await no();
      await page.getByRole('dialog', { name: 'Resign' }).waitFor({ state: 'detached' });
      await waitForText('.status', /^White to move/);
    }
  });

  it('of a key that is held gives nothing up', async () => {
    await open();
    await playFirst();
    await page.focus('[data-action=resign]');
    for (let i = 0; i < 6; i++) {
      await page.keyboard.down('Enter'); // from the second time on a repetition
    }
    await page.keyboard.up('Enter');
    assert.match(await text('.status'), /^White to move/);
  });

  it('is taken back by Escape: the piece that was touched, and squares of a capture', async () => {
    await open();
    await touch('f2');
    assert.notDeepEqual(await targetsShown(), []);
    await page.keyboard.press('Escape');
    assert.deepEqual(await targetsShown(), []);
    await touch('f5'); // not a move any more
    assert.deepEqual(await moveList(), []);
  });
});

describe('a rematch', () => {
  it('begins where the game began', async () => {
    const start = 'W:We1,e2:Bf0,g9';
    await open();
    await choose('Colour', 'people');
    await loadText(start);
    await waitForFen(start);
    await play('e2e3');
    await press('Resign', 'Yes, resign', 'Rematch');
    await waitForFen(start);
  });
});

describe('the views', () => {
  it('have addresses, and Back and Forward go through them', async () => {
    await open();
    await press('Learn', 'Editor');
    assert.match(page.url(), /#\/editor$/);
    await page.goBack();
    await page.getByRole('region', { name: 'Learn' }).waitFor();
    assert.match(page.url(), /#\/learn$/);
    await page.goBack();
    await page.getByRole('region', { name: 'Play', exact: true }).waitFor();
    await page.goForward();
    await page.getByRole('region', { name: 'Learn' }).waitFor();
    await reload();
    await page.getByRole('region', { name: 'Learn' }).waitFor();
  });

  it('can be chosen before the engine is there', async () => {
    await openWithoutWorker((context) => context.route(/\.wasm/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    }));
    await page.click('[data-tab=analysis]');
    await ready();
    assert.equal(await page.locator('[aria-current=page]').textContent(), 'Analysis');
    await play('f2f5');
    await page.click('[data-tab=play]');
    assert.deepEqual(await moveList(), []);
  });

  it('take their dialogs with them when Back is pressed', async () => {
    await open();
    await press('Learn', 'Play');
    await play('f2f5');
    await press('Resign');
    await page.getByRole('dialog', { name: 'Resign' }).waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Learn' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goForward();
    await waitForText('.status', /^White to move/);
  });

  it('take the game out of a link, which does not come back instead of what is done with it', async () => {
    await open('#board=bushka&moves=f2f5-d8d6');
    await waitForMoves(2);
    await play('g3g6');
    await press('Play');
    await waitForText('.status', /^White to move/);
    await reload();
    await waitForText('.status', /^White to move/);
    assert.deepEqual(await moveList(), []);
    await press('Analysis');
    await waitForMoves(3);
    await page.goBack();
    await waitForText('.status', /^White to move/);
    await press('Analyse'); // the game instead
    await page.waitForFunction(() => document.querySelectorAll('.list .move').length === 0);
  });
});

/** Runs in the page: leaves a view for the game as soon as it is there, before what it waits for has come. */
function leaveAtOnce([tab, hash]: readonly [tab: string, hash: string]): void {
  const app = document.querySelector<HTMLElement>('#app');
  new MutationObserver((_, observer) => {
    if (app?.dataset['tab'] === tab) {
      observer.disconnect();
      document.querySelector<HTMLElement>('[data-tab=play]')?.click();
      app.dataset['left'] = '';
    }
  }).observe(app as HTMLElement, { attributes: true });
  window.location.hash = hash;
}

describe('a view that is left before it has what it shows', () => {
  for (const [tab, hash] of [
    ['puzzles', '#/puzzles'],
    ['friend', friendHash({ id: 'abc', board: 'bushka', moves: ['f2f5', 'd8d6'], turn: 'W', word: '' })],
  ] as const) {
    it(`leaves the board alone: ${tab}`, async () => {
      await open();
      await newGame({ Colour: 'people' });
      const start = await fen();
      await page.evaluate(leaveAtOnce, [tab, hash] as const);
      await page.waitForSelector('#app[data-left]');
      await page.waitForLoadState('networkidle');
      await play('e1e4');
      assert.deepEqual(await moveList(), ['e1-e4']);
      await page.click('[data-action=takeBack]');
      await waitForFen(start);
      await button(tab === 'puzzles' ? 'Puzzles' : 'Friend').click();
      await waitForText('.panel', tab === 'puzzles' ? /Puzzle|Theme/ : /Your move: you are White/);
    });
  }
});

const LATE_MS = 500;

/** Has the engine hear everything late from now on. */
async function askLate(): Promise<void> {
  await page.evaluate((time) => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: unknown): void {
      setTimeout(() => post.call(this, message), time);
    };
  }, LATE_MS);
}

describe('a view that waits for the engine', () => {
  it('takes no move for the one before', async () => {
    await open();
    await newGame({ Colour: 'people' });
    await askLate();
    await press('Friend');
    await page.waitForSelector('#app[data-tab=friend]');
    await touch('e1', 'e4');
    await waitForText('.panel', /No game with a friend yet/);
    await press('Play');
    await page.waitForTimeout(2.5 * LATE_MS); // what was asked has been answered
    assert.deepEqual(await moveList(), []);
  });
});

describe('a browser without room', () => {
  it('is told of, and keeps the game again where there is some', async () => {
    await open();
    await newGame({ Colour: 'people' });
    await page.evaluate(() => {
      let filling = '';
      for (let more = 'x'.repeat(1 << 24); more !== ''; more = more.slice(more.length >> 1 || 1)) {
        try {
          localStorage.setItem('filling', filling + more);
          filling += more;
        } catch {
          // half as much, then
        }
      }
    });
    await type('f2f5');
    await waitForText('.notice', /no room to keep your game/);
    await page.evaluate(() => {
      const told = (): void => {
        document.querySelector<HTMLElement>('.notice')?.setAttribute('data-again', '');
      };
      new MutationObserver(told).observe(document.querySelector('.notice') as Element, { childList: true });
    });
    await page.click('[aria-label="Go to the start"]');
    await page.click('[aria-label="Go to the end"]');
    assert.equal(await page.locator('.notice[data-again]').count(), 0); // once is enough
    await page.evaluate(() => localStorage.removeItem('filling'));
    await type('d8d6');
    await type('f5f6');
    await waitForText('.notice', /^$/);
    await waitForMoves(3);
    await reload();
    assert.deepEqual(await moveList(), ['f2-f5', 'd8-d6', 'f5-f6']);
  });
});

describe('two tabs of a browser', () => {
  it('have a game each, over reloads', async () => {
    await open();
    const first = page;
    await newGame({ Colour: 'people' });
    await play('f2f5');
    const url = await newPage(first.context());
    await page.goto(url);
    await ready();
    assert.deepEqual(await moveList(), []);
    await newGame({ Colour: 'people' });
    await play('e1e4');
    await reload();
    await waitForMoves(1);
    assert.deepEqual(await moveList(), ['e1-e4']);
    await first.reload();
    await first.waitForSelector('[data-ready]');
    assert.deepEqual(await first.locator('.list .move').allTextContents(), ['f2-f5']);
  });

  it('keep it where the page before a reload ends slowly', async () => {
    await open();
    await newGame({ Colour: 'people' });
    await play('f2f5');
    // Its lock is had by another page for as long as a page on a busy machine may take to end.
    const slow = await page.context().newPage();
    await slow.goto(server.page('icon.svg'));
    await slow.evaluate(() => void navigator.locks.request('bushka-game', () => new Promise((done) => setTimeout(done, 1500))));
    await reload();
    assert.deepEqual(await moveList(), ['f2-f5']);
  });
});

describe('the editor', () => {
  const drawn = (): Promise<string> => page.getByLabel('Position (FEN)').inputValue();

  it('can be where the page is reloaded', async () => {
    await open();
    await press('Editor');
    await reload();
    await press('Play');
    await playFirst();
  });

  it('uses what was typed just before', async () => {
    await open('#/editor');
    await page.getByRole('textbox', { name: 'Position (FEN)' }).fill('W:We1,f4:Be8,d9');
    await page.click('[data-action=usePosition]');
    await waitForFen('W:We1,f4:Bd9,e8');
  });

  it('stays where what was typed just before is not a position', async () => {
    await open('#/editor');
    await page.getByRole('textbox', { name: 'Position (FEN)' }).fill('W:We1,f4:Bzz');
    await page.click('[data-action=usePosition]');
    await waitForText('.notice', /zz/);
    assert.equal(await page.locator('[data-tab=editor][aria-current]').count(), 1);
    assert.equal(await page.inputValue('.fen'), 'W:We1,f4:Bzz');
  });

  it('takes a refusal away once something is drawn', async () => {
    await open('#/editor');
    const typed = page.getByRole('textbox', { name: 'Position (FEN)' });
    for (const mend of [() => typed.fill('W:We1,f4:Bd9'), () => press('Clear')]) {
      await typed.fill('W:We1,f4:Bzz');
      await page.keyboard.press('Enter');
      await waitForText('.notice', /zz/);
      await mend();
      await page.keyboard.press('Enter');
      await waitForText('.notice', /^$/, 3000); // it would go by itself after six seconds
    }
  });

  it('keeps what was drawn while another view is shown', async () => {
    await open();
    await press('Editor', 'Clear');
    await touch('f2');
    await press('Learn', 'Editor');
    assert.equal(await page.getAttribute('[data-square=f2]', 'aria-label'), 'f2, white man');
    assert.equal(await page.locator('.piece').count(), 1);
  });

  it('keeps what was drawn where another game is begun before its own', async () => {
    await open('#/editor');
    await page.getByLabel('Position (FEN)').fill('W:We1,f4:Bd9,e8');
    await page.keyboard.press('Enter');
    await until(async () => (await page.locator('.piece').count()) === 4);
    await askLate();
    await press('Play from here', 'Play', 'New game');
    await waitForText('.live', /^A new game/);
    await page.waitForTimeout(2.5 * LATE_MS); // what was asked has been answered
    assert.equal(await page.locator('.piece').count(), 30);
    await press('Editor');
    assert.equal(await drawn(), 'W:We1,f4:Bd9,e8');
  });

  it('keeps what was drawn over a reload, on its board', async () => {
    await open();
    await press('Editor');
    await choose('Board', 'bushka9x11');
    await until(async () => (await page.locator('[data-square=j6]').count()) === 1);
    await press('Clear');
    await touch('f4');
    await reload();
    assert.equal(await drawn(), 'W:Wf4:B');
    assert.equal(await page.locator('[data-square=j6]').count(), 1);
    await press('Play', 'Editor');
    assert.equal(await drawn(), 'W:Wf4:B');
    await touch('f4'); // an empty board is not a position, and kept all the same
    await reload();
    assert.equal(await drawn(), 'W:W:B');
  });

  for (const found of [
    null,
    'W:Wf2:B',
    { board: 'bushka' },
    { board: 'bushka12', fen: 'W:Wf2:B' },
    { board: 'bushka', fen: 7 },
    { board: 'bushka', fen: '' },
    { board: 'bushka', fen: 'W:Wf2,f2:B' },
    { board: 'bushka', fen: 'W:Wz9:B' },
    { board: 'bushka', fen: 'W:Wj6:B' },
    { board: 'bushka', fen: 'W:Wf2:B:B<b>' },
  ]) {
    it(`takes nothing that makes no sense: ${JSON.stringify(found)}`, () => {
      assert.equal(readEdited(found), null);
    });
  }

  it('takes any placement', () => {
    const kept = { board: 'bushka', fen: 'B:WKe1,f2:B' };
    assert.deepEqual(readEdited(kept), kept);
  });

  it('can undo whatever changes the position, as far back as it was entered', async () => {
    await open();
    await press('Editor');
    assert.ok(await button('Undo').isDisabled());
    const positions = [await drawn()];
    for (const change of [
      () => touch('f2'),
      () => press('Clear'),
      () => touch('e4'),
      () => press('Start position'),
      () => choose('To move', 'B'),
      () => page.getByLabel('Position (FEN)').fill('W:Wf2:BKc6').then(() => page.keyboard.press('Enter'))
        .then(() => until(async () => (await page.locator('.piece').count()) === 2)),
      () => drag('c6', 'c7'),
      () => choose('Board', 'bushka9x11'),
    ]) {
      await change();
      await until(async () => (await drawn()) !== positions.at(-1));
      positions.push(await drawn());
    }
    for (const position of positions.reverse().slice(1)) {
      await press('Undo');
      assert.equal(await drawn(), position);
    }
    assert.equal(await page.locator('[data-square=j6]').count(), 0);
    assert.equal(await page.locator('.piece').count(), 30);
    assert.ok(await button('Undo').isDisabled());
    assert.ok(await page.evaluate(() => document.activeElement?.matches('.palette :checked'))); // nothing that leaves the editor
  });
});

describe('a lesson', () => {
  it('begins without the messages of the one before', async () => {
    await open();
    await press('Learn');
    await begun();
    await type('e3-e4');
    await page.waitForSelector('.verdict.right');
    assert.notEqual(await text('.live'), '');
    await press('Next lesson');
    await waitForText('.live', /^A line of men moves\. Men of one colour that stand on one line [^!]*$/);
  });
});
