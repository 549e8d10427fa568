// SPDX-License-Identifier: GPL-3.0-or-later
// When the engine agrees to a draw: by the same rule and constants as in the terminal (engine/terminal/opponent.c).
import type { Placement } from './fen';

export const DRAW_POINTS = 20;
export const DRAW_MOVES = 5;
export const DRAW_PLIES = 60;
export const DRAW_PIECES = 8;

/** How many of the engine's moves in a row it has scored near zero. */
export interface EvenRun {
  readonly moves: number;
  /** The moves of the game up to the last of them, in coordinate notation. */
  readonly game: string;
}

function gameText(moves: readonly string[]): string {
  return moves.join(' ');
}

/** Counts the engine's move, the last one of the game. Its score is null if it is a mate, or not known. */
export function countEven(last: EvenRun | null, moves: readonly string[], score: number | null): EvenRun {
  const even = score !== null && Math.abs(score) <= DRAW_POINTS;
  const follows = last !== null && last.game === gameText(moves.slice(0, -2));
  return { moves: even ? (follows ? last.moves : 0) + 1 : 0, game: gameText(moves) };
}

/** Does the engine, after its move, agree to a draw because of its scores? */
export function acceptsDraw(run: EvenRun | null, moves: readonly string[], placement: Placement): boolean {
  const late = moves.length >= DRAW_PLIES || placement.pieces.size <= DRAW_PIECES;
  return late && run !== null && run.moves >= DRAW_MOVES && run.game === gameText(moves);
}

/** What was kept in the browser, if it is such a run, or null. */
export function readEvenRun(found: unknown): EvenRun | null {
  const { moves, game } = (found ?? {}) as Partial<Record<keyof EvenRun, unknown>>;
  return typeof moves === 'number' && typeof game === 'string' ? { moves, game } : null;
}
