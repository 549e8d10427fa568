// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons and puzzles: lines that are played out, wrong moves and what follows them, what is kept, and the rating.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LESSONS } from '../src/lessons';
import { readTraining, UNTRAINED, withResult, withSolved } from '../src/training';
import {
  begun, choose, fen, forgive, hurry, middleOf, moveList, nameOf, open, openWithoutWorker, page, prepare, ready, reload, text, touch, type, waitForFen,
  waitForText,
} from './page_support';
import { type PuzzleRow, puzzlesOf } from './support';

prepare();

/** Opens the lesson of that name. */
async function lesson(id: string): Promise<void> {
  const number = LESSONS.findIndex((each) => each.id === id);
  await choose('Lesson', String(number));
  await begun(LESSONS[number]?.title);
}

/** Plays the person's moves of a line, each once the one before it has been answered. */
async function playLine(line: readonly (readonly string[])[]): Promise<void> {
  for (let i = 0; i < line.length; i += 2) {
    await type(line[i]?.[0] ?? '');
    const answer = line[i + 1]?.[0];
    await (answer === undefined
      ? page.waitForSelector('.verdict.right')
      : waitForText('.verdict', new RegExp(`plays ${answer.replaceAll('-', '.')}\\. Your move\\.$`)));
  }
}

async function openLearn(): Promise<void> {
  await open();
  await page.click('[data-tab=learn]');
  await begun();
}

describe('the lessons', () => {
  it('let the learner make the move, and say why another is refused', async () => {
    await openLearn();
    await lesson('first');
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
    await openLearn();
    await lesson('line');
    await touch('f4', 'f6');
    await page.waitForSelector('.verdict.wrong');
    assert.equal(await text('.live'), await text('.verdict'));
    assert.equal(await nameOf('f4'), 'f4, white man');
    await page.click('[data-action=show]');
    await waitForText('.verdict', /The move is f3-f6\./);
  });

  it('call nothing wrong any more once the right move is made', async () => {
    await openLearn();
    await lesson('choice');
    await type('e5-e4');
    await page.waitForSelector('.verdict.wrong');
    const next = page.locator('.verdict').evaluate(
      (verdict) =>
        new Promise((done) => {
          new MutationObserver(() => done(verdict.textContent)).observe(verdict, { childList: true });
        }),
    );
    await type('e6-e4');
    assert.equal(await next, '');
    await waitForText('.verdict', /^White plays e1xe3\. Your move\.$/);
  });

  it('are offered beside the game until something is solved', async () => {
    await open();
    const offer = page.getByRole('button', { name: 'To the lessons' });
    await offer.click();
    await begun();
    await type('e3-e4');
    await page.waitForSelector('.verdict.right');
    await page.click('[data-tab=play]');
    await waitForText('.status', /^White to move/);
    assert.equal(await offer.count(), 0);
  });

  it('are lines that can be played to their end, and are marked as done', { timeout: 240_000 }, async () => {
    await openLearn();
    await hurry(500);
    for (const { id, line } of LESSONS) {
      if (id !== LESSONS[0]?.id) { // which has begun already
        await lesson(id);
      }
      await playLine(line.length === 0 ? [['e3-e4']] : line);
    }
    const all = new RegExp(`^${LESSONS.length} of ${LESSONS.length} lessons done$`);
    await waitForText('.panel .figures', all);
    const marked = await page.locator('.panel option').allTextContents();
    assert.ok(marked.every((name) => name.endsWith(' ✓')));
    await reload();
    await waitForText('.panel .figures', all);
  });

  it('begin with the first that is not done', async () => {
    await openLearn();
    await type('e3-e4');
    await page.waitForSelector('.verdict.right');
    await reload();
    await waitForText('.panel h2', new RegExp(`^${LESSONS[1]?.title}$`));
  });

  it('go on after a reload with the one that was shown', async () => {
    await openLearn();
    await lesson('bait');
    await reload();
    await begun(LESSONS.find(({ id }) => id === 'bait')?.title);
  });

  it('go on after the last with the first', async () => {
    await openLearn();
    await lesson(LESSONS.at(-1)?.id ?? '');
    await page.click('[data-action=next]');
    await begun();
  });

  it('answer a wrong move on the board, and let it be tried again', async () => {
    await openLearn();
    await lesson('seven');
    await type('f3-f4');
    await waitForText('.verdict', /^f3-f4 loses by force: d4xe4xe3.*\.$/);
    assert.equal(await nameOf('f4'), 'f4, empty'); // it has been captured
    await page.getByRole('button', { name: 'Try again', exact: true }).press('Enter');
    assert.equal(await nameOf('f4'), 'f4, empty');
    assert.equal(await nameOf('f3'), 'f3, white man');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), 'f3');
    assert.ok(await page.getByRole('button', { name: 'Try again', exact: true }).isHidden());
    await playLine(LESSONS.find(({ id }) => id === 'seven')?.line ?? []);
  });

  it('go on with the line where a move is as good', async () => {
    await openLearn();
    await lesson('six');
    await type('f4-e4');
    await waitForText('.verdict', /^f4-e4 is just as good\. The line goes on with g6-f6\.$/);
    await waitForText('.verdict', /^Black plays d6xe6\. Your move\.$/);
  });

  it('can be left in the middle of an answer', async () => {
    await openLearn();
    await lesson('pulling');
    await type('g7-g8');
    await lesson('prison');
    await page.waitForTimeout(800);
    assert.equal(await text('.verdict'), '');
    await type('f2-e2');
    await page.waitForSelector('.verdict.right');
    await lesson('bait');
    await type('d6-e6');
    await page.click('[data-tab=play]');
    await page.waitForTimeout(1500);
    assert.equal(await page.locator('.piece').count(), 30);
  });
});

