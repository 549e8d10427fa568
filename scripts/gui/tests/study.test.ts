// SPDX-License-Identifier: GPL-3.0-or-later
// Studying a game: its report, learning from its mistakes, the engine's lines, comments, drawings, variations.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import {
  askedOtherwise, askOtherwise, copyGame, fen, loadText, middleOf, moveList, nameOf, open, page, play, prepare, reload,
  squaresNamed, study, text, touch, type, until, waitForMoves, waitForText,
} from './page_support';

// White gives a man away, and Black does not see that it can be taken back.
const LINE = '#board=bushka&moves=f2f5-d8d6-g3g6-b6b4';
/** Scores of every position: White blunders at its second move, Black makes an inaccuracy. */
const SCORED =
  '{+0.00/9 [%best f2f5]} 1. f2-f5 {+0.00/9 [%best d8d6]} d8-d6 {+0.00/9 [%best e1e4]} 2. g3-g6 {-2.00/9 [%best e8f8]} b6-b4 {+1.40/9} *';

prepare();

const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

/** Is White at the bottom? */
async function below(): Promise<boolean> {
  return (await middleOf('e1')).y > (await middleOf('e8')).y;
}

async function openNotes(): Promise<void> {
  await page.click('.notes summary');
}

describe('the report', () => {
  it('grades the moves, with an accuracy for each side, turning points, and how it is reckoned', async () => {
    await study(SCORED, 4);
    const report = page.getByRole('region', { name: 'Report' });
    const rows = await report.locator('tr').allTextContents();
    assert.deepEqual(rows, [
      'WhiteBlack', 'Accuracy54%79%', 'Best11', 'Good00', 'Inaccuracy ?!01', 'Mistake ?00', 'Blunder ??10',
    ]);
    assert.deepEqual(await page.locator('.list .grade').allTextContents(), ['??', '?!']);
    assert.deepEqual(await page.locator('.list .remark').allTextContents(), ['e1-e4 was better (+0.00)', 'e8-f8 was better (−2.00)']);
    const below = await page.locator('.graph .turn').evaluateAll((all) => all.map((mark) => Number(mark.getAttribute('cy')) > 45));
    assert.deepEqual(below, [true, true]); // the middle: Black is better after both
    assert.equal(await text('.turns'), '2. g3-g6 ?? −37%');
    await page.click('[aria-label="Go to the start"]');
    await button(/^2\. g3-g6 \?\?$/).click();
    await waitForText('.list [aria-current]', /^g3-g6$/);
    assert.ok(await button(/^2\. g3-g6 \?\?$/).isVisible());
    await loadText(SCORED); // the same game once more, whose positions the buttons lead to
    await waitForText('.live', /^Loaded\.$/);
    await button(/^2\. g3-g6 \?\?$/).click();
    await waitForText('.list [aria-current]', /^g3-g6$/);
    await report.getByText('How moves are graded').click();
    assert.match((await report.locator('details').textContent()) ?? '', /Blunder: from 20%.*100 \/ 2\^\(cost \/ 10\)/);
    await loadText(SCORED.replaceAll(/ \[%best \w+\]/g, '')); // of which nobody knows what was better
    await until(async () => (await button(/^Learn from /).count()) === 0);
    assert.ok(await button(/^2\. g3-g6 \?\?$/).isVisible());
  });

  it('has the mistakes done better', async () => {
    await study(SCORED, 4);
    await button('Learn from White’s mistake').click();
    const drill = page.getByRole('region', { name: 'Learn from mistakes' });
    await drill.getByRole('heading', { name: 'Mistake 1 of 1' }).waitFor();
    assert.ok(!(await page.locator('.list').isVisible()));
    assert.match(await text('.drill p'), /White played 2\. g3-g6, which cost 37%/);
    await type('g3g6');
    await waitForText('.verdict', /is what was played/);
    await type('e2e4');
    await waitForText('.verdict', /costs \d+ %|good enough/);
    await button('Try again').click();
    await askOtherwise(/movetime 700/, 'movetime 60000'); // there is time to try again
    await type('g5g6');
    await waitForText('.verdict', /is looking at that move/);
    await page.getByRole('heading', { name: 'Mistake 1 of 1' }).focus();
    await page.keyboard.press('ArrowLeft'); // a step back, to try another one
    await type('g4g6');
    await until(async () => (await moveList()).includes('g4-g6'));
    await button('Try again').click();
    await askedOtherwise();
    await button('Show the move').click();
    await waitForText('.verdict', /The move is e1-e4/);
    await type('e1e4');
    await waitForText('.verdict', /Right: e1-e4 is the best move/);
    await button('Try again').click();
    await type('e1e4'); // once more is not the first try
    await waitForText('.verdict', /Right: e1-e4 is the best move/);
    await button('Finish').click();
    await waitForText('.live', /0 of 1 found on the first try/);
    assert.ok(await page.locator('.list').isVisible());
    assert.ok(await button('Learn from Black’s mistake').isVisible()); // the report is that of the game, as before
    const moves = await moveList();
    assert.ok(moves.includes('e1-e4')); // kept as a variation
    assert.ok(!moves.includes('g5-g6') && !moves.includes('g4-g6')); // nobody knows how good they are
  });

  it('counts a mistake once that is done better again and again', async () => {
    await study(SCORED, 4);
    await button('Learn from White’s mistake').click();
    for (const again of ['Show the move', 'Try again', 'Try again']) {
      await type('e1e4');
      await waitForText('.verdict', /Right: e1-e4 is the best move/);
      await button(again).click();
    }
    await button('Finish').click();
    await waitForText('.live', /1 of 1 found on the first try/);
  });
});

