// SPDX-License-Identifier: GPL-3.0-or-later
// Settings, sounds, keys, and what says that a capture must be played.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BOARDS, obliqueLines } from '../src/geometry';
import { DEFAULTS, type Preferences, readPreferences } from '../src/preferences';
import {
  closeDialog, drag, moveList, nameOf, newContext, newGame, newPage, open, openPosition, openSettings, page, play,
  prefer, prepare, ready, reload, setting, squaresNamed, text, touch, type, waitForMoves,
} from './page_support';

prepare();

const rootData = (name: string): Promise<string | null> => page.getAttribute('html', `data-${name}`);
const namesShown = (): Promise<string[]> => page.locator('.name').allTextContents();
const boardWidth = async (): Promise<number> => (await page.locator('.board').boundingBox())?.width ?? 0;

describe('settings', () => {
  it('that were kept are taken as far as they make sense', () => {
    assert.deepEqual(readPreferences(null), DEFAULTS);
    const other: Preferences = {
      sounds: false, theme: 'blue', pieces: 'flat', coordinates: 'edge', size: 50, notation: 'short', must: false, premoves: true,
      engine: false, lines: 5, threads: 2, shortcuts: false,
    };
    assert.deepEqual(readPreferences(other), other);
    assert.deepEqual(readPreferences({ theme: 'pink', size: 1e9, sounds: 'no', must: false }), { ...DEFAULTS, must: false });
  });

  it('are at work at once, and kept', async () => {
    await open();
    const whole = await boardWidth();
    await openSettings();
    await setting('Board', 'blue');
    await setting('Pieces', 'flat');
    await setting('Coordinates', 'off');
    await page.getByLabel('Board size').fill('60');
    await setting('Sounds', false);
    for (const again of [false, true]) {
      if (again) {
        await reload();
      }
      assert.equal(await rootData('theme'), 'blue');
      assert.equal(await rootData('pieces'), 'flat');
      assert.deepEqual(await namesShown(), []);
      assert.ok(Math.abs((await boardWidth()) / whole - 0.6) < 0.01);
      assert.equal(await page.getAttribute('[data-action=sounds]', 'aria-pressed'), 'false');
    }
  });

  it('choose the language, which is kept', async () => {
    await open();
    await openSettings();
    assert.equal(await page.getByRole('button', { pressed: true }).and(page.locator('[lang]')).textContent(), 'English');
    await page.getByRole('button', { name: 'Français' }).press('Enter');
    await page.waitForSelector('html[lang=fr] [data-ready]');
    await reload();
    assert.equal(await page.getAttribute('html', 'lang'), 'fr');
  });

  it('of another tab of the browser are taken over', async () => {
    await open();
    const first = page;
    const url = await newPage(first.context()); // `page` is the second tab from here on
    await page.goto(url);
    await ready();
    await prefer('Board', 'green');
    await first.waitForFunction(() => document.documentElement.dataset['theme'] === 'green');
    await first.click('[data-action=sounds]');
    assert.match((await first.evaluate(() => localStorage.getItem('bushka-preferences'))) ?? '', /"theme":"green"/);
  });
});

describe('coordinates at the edge', () => {
  it('are those of lines that run up to the right, letters, and to the left', () => {
    for (const [shape, top] of [[BOARDS.bushka, 'e0'], [BOARDS.bushka9x11, 'e9']] as const) {
      const line = (wanted: string): unknown => obliqueLines(shape).find(({ name }) => name === wanted);
      assert.deepEqual(line('e'), { name: 'e', first: 'e1', last: top, leansRight: true });
      assert.deepEqual(line('5'), { name: '5', first: 'i5', last: 'a5', leansRight: false });
    }
  });

  for (const { board, letters, numbers, from, to } of [
    { board: 'bushka', letters: 9, numbers: 10, from: 'f2', to: 'f5' },
    { board: 'bushka9x11', letters: 10, numbers: 10, from: 'h4', to: 'e4' },
  ]) {
    it(`name the ${letters} and ${numbers} lines of ${board}, and moves can be made on it`, async () => {
      await open();
      await newGame({ Board: board, Colour: 'people' });
      await prefer('Coordinates', 'edge');
      const names = await namesShown();
      assert.equal(names.filter((name) => /^[a-j]$/.test(name)).length, letters);
      assert.equal(names.filter((name) => /^\d$/.test(name)).length, numbers);
      for (const flipped of [false, true]) {
        if (flipped) {
          await page.click('text=Flip');
        }
        const low = await page.locator('.board svg').boundingBox();
        assert.ok(low !== null);
        for (const name of await page.locator('.name').all()) {
          const box = await name.boundingBox();
          assert.ok(box !== null && box.x >= low.x && box.x + box.width <= low.x + low.width + 1);
          assert.ok(box.y + box.height <= low.y + low.height + 1);
        }
      }
      // White's men are at the far side now.
      await touch(from, to);
      await waitForMoves(1);
      await page.click('[data-action=takeBack]');
      await drag(from, to);
      await waitForMoves(1);
      assert.deepEqual(await moveList(), [`${from}-${to}`]);
    });
  }
});

