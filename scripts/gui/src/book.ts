// SPDX-License-Identifier: GPL-3.0-or-later
// The opening book of each board: a file that the engine reads when it is first asked about it, and its answers.
import nineByEleven from '@books/bushka9x11.book?url';
import tenByTen from '@books/bushka.book?url';
import type { EngineClient } from './client';
import { readFen } from './fen';
import type { BoardName } from './geometry';
import { type LegalMove, Refusal, refusalIn } from './moves';
import { isForced, whiteScore } from './score';
import type { GameTree, Node } from './tree';

const FILES: Readonly<Record<BoardName, string>> = { bushka: tenByTen, bushka9x11: nineByEleven };

/** How games with a move ended, for the side that made it. */
export interface Results {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

export interface BookMove {
  readonly move: LegalMove;
  /** From White's side, as in score.ts. */
  readonly score: number;
  /** False for the drop-out, the best move that leads out of the book. */
  readonly inside: boolean;
  /** Null if no game went there. */
  readonly results: Results | null;
}

/** What the book knows of a position. */
export interface BookPage {
  /** Nodes of each search that the book was made with. */
  readonly nodes: number;
  /** Best first; null if the position is not in the book. */
  readonly moves: readonly BookMove[] | null;
}

/** An address relative to the page, with which a program that runs in the page's folder finds the file, too. */
function pathOf(url: string): string {
  const base = new URL('.', document.baseURI).href;
  return new URL(url, base).href.slice(base.length);
}

function readMove(line: string, { details }: Node): BookMove[] {
  const [, word, kind, score, rest = ''] = /^ (\S+) score (cp|mate) (-?\d+)(.*)$/.exec(line) ?? [];
  const move = details.moves.find(({ coordinate, formal, short }) => [coordinate, formal, short].includes(word ?? ''));
  if (move === undefined) {
    return [];
  }
  const [, wins, draws, losses] = / wins (\d+) draws (\d+) losses (\d+)/.exec(rest) ?? [];
  return [
    {
      move,
      score: whiteScore({ mate: kind === 'mate', score: Number(score) }, readFen(details.fen).side),
      inside: rest.includes(' searches '),
      results: wins === undefined ? null : { wins: Number(wins), draws: Number(draws), losses: Number(losses) },
    },
  ];
}

/** Looks a position up. Throws a Refusal if the book is missing or damaged. */
export async function lookUp(client: EngineClient, tree: GameTree, node: Node): Promise<BookPage> {
  const lines = await client.ask(tree.lineTo(node), 'book', pathOf(FILES[tree.board]));
  const refusal = refusalIn(lines);
  if (refusal !== null) {
    throw new Refusal(refusal);
  }
  return {
    nodes: Number(/ nodes (\d+)$/.exec(lines[0] ?? '')?.[1] ?? 0),
    moves: lines.includes('Book: unknown') ? null : lines.flatMap((line) => readMove(line, node)),
  };
}

/** Where a game left the book. */
interface Departure {
  /** The position after the move that left it. */
  readonly node: Node;
  /** The best move instead; null if that was played. */
  readonly better: LegalMove | null;
  /** Hundredths of a man by which the move is worse than the best; null if that is not known. */
  readonly cost: number | null;
  /** The cost is only a lower bound. */
  readonly atLeast: boolean;
}

/** Follows the game until it leaves the book. Null if it did not begin in the book, or has not left it. */
export async function departureOf(client: EngineClient, tree: GameTree, line: readonly Node[]): Promise<Departure | null> {
  for (const [i, node] of line.slice(1).entries()) {
    const { moves } = await lookUp(client, tree, line[i] ?? node);
    const played = moves?.find(({ move }) => move.coordinate === node.move?.coordinate);
    const best = moves?.[0];
    if (moves === null || best === undefined) {
      return null;
    }
    if (played?.inside !== true) {
      // No move outside the book is better than the drop-out.
      const bound = played ?? moves.find(({ inside }) => !inside);
      const isKnown = bound !== undefined && !isForced(best.score) && !isForced(bound.score);
      return {
        node,
        better: best === played ? null : best.move,
        cost: isKnown ? Math.abs(best.score - bound.score) : null,
        atLeast: played === undefined,
      };
    }
  }
  return null;
}
