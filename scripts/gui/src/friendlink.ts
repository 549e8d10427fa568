// SPDX-License-Identifier: GPL-3.0-or-later
// A game with a friend as a link: it holds everything that the other side needs to play on, and no server keeps anything.
import { DRAW_AGREED, type GameEnd, lostBy, RESIGNED } from './gamefile';
import { type BoardName, type Color, isBoardName } from './geometry';
import { S } from './language';
import { hashWords } from './links';

/** What is said besides the last move: nothing; a draw offered with it; or, by the side to move, that it accepts the draw,
 * or resigns. */
const WORDS = ['', 'offer', 'agree', 'resign'] as const;
export type Word = (typeof WORDS)[number];

export interface FriendGame {
  /** Identifies the game on both sides. */
  readonly id: string;
  readonly board: BoardName;
  readonly moves: readonly string[];
  readonly turn: Color;
  readonly word: Word;
}

const VERSION = '1';
const NAME = 'friend';

export function newFriendGame(board: BoardName): FriendGame {
  const id = Math.floor(Math.random() * 36 ** 8).toString(36);
  return { id, board, moves: [], turn: 'W', word: '' };
}

/** A checksum, by which a link that was cut off or changed on its way is noticed: 32-bit FNV-1a. */
function sumOf({ id, board, moves, turn, word }: FriendGame): string {
  const text = [id, board, moves.join('-'), turn, word].join('|');
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  }
  return hash.toString(36);
}

/** The part of a link after the address of the page. */
export function friendHash(game: FriendGame): string {
  const { id, board, moves, turn, word } = game;
  const words = { [NAME]: VERSION, game: id, board, moves: moves.join('-'), turn, ...(word === '' ? {} : { word }), sum: sumOf(game) };
  return `#${new URLSearchParams(words).toString()}`;
}

/** The game in an address; null if there is none. Throws an Error if it is damaged, or of another version of the page. */
export function readFriendHash(hash: string): FriendGame | null {
  const words = hashWords(hash);
  const text = (name: string): string => words.get(name) ?? '';
  if (!words.has(NAME)) {
    return null;
  }
  if (text(NAME) !== VERSION) {
    throw new Error(S.friend.foreign);
  }
  const board = text('board');
  const turn = text('turn') === 'B' ? 'B' : 'W';
  const word = WORDS.find((each) => each === text('word'));
  const moves = text('moves').split('-').filter((move) => move !== '');
  if (!isBoardName(board) || word === undefined) {
    throw new Error(S.friend.damaged);
  }
  const game = { id: text('game'), board, moves, turn, word } as const;
  if (sumOf(game) !== text('sum')) {
    throw new Error(S.friend.damaged);
  }
  return game;
}

/** How the players ended the game; null if they did not. */
export function friendEnd({ word, turn }: FriendGame): GameEnd | null {
  if (word === 'agree') {
    return DRAW_AGREED;
  }
  return word === 'resign' ? lostBy(turn, RESIGNED) : null;
}

/** What a link that comes in is to a game that is already known. */
export function relationOf(known: FriendGame, link: FriendGame): 'same' | 'newer' | 'older' | 'other' {
  const count = Math.min(known.moves.length, link.moves.length);
  if (known.moves.slice(0, count).join() !== link.moves.slice(0, count).join() || known.board !== link.board) {
    return 'other';
  }
  if (known.moves.length !== link.moves.length) {
    return link.moves.length > known.moves.length ? 'newer' : 'older';
  }
  if (known.word === link.word) {
    return 'same';
  }
  const isAnswer = ({ word }: FriendGame): boolean => word === 'agree' || word === 'resign';
  return isAnswer(known) ? (isAnswer(link) ? 'other' : 'older') : isAnswer(link) ? 'newer' : 'other';
}
