// SPDX-License-Identifier: GPL-3.0-or-later
// Openings that have a name: those in core/STRATEGY.md, called like the lessons about them.
import type { BoardName } from './geometry';
import { S } from './language';
import { type GameTree, movesTo, type Node } from './tree';

/** The moves that a game begins with, from the start position. */
const NAMED: readonly { readonly board: BoardName; readonly moves: string; readonly name: string }[] = [
  { board: 'bushka9x11', moves: 'f2f5 c6c4 e3d3 c4d4 h4e4 f8f7', name: S.lessons.defence.title },
  { board: 'bushka9x11', moves: 'f2f5', name: S.lessons.fastest.title },
];

/** The name of the opening that was played on the way to a position; null: it has none. */
export function openingName({ board, start }: GameTree, node: Node): string | null {
  const played = `${movesTo(node).join(' ')} `;
  const found = NAMED.find((each) => start === null && each.board === board && played.startsWith(`${each.moves} `));
  return found?.name ?? null;
}
