// SPDX-License-Identifier: GPL-3.0-or-later
// Which board a position or a game is on, if its text does not say: the engine knows where it is legal, and the reader is
// asked if it is legal on both.
import { ask } from './ask';
import type { EngineClient } from './client';
import { BOARDS, type BoardName } from './geometry';
import { Refusal } from './moves';
import { S } from './language';

/** How many of the moves are legal, according to the refusal of the next one. */
function legalMoves({ message }: Refusal): number {
  return Number(/^move (\d+):/.exec(message)?.[1] ?? 1) - 1;
}

/**
 * The board on which these moves from that start are legal; if on neither, the one on which more of them are, or the
 * guess. Null if the reader does not say which.
 */
export async function boardOf(
  client: EngineClient,
  start: string | null,
  moves: readonly string[],
  guess: BoardName,
): Promise<BoardName | null> {
  const possible: BoardName[] = [];
  let nearest = { board: guess, legal: 0 };
  for (const { name: board } of Object.values(BOARDS)) {
    try {
      await client.details({ board, start, moves });
      possible.push(board);
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      const legal = legalMoves(error);
      if (legal > nearest.legal || (legal === nearest.legal && board === guess)) {
        nearest = { board, legal };
      }
    }
  }
  return possible.length > 1 ? askBoard(possible) : (possible[0] ?? nearest.board);
}

function askBoard(possible: readonly BoardName[]): Promise<BoardName | null> {
  const names = new Map(S.boards);
  return ask(
    S.share.whichBoard,
    S.share.onBoth,
    possible.map((board) => [names.get(board) ?? board, board] as const),
  );
}
