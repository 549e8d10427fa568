// SPDX-License-Identifier: GPL-3.0-or-later
// A game with its variations: positions as nodes, the first child of each being the game that is played.
import type { Line } from './client';
import type { Figures } from './figures';
import type { BoardName } from './geometry';
import type { Details, LegalMove, Notation } from './moves';

export interface Node {
  readonly parent: Node | null;
  /** How it was reached; null at the root. */
  readonly move: LegalMove | null;
  readonly children: Node[];
  details: Details;
  /** Seen by White: hundredths of a man, or null when not analysed. */
  score: number | null;
  /** Pace and tempo; null when not analysed. */
  figures: Figures | null;
  /** What the record of a game says of the move, or ''. */
  said: string;
  /** What stands behind the move: `said`, and what the analysis adds. */
  comment: string;
}

export class GameTree {
  readonly root: Node;

  constructor(
    readonly board: BoardName,
    /** Null: the start position of the board. */
    readonly start: string | null,
    details: Details,
  ) {
    this.root = { parent: null, move: null, children: [], details, score: null, figures: null, said: '', comment: '' };
  }

  /** The child by this move, which is made when there is none. */
  add(parent: Node, move: LegalMove, details: Details): Node {
    const known = childBy(parent, move);
    if (known !== null) {
      return known;
    }
    const node: Node = { parent, move, children: [], details, score: null, figures: null, said: '', comment: '' };
    parent.children.push(node);
    return node;
  }

  /** Forgets a node and all that follows it. */
  remove(node: Node): void {
    const siblings = node.parent?.children ?? [];
    const at = siblings.indexOf(node);
    if (at >= 0) {
      siblings.splice(at, 1);
    }
  }

  lineTo(node: Node): Line {
    return { board: this.board, start: this.start, moves: movesTo(node) };
  }
}

export function childBy(parent: Node, move: LegalMove): Node | null {
  return parent.children.find((child) => child.move?.coordinate === move.coordinate) ?? null;
}

/** The nodes from the root to this one, both included. */
export function pathTo(node: Node): Node[] {
  const path: Node[] = [];
  for (let at: Node | null = node; at !== null; at = at.parent) {
    path.unshift(at);
  }
  return path;
}

export function movesTo(node: Node): string[] {
  return pathTo(node).flatMap((at) => (at.move === null ? [] : [at.move.coordinate]));
}

/** The game from a node on: the first child again and again. */
export function mainLine(node: Node): Node[] {
  const line = [node];
  for (let at = node.children[0]; at !== undefined; at = at.children[0]) {
    line.push(at);
  }
  return line;
}

export function plyOf(node: Node): number {
  return pathTo(node).length - 1;
}

export function moveText(move: LegalMove, notation: Notation): string {
  return move[notation];
}
