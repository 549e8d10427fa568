// SPDX-License-Identifier: GPL-3.0-or-later
// A game with its variations: positions as nodes, the first child of each being the game that is played.
import type { Line } from './client';
import type { Drawing } from './drawings';
import { readFen } from './fen';
import type { Figures } from './figures';
import { BY_RULES, type GameEnd, type MoveNote, type Players, type WrittenLine } from './gamefile';
import type { BoardName } from './geometry';
import type { Details, LegalMove } from './moves';

export interface Node {
  readonly parent: Node | null;
  /** How it was reached; null at the root. */
  readonly move: LegalMove | null;
  readonly children: Node[];
  details: Details;
  /** From White's side, as in score.ts; null if not analysed. */
  score: number | null;
  /** The depth of the search that found the score, in plies; 0 if that is not known. */
  depth: number;
  /** Pace and tempo; null if not analysed. */
  figures: Figures | null;
  /** The best move here as far as the engine has seen, in coordinate notation; '' if that is not known. */
  best: string;
  /** What the record of a game, or the reader, says about the move, or ''. */
  said: string;
  /** What the reader has drawn on the board here. */
  drawings: readonly Drawing[];
}

function newNode(parent: Node | null, move: LegalMove | null, details: Details): Node {
  return { parent, move, children: [], details, score: null, depth: 0, figures: null, best: '', said: '', drawings: [] };
}

/** What is known and said about a node. */
function knownOf({ score, depth, figures, best, said, drawings }: Node): Partial<Node> {
  return { score, depth, figures, best, said, drawings };
}

/** Adds what else is known and said about a node; a score that is there stays. */
export function addNote(node: Node, { score, depth, best, said, drawings }: MoveNote): void {
  if (node.score === null) {
    Object.assign(node, { score, depth });
  }
  node.best ||= best;
  node.said = [...new Set([node.said, said])].filter((words) => words !== '').join(' ');
  node.drawings = node.drawings.length > 0 ? node.drawings : drawings;
}

/** A place in a game. */
export interface Cursor {
  readonly tree: GameTree;
  readonly node: Node;
}

export class GameTree {
  readonly root: Node;
  /** Who played; null if that is not known. */
  players: Players | null = null;
  /** Where and how its players ended it, or its record says so; an end by the rules has precedence. */
  ending: { readonly node: Node; readonly end: GameEnd } | null = null;

  constructor(
    readonly board: BoardName,
    /** Null: the start position of the board. */
    readonly start: string | null,
    details: Details,
  ) {
    this.root = newNode(null, null, details);
  }

  /** Is there nothing in it that could be lost? */
  get isEmpty(): boolean {
    const { children, said, drawings } = this.root;
    return children.length === 0 && said === '' && drawings.length === 0 && this.start === null;
  }

  /** How the game ended with this node; null if it goes on. */
  endAt(node: Node): GameEnd | null {
    const { result, reason } = node.details;
    return result !== null ? { result, termination: BY_RULES, reason } : this.ending?.node === node ? this.ending.end : null;
  }

  /** Ends the game with this node, or lets it go on. Nobody ends one that the rules have ended. */
  setEnd(node: Node, end: GameEnd | null): void {
    this.ending = end === null || node.details.result !== null ? null : { node, end };
  }

  /** The child by this move, which is added if there is none. */
  add(parent: Node, move: LegalMove, details: Details): Node {
    const known = childBy(parent, move);
    if (known !== null) {
      return known;
    }
    const node = newNode(parent, move, details);
    parent.children.push(node);
    return node;
  }

  /** Removes a move, with all that follows it, from the tree. */
  remove(node: Node): void {
    const siblings = node.parent?.children ?? [];
    const at = siblings.indexOf(node);
    if (at >= 0) {
      siblings.splice(at, 1);
    }
  }

  /** Adds a node to another of the same position as its parent. If its move is there already, only what is said about it
   * and what follows it. */
  graft(parent: Node, node: Node): void {
    const known = node.move === null ? null : childBy(parent, node.move);
    if (known === null) {
      parent.children.push(Object.assign(node, { parent }));
    } else {
      addNote(known, node);
      node.children.forEach((child) => this.graft(known, child));
    }
  }

  /** Removes everything except the moves to this node. */
  cut(node: Node): void {
    node.children.length = 0;
    for (let at = node; at.parent !== null; at = at.parent) {
      at.parent.children.splice(0, Infinity, at);
    }
  }

  /** The same game before its first move. */
  begun(): GameTree {
    const tree = new GameTree(this.board, this.start, this.root.details);
    Object.assign(tree.root, knownOf(this.root));
    return tree;
  }

  /** Makes the moves to a node of another game, from the same start, the main line, and keeps what else was entered as
   * variations. Returns the node that they lead to. */
  follow(other: Node): Node {
    let here = this.root;
    for (const node of pathTo(other)) {
      if (node.move !== null) {
        here = childBy(here, node.move) ?? Object.assign(this.add(here, node.move, node.details), knownOf(node));
      }
    }
    this.promote(here);
    return here;
  }

  /** Makes the moves to the node the main line, and what was the main line a variation. */
  promote(node: Node): void {
    for (let at = node; at.parent !== null; at = at.parent) {
      this.remove(at);
      at.parent.children.unshift(at);
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

/** The main line from a node on: always the first child. */
export function mainLine(node: Node): Node[] {
  const line = [node];
  for (let at = node.children[0]; at !== undefined; at = at.children[0]) {
    line.push(at);
  }
  return line;
}

/** The line that leads to a node, and on to its end. */
export function lineThrough(node: Node): Node[] {
  return [...pathTo(node), ...mainLine(node).slice(1)];
}

export function plyOf(node: Node): number {
  return pathTo(node).length - 1;
}

/** Which move of its side it is, from 1; at the start 0, or 1 if Black begins. */
export function numberOf(node: Node): number {
  const root = pathTo(node)[0] ?? node;
  const begin = readFen(root.details.fen).side === 'B' ? 1 : 0;
  return Math.floor((plyOf(node) - 1 + begin) / 2) + 1;
}

/** A line of moves and its variations, for a game file. Alternatives to the first move of a variation belong to the line
 * around it. What was entered after the last move is a variation that begins with that move. */
export function writtenLine(line: readonly Node[], isVariation = false): WrittenLine {
  const moves = line.slice(1).flatMap(({ move }) => move?.formal ?? []);
  const variations = line.slice(0, -1).flatMap((node, at) => {
    const next = line[at + 1];
    const others = node.children.filter((child) => child !== next && !(isVariation && at === 0));
    const longer = next !== undefined && next === line.at(-1) && next.children.length > 0 ? [next] : [];
    return [...others, ...longer].map((child) => ({ at, ...writtenLine([node, ...mainLine(child)], true) }));
  });
  return { moves, notes: line.slice(1), variations };
}

/** The main line as far as it was played: without what was entered after its end. */
export function playedLine(tree: GameTree): Node[] {
  const line = mainLine(tree.root);
  const end = line.findIndex((node) => tree.endAt(node) !== null);
  return end > 0 ? line.slice(0, end + 1) : line;
}
