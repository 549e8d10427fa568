// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of lessons and puzzles, on the engine: their moves are legal, and the solver has one best move each time, or a
// few that are equally good, clearly better than all others. `scripts/puzzles-mine BOARD --check` checks every puzzle so.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import type { Exercise } from '../src/exercise';
import { LESSONS } from '../src/lessons';
import { BUILD, puzzlesOf, TOP } from './support';

const NODES = 1_000_000; // for a first move; half of them for later ones
const CLEARLY = 100; // points between the worst right move and the best of the others, in lessons
const CLEARLY_STILL = 60; // in puzzles, which were found with 100 by another version of the engine
const FORCED = 30_000;
const BEYOND = 1000; // points beyond which more is no better
const PUZZLES_LEAST = 300;
const EVERY = 16; // puzzles, of which one is searched

/** What the engine writes to these commands. */
function ask(board: string, ...commands: string[]): string {
  const input = [`setoption name UCI_Variant value ${board}`, 'setoption name Notation value formal', ...commands, 'quit\n'];
  const output = execFileSync(resolve(BUILD, 'bushka'), { input: input.join('\n'), encoding: 'utf8' });
  assert.ok(!output.includes('info string error'), output);
  return output;
}

/** The legal moves in each position of a line, from its beginning on. */
function movesAlong(board: string, fen: string, line: readonly string[]): string[][] {
  const looks = line.map((_, i) => `position fen ${fen}${i > 0 ? ` moves ${line.slice(0, i).join(' ')}` : ''}\nmoves`);
  return [...ask(board, ...looks).matchAll(/^Legal moves \(\d+\): (.*)$/gm)].map(([, moves]) => moves?.split(' ') ?? []);
}

/** The best moves of the last iteration that has reported as many as wanted, with their points. */
function best(board: string, position: string, count: number, nodes: number): { move: string; points: number }[] {
  const output = ask(board, `setoption name MultiPV value ${count}`, position, `go nodes ${nodes}`);
  const depths = new Map<string, { move: string; points: number }[]>();
  for (const [, depth = '', kind, score, move = ''] of output.matchAll(/^info depth (\d+) .*score (cp|mate) (-?\d+) .* pv (\S+)/gm)) {
    const points = kind === 'mate' ? Math.sign(Number(score)) * FORCED - Number(score) : Number(score);
    depths.set(depth, [...(depths.get(depth) ?? []), { move, points }]);
  }
  return [...depths.values()].filter((moves) => moves.length === count).at(-1) ?? [];
}

const capped = (points: number): number => Math.max(-BEYOND, Math.min(BEYOND, points));

/** Each move of the solver is right, and no other is. */
function verify({ board, fen, line }: Pick<Exercise, 'board' | 'fen' | 'line'>, gap: number): void {
  const moves = line.map(([first]) => first ?? '');
  for (const [i, legal] of movesAlong(board, fen, moves).entries()) {
    const right = line[i] ?? [];
    right.forEach((move) => assert.ok(legal.includes(move), `${move} of ${legal.join(' ')}`));
    if (i % 2 === 1 || legal.length <= right.length) {
      continue;
    }
    const position = `position fen ${fen}${i > 0 ? ` moves ${moves.slice(0, i).join(' ')}` : ''}`;
    const found = best(board, position, right.length + 1, i === 0 ? NODES : NODES / 2);
    const points = found.filter(({ move }) => right.includes(move)).map((each) => each.points);
    assert.equal(points.length, right.length, `${position}: ${JSON.stringify(found)}`);
    const other = found.find(({ move }) => !right.includes(move))?.points ?? 0;
    const least = Math.min(...points);
    // If everything wins (three kings against one), the right move wins soonest.
    const better = other > FORCED / 2 ? least > other : capped(least) - capped(other) >= gap;
    assert.ok(better, `${position}: ${JSON.stringify(found)}`);
  }
}

describe('the lessons', () => {
  for (const { title, board, fen, line, refuted } of LESSONS.filter((lesson) => lesson.line.length > 0)) {
    it(`"${title}" is a line of legal moves${refuted ? ', each clearly the best' : ''}`, { timeout: 120_000 }, () => {
      if (refuted) {
        verify({ board, fen, line }, CLEARLY);
      } else {
        const moves = line.map(([first]) => first ?? '');
        for (const [i, legal] of movesAlong(board, fen, moves).entries()) {
          line[i]?.forEach((move) => assert.ok(legal.includes(move), move));
        }
      }
    });
  }

  it('say what pace is', () => {
    const lesson = LESSONS.find(({ id }) => id === 'pace');
    assert.ok(lesson !== undefined);
    const pace = (moves: string): number =>
      Number(/^ +pace +\| +(\d+) /m.exec(ask(lesson.board, `position fen ${lesson.fen}${moves}`, 'eval'))?.[1]);
    assert.equal(pace(''), 34);
    for (const move of lesson.line[0] ?? []) {
      assert.equal(pace(` moves ${move}`), 37, move);
    }
  });

  it('hold the fortress, as the tablebases know', () => {
    const lesson = LESSONS.find(({ id }) => id === 'fortress');
    const known = ask(lesson?.board ?? '', `endings ${lesson?.fen ?? ''}`);
    assert.deepEqual(
      [...known.matchAll(/^ (\S+) (draws|loses)/gm)].map(([, move, result]) => `${move} ${result}`).sort(),
      ['g3-f3 loses', 'g3-g4 draws', 'h4-g4 loses', 'h4-h5 loses'],
    );
  });
});

describe('the puzzles', () => {
  for (const board of ['bushka', 'bushka9x11'] as const) {
    const puzzles = puzzlesOf(board);

    it(`of ${board} are enough, of every kind, each once, and lines that the solver begins and ends`, () => {
      assert.ok(puzzles.length >= PUZZLES_LEAST, String(puzzles.length));
      assert.equal(new Set(puzzles.map(({ id }) => id)).size, puzzles.length);
      assert.equal(new Set(puzzles.map(({ fen }) => fen)).size, puzzles.length);
      assert.ok(puzzles.every(({ line }) => line.length >= 3 && line.length % 2 === 1));
      assert.ok(new Set(puzzles.map(({ theme }) => theme)).size >= 4);
    });

    for (const puzzle of puzzles.filter((_, i) => i % EVERY === 0)) {
      it(`of ${board}: number ${puzzle.id} has one best move, and a line of them`, { timeout: 120_000 }, () => {
        verify({ board, fen: puzzle.fen, line: puzzle.line }, CLEARLY_STILL);
      });
    }
  }

  it('have texts for their themes and motifs', () => {
    const texts = readFileSync(resolve(TOP, 'scripts/gui/src/texts/en.ts'), 'utf8');
    for (const { theme, motif } of [...puzzlesOf('bushka'), ...puzzlesOf('bushka9x11')]) {
      assert.match(texts, new RegExp(`^ {6}'?${theme}'?: `, 'm'));
      assert.match(texts, new RegExp(`^ {6}'?${motif}'?: `, 'm'));
    }
  });
});
