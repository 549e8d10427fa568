// SPDX-License-Identifier: GPL-3.0-or-later
// Positions as the engine prints them (protocol.md, "Moves and positions"): read for the board, and written for the engine
// to judge.
import type { Color } from './geometry';

export interface Piece {
  readonly color: Color;
  readonly king: boolean;
}

export interface Placement {
  readonly side: Color;
  readonly pieces: ReadonlyMap<string, Piece>;
}

/** A FEN from a person, for the engine to judge, without its spaces, which would make it several words. Null if empty. */
export function writtenFen(text: string | null | undefined): string | null {
  const fen = text?.replace(/\s+/g, '') ?? '';
  return fen === '' ? null : fen;
}

/** Reads a FEN that the engine has printed. */
export function readFen(fen: string): Placement {
  const pieces = new Map<string, Piece>();
  const [side, ...parts] = fen.split(':');
  for (const part of parts) {
    const color: Color = part.startsWith('B') ? 'B' : 'W';
    for (const word of part
      .slice(1)
      .split(',')
      .filter((w) => w !== '')) {
      const king = word.startsWith('K');
      pieces.set(king ? word.slice(1) : word, { color, king });
    }
  }
  return { side: side === 'B' ? 'B' : 'W', pieces };
}

/** Writes a placement, which the engine may refuse. */
export function writeFen(placement: Placement): string {
  const list = (color: Color): string =>
    color +
    [...placement.pieces]
      .filter(([, piece]) => piece.color === color)
      .map(([square, piece]) => (piece.king ? 'K' : '') + square)
      .sort()
      .join(',');
  return `${placement.side}:${list('W')}:${list('B')}`;
}
