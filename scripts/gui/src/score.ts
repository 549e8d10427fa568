// SPDX-License-Identifier: GPL-3.0-or-later
// Scores as people read them, always from White's side.
import type { Info } from './client';
import type { Color } from './geometry';
import { number, S } from './language';

/** Stands for a mate in a score of hundredths of a man. */
export const FORCED = 10_000;

/** A score beyond this is a win that the tablebases know, without the moves to it (protocol.md, "Analysis lines"). */
const TABLES = 20_000;

export const POINTS_PER_MAN = 100;

/** The scale of the logistic curve from scores to winning chances, fitted to the scores and results of 4,000 games of the
 * engine against itself, 2,000 on each board, at 20,000 nodes a move. */
const CHANCE_SCALE = 105;

/** Hundredths of a man; a mate is FORCED less its moves, and what the tablebases know is beyond TABLES. */
export function whiteScore(info: Pick<Info, 'score' | 'mate'>, side: Color): number {
  const own = info.mate ? (info.score > 0 ? FORCED - info.score : -FORCED - info.score) : info.score;
  return side === 'W' ? own : -own;
}

export function isForced(score: number): boolean {
  return Math.abs(score) > FORCED / 2;
}

export function isOfTables(score: number): boolean {
  return Math.abs(score) > TABLES;
}

export function scoreText(score: number): string {
  const sign = score < 0 ? '−' : '+';
  if (isOfTables(score)) {
    return `${sign}${S.analysis.tables}`;
  }
  return isForced(score)
    ? `${sign}#${FORCED - Math.abs(score)}`
    : sign + number(Math.abs(score) / POINTS_PER_MAN, 2);
}

/** White's chance to win, 0 to 1; a draw counts as half a win. */
export function winningChance(score: number): number {
  return isForced(score) ? (score > 0 ? 1 : 0) : 1 / (1 + Math.exp(-score / CHANCE_SCALE));
}
