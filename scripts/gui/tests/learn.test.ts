// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons and puzzles.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { LESSONS } from '../src/lessons';
import { choose, open, page, prepare, reload, text, touch, type, waitForText } from './page_support';
import { TOP } from './support';

prepare();

/** Opens the lesson of that number, from 1 on. */
async function lesson(number: number): Promise<void> {
  const each = LESSONS[number - 1];
  await choose('Lesson', String(number - 1));
  await waitForText('.panel h2', new RegExp(`^${each?.title}$`));
  await page.waitForFunction(
    (n) => document.querySelectorAll('.piece').length === n,
    each?.fen.split(/[,:]/).filter((word) => /\d/.test(word)).length,
  );
}

describe('the lessons', () => {
  it('let the learner make the move, and say why another is refused', async () => {
    await open();
    await page.click('[data-tab=learn]');
    const number = LESSONS.findIndex(({ id }) => id === 'first') + 1;
    await lesson(number);
    await touch('g4', 'g5');
    await waitForText('.notice', /^g4g5: a linear capture has precedence: d3xd5$/);
    assert.equal(await text('.verdict'), '');
    await touch('d3', 'd5');
    await page.waitForSelector('.verdict.right');
    assert.match(await text('.live'), /^Right!/);
    await page.click('[data-action=next]');
    await waitForText('.panel h2', /^Take the most$/);
  });

  it('take a legal move back that is not the one to learn', async () => {
    await open();
    await page.click('[data-tab=learn]');
    await lesson(2);
    await touch('f4', 'f6');
    await page.waitForSelector('.verdict.wrong');
    assert.equal(await page.getAttribute('[data-square=f4]', 'aria-label'), 'f4, white man');
    await page.click('[data-action=show]');
    await waitForText('.verdict', /The move is f3-f6\./);
  });

  it('have solutions that are legal', async () => {
    await open();
    await page.click('[data-tab=learn]');
    for (const [i, { solutions }] of LESSONS.entries()) {
      await lesson(i + 1);
      await type(solutions[0] ?? 'e3-e4');
      await page.waitForSelector('.verdict.right');
    }
  });
});

describe('the puzzles', () => {
  /** The rows of the suite: id, board, theme and best move. */
  const rows = readFileSync(resolve(TOP, 'tests/data/tactics.tsv'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

  it('count the tries, and which are solved', async () => {
    await open();
    await page.click('[data-tab=puzzles]');
    await waitForText('.panel', /Find the best move/);
    assert.equal(await text('.panel h2'), 'Combinations, 10 × 10, no. 1');
    await type('d9-d8');
    await page.waitForSelector('.verdict.wrong');
    await type(rows.find(([id]) => id === 'combination-10x10-01')?.[5] ?? '');
    await page.waitForSelector('.verdict.right');
    assert.match(await text('.verdict'), /^Solved in 2 tries\.$/);
    assert.equal(await text('.panel .figures'), `1 of ${rows.length} solved`);
    await reload(); // what is solved stays solved
    await page.click('[data-tab=puzzles]');
    await waitForText('.panel h2', /^Combinations, 10 × 10, no. 2$/);
  });

  it('are chosen by theme and by board, and solved by clicks', async () => {
    await open();
    await page.click('[data-tab=puzzles]');
    await choose('Theme', 'promotion');
    await choose('Board', 'bushka9x11');
    const chosen = rows.filter(([, board, theme]) => board === 'bushka9x11' && theme === 'promotion');
    await waitForText('.panel .figures', new RegExp(`^0 of ${chosen.length} solved$`));
    await waitForText('.panel h2', /^Breaking through, 9 × 11, no\. 1$/);
    const best = chosen[0]?.[5]?.split(' ')[0] ?? '';
    await touch(best.slice(0, 2), best.slice(-2));
    await page.waitForSelector('.verdict.right');
    assert.match(await text('.verdict'), /^Solved at the first try!$/);
  });
});