describe('the puzzles', () => {
  const puzzles = puzzlesOf('bushka');
  const nearest = (rating: number, rows: readonly PuzzleRow[] = puzzles): PuzzleRow => {
    const [first] = [...rows].sort((a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating));
    assert.ok(first !== undefined);
    return first;
  };
  const openPuzzles = async (): Promise<void> => {
    await open();
    await page.click('[data-tab=puzzles]');
  };
  /** Opens a page that gets what it asks for under such an address only once the function returned is called. */
  const openHeld = async (address: RegExp): Promise<() => void> => {
    let go: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => { go = resolve; });
    await openWithoutWorker((context) => context.route(address, async (route) => {
      await wait;
      await route.continue();
    }));
    await ready();
    return go;
  };
  const waitForPuzzle = ({ id, rating }: PuzzleRow, board = '10 × 10'): Promise<void> =>
    begun(`Puzzle ${id}, ${board}[^,]*, rated ${rating}`);

  it('are fetched when they are wanted, and played to the end of their lines', async () => {
    const asked: string[] = [];
    await openWithoutWorker((context) => context.on('request', (request) => asked.push(request.url())));
    await ready();
    assert.ok(!asked.some((address) => address.endsWith('.tsv')));
    await page.click('[data-tab=puzzles]');
    const first = nearest(UNTRAINED.rating);
    await waitForPuzzle(first);
    assert.equal(asked.filter((address) => address.endsWith('.tsv')).length, 1);
    await waitForText('.panel', /to move and win something/);
    await playLine(first.line);
    assert.match(await text('.verdict'), /^Solved on the first try! .*(White|Black) has taken \d+ pieces? for \d+/);
    const { rating } = withResult(UNTRAINED, '', first.rating, true);
    assert.ok(rating > UNTRAINED.rating);
    const own = new RegExp(`^Your rating is ${rating}\\. Solved in a row: 1; longest run: 1\\. 1 of ${puzzles.length} solved\\.$`);
    await waitForText('.panel .figures', own);
    await reload(); // all of it is kept
    await waitForText('.panel .figures', own);
    await waitForPuzzle(nearest(rating, puzzles.filter(({ id }) => id !== first.id)));
  });

  it('cost points when they go wrong, once', async () => {
    await openPuzzles();
    const first = nearest(UNTRAINED.rating);
    await waitForPuzzle(first);
    await page.click('[data-action=show]');
    const { rating } = withResult(UNTRAINED, '', first.rating, false);
    const lost = (solved: number): RegExp => new RegExp(`^Your rating is ${rating}\\. Solved in a row: 0; longest run: 0\\. ${solved} of`);
    await waitForText('.panel .figures', lost(0));
    await page.click('[data-tab=play]');
    await page.click('[data-tab=puzzles]');
    await waitForPuzzle(first);
    await page.click('[data-action=show]');
    await page.click('[data-action=again]');
    await waitForPuzzle(first);
    await playLine(first.line);
    assert.match(await text('.verdict'), /^Solved in 3 tries\./);
    await waitForText('.panel .figures', lost(1));
    assert.ok(!(await page.locator('[data-action=show]').isVisible())); // there is nothing left to show
  });

  it('are chosen by theme, board and order', async () => {
    await openPuzzles();
    const nine = puzzlesOf('bushka9x11').filter(({ theme }) => theme === 'promotion');
    await choose('Theme', 'promotion');
    await choose('Board', 'bushka9x11');
    await choose('Order', 'difficulty');
    await waitForText('.panel .figures', new RegExp(`0 of ${nine.length} solved\\.$`));
    const [easiest, second] = [...nine].sort((a, b) => a.rating - b.rating);
    assert.ok(easiest !== undefined && second !== undefined);
    await waitForPuzzle(easiest, '9 × 11');
    await page.click('[data-action=next]');
    await waitForPuzzle(second, '9 × 11');
    await page.click('[data-action=show]');
    await reload(); // what was chosen is kept, and the puzzle with it
    await waitForPuzzle(second, '9 × 11');
    await waitForText('.panel .figures', new RegExp(`0 of ${nine.length} solved\\.$`));
    await playLine(second.line);
    assert.match(await text('.verdict'), /^Solved in 2 tries\./);
  });

  it('come round again, one after the other, once all are solved', async () => {
    const kings = puzzles.filter(({ theme }) => theme === 'kings');
    await openPuzzles();
    await page.evaluate((solved) => localStorage.setItem('bushka-training', JSON.stringify({ solved })), kings.map(({ id }) => `bushka-${id}`));
    await reload();
    await choose('Theme', 'kings');
    await choose('Order', 'difficulty');
    await waitForText('.panel .figures', new RegExp(`${kings.length} of ${kings.length} solved\\.$`));
    const [first, second] = [...kings].sort((a, b) => a.rating - b.rating);
    assert.ok(first !== undefined && second !== undefined);
    await waitForPuzzle(first);
    await page.click('[data-action=next]');
    await waitForPuzzle(second);
  });

  it('come from the board that was chosen, also where another one is wanted before they are there', async () => {
    const go = await openHeld(/bushka9x11.*\.tsv/);
    await page.click('[data-tab=puzzles]');
    await waitForPuzzle(nearest(UNTRAINED.rating));
    await choose('Board', 'bushka9x11');
    await page.click('[data-action=next]');
    go();
    await waitForPuzzle(nearest(UNTRAINED.rating, puzzlesOf('bushka9x11')), '9 × 11');
  });

  /** Opens the puzzles, and chooses the other board, whose puzzles cannot be loaded that many times. */
  const openWithoutOthers = async (times: number): Promise<void> => {
    await openWithoutWorker((context) => context.route(/bushka9x11.*\.tsv/, (route) => route.abort(), { times }));
    await page.click('[data-tab=puzzles]');
    await waitForPuzzle(nearest(UNTRAINED.rating));
    await choose('Board', 'bushka9x11');
    await waitForText('.notice', /./);
  };

  it('of the board that was chosen are asked for again where they could not be loaded', async () => {
    await openWithoutOthers(1);
    await page.click('[data-action=next]');
    await waitForPuzzle(nearest(UNTRAINED.rating, puzzlesOf('bushka9x11')), '9 × 11');
    forgive('Failed to load resource');
  });

  it('that could not be loaded are missed in the panel, without the task of another one beside the board', async () => {
    await openWithoutOthers(2);
    await page.click('[data-tab=learn]');
    await begun();
    await page.click('[data-tab=puzzles]');
    await waitForText('.panel > p', /could not be loaded/);
    assert.equal(await text('.panel h2'), '');
    await choose('Board', 'bushka');
    await waitForPuzzle(nearest(UNTRAINED.rating));
    forgive('Failed to load resource');
  });

  it('leave the game under way alone while they are loaded', async () => {
    const go = await openHeld(/\.tsv/);
    await page.click('[data-tab=puzzles]');
    await type('f2f5');
    assert.ok(!(await page.locator('[data-action=show]').isVisible()));
    go();
    await waitForPuzzle(nearest(UNTRAINED.rating));
    assert.ok(await page.locator('[data-action=show]').isVisible());
    await page.click('[data-tab=play]');
    assert.equal((await moveList()).length, 0);
  });

  it('can be analysed, and gone on with', async () => {
    await openPuzzles();
    const first = nearest(UNTRAINED.rating);
    await waitForPuzzle(first);
    await page.click('[data-action=analyse]');
    await waitForFen(first.fen);
    assert.equal(await fen(), first.fen);
    const isBlackBelow = async (): Promise<boolean> => (await middleOf('e1')).y < (await middleOf('e0')).y;
    const turned = first.fen.startsWith('B');
    assert.equal(await isBlackBelow(), turned);
    await reload();
    await waitForFen(first.fen);
    assert.equal(await isBlackBelow(), turned);
    await page.getByRole('button', { name: 'Flip', exact: true }).click();
    await page.click('[data-tab=puzzles]');
    await waitForPuzzle(first);
    assert.equal(await isBlackBelow(), turned);
    await page.click('[data-tab=analysis]');
    await waitForFen(first.fen);
    assert.equal(await isBlackBelow(), !turned);
    await page.click('[data-tab=puzzles]');
    await waitForPuzzle(first);
    await playLine(first.line);
  });

  it('count a puzzle once, and need no more than plain values', () => {
    const won = withResult(UNTRAINED, 'a', 1000, true);
    const twice = withResult(won, 'b', 1000, true);
    assert.deepEqual([twice.streak, twice.longest, twice.rated], [2, 2, 2]);
    const lost = withResult(twice, 'c', 1000, false);
    assert.deepEqual([lost.streak, lost.longest], [0, 2]);
    assert.ok(lost.rating < twice.rating);
    assert.equal(withResult(lost, 'c', 1000, true), lost);
    assert.deepEqual(readTraining(lost), lost);
    const solved = withSolved(lost, 'c');
    assert.deepEqual([solved.failed, solved.solved], [[], ['c']]);
    assert.equal(withResult(solved, 'c', 1000, true), solved);
  });

  for (const [what, before, puzzle, won, after] of [
    ['a hard one is worth more', UNTRAINED, 1400, true, 1065],
    ['an easy one costs more', UNTRAINED, 600, false, 935],
    ['each counts less once the rating is known', { ...UNTRAINED, rated: 15 }, 1000, true, 1012],
    ['there is a lowest rating', { ...UNTRAINED, rating: 300 }, 300, false, 300],
  ] as const) {
    it(`move the rating: ${what}`, () => assert.equal(withResult(before, 'a', puzzle, won).rating, after));
  }
});
