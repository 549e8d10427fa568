// SPDX-License-Identifier: GPL-3.0-or-later
// What each tab of the browser keeps in a place of its own: the game under way, what is analysed, and the like.
import type { Edited } from './editor';
import { readFen, writeFen } from './fen';
import { readGameRecord, readSetup } from './game';
import { BOARDS, isBoardName, squaresOf } from './geometry';
import { keep, kept } from './kept';
import type { PlayState } from './play';
import { readStudy, type StudiesRecord } from './studies';
import { type PuzzleChoice, readPuzzleChoice } from './training';

const KEY = 'bushka-game';
const OWN = 'bushka-place'; // of this tab, over reloads
const PATIENCE_MS = 1000; // the previous page may still have the place, ...
const RELOAD_PATIENCE_MS = 10_000; // ...and after a reload only that one can

let place = KEY;

/**
 * Takes a place that no other tab has: the one this tab had before a reload, else the first free one. If the browser has no
 * locks, all tabs share one.
 */
export async function takePlace(): Promise<void> {
  const locks = (navigator as Partial<Navigator>).locks;
  if (locks === undefined) {
    return;
  }
  const take = (key: string, options: LockOptions): Promise<boolean> =>
    new Promise((resolve) => {
      const hold = (lock: Lock | null): Promise<never> | undefined => {
        resolve(lock !== null);
        return lock === null ? undefined : new Promise(() => undefined); // until the page is left
      };
      locks.request(key, options, hold).catch(() => resolve(false));
    });
  try {
    const own = sessionStorage.getItem(OWN);
    const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const patience = way?.type === 'reload' ? RELOAD_PATIENCE_MS : PATIENCE_MS;
    if (own !== null && (await take(own, { signal: AbortSignal.timeout(patience) }))) {
      place = own;
      return;
    }
    for (let number = 1; ; number++) {
      place = number === 1 ? KEY : `${KEY}-${number}`;
      if (await take(place, { ifAvailable: true })) {
        sessionStorage.setItem(OWN, place);
        return;
      }
    }
  } catch {
    // Nothing can be kept here.
  }
}

export const TABS = ['play', 'friend', 'analysis', 'learn', 'puzzles', 'editor'] as const;
export type Tab = (typeof TABS)[number];

export interface Saved extends StudiesRecord {
  readonly tab: Tab;
  readonly play: PlayState | null;
  /** What was drawn in the editor and not used yet. */
  readonly editor: Edited | null;
  /** The lesson shown last. */
  readonly lesson: string | null;
  readonly puzzles: PuzzleChoice;
}

/** Returns false if the browser keeps nothing, or has no room left. */
export function save(saved: Saved): boolean {
  // If that is too much, then without what Undo brings back.
  const less = { ...saved, formerStudies: [], play: saved.play && { ...saved.play, former: [] } };
  return keep(place, saved) || keep(place, less);
}

/** What was kept; null if there is nothing, or nothing that can be used. */
export function restore(): Saved | null {
  return kept(place, readSaved, null);
}

function readSaved(found: unknown): Saved | null {
  if (found === null) {
    return null;
  }
  const { tab: shown, study, formerStudies, play, editor, lesson, puzzles } = found as Partial<Record<keyof Saved, unknown>>;
  const former = Array.isArray(formerStudies) ? formerStudies : [];
  return {
    tab: TABS.find((tab) => tab === shown) ?? 'play',
    study: readStudy(study),
    formerStudies: former.map(readStudy).filter((each) => each !== null),
    play: readPlay(play),
    editor: readEdited(editor),
    lesson: typeof lesson === 'string' ? lesson : null,
    puzzles: readPuzzleChoice(puzzles),
  };
}

function readPlay(found: unknown): PlayState | null {
  const { game, former, setup, flipped } = (found ?? {}) as Partial<Record<keyof PlayState, unknown>>;
  const read = readGameRecord(game);
  const before = Array.isArray(former) ? former.map(readGameRecord).filter((record) => record !== null) : [];
  return read === null ? null : { game: read, former: before, setup: readSetup(setup), flipped: flipped === true };
}

/** A placement of the editor, with all its squares on the board, or null. The engine says whether it is a position. */
export function readEdited(found: unknown): Edited | null {
  const { board, fen } = (found ?? {}) as Partial<Record<keyof Edited, unknown>>;
  if (!isBoardName(board) || typeof fen !== 'string') {
    return null;
  }
  const placement = readFen(fen);
  const squares = squaresOf(BOARDS[board]);
  const isWhole = writeFen(placement) === fen && [...placement.pieces.keys()].every((square) => squares.includes(square));
  return isWhole ? { board, fen } : null;
}