describe('what must be captured', () => {
  for (const { what, fen, must, why } of [
    { what: 'nothing', fen: 'W:Wf4:Bc8', must: [], why: '' },
    { what: 'one', fen: 'W:Wc3,f4:Bc8,f6', must: ['f4'], why: 'A piece must capture.' },
    { what: 'the most', fen: 'W:Wc3,f4:Bc5,d5,f6', must: ['f4'], why: 'A piece must capture, and it must take as many as possible (2).' },
    { what: 'with a line', fen: 'W:Wd3,d4,g4:Bd6,g6', must: ['d3'], why: 'A line must capture: linear captures come first.' },
    {
      what: 'the most with a line',
      fen: 'W:We3,e4,h4,h5:Bc8,e6,e7,h7',
      must: ['e3'],
      why: 'A line must capture: linear captures come first, and it must take as many pieces as possible (2).',
    },
  ]) {
    it(`is marked, with the reason: ${what}`, async () => {
      await openPosition('bushka', fen);
      assert.equal(await text('.duty'), why);
      assert.equal(await page.locator('.mark.must').count(), must.length);
      assert.deepEqual(await squaresNamed('must capture'), must);
      await prefer('Mark pieces that must capture, and say why', false);
      assert.equal(await text('.duty'), '');
      assert.equal(await page.locator('.mark.must').count(), 0);
    });
  }
});

describe('sounds', () => {
  it('are heard of moves and refusals, and switched off by one click', async () => {
    const url = await newPage(await newContext());
    await page.addInitScript(() => {
      const heard = { tones: 0 };
      Object.assign(window, {
        heard,
        OscillatorNode: class extends OscillatorNode {
          override start(when?: number): void {
            heard.tones++;
            super.start(when);
          }
        },
      });
    });
    await page.goto(url);
    await ready();
    const tones = (): Promise<number> => page.evaluate(() => (window as unknown as { heard: { tones: number } }).heard.tones);
    await newGame({ Colour: 'people' });
    await touch('f2', 'f5');
    await waitForMoves(1);
    const ofMove = await tones();
    assert.ok(ofMove > 0);
    await type('zz');
    await page.waitForFunction((n) => (window as unknown as { heard: { tones: number } }).heard.tones > n, ofMove);
    await page.click('[data-action=sounds]');
    assert.equal(await page.getAttribute('[data-action=sounds]', 'aria-pressed'), 'false');
    const before = await tones();
    await touch('d8', 'd6');
    await waitForMoves(2);
    assert.equal(await tones(), before);
  });

  it('are not missed where a browser has none', async () => {
    const url = await newPage(await newContext());
    await page.addInitScript(() => Reflect.deleteProperty(window, 'AudioContext'));
    await page.goto(url);
    await ready();
    await newGame({ Colour: 'people' });
    await touch('f2', 'f5');
    await touch('d8', 'd6');
    await waitForMoves(2);
  });
});

describe('keys', () => {
  it('that lead to another view leave the focus on its tab', async () => {
    await open('#/learn');
    await page.getByRole('button', { name: 'Analyse', exact: true }).press('Enter');
    await page.getByRole('region', { name: 'Analysis' }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Analysis');
  });

  it('are listed at ?, and do what the list says', async () => {
    await open();
    await newGame({ Colour: 'people' });
    await play('f2f5');
    await page.locator('h1').click();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts', exact: true });
    await list.waitFor();
    assert.match((await list.textContent()) ?? '', /xFlip/);
    await closeDialog();
    const box = async (square: string): Promise<number> => (await page.locator(`[data-square=${square}]`).boundingBox())?.y ?? 0;
    const low = await box('e1');
    await page.keyboard.press('x');
    assert.ok((await box('e1')) < low);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await nameOf('f2'), 'f2, white man');
    await page.keyboard.press('End');
    await page.keyboard.press('t');
    assert.deepEqual(await moveList(), []);
    await page.keyboard.press('u');
    await waitForMoves(1);
    assert.deepEqual(await moveList(), ['f2-f5']);
    await page.keyboard.press('.');
    await page.waitForSelector('[data-tab=friend][aria-current]');
    await page.keyboard.press(',');
    await page.waitForSelector('[data-tab=play][aria-current]');
    await page.keyboard.press('m');
    await page.keyboard.type('xt');
    assert.equal(await page.inputValue('.entry input'), 'xt');
    await page.locator('h1').click();
    await page.keyboard.press('o');
    await page.getByRole('dialog', { name: 'Settings', exact: true }).waitFor();
  });

  it('can be switched off, except for arrows', async () => {
    await open();
    await newGame({ Colour: 'people' });
    await play('f2f5');
    await prefer('Keyboard shortcuts (? lists them)', false);
    await page.locator('h1').click();
    await page.keyboard.press('t');
    await page.keyboard.press('?');
    assert.deepEqual(await moveList(), ['f2-f5']);
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.locator('.move[aria-current]').count(), 0);
  });

  it('with letters up to j stay with the board', async () => {
    await open();
    await touch('e1');
    await page.keyboard.press('g');
    await page.keyboard.press('3');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), 'g3');
  });
});