describe('the move field', () => {
  it('plays nothing where nothing is typed', async () => {
    await open('#board=bushka&fen=W:We4:Be5,a6'); // with one legal move
    await button('Play move').click();
    await play('e4d4');
    assert.match((await moveList())[0] ?? '', /e4-d4/);
  });

  it('leaves a refused move to be corrected, and is empty in the next view', async () => {
    await open('#board=bushka&fen=W:We4:Be5,a6');
    const field = page.locator('.entry input');
    await field.fill('e4e3');
    await field.press('Enter');
    await waitForText('.notice', /e4e3/);
    assert.equal(await field.inputValue(), 'e4e3');
    await page.click('[data-tab=learn]');
    assert.equal(await field.inputValue(), '');
  });
});

describe('a drill', () => {
  it('says once what is to be done', async () => {
    await study(SCORED, 4);
    const place = (): Promise<string> => page.locator('.live').evaluate((live) => getComputedStyle(live).position);
    assert.equal(await place(), 'static');
    await button('Learn from White’s mistake').click();
    await waitForText('.live', /^White played 2\. g3-g6/);
    assert.equal(await place(), 'absolute'); // off the screen, to be heard
  });

  it('ends with the view, and with the game that it is about', async () => {
    await study(SCORED, 4);
    await button('Learn from Black’s mistake').click();
    await page.getByRole('heading', { name: 'Mistake 1 of 1' }).waitFor();
    await page.click('[data-tab=play]');
    await page.click('[data-tab=analysis]');
    assert.ok(await page.locator('.list').isVisible());
    assert.ok(await button('Learn from Black’s mistake').isVisible());
    await button('Learn from White’s mistake').click();
    await page.getByRole('heading', { name: 'Mistake 1 of 1' }).waitFor();
    await page.evaluate(() => {
      window.location.hash = '#board=bushka9x11&moves=&flip=1';
    });
    await page.waitForSelector('.list:visible');
    assert.ok(!(await below())); // as the link has it
    assert.ok(!(await page.locator('.drill').isVisible()));
    await play('f2f5');
  });

  it('leaves the board as it was turned, and is played where drawing was on', async () => {
    await study(SCORED, 4);
    await openNotes();
    await button('Draw').click();
    assert.ok(await below());
    await button('Learn from Black’s mistake').click();
    await page.getByRole('heading', { name: 'Mistake 1 of 1' }).waitFor();
    assert.ok(!(await below()));
    assert.ok(!(await page.locator('.bar').isVisible())); // it would be of another position
    await touch('b6', 'b4');
    await waitForText('.verdict', /is what was played/);
    for (const turned of [true, false]) {
      await page.click('[data-action=flip]');
      assert.equal(await below(), turned);
    }
    await button('Back to the analysis').click();
    assert.ok(await below());
    await button('Learn from Black’s mistake').click();
    await page.getByRole('heading', { name: 'Mistake 1 of 1' }).waitFor();
    const kept = await page.evaluate(() => localStorage.getItem('bushka-game') ?? '');
    assert.match(kept, /"of":null,"flipped":false/); // also where the browser ends the page without a word
    await reload();
    await waitForMoves(4);
    assert.ok(await below());
  });
});

