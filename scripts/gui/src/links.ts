// SPDX-License-Identifier: GPL-3.0-or-later
// What the address of the page has after its '#', and so sends to no server: a view, a position or a game.
import type { Line } from './client';
import { writtenFen } from './fen';
import { isBoardName } from './geometry';
import { S } from './language';
import { type Tab, TABS } from './store';

export function tabLink(tab: Tab): string {
  return `#/${tab}`;
}

/** The view in the address, or null. */
export function linkedTab(hash: string): Tab | null {
  return TABS.find((tab) => tabLink(tab) === hash) ?? null;
}

/** The address of this page, without what follows it. */
export function pageAddress(): string {
  return window.location.href.replace(/[?#].*$/, '');
}

/** Is the page served on this machine, for this machine alone? */
export function isLocal(): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname);
}

/** A link to a game, which is shown after that many plies; null: at its end. */
export function lineLink(line: Line, ply: number | null = null): string {
  return `${pageAddress()}${lineHash(line, ply)}`;
}

function lineHash(line: Line, ply: number | null): string {
  const words = new URLSearchParams({ board: line.board });
  if (line.start !== null) {
    words.set('fen', line.start);
  }
  if (line.moves.length > 0) {
    words.set('moves', line.moves.join('-'));
  }
  if (ply !== null && ply < line.moves.length) {
    words.set('ply', String(ply));
  }
  return `#${words.toString().replaceAll('%3A', ':').replaceAll('%2C', ',')}`;
}

/** The parameters after the # of an address. */
export function hashWords(hash: string): URLSearchParams {
  return new URLSearchParams(hash.replace(/^#/, ''));
}

/** The game in the address, or null. Throws an Error if its board is not named; the rest is for the engine to judge. */
export function linkedLine(hash: string): Line | null {
  const words = hashWords(hash);
  const board = words.get('board');
  if (!isBoardName(board)) {
    if (['board', 'fen', 'moves'].some((name) => words.has(name))) {
      throw new Error(S.share.noBoard);
    }
    return null;
  }
  const moves = (words.get('moves') ?? '').split('-').filter((move) => move !== '');
  return { board, start: writtenFen(words.get('fen')), moves };
}

/** After how many plies it is shown; -1: at its end. */
export function linkedPly(hash: string): number {
  return Number(hashWords(hash).get('ply') ?? -1);
}

/** Is it shown with Black at the bottom? */
export function linkedFlip(hash: string): boolean {
  return hashWords(hash).get('flip') === '1';
}

/** The HTML by which another page shows the game in a frame. */
export function embedCode(line: Line, ply: number | null, flipped: boolean): string {
  const address = new URL(`embed.html${lineHash(line, ply)}${flipped ? '&flip=1' : ''}`, pageAddress());
  return `<iframe src="${address.href.replaceAll('&', '&amp;')}" title="Bushka" width="400" height="450"></iframe>`;
}
