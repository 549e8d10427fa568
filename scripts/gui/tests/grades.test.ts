// SPDX-License-Identifier: GPL-3.0-or-later
// What a move costs, what it is called, and how accurately a side has played.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { costOf, gradeOf, isBad, isTurn, remarkOf, tallyOf } from '../src/grades';
import type { LegalMove } from '../src/moves';
import { scoreText, whiteScore, winningChance } from '../src/score';
import { GameTree, mainLine, type Node } from '../src/tree';

const move = (name: string): LegalMove => ({
  coordinate: name, formal: name, short: name, kind: 'man', from: 'f2', to: 'f3', line: [], taken: [], routes: [], promotes: false,
});
const details = (side: string, count = 2) => ({
  fen: `${side}:W:B`, result: null, reason: '', moves: ['best', 'other'].slice(0, count).map(move),
});

/** A score with that winning chance of White in hundredths. */
const scoreFor = (chance: number): number => 105 * Math.log(chance / (100 - chance));

/** A game of White's and Black's moves in turn: White's chance before it and then after each. */
function game(first: number, ...after: readonly (readonly [name: string, chance: number])[]): Node[] {
  const tree = new GameTree('bushka', null, details('W'));
  let node = Object.assign(tree.root, { score: scoreFor(first), best: 'best' });
  after.forEach(([name, chance], i) => {
    node = Object.assign(tree.add(node, move(name), details(i % 2 === 0 ? 'B' : 'W')), { score: scoreFor(chance), best: 'best' });
  });
  return mainLine(tree.root);
}

describe('a score', () => {
  for (const [mate, score, side, shown, chance] of [
    [false, 130, 'B', '−1.30', 0.22], [true, 3, 'W', '+#3', 1], [true, 3, 'B', '−#3', 0], [true, -2, 'W', '−#2', 0], [true, -2, 'B', '+#2', 1],
  ] as const) {
    it(`of the engine is seen by White: ${shown}`, () => {
      const white = whiteScore({ mate, score }, side);
      assert.deepEqual([scoreText(white), Number(winningChance(white).toFixed(2))], [shown, chance]);
    });
  }
});

describe('a move', () => {
  it('is graded by the winning chances that it costs', () => {
    assert.ok(Math.abs(winningChance(scoreFor(72)) - 0.72) < 1e-9);
    for (const [chance, grade, ...bad] of [
      [60, 'good', false, false], [46, 'good', false, false], [44, 'inaccuracy', true, false], [39, 'mistake', true, true], [29, 'blunder', true, true],
    ] as const) {
      const node = game(50, ['other', chance])[1] as Node;
      assert.deepEqual([gradeOf(node), isBad(node), isTurn(node)], [grade, ...bad], String(chance));
      assert.equal(gradeOf(game(50, ['best', 50], ['other', 100 - chance])[2] as Node), grade, `Black, ${chance}`);
    }
  });

  it('that the engine would have played is the best, whatever becomes of it', () => {
    const node = game(50, ['best', 20])[1] as Node;
    assert.deepEqual([gradeOf(node), costOf(node), remarkOf(node, 'formal')], ['best', 0, '']);
  });

  it('that gains costs nothing', () => {
    assert.equal(costOf(game(50, ['other', 60])[1] as Node), 0);
  });

  it('is not graded where a position is not analysed', () => {
    const [root, node] = game(50, ['other', 20]) as [Node, Node];
    root.score = null;
    assert.deepEqual([gradeOf(node), costOf(node)], [null, null]);
  });

  it('that is bad comes with the better one', () => {
    assert.equal(remarkOf(game(50, ['other', 20])[1] as Node, 'formal'), 'best was better (+0.00)');
  });
});

describe('the accuracy of a side', () => {
  it('is the mean worth of its moves: half for one that costs 10 %', () => {
    const line = game(50, ['best', 50], ['best', 50], ['other', 39.9], ['other', 60]);
    for (const [side, accuracy] of [['W', 75], ['B', 62.5]] as const) {
      assert.ok(Math.abs((tallyOf(line, side).accuracy ?? 0) - accuracy) < 0.5, side);
    }
    assert.deepEqual(tallyOf(line, 'W').counts, { best: 1, good: 0, inaccuracy: 0, mistake: 1, blunder: 0 });
  });

  it('leaves out moves without a choice', () => {
    const line = game(50, ['other', 20]);
    (line[0] as Node).details = details('W', 1);
    assert.equal(tallyOf(line, 'W').accuracy, null);
  });
});