describe('a line of the engine', () => {
  it('is let go with Escape, and stays so when lines come in', async () => {
    await open(LINE);
    await waitForMoves(4);
    await page.waitForSelector('.lines .pv');
    const focused = (): Promise<number[]> =>
      page.evaluate(() => {
        const lines = [...document.querySelectorAll('.lines li')];
        const line = lines.findIndex((each) => each.contains(document.activeElement));
        return [line, [...(lines[line]?.querySelectorAll('.pv') ?? [])].findIndex((each) => each === document.activeElement)];
      });
    const depth = (): Promise<string> => text('.lines .depth');
    await page.keyboard.press('Tab');
    await page.locator('.lines .pv').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelector('.arrow') === null); // a position of the line is shown
    await page.keyboard.press('Escape');
    await page.waitForSelector('.arrow');
    const before = await depth();
    await until(async () => (await depth()) !== before);
    assert.deepEqual(await focused(), [0, 1]);
    assert.ok((await page.locator('.arrow').count()) > 0);
  });

  it('is shown on the board while it is pointed at, and added to the game by a click', async () => {
    await open(LINE);
    await waitForMoves(4);
    await page.waitForFunction(() => /depth [5-9]|depth \d\d/.test(document.querySelector('.lines')?.textContent ?? ''));
    const here = await fen();
    const placed = (): Promise<string> =>
      page.locator('[data-square]').evaluateAll((all) => all.map((e) => e.getAttribute('aria-label')?.replace(/, can go.*/, '')).join(';'));
    const before = await placed();
    // The lines change while the engine thinks, so that the pointer may come to another place, or to a move that is replaced.
    let x = 3;
    await until(async () => {
      await page.hover('.lines li >> nth=0 >> .pv >> nth=1', { position: { x: x++ % 7, y: 3 } });
      return (await placed()) !== before;
    });
    assert.equal(await page.locator('.arrow').count(), 0);
    assert.equal(await fen(), here);
    await page.mouse.move(5, 5);
    await page.waitForSelector('.arrow');
    assert.equal(await placed(), before);
    await page.locator('.lines .pv >> nth=0').focus();
    await page.keyboard.press('.');
    await page.getByRole('region', { name: 'Learn' }).waitFor();
    assert.equal(await page.locator('.arrow').count(), 0); // none is left behind
    await page.keyboard.press(',');
    await page.waitForSelector('.lines .pv');
    await page.locator('.lines .pv >> nth=0').focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelectorAll('.arrow').length === 0);
    await page.keyboard.press('x'); // nothing moves in it, turned round or not
    const { x: left, y: top } = await middleOf((await squaresNamed('white man'))[0] ?? '');
    await page.mouse.move(left, top);
    await page.mouse.down();
    await page.mouse.move(left + 70, top, { steps: 3 }); // to a light square: not a click
    assert.deepEqual(await squaresNamed('selected'), []);
    await page.mouse.up();
    const words = await page.locator('.lines li >> nth=0 >> .pv').allTextContents();
    await page.keyboard.press('Enter');
    await waitForMoves(6);
    assert.deepEqual((await moveList()).slice(4), words.slice(0, 2));
    await page.waitForFunction(() => document.activeElement?.matches('.lines .pv')); // of the position that has come
  });
});

