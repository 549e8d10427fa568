// SPDX-License-Identifier: GPL-3.0-or-later
// Moves entered on the board: lines and parts of them, captures in every way, refusals in the engine's words.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  drag, fen, finish, loadText, middleOf, moveList, nameOf, open, openPosition, page, play, playFirst, prepare, reload,
  targetsShown, text, touch, type, waitForFen, waitForMoves, waitForText,
} from './page_support';

prepare();

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

  it('captures with a part of a line, or with the whole of it', async () => {
    for (const [man, left] of [
      ['e2', 'B:We3,e4,e5:Bc7'],
      ['e3', 'B:We2,e4,e5:Bc7'],
    ] as const) {
      await openPosition('bushka', 'W:We2,e3,e4:Bc7,e6');
      await touch(man);
      assert.deepEqual(await targetsShown(), ['e5']);
      await touch('e5');
      await waitForMoves(1);
      assert.equal(await fen(), left);
      if (man === 'e2') {
        await finish();
      }
    }
  });

  it('captures square by square, and to the end at once', async () => {
    await openPosition('bushka', 'W:Wf4:Bd5,d8,f6');
    await touch('f4', 'f5');
    assert.equal(await nameOf('f6'), 'f6, black man, captured');
    assert.deepEqual(await targetsShown(), ['e5']);
    await touch('e5');
    await waitForMoves(1);
    assert.equal(await fen(), 'B:We5:Bd8');
    await page.click('[aria-label="One move back"]');
    await touch('f4', 'e5');
    await waitForFen('B:We5:Bd8');
    assert.deepEqual(await moveList(), ['f4xf5xe5']);
  });

  it('captures square by square with a piece that is dragged', async () => {
    await openPosition('bushka', 'W:Wf4:Bd5,d8,f6');
    await drag('f4', 'f5');
    assert.equal(await nameOf('f6'), 'f6, black man, captured');
    const [from, to, aside] = [await middleOf('f5'), await middleOf('e5'), await middleOf('d8')];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const { x, y } of [aside, to]) {
      await page.mouse.move(x, y, { steps: 5 });
      const boxes = await page.locator('.piece').evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
      const under = boxes.filter((box) => Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) < 5);
      assert.equal(under.length, x === aside.x ? 2 : 1); // it follows, at first over a man that stands there
    }
    await page.mouse.up();
    await waitForMoves(1);
    assert.equal(await fen(), 'B:We5:Bd8');
  });

  it('takes a press for a click unless it is drawn away from its square', async () => {
    await openPosition('bushka', 'W:We1,f2:Bd8');
    const { x, y, width } = await page.locator('[data-square=f3]').boundingBox() ?? assert.fail();
    await touch('f2');
    await drag('f3', 'b5');
    assert.equal(await nameOf('f2'), 'f2, white man, selected');
    for (const [from, to] of [[x + 2, x - 2], [x + 5, x + width - 5]] as const) {
      await page.mouse.move(from, y + 10);
      await page.mouse.down();
      await page.mouse.move(to, y + 10, { steps: 3 });
      await page.mouse.up();
      await waitForFen('B:We1,f3:Bd8');
      await page.click('[aria-label="One move back"]');
      await touch('f2');
    }
  });

  it('captures with a king round a square and back to where it began, by either way', async () => {
    for (const typed of [false, true]) {
      await openPosition('bushka', 'W:WKf5:Bd5,e4,e7,g5');
      if (typed) {
        await type('f5x');
      } else {
        await touch('f5');
        for (let shown = await targetsShown(); shown.length > 0; shown = await targetsShown()) {
          await touch(shown.find((square) => square !== 'f5') ?? 'f5');
        }
      }
      await waitForMoves(1);
      assert.equal(await fen(), 'B:WKf5:B');
      await waitForText('.live', /White wins/);
      if (!typed) {
        await finish();
      }
    }
  });

  it('makes a king, and moves part of a line', async () => {
    await openPosition('bushka', 'W:Wd8,f3,f4,f5:Bb4');
    await drag('d8', 'd9');
    await waitForMoves(1);
    assert.equal(await nameOf('d9'), 'd9, white king');
    assert.match(await text('.live'), /and promoted/);
    assert.equal(await page.locator('.mark.last').count(), 2);
    await page.click('[aria-label="One move back"]');
    await touch('f4', 'f6');
    await waitForMoves(2);
    assert.equal(await nameOf('f3'), 'f3, white man');
    assert.equal(await nameOf('f4'), 'f4, empty');
    assert.equal(await page.locator('.mark.last').count(), 3); // both men, and where they went
  });

  it('shows a line that steps as three men that move, and a capture as one that goes its way', async () => {
    /** How many of the pieces are in motion at once, at the most, until there are so many moves. */
    const motions = (moves: number): Promise<number> =>
      page.evaluate(async (moves) => {
        let most = 0;
        for (const begin = performance.now(); performance.now() - begin < 5000; ) {
          await new Promise(requestAnimationFrame);
          const moving = document.getAnimations()
            .filter((each) => (each.effect as KeyframeEffect).getKeyframes().some((frame) => 'transform' in frame));
          most = Math.max(most, moving.length);
          if (document.querySelectorAll('.list .move').length === moves) {
            break;
          }
        }
        return most;
      }, moves);
    await openPosition('bushka', 'W:Wf3,f4,f5:Ba6', { reducedMotion: 'no-preference' });
    await touch('f3');
    const [line] = await Promise.all([motions(1), touch('f6')]);
    assert.equal(line, 3);
    await finish();
    await openPosition('bushka', 'W:Wf4:Bd5,d8,f6', { reducedMotion: 'no-preference' });
    await touch('f4');
    const [capture] = await Promise.all([motions(1), touch('e5')]);
    assert.equal(capture, 1);
    assert.equal(await fen(), 'B:We5:Bd8');
  });

  it('says why a move is refused', async () => {
    await openPosition('bushka', 'W:Wd3,d4,g4:Bd6,g6');
    await touch('g4', 'g5');
    await waitForText('.notice', /./);
    assert.equal(await text('.notice'), 'g4g5: a linear capture has precedence: d3xd5');
    await type('d3d4');
    await waitForText('.notice', /^d3d4/);
    assert.equal(await fen(), 'W:Wd3,d4,g4:Bd6,g6');
  });

  it('takes one move at a time in words', async () => {
    await open();
    await type('f2f5 e2e4');
    await waitForText('.notice', /^Type one move at a time\.$/);
    assert.deepEqual(await moveList(), []);
  });

  it('takes a move with the dash of a printed text', async () => {
    await open();
    await play('f2\u2013f5');
    assert.equal((await moveList())[0], 'f2-f5'); // the engine may have answered
  });

  it('is walked over by arrow keys, as it is seen', async () => {
    await open();
    const walk = async (keys: string): Promise<string> => {
      await page.locator('[data-square=f4]').focus();
      for (const key of keys.split(' ')) {
        await page.keyboard.press(`Arrow${key}`);
      }
      return page.evaluate(() => document.activeElement?.getAttribute('data-square') ?? '');
    };
    for (const [keys, square] of [['Right', 'g5'], ['Left', 'e3'], ['Up', 'f5'], ['Up Up', 'e5'], ['Up Down', 'f4'], ['Down', 'g4']] as const) {
      assert.equal(await walk(keys), square, keys);
    }
    await page.click('text=Flip');
    for (const [keys, square] of [['Right', 'e3'], ['Left', 'g5'], ['Up', 'g4'], ['Down', 'f5']] as const) {
      assert.equal(await walk(keys), square, `${keys}, turned`);
    }
  });

  it('puts a piece back that is being dragged, with Escape and where another view is shown', async () => {
    const from = await openPosition('bushka', 'W:Wd3,f4:Ba6').then(() => middleOf('f4'));
    const to = await middleOf('f5');
    for (const key of ['Escape', ',']) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 5 });
      await page.keyboard.press(key);
      await page.mouse.up();
      await page.click('[data-tab=analysis]');
      assert.equal(await nameOf('f4'), 'f4, white man');
      assert.equal(await fen(), 'W:Wd3,f4:Ba6');
    }
    await drag('f4', 'f5');
    await waitForMoves(1);
  });

  it('flips', async () => {
    await open();
    const before = await page.locator('[data-square=e1]').boundingBox();
    await page.click('text=Flip');
    const after = await page.locator('[data-square=e0]').boundingBox();
    assert.deepEqual(after, before);
    await reload();
    assert.deepEqual(await page.locator('[data-square=e0]').boundingBox(), before);
    await playFirst();
  });

  it('refuses a bad position with its reason', async () => {
    await open();
    await loadText('W:Wf2,z9:Bc6');
    await waitForText('.notice', /./);
    assert.equal(await text('.notice'), 'z9 is not a square of the board bushka');
    assert.equal(await page.locator('.piece').count(), 30);
  });

  it('draws a game by repetition', async () => {
    await openPosition('bushka', 'W:WKe1:BKa6');
    const there = ['e1', 'e2', 'a6', 'a5'];
    const back = ['e2', 'e1', 'a5', 'a6'];
    for (const [i, squares] of [there, back, there, back].entries()) {
      await touch(...squares.slice(0, 2));
      await waitForMoves(2 * i + 1);
      await touch(...squares.slice(2));
      await waitForMoves(2 * i + 2);
    }
    await waitForText('.lines', /Draw/);
    assert.match(await text('.live'), /Draw: the position occurred for the third time/);
    await touch('e1', 'e2');
    assert.equal((await moveList()).length, 8);
  });
});
