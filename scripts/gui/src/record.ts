// SPDX-License-Identifier: GPL-3.0-or-later
// A game with its variations as plain data, to be kept in the browser. Positions and legal moves are not in it: the engine
// is asked for them again.
import { type BoardName, isBoardName } from './geometry';
import { readDrawingList } from './drawings';
import type { Figures } from './figures';
import { type GameEnd, gameEnd, type MoveNote, type Players } from './gamefile';
import type { GameTree, Node } from './tree';

/** What is kept of a node. */
interface NodeRecord extends MoveNote, Pick<Node, 'figures'> {
  /** The number of the node that it follows; -1 for the root, which comes first. */
  readonly parent: number;
  /** In coordinate notation. */
  readonly move: string;
}

export interface TreeRecord {
  readonly board: BoardName;
  readonly start: string | null;
  readonly players: Players | null;
  /** As in GameTree, with the number of the node. */
  readonly ending: { readonly at: number; readonly end: GameEnd } | null;
  readonly nodes: readonly NodeRecord[];
  /** The number of the node that was shown. */
  readonly at: number;
}

export function recordTree(tree: GameTree, shown: Node): TreeRecord {
  const order: Node[] = [];
  const waiting = [tree.root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    order.push(node);
    waiting.push(...[...node.children].reverse());
  }
  const numbers = new Map(order.map((node, i) => [node, i]));
  const nodes = order.map(({ parent, move, score, depth, figures, best, said, drawings }) => {
    const before = parent === null ? -1 : (numbers.get(parent) ?? 0);
    return { parent: before, move: move?.coordinate ?? '', score, depth, figures, best, said, drawings };
  });
  const { board, start, players } = tree;
  const endedAt = tree.ending === null ? undefined : numbers.get(tree.ending.node);
  const ending = tree.ending === null || endedAt === undefined ? null : { at: endedAt, end: tree.ending.end };
  return { board, start, players, ending, nodes, at: numbers.get(shown) ?? 0 };
}

/** What was kept in the browser, if it is such a record, or null. Its moves are for the engine to judge. */
export function readTreeRecord(found: unknown): TreeRecord | null {
  const { board, start, players, ending, nodes, at } = (found ?? {}) as Partial<Record<keyof TreeRecord, unknown>>;
  if (!isBoardName(board) || !Array.isArray(nodes) || nodes.length === 0) {
    return null;
  }
  return {
    board,
    start: typeof start === 'string' ? start : null,
    players: readPlayers(players),
    ending: readEnding(ending),
    nodes: nodes.map((node) => readNode((node ?? {}) as Partial<Record<keyof NodeRecord, unknown>>)),
    at: Number(at) || 0,
  };
}

function readText(found: unknown): string | undefined {
  return typeof found === 'string' ? found : undefined;
}

function readPlayers(found: unknown): Players | null {
  const { white, black, event, date, round } = (found ?? {}) as Partial<Record<keyof Players, unknown>>;
  return typeof white === 'string' && typeof black === 'string'
    ? { white, black, event: readText(event), date: readText(date), round: readText(round) }
    : null;
}

function readEnding(found: unknown): TreeRecord['ending'] {
  const { at, end: kept } = (found ?? {}) as Partial<Record<'at' | 'end', unknown>>;
  const { result, termination, reason } = (kept ?? {}) as Partial<Record<keyof GameEnd, unknown>>;
  const end = gameEnd(String(result), termination, typeof reason === 'string' ? reason : null);
  return typeof at !== 'number' || end === null ? null : { at, end };
}

function readNode(found: Partial<Record<keyof NodeRecord, unknown>>): NodeRecord {
  const { parent, move, score, depth, figures, best, said, drawings } = found;
  const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
  return {
    parent: number(parent) ?? -1,
    move: readText(move) ?? '',
    score: number(score),
    depth: number(depth) ?? 0,
    figures: readPairs(figures),
    best: readText(best) ?? '',
    said: readText(said) ?? '',
    drawings: readDrawingList(drawings),
  };
}

function readPairs(found: unknown): Figures | null {
  const { pace, tempo } = (found ?? {}) as Partial<Record<keyof Figures, unknown>>;
  const isPair = (pair: unknown): pair is readonly [number, number] =>
    Array.isArray(pair) && pair.length === 2 && pair.every((n) => typeof n === 'number');
  return isPair(pace) && isPair(tempo) ? { pace, tempo } : null;
}
