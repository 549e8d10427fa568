// SPDX-License-Identifier: GPL-3.0-or-later
// On which board a position or a game is, where its text does not say it: the engine knows on which it is legal, and the
// reader is asked where it is on both.
import type { EngineClient } from './client';
import { button, html } from './dom';
import { BOARDS, type BoardName } from './geometry';
import { Refusal } from './moves';
import { S } from './language';

const TITLE = 'which-board';

/** The board of these moves from there; a guess where they are legal on none. Null: the reader does not say which it is. */
export async function boardOf(
  client: EngineClient,
  start: string | null,
  moves: readonly string[],
  guess: BoardName,
): Promise<BoardName | null> {
  const possible: BoardName[] = [];
  for (const { name: board } of Object.values(BOARDS)) {
    try {
      await client.details({ board, start, moves });
      possible.push(board);
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
    }
  }
  return possible.length > 1 ? askBoard(possible) : (possible[0] ?? guess);
}

function askBoard(possible: readonly BoardName[]): Promise<BoardName | null> {
  return new Promise((resolve) => {
    const dialog = html('dialog', { 'aria-labelledby': TITLE, closedby: 'any' });
    const names = new Map(S.boards);
    const choices = possible.map((board) =>
      button(names.get(board) ?? board, () => {
        resolve(board);
        dialog.close();
      }),
    );
    dialog.append(
      html('h2', { id: TITLE }, S.share.whichBoard),
      html('p', {}, S.share.onBoth),
      html('div', { class: 'actions' }, ...choices),
    );
    dialog.addEventListener('close', () => {
      resolve(null);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
