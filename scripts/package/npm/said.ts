// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine says stays English here; the page says it in its languages. The build puts this in the place of
// scripts/gui/src/said.ts.

export function said(words: string): string {
  return words;
}
