// SPDX-License-Identifier: GPL-3.0-or-later
// The two boards: where a square stands on the screen, and what it is called (core/RULES.md, "Board and coordinates").
// Only names and places: the engine says what is legal.

export type BoardName = 'bushka' | 'bushka9x11';
export type Color = 'W' | 'B';

export interface Place {
  readonly column: number;
  readonly row: number;
}

export interface BoardShape {
  readonly name: BoardName;
  readonly columns: number;
  readonly rows: number;
}

export const BOARDS: Readonly<Record<BoardName, BoardShape>> = {
  bushka: { name: 'bushka', columns: 10, rows: 10 },
  bushka9x11: { name: 'bushka9x11', columns: 11, rows: 9 },
};

const FIRST_LETTER = 'a'.charCodeAt(0);
const TENTH = 10;

export function isBoardName(text: unknown): text is BoardName {
  return text === 'bushka' || text === 'bushka9x11';
}

export function otherColor(color: Color): Color {
  return color === 'W' ? 'B' : 'W';
}

/** The name of the dark square there, or null for a light one or beyond the edge. */
export function squareAt(shape: BoardShape, place: Place): string | null {
  const { column, row } = place;
  if (column < 1 || row < 1 || column > shape.columns || row > shape.rows || (column + row) % 2 !== 0) {
    return null;
  }
  const number = (column + row) / 2;
  const letter = String.fromCharCode(FIRST_LETTER + (column - row + 8) / 2);
  return letter + String(number % TENTH);
}

/** Column and row of a square, from 1 at White's bottom left. */
export function placeOf(square: string): Place {
  const letter = square.charCodeAt(0) - FIRST_LETTER;
  const digit = Number(square[1]);
  const number = digit === 0 ? TENTH : digit;
  return { column: number + letter - 4, row: number - letter + 4 };
}

/** Every dark square, row by row from the top as White sees it. */
export function squaresOf(shape: BoardShape): string[] {
  const squares: string[] = [];
  for (let row = shape.rows; row >= 1; row--) {
    for (let column = 1; column <= shape.columns; column++) {
      const square = squareAt(shape, { column, row });
      if (square !== null) {
        squares.push(square);
      }
    }
  }
  return squares;
}

/** A line of squares with one letter or one number. */
interface ObliqueLine {
  readonly name: string;
  /** Its lowest and its highest square, as White sees them. */
  readonly first: string;
  readonly last: string;
  /** Lettered lines run up to the right, numbered lines up to the left. */
  readonly leansRight: boolean;
}

export function obliqueLines(shape: BoardShape): ObliqueLine[] {
  const lines = new Map<string, ObliqueLine>();
  for (const square of squaresOf(shape)) {
    for (const [at, name] of [...square].entries()) {
      const known = lines.get(name);
      lines.set(name, { name, first: square, last: known?.last ?? square, leansRight: at === 0 });
    }
  }
  return [...lines.values()];
}
