// SPDX-License-Identifier: GPL-3.0-or-later
// What a person has learned: the exercises solved, and a rating that goes up and down with the puzzles; and which puzzles
// are wanted. Values without a view.
import { type BoardName, isBoardName } from './geometry';
import { S } from './language';

export interface Training {
  /** Lessons and puzzles that are solved, by their names. */
  readonly solved: readonly string[];
  /** Puzzles that were failed at first and are not solved yet: they do not count again. */
  readonly failed: readonly string[];
  readonly rating: number;
  /** How many puzzles have counted. */
  readonly rated: number;
  /** Puzzles solved in a row on the first try: now, and at most. */
  readonly streak: number;
  readonly longest: number;
}

export const UNTRAINED: Training = { solved: [], failed: [], rating: 1000, rated: 0, streak: 0, longest: 0 };

const STEP = 24; // points that a puzzle can move the rating by
const FIRST_STEP = 72; // the same while the rating is hardly known, ...
const FIRST = 15; // ...for this many puzzles
const LOWEST = 300;
const ELO_SCALE = 400;

/** The training once an exercise is solved. */
export function withSolved(training: Training, id: string): Training {
  const { solved, failed } = training;
  return solved.includes(id) ? training : { ...training, solved: [...solved, id], failed: failed.filter((each) => each !== id) };
}

/** The training once a puzzle was failed, or solved on the first try. It counts once. */
export function withResult(training: Training, id: string, puzzle: number, won: boolean): Training {
  const { solved, failed, rating, rated, streak, longest } = training;
  if (solved.includes(id) || failed.includes(id)) {
    return training;
  }
  const expected = 1 / (1 + 10 ** ((puzzle - rating) / ELO_SCALE));
  const step = rated < FIRST ? FIRST_STEP : STEP;
  const now = won ? streak + 1 : 0;
  return {
    solved,
    failed: won ? failed : [...failed, id],
    rating: Math.max(LOWEST, Math.round(rating + step * ((won ? 1 : 0) - expected))),
    rated: rated + 1,
    streak: now,
    longest: Math.max(longest, now),
  };
}

/** What was kept in the browser, as far as it can be used. */
export function readTraining(found: unknown): Training {
  const read = { ...UNTRAINED, ...(found as Partial<Training> | null) };
  const names = (list: unknown): string[] => (Array.isArray(list) ? list.map(String) : []);
  const number = (value: unknown, otherwise: number): number => (Number.isFinite(value) ? (value as number) : otherwise);
  return {
    solved: names(read.solved),
    failed: names(read.failed),
    rating: number(read.rating, UNTRAINED.rating),
    rated: number(read.rated, 0),
    streak: number(read.streak, 0),
    longest: number(read.longest, 0),
  };
}

/** The choice of all themes. */
export const ALL = 'all';

type Order = (typeof S.puzzles.orders)[number][0];

/** Which puzzles are wanted, and in which order. */
export interface PuzzleChoice {
  readonly theme: string;
  readonly board: BoardName;
  readonly order: Order;
  /** The puzzle that was shown last. */
  readonly puzzle: string | null;
}

/** What was kept in the browser, as far as there is such a choice. */
export function readPuzzleChoice(found: unknown): PuzzleChoice {
  const { theme, board, order, puzzle } = (found ?? {}) as Partial<Record<keyof PuzzleChoice, unknown>>;
  return {
    theme: typeof theme === 'string' && theme in S.puzzles.themes ? theme : ALL,
    board: isBoardName(board) ? board : 'bushka',
    order: S.puzzles.orders.find(([name]) => name === order)?.[0] ?? 'rating',
    puzzle: typeof puzzle === 'string' ? puzzle : null,
  };
}