describe('what the reader adds', () => {
  it('is a comment, which stays and is in the file', async () => {
    const tags = '[Event "Club"]\n[Date "2025.12.31"]\n[Round "3"]\n[White "Ann"]\n[Black "Ben"]\n';
    await study(`${tags}\n${SCORED}`, 4);
    await openNotes();
    await page.click('[aria-label="Go to the start"]');
    await page.getByLabel('Comment on this move').fill('From the start; {é}');
    await page.click('[aria-label="One move forward"]');
    await page.getByLabel('Comment on this move').fill('Solid');
    await page.click('[aria-label="One move forward"]');
    assert.deepEqual(await page.locator('.list .comment:not(.remark)').allTextContents(), ['From the start; {é}', 'Solid']);
    for (const heard of ['White played f2-f5. Solid', 'White to move. From the start; {é}']) {
      await page.click('[aria-label="One move back"]');
      assert.equal(await text('.live'), heard);
    }
    assert.equal(await page.locator('.heard').evaluate((words) => getComputedStyle(words).position), 'absolute'); // the list shows it
    await reload();
    assert.deepEqual(await page.locator('.list .comment:not(.remark)').allTextContents(), ['From the start; {é}', 'Solid']);
    const written = await copyGame();
    assert.ok(written.startsWith(tags), written);
    assert.match(written, /^\{\+0\.00\/9 \[%best f2f5\] From the start; \(é\)\} 1\. f2-f5 \{\+0\.00\/9 \[%best d8d6\] Solid\} d8-d6/m);
  });

  it('is a comment that can be typed while a game is analysed', async () => {
    await open('#board=bushka&moves=f2f5');
    await waitForMoves(1);
    await openNotes();
    await button('Analyse game').click();
    const comment = page.getByLabel('Comment on this move');
    await comment.click();
    for (const key of ['o', 'n', 'e', 'Enter', 't', 'w', 'o', 'Home']) {
      await page.keyboard.press(key);
    }
    await button('Analyse game').waitFor(); // again: it told how far it was
    assert.equal(await comment.inputValue(), 'one\ntwo');
    assert.equal(await comment.evaluate((field: HTMLTextAreaElement) => field.selectionStart), 4);
  });

  for (const [what, add, shown] of [
    ['a comment', () => page.getByLabel('Comment on this move').fill('From the start'), '.list .comment'],
    ['a mark', () => button('Draw').click().then(() => touch('e4')), '.arrow.ink-green'],
  ] as const) {
    it(`is ${what} on the start position, which Undo brings back`, async () => {
      await open('#/analysis');
      await openNotes();
      await add();
      await page.locator(shown).waitFor();
      await page.getByLabel('Games').selectOption({ index: 1 });
      await page.locator('.list .move').first().waitFor();
      assert.equal(await page.locator('.comment:text-is("From the start"), .arrow.ink-green').count(), 0);
      await button('Undo').click();
      await page.locator(shown).waitFor();
    });
  }

  it('are arrows and marks, by mouse and by keys, in the file, too', async () => {
    await study(SCORED, 4);
    await openNotes();
    const [a, b] = [await middleOf('e4'), await middleOf('e6')];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(b.x, b.y);
    await page.mouse.up({ button: 'right' });
    await page.waitForSelector('.arrow.ink-green');
    await button('Draw').click();
    await page.getByLabel('Colour', { exact: true }).selectOption('red');
    await page.mouse.click(b.x, b.y);
    assert.match(await nameOf('e6'), /marked red/);
    await page.locator('[data-square=f4]').focus();
    await page.keyboard.press('Enter');
    await waitForText('.live', /^An arrow from f4/);
    await page.keyboard.press('Escape');
    await page.locator('[data-square=f5]').focus();
    await page.keyboard.press('Enter');
    await waitForText('.live', /^An arrow from f5/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    assert.match(await text('.live'), /red arrow from f5 to \w\d$/);
    await button('Draw').click();
    const written = await copyGame();
    assert.match(written, /b6-b4 \{\+1\.40\/9 \[%csl Re6\]\[%cal Ge4e6,Rf5\w\d\]\} \*/);
    await reload();
    await page.getByLabel('Engine', { exact: true }).uncheck();
    assert.equal(await page.locator('.arrow[class*=ink]').count(), 3);
    await page.click('[aria-label="One move back"]');
    assert.equal(await page.locator('.arrow[class*=ink]').count(), 0);
    await loadText(written);
    await page.waitForFunction(() => document.querySelectorAll('.arrow[class*=ink]').length === 3);
    assert.equal(await copyGame(), written);
    await openNotes();
    await button('Clear drawings').click();
    assert.equal(await page.locator('.arrow[class*=ink]').count(), 0);
    await button('Draw').click();
    await page.mouse.click(a.x, a.y); // what is drawn since then stays
    await button('Undo').click();
    assert.equal(await page.locator('.arrow[class*=ink]').count(), 4);
  });

  it('keeps the focus where all that there is was deleted', async () => {
    await open('#board=bushka&moves=f2f5');
    await waitForMoves(1);
    await openNotes();
    await button('Delete from here').focus();
    await page.keyboard.press('Enter');
    await waitForMoves(0);
    assert.ok(await page.evaluate(() => document.activeElement?.closest('.notes') !== null));
  });

  it('are variations, promoted and deleted, which can be undone, and kept in the file', async () => {
    await study('1. f2-f5 ( 1. e1-e4 b5-b4 ( 1... d8-d6 ) ) d8-d6 2. g3-g6 *', 6);
    const all = await moveList();
    assert.deepEqual(all, ['f2-f5', 'e1-e4', 'b5-b4', 'd8-d6', 'd8-d6', 'g3-g6']);
    await openNotes();
    const written = await copyGame();
    assert.match(written, /1\. f2-f5 \( 1\. e1-e4 b5-b4 \( 1\.\.\. d8-d6 \) \) 1\.\.\. d8-d6 2\. g3-g6 \*/);
    assert.ok(await button('Promote variation').isDisabled());
    const move = (name: string, i = 0): Locator => page.locator('.list').getByRole('button', { name, exact: true }).nth(i);
    await move('b5-b4').click();
    await button('Promote variation').click();
    assert.deepEqual((await moveList())[0], 'e1-e4');
    await button('Undo').click();
    assert.deepEqual(await moveList(), all);
    await move('f2-f5').click();
    await button('Delete from here').click();
    assert.deepEqual(await moveList(), ['e1-e4', 'b5-b4', 'd8-d6']);
    await button('Undo').click();
    assert.deepEqual(await moveList(), all);
    await move('f2-f5').click();
    await button('Delete from here').click();
    await play('f2f5'); // what is there again by Undo is not there twice
    await page.getByLabel('Comment on this move').fill('Once more');
    await play('d8d6');
    await button('Undo').click();
    assert.deepEqual(await moveList(), all);
    assert.deepEqual(await page.locator('.list .comment').allTextContents(), ['Once more']); // nor is what was said meanwhile lost
    await move('f2-f5').click();
    await page.getByLabel('Comment on this move').fill('');
    await reload();
    assert.deepEqual(await moveList(), all);
    const figures = / ?\{[+-][^}]*\}/g; // of the engine, which is on again
    assert.equal((await copyGame()).replace(figures, ''), written);
  });
});

