// SPDX-License-Identifier: GPL-3.0-or-later
// The lessons beyond the rules: the engine itself must find each solution, and find it clearly better than any other move.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { THEMES } from '../src/themes';
import { BUILD } from './support';

const NODES = 1_000_000;
const CLEARLY = 100; // points between the best move and the second
const FORCED = 10_000;
const QUESTION = ['setoption name MultiPV value 2', 'setoption name Notation value formal'];

/** The moves of the two best lines with their points. */
function bestTwo(fen: string): { move: string; points: number }[] {
  const input = [...QUESTION, `position fen ${fen}`, `go nodes ${NODES}`, 'quit\n'].join('\n');
  const lines = execFileSync(resolve(BUILD, 'bushka'), { input, encoding: 'utf8' }).split('\n');
  return ['1', '2'].map((rank) => {
    const last = lines.filter((line) => line.includes(` multipv ${rank} `)).at(-1) ?? '';
    const [, kind, score, move = ''] = /score (cp|mate) (-?\d+) .* pv (\S+)/.exec(last) ?? [];
    const points = kind === 'mate' ? Math.sign(Number(score)) * FORCED - Number(score) : Number(score);
    return { move, points };
  });
}

describe('the lessons beyond the rules', () => {
  for (const { title, fen, solutions } of THEMES) {
    it(`"${title}" has one move that is clearly the best`, () => {
      const [best, second] = bestTwo(fen);
      assert.ok(best !== undefined && second !== undefined);
      assert.deepEqual(solutions, [best.move]);
      // Three kings always win: there no other move ends it so soon.
      const gap = second.points > FORCED / 2 ? 0 : CLEARLY;
      assert.ok(best.points - second.points > gap, `${best.points} and ${second.points}`);
    });
  }
});
