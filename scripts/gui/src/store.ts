// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept in the browser: the game under way and the choices made.
import { isBoardName } from './geometry';
import type { Line } from './client';
import type { Notation } from './moves';
import { FIRST_SETTINGS, type PlayState } from './play';

const KEY = 'bushka-game';

export interface Saved {
  readonly line: Line;
  readonly play: PlayState;
  readonly flipped: boolean;
  readonly notation: Notation;
  readonly solved: readonly string[];
}

export function save(saved: Saved): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(saved));
  } catch {
    // Nothing can be kept here (a private window, a full disk): the game goes on all the same.
  }
}

/** What was kept; null when there is nothing, or nothing that can be used. */
export function restore(): Saved | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Saved> | null;
    if (found === null || !isBoardName(found.line?.board) || !Array.isArray(found.line.moves)) {
      return null;
    }
    const { line } = found;
    return {
      line: {
        board: line.board,
        start: typeof line.start === 'string' ? line.start : null,
        moves: line.moves.map(String),
      },
      play: found.play ?? { settings: FIRST_SETTINGS, ended: null, clock: null },
      flipped: found.flipped === true,
      notation: found.notation ?? 'formal',
      solved: Array.isArray(found.solved) ? found.solved.map(String) : [],
    };
  } catch {
    return null;
  }
}
