// SPDX-License-Identifier: GPL-3.0-or-later
// What a reader prefers: looks, sounds and help, the same for all games, kept in the browser.
import { COORDINATES, type Coordinates } from './board';
import { type Notation, NOTATIONS } from './moves';

/** In style.css: the colours of the squares, and how pieces are drawn. */
export const BOARD_THEMES = ['wood', 'green', 'blue', 'contrast'] as const;
export const PIECE_SETS = ['turned', 'flat', 'contrast'] as const;

/** Percent of the space that there is for the board. */
export const SIZES = { least: 50, most: 100, step: 5 } as const;

/** How many lines the analysis may show. */
export const LINES = [1, 2, 3, 5] as const;

export interface Preferences {
  readonly sounds: boolean;
  readonly theme: (typeof BOARD_THEMES)[number];
  readonly pieces: (typeof PIECE_SETS)[number];
  readonly coordinates: Coordinates;
  readonly size: number;
  readonly notation: Notation;
  /** Are pieces that have to capture marked, and is it said why? */
  readonly must: boolean;
  /** May a move be entered while the engine thinks? */
  readonly premoves: boolean;
  /** In the analysis: does the engine search, how many lines, and with how many threads? Null: with all. */
  readonly engine: boolean;
  readonly lines: number;
  readonly threads: number | null;
  /** Are single characters commands? */
  readonly shortcuts: boolean;
}

export const DEFAULTS: Preferences = {
  sounds: true,
  theme: 'wood',
  pieces: 'turned',
  coordinates: 'inside',
  size: SIZES.most,
  notation: 'formal',
  must: true,
  premoves: false,
  engine: true,
  lines: 3,
  threads: null,
  shortcuts: true,
};

/** What was found, if it is in the list. */
function oneOf<T>(list: readonly T[], found: unknown, otherwise: T): T {
  return list.find((each) => each === found) ?? otherwise;
}

/** What was kept in the browser; the default for what cannot be used. */
export function readPreferences(found: unknown): Preferences {
  const { sounds, theme, pieces, coordinates, size, notation, must, premoves, engine, lines, threads, shortcuts } =
    (found ?? {}) as Partial<Record<keyof Preferences, unknown>>;
  return {
    sounds: oneOf([true, false], sounds, DEFAULTS.sounds),
    theme: oneOf(BOARD_THEMES, theme, DEFAULTS.theme),
    pieces: oneOf(PIECE_SETS, pieces, DEFAULTS.pieces),
    coordinates: oneOf(COORDINATES, coordinates, DEFAULTS.coordinates),
    size: typeof size === 'number' && size >= SIZES.least && size <= SIZES.most ? size : DEFAULTS.size,
    notation: oneOf(NOTATIONS, notation, DEFAULTS.notation),
    must: oneOf([true, false], must, DEFAULTS.must),
    premoves: oneOf([true, false], premoves, DEFAULTS.premoves),
    engine: oneOf([true, false], engine, DEFAULTS.engine),
    lines: oneOf(LINES, lines, DEFAULTS.lines),
    threads: Number.isInteger(threads) && Number(threads) > 0 ? Number(threads) : DEFAULTS.threads,
    shortcuts: oneOf([true, false], shortcuts, DEFAULTS.shortcuts),
  };
}
