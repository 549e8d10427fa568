// SPDX-License-Identifier: GPL-3.0-or-later
// Game files in the shape of the match runner (scripts/match/pdn.h): written for it, and read from it. What the moves mean
// and whether they are legal says the engine.
import { type BoardName, isBoardName } from './geometry';

export interface GameFile {
  readonly board: BoardName;
  readonly start: string | null;
  readonly moves: readonly string[];
  readonly result: string;
}

export interface GameNames {
  readonly white: string;
  readonly black: string;
  readonly date: string;
  readonly blackBegins: boolean;
  /** The moves end the game by the rules. */
  readonly byRules: boolean;
}

const LINE_WIDTH = 100;

/** The text of a game; moves in formal notation. */
export function writeGame(game: GameFile, names: GameNames): string {
  const tag = (name: string, value: string): string => `[${name} "${value.replace(/[^ -~]|["\\]/g, '?')}"]`;
  const ongoing = game.result === '*';
  const tags = [
    tag('Event', 'Bushka Engine'),
    tag('Date', names.date),
    tag('Round', '-'),
    tag('White', names.white),
    tag('Black', names.black),
    tag('Result', game.result),
    tag('Variant', game.board),
    ...(game.start === null ? [] : [tag('SetUp', '1'), tag('FEN', game.start)]),
    tag('TimeControl', '-'),
    tag('PlyCount', String(game.moves.length)),
    tag(
      'Termination',
      ongoing
        ? 'unterminated'
        : names.byRules
          ? 'normal'
          : game.result === '1/2-1/2'
            ? 'agreement'
            : 'adjudication: resign',
    ),
  ];
  const words: string[] = [];
  game.moves.forEach((move, i) => {
    const ply = i + (names.blackBegins ? 1 : 0);
    if (ply % 2 === 0) {
      words.push(`${ply / 2 + 1}.`);
    } else if (i === 0) {
      words.push(`${(ply + 1) / 2}...`);
    }
    words.push(move);
  });
  words.push(game.result);
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LINE_WIDTH) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return `${tags.join('\n')}\n\n${lines.join('\n')}\n\n`;
}

/** Takes the first game of a text apart. Anything that is no tag, number, comment or result counts as a move. */
export function readGame(text: string): GameFile {
  const tags = new Map<string, string>();
  const body = text.replace(/^\s*\[(\w+)\s+"([^"]*)"\]\s*$/gm, (_whole, name: string, value: string) => {
    if (!tags.has(name)) {
      tags.set(name, value);
    }
    return '';
  });
  const moves: string[] = [];
  let result = '*';
  const clean = body.replace(/\{[^}]*\}/g, ' ').replace(/;.*$/gm, ' ');
  for (const word of clean.split(/\s+/).filter((w) => w !== '')) {
    if (word === '*' || word === '1-0' || word === '0-1' || word === '1/2-1/2') {
      result = word;
      break;
    }
    const move = word.replace(/^\d+\.+/, '');
    if (move !== '' && !move.startsWith('$')) {
      moves.push(move);
    }
  }
  const variant = tags.get('Variant') ?? 'bushka';
  return { board: isBoardName(variant) ? variant : 'bushka', start: tags.get('FEN') ?? null, moves, result };
}
