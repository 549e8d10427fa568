// SPDX-License-Identifier: GPL-3.0-or-later
// Keys that are commands, and their list. Letters up to j and digits are left to the board, where they name squares.
import { openDialog } from './dialog';
import { html } from './dom';
import { S } from './language';

/** A key, as KeyboardEvent.key has it, and what it does. */
export interface Shortcut {
  readonly key: string;
  readonly text: string;
  readonly run: () => void;
  /** It steps through moves, in the views that show them. */
  readonly browses?: boolean;
}

/** Keys that other elements listen to, and what they do there. */
const ON_THE_BOARD: readonly (readonly [readonly string[], string])[] = [
  [['↑', '↓', '←', '→'], S.keys.squares],
  [['e', '4'], S.keys.name],
  [['Enter'], S.keys.touch],
  [['Esc'], S.keys.escape],
];

const SHOWN: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→' };

/** The shortcut of a key event; null if the key is for something else. */
export function shortcutOf(event: KeyboardEvent, shortcuts: readonly Shortcut[]): Shortcut | null {
  const target = event.target as HTMLElement | null;
  if (target?.closest('input, select, textarea, dialog[open]') !== null || event.ctrlKey || event.altKey || event.metaKey) {
    return null;
  }
  return shortcuts.find(({ key }) => key === event.key) ?? null;
}

export function openKeyList(shortcuts: readonly Shortcut[]): void {
  const row = (keys: readonly string[], text: string): readonly HTMLElement[] => [
    html('dt', {}, ...keys.map((key) => html('kbd', {}, SHOWN[key] ?? S.keys.named[key] ?? key))),
    html('dd', {}, text),
  ];
  const list = (rows: readonly (readonly HTMLElement[])[]): HTMLElement => html('dl', {}, ...rows.flat());
  openDialog(
    'keys',
    S.keys.title,
    list(shortcuts.map(({ key, text }) => row([key], text))),
    html('h3', {}, S.keys.board),
    list(ON_THE_BOARD.map(([keys, text]) => row(keys, text))),
  );
}