describe('what is analysed', () => {
  const own = ['f2-f5', 'e1-e4', 'd8-d6'];
  const other = '[Variant "bushka"]\n\n1. e1-e4 *';
  const moves = async (wanted: readonly string[]): Promise<void> => until(async () => (await moveList()).join() === wanted.join());

  for (const { how, replace } of [
    { how: 'a text', replace: () => loadText(other) },
    {
      how: 'a file',
      replace: () => page.setInputFiles('input[type=file]', { name: 'a.pdn', mimeType: 'text/plain', buffer: Buffer.from(other) }),
    },
    { how: 'a game of the record', replace: () => page.getByLabel('Games', { exact: true }).selectOption('1') },
    { how: 'a link', replace: () => page.goto(page.url().replace(/#.*/, '#board=bushka&moves=e1e4')) },
    {
      how: 'a position of the editor',
      replace: async () => {
        await button('Editor').click();
        await button('Clear').click();
        await button('Analyse this position').click();
      },
    },
    {
      how: 'the game under way',
      replace: async () => {
        await button('Play').click();
        await button('Analyse').click();
      },
    },
    {
      how: 'a lesson',
      replace: async () => {
        await button('Learn').click();
        await button('Analyse').click();
      },
    },
  ]) {
    it(`comes back by Undo after ${how}, and Undo again brings that back`, async () => {
      await study('1. f2-f5 ( 1. e1-e4 ) d8-d6 *', own.length);
      const before = await fen();
      assert.ok(await button('Undo').isDisabled());
      await replace();
      await until(async () => (await moveList()).join() !== own.join());
      const [after, shown] = [await fen(), await moveList()];
      await reload();
      await button('Undo').click();
      await moves(own);
      assert.equal(await fen(), before);
      if (how !== 'the game under way') { // in which nothing was played
        await button('Undo').click();
        await moves(shown);
        assert.equal(await fen(), after);
      }
    });
  }

  it('comes back turned as it was', async () => {
    await study('1. f2-f5 d8-d6 *', 2);
    await page.click('[data-action=flip]');
    await loadText(other);
    await moves(['e1-e4']);
    await page.click('[data-action=flip]');
    await button('Undo').click();
    await moves(['f2-f5', 'd8-d6']);
    assert.ok(!(await below()));
    await button('Undo').click();
    await moves(['e1-e4']);
    assert.ok(await below());
  });

  it('comes back step by step, with what was done to its variations undone first', async () => {
    await study('1. f2-f5 ( 1. e1-e4 ) d8-d6 *', own.length);
    await loadText(other);
    await moves(['e1-e4']);
    await openNotes();
    await button('Delete from here').click();
    await moves([]);
    for (const wanted of [['e1-e4'], own, ['e1-e4']]) {
      await button('Undo').click();
      await moves(wanted);
    }
  });
});
