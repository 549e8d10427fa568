// SPDX-License-Identifier: GPL-3.0-or-later
// Openings that have a name: those in core/OPENINGS.md. The old ones share it with the lessons about them.
import { BOARDS, placeOf, squareAt } from './geometry';
import { S } from './language';
import { type GameTree, movesTo, type Node } from './tree';

const SHAPE = BOARDS.bushka9x11;

/** The moves from the start position of 9x11, the board of them all; of those that begin alike the longest first. */
const NAMED: readonly { readonly moves: string; readonly name: string }[] = [
  { moves: 'f2f5 c6c4 e3d3 c4d4 h4e4 f8f7', name: S.lessons.defence.title },
  { moves: 'f2f5 e8g8', name: S.openings.reply },
  { moves: 'f2f5', name: S.lessons.fastest.title },
  { moves: 'f4f5', name: S.openings.spearhead },
];

/** The same moves on the other wing: the board is symmetric left to right. */
function mirrored(moves: string): string {
  return moves.replace(/[a-j]\d/g, (square) => {
    const { column, row } = placeOf(square);
    return squareAt(SHAPE, { column: SHAPE.columns + 1 - column, row }) ?? square;
  });
}

/** The name of the opening that led to a position, or null. */
export function openingName({ board, start }: GameTree, node: Node): string | null {
  if (board !== SHAPE.name || start !== null) {
    return null;
  }
  const played = `${movesTo(node).join(' ')} `;
  return NAMED.find(({ moves }) => [moves, mirrored(moves)].some((line) => played.startsWith(`${line} `)))?.name ?? null;
}
