// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept in the browser: the game under way and the choices made.
import { readGameRecord, readSetup } from './game';
import type { PlayState } from './play';
import { readTreeRecord, type TreeRecord } from './record';
import { readTraining, type Training } from './training';

const KEY = 'bushka-game';

export const TABS = ['play', 'friend', 'analysis', 'learn', 'puzzles', 'editor'] as const;
export type Tab = (typeof TABS)[number];

/** What is analysed, with its variations. */
export interface StudyRecord {
  readonly record: TreeRecord;
  /** The game of the view Play that it began with, and follows. */
  readonly of: number | null;
}

export interface Saved {
  readonly tab: Tab;
  readonly study: StudyRecord | null;
  readonly play: PlayState | null;
  readonly training: Training;
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
    if (found === null) {
      return null;
    }
    const record = readTreeRecord(found.study?.record);
    return {
      tab: TABS.find((tab) => tab === found.tab) ?? 'play',
      study: record === null ? null : { record, of: found.study?.of ?? null },
      play: readPlay(found.play),
      training: readTraining(found.training),
    };
  } catch {
    return null;
  }
}

function readPlay(found: unknown): PlayState | null {
  const { game, former, setup, flipped } = (found ?? {}) as Partial<Record<keyof PlayState, unknown>>;
  const read = readGameRecord(game);
  const before = Array.isArray(former) ? former.map(readGameRecord).filter((record) => record !== null) : [];
  return read === null ? null : { game: read, former: before, setup: readSetup(setup), flipped: flipped === true };
}
