// SPDX-License-Identifier: GPL-3.0-or-later
// What moves are worth, by the winning chances that they cost, and how well each side has played.
import { readFen } from './fen';
import { type Color, otherColor } from './geometry';
import type { Notation } from './moves';
import { isForced, scoreText, winningChance } from './score';
import { S } from './language';
import type { Node } from './tree';

export const GRADES = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'] as const;
export type Grade = (typeof GRADES)[number];

/** What a move of each of these grades costs at least, in hundredths of winning chances. */
export const COSTS = { inaccuracy: 5, mistake: 10, blunder: 20 } as const;

/** A move that costs this many hundredths counts half in the accuracy. */
export const HALF_COST = 10;

/** The marks after a move in the list. */
export const MARKS: Readonly<Record<Grade, string>> = { best: '', good: '', inaccuracy: '?!', mistake: '?', blunder: '??' };

/** Who made the move that led to this node. */
export function moverOf({ details }: Node): Color {
  return otherColor(readFen(details.fen).side);
}

/** Hundredths of winning chances that the move cost its side, 0 to 100; null if the positions were not analysed. */
export function costOf(node: Node): number | null {
  const { parent, move, score } = node;
  if (parent === null || move === null || parent.score === null) {
    return null;
  }
  if (parent.best === move.coordinate) {
    return 0;
  }
  if (score === null) {
    return null;
  }
  const lost = (winningChance(parent.score) - winningChance(score)) * 100;
  return Math.max(0, moverOf(node) === 'W' ? lost : -lost);
}

export function gradeOf(node: Node): Grade | null {
  const cost = costOf(node);
  if (cost === null) {
    return null;
  }
  if (node.parent?.best === node.move?.coordinate) {
    return 'best';
  }
  return cost >= COSTS.blunder ? 'blunder' : cost >= COSTS.mistake ? 'mistake' : cost >= COSTS.inaccuracy ? 'inaccuracy' : 'good';
}

/** Should a better move have been played? */
export function isBad(node: Node): boolean {
  const grade = gradeOf(node);
  return grade === 'inaccuracy' || isTurn(node);
}

/** Is this move a turning point of the game? */
export function isTurn(node: Node): boolean {
  const grade = gradeOf(node);
  return grade === 'mistake' || grade === 'blunder';
}

/** The better move, in words; '' if none was missed. */
export function remarkOf(node: Node, notation: Notation): string {
  const { parent } = node;
  const better = parent?.details.moves.find(({ coordinate }) => coordinate === parent.best);
  if (parent === null || parent.score === null || better === undefined || !isBad(node)) {
    return '';
  }
  return S.analysis.better(better[notation], scoreText(parent.score), isForced(parent.score));
}

/** The play of one side. */
interface Tally {
  readonly counts: Readonly<Record<Grade, number>>;
  /** 0 to 100; null if the side has had no choice yet. */
  readonly accuracy: number | null;
}

/** Counts the moves that a side has chosen among several. Their accuracy is the mean of 100 / 2^(cost / HALF_COST). */
export function tallyOf(line: readonly Node[], side: Color): Tally {
  const counts = { best: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
  const worths: number[] = [];
  for (const node of line) {
    const grade = gradeOf(node);
    const cost = costOf(node);
    if (grade === null || cost === null || moverOf(node) !== side || node.parent?.details.moves.length === 1) {
      continue;
    }
    counts[grade]++;
    worths.push(100 / 2 ** (cost / HALF_COST));
  }
  const sum = worths.reduce((total, worth) => total + worth, 0);
  return { counts, accuracy: worths.length === 0 ? null : sum / worths.length };
}
