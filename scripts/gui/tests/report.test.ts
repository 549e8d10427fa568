// SPDX-License-Identifier: GPL-3.0-or-later
// What the analysis says of a whole game: its curve, with gaps where nothing is known.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyseGame, loadText, open, page, prepare, study, waitForMoves, waitForText } from './page_support';

prepare();

describe('the curve of the winning chances', () => {
  it('has gaps where no position is analysed', async () => {
    await study('1. f2-f5 {+0.20/9} d8-d6 {-0.10/9} 2. g3-g6 b6-b4 3. g4-g7 {+0.30/9} e8-f8 {+1.00/9} *\n', 6);
    const curve = page.getByRole('img', { name: /^White’s winning chances/ });
    await curve.waitFor();
    // All at one moment: the curve is drawn anew again and again.
    const right = (part: string): Promise<number[]> =>
      page.evaluate(
        (selector) =>
          [...document.querySelectorAll<SVGGraphicsElement>(selector)].map((e) => e.getBBox()).flatMap(({ x, width }) => [x, x + width]),
        `.chances ${part}`,
      );
    const step = 400 / 6;
    const wanted = [1, 2, 5, 6].map((ply) => Math.round(ply * step));
    for (const part of ['.area', '.black-area']) {
      assert.deepEqual((await right(part)).map(Math.round), wanted, part);
    }
    await analyseGame();
    assert.deepEqual((await right('.area')).map(Math.round), [0, 400]);
  });

  it('has a point where a position is known alone', async () => {
    await study('1. f2-f5 {+0.20/9} d8-d6 2. g3-g6 {+1.00/9} *\n', 3);
    const curve = page.getByRole('img', { name: /^White’s winning chances/ });
    await curve.waitFor();
    assert.equal(await curve.locator('.area').count(), 0);
    assert.equal(await curve.locator('.lone').count(), 2);
  });
});

describe('a text that is loaded', () => {
  it('is seen on the board, wherever the page was scrolled to', async () => {
    await open('#/play', { viewport: { width: 390, height: 844 } });
    await loadText('1. f2-f5 d8-d6 *');
    await waitForText('.list', /d8-d6/);
    await page.waitForFunction(() => (document.querySelector('.board')?.getBoundingClientRect().top ?? -1) >= 0);
  });
});

describe('the analysis of a game', () => {
  it('goes on while the game is stepped through, and ends with the engine or another move', async () => {
    await open('#board=bushka&moves=f2f5-d8d6-g3g6-b6b4-g4g7-e8f8');
    await waitForMoves(6);
    await page.click('[data-action=analyseGame]');
    for (const step of ['One move back', 'One move forward', 'Go to the start', 'One move forward']) {
      await page.click(`[aria-label="${step}"]`);
    }
    await waitForText('.live', /Analysis finished/);
    assert.equal(await page.locator('.move[aria-current]').textContent(), 'f2-f5');
    await page.locator('.lines .depth').first().waitFor(); // the engine looks at the position again
    const engine = page.getByLabel('Engine', { exact: true });
    await page.click('[data-action=analyseGame]');
    await engine.uncheck();
    await waitForText('.live', /stopped/);
    await engine.check();
    await page.click('[aria-label="One move forward"]');
    await page.click('[aria-label="One move back"]');
    await waitForText('.live', /f2-f5/);
    await page.click('[data-action=analyseGame]');
    await page.fill('.entry input', 'd8f8');
    await page.keyboard.press('Enter');
    await waitForText('.live', /stopped/);
  });

  it('that begins again takes away that the one before has been stopped', async () => {
    await open('#board=bushka&moves=f2f5-d8d6-g3g6-b6b4-g4g7-e8f8');
    await waitForMoves(6);
    await page.click('[data-action=analyseGame]');
    await page.getByLabel('Engine', { exact: true }).uncheck();
    await waitForText('.live', /stopped/);
    const said = await page.evaluate(() => {
      document.querySelector<HTMLElement>('[data-action=analyseGame]')?.click();
      return document.querySelector('.live')?.textContent;
    });
    assert.equal(said, 'Black played e8-f8.');
  });
});
