// SPDX-License-Identifier: GPL-3.0-or-later
// The games that come with the project (tests/data/games), with the comments of their records.
import freelingTreep from '../../../tests/data/games/freeling-treep-3.txt?raw';
import treepFreeling from '../../../tests/data/games/treep-freeling-4.txt?raw';
import { type GameEnd, gameEnd, type Players, readGame, titleOf } from './gamefile';
import { type BoardName, isBoardName } from './geometry';
import { S } from './language';

interface RecordedGame {
  readonly title: string;
  readonly board: BoardName;
  readonly players: Players;
  readonly moves: readonly string[];
  /** The comment on each move, or ''. */
  readonly comments: readonly string[];
  /** Null if the record breaks off. */
  readonly end: GameEnd | null;
}

/** Where the record says that it breaks off, in the language of the page. */
function breakText(head: string): string {
  const [, color, move] = /Record breaks off after (White|Black)'s (\d+)th move;/.exec(head) ?? [];
  return move === undefined ? '' : S.games.breaksOff(color === 'White' ? 'W' : 'B', Number(move));
}

/** Reads a line of facts after a #, and the moves; `!` and `?` after a move are comments. */
function readRecord(text: string): RecordedGame {
  const head = text.split('\n').find((line) => line.startsWith('#')) ?? '';
  const fact = (name: string): string => new RegExp(`${name}: ([^.;]+)[.;]`).exec(head)?.[1] ?? '';
  const { moves } = readGame(text.replace(/^#.*$/gm, ''));
  const comments = moves.map((move) => S.games.marks[/[!?]+$/.exec(move)?.[0] ?? ''] ?? '');
  comments.splice(-1, 1, [comments.at(-1), breakText(head)].filter((part) => part).join('. '));
  const board = fact('Board');
  const players = { white: fact('White'), black: fact('Black') };
  return {
    title: titleOf(players),
    players,
    board: isBoardName(board) ? board : 'bushka',
    moves: moves.map((move) => move.replace(/[!?]+$/, '')),
    comments,
    end: gameEnd(/Result: (\S+)/.exec(head)?.[1] ?? '', undefined, null),
  };
}

export const GAMES: readonly RecordedGame[] = [freelingTreep, treepFreeling].map(readRecord);
