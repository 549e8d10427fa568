// SPDX-License-Identifier: GPL-3.0-or-later
// Scores as people read them, always seen by White.
import type { Info } from './client';
import type { Color } from './geometry';
import { number } from './language';

/** Stands for a mate in a score of hundredths of a man. */
export const FORCED = 10_000;

export const POINTS_PER_MAN = 100;
const BAR_SCALE = 250; // points at which the bar is about three quarters full

/** Hundredths of a man; a mate is FORCED less its moves. */
export function whiteScore(info: Info, side: Color): number {
  const own = info.mate ? (info.score > 0 ? FORCED - info.score : -FORCED - info.score) : info.score;
  return side === 'W' ? own : -own;
}

export function isForced(score: number): boolean {
  return Math.abs(score) > FORCED / 2;
}

export function scoreText(score: number): string {
  const sign = score < 0 ? '−' : '+';
  return isForced(score)
    ? `${sign}#${FORCED - Math.abs(score)}`
    : sign + number(Math.abs(score) / POINTS_PER_MAN, 2);
}

/** White's part of the bar, 0 to 1. */
export function barShare(score: number): number {
  return isForced(score) ? (score > 0 ? 1 : 0) : 1 / (1 + Math.exp(-score / BAR_SCALE));
}
