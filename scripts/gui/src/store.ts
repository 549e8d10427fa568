// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept in the browser: the game under way and the choices made.
import type { Line } from './client';
import { isBoardName } from './geometry';
import { readEvenRun } from './draw';
import type { Notation } from './moves';
import { FIRST_SETTINGS, type PlayState } from './play';
import { readGameEnd, readTreeRecord, type TreeRecord } from './record';

const KEY = 'bushka-game';

export const TABS = ['play', 'analysis', 'learn', 'puzzles', 'editor'] as const;
export type Tab = (typeof TABS)[number];

/** What is analysed, with its variations. */
export interface Study {
  readonly record: TreeRecord;
  /** It began with the game of the view Play, and follows it. */
  readonly own: boolean;
}

export interface Saved {
  readonly tab: Tab;
  /** What the address had behind its '#'. */
  readonly hash: string;
  readonly study: Study | null;
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
    const record = readTreeRecord(found.study?.record);
    return {
      tab: TABS.find((tab) => tab === found.tab) ?? 'play',
      hash: String(found.hash ?? ''),
      study: record === null ? null : { record, own: found.study?.own === true },
      line: {
        board: line.board,
        start: typeof line.start === 'string' ? line.start : null,
        moves: line.moves.map(String),
      },
      play: {
        settings: found.play?.settings ?? FIRST_SETTINGS,
        ended: readGameEnd(found.play?.ended),
        even: readEvenRun(found.play?.even),
        clock: found.play?.clock ?? null,
      },
      flipped: found.flipped === true,
      notation: found.notation ?? 'formal',
      solved: Array.isArray(found.solved) ? found.solved.map(String) : [],
    };
  } catch {
    return null;
  }
}
