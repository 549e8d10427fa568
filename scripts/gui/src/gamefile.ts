// SPDX-License-Identifier: GPL-3.0-or-later
// Game files in the shape of the match runner (engine/games/pdn.h): written for it, and read from it. What the moves mean
// and whether they are legal says the engine.
import { type BoardName, isBoardName } from './geometry';
import { FORCED, isForced, POINTS_PER_MAN } from './score';

/** What is known of a move beside itself. */
export interface MoveNote {
  /** Of the position after it, as in Node. */
  readonly score: number | null;
  readonly depth: number;
  readonly said: string;
  readonly remark: string;
}

export interface Players {
  readonly white: string;
  readonly black: string;
}

export interface GameFile {
  readonly board: BoardName;
  readonly start: string | null;
  readonly moves: readonly string[];
  /** Of each move; those at the end may be left out. */
  readonly notes: readonly MoveNote[];
  /** Null where nobody says who played. */
  readonly players: Players | null;
  readonly result: string;
}

export interface GameFacts {
  readonly date: string;
  readonly blackBegins: boolean;
  /** The moves end the game by the rules. */
  readonly byRules: boolean;
}

const LINE_WIDTH = 100;
const UNKNOWN = '?';
const TAG_MAX = 250; // characters that the match runner reads

// Tags that the match runner passes over, each with the number of a ply behind it: in its files a comment holds figures.
const SAID = 'Comment';
const REMARK = 'Remark';

/** Figures of a comment, seen by the mover: hundredths of a man or moves to a mate, and the depth. */
const FIGURES = /^([+-])(?:M(\d+)|(\d+)\.(\d\d))\/(\d+)(?: [\d.]+s)?$/;
const NO_WORDS = /^(book|[\d.]+s)?$/;

function writeFigures({ score, depth }: MoveNote, white: boolean): string[] {
  if (score === null) {
    return [];
  }
  const sign = score * (white ? 1 : -1) < 0 ? '-' : '+';
  const points = Math.abs(Math.round(score));
  const size = isForced(score)
    ? `M${FORCED - points}`
    : `${Math.floor(points / POINTS_PER_MAN)}.${String(points % POINTS_PER_MAN).padStart(2, '0')}`;
  return [`{${sign}${size}/${depth}}`];
}

function readFigures(text: string, white: boolean): Pick<MoveNote, 'score' | 'depth'> | null {
  const found = FIGURES.exec(text);
  if (found === null) {
    return null;
  }
  const [, sign, forced, men, points, depth] = found;
  const size = forced !== undefined ? FORCED - Number(forced) : Number(men) * POINTS_PER_MAN + Number(points);
  return { score: (sign === '-') === white ? -size : size, depth: Number(depth) };
}

/** Text as tags can hold it. */
function plain(text: string): string {
  return text
    .replace(/[−–]/g, '-')
    .replace(/[’‘]/g, "'")
    .replace(/[“”"]/g, "'")
    .replace(/[^ -~]|\\/g, '?');
}

/** The text of a game; moves in formal notation. */
export function writeGame(game: GameFile, facts: GameFacts): string {
  const tag = (name: string, value: string): string => `[${name} "${plain(value).slice(0, TAG_MAX)}"]`;
  const ongoing = game.result === '*';
  const tags = [
    tag('Event', 'Bushka Engine'),
    tag('Date', facts.date),
    tag('Round', '-'),
    tag('White', game.players?.white ?? UNKNOWN),
    tag('Black', game.players?.black ?? UNKNOWN),
    tag('Result', game.result),
    tag('Variant', game.board),
    ...(game.start === null ? [] : [tag('SetUp', '1'), tag('FEN', game.start)]),
    tag('TimeControl', '-'),
    tag('PlyCount', String(game.moves.length)),
    tag(
      'Termination',
      ongoing
        ? 'unterminated'
        : facts.byRules
          ? 'normal'
          : game.result === '1/2-1/2'
            ? 'agreement'
            : 'adjudication: resign',
    ),
    ...game.notes.flatMap(({ said, remark }, i) => [
      ...(said === '' ? [] : [tag(`${SAID}${i + 1}`, said)]),
      ...(remark === '' ? [] : [tag(`${REMARK}${i + 1}`, remark)]),
    ]),
  ];
  const words: string[] = [];
  game.moves.forEach((move, i) => {
    const ply = i + (facts.blackBegins ? 1 : 0);
    if (ply % 2 === 0) {
      words.push(`${ply / 2 + 1}.`);
    } else if (i === 0) {
      words.push(`${(ply + 1) / 2}...`);
    }
    words.push(move);
    const note = game.notes[i];
    words.push(...(note === undefined ? [] : writeFigures(note, ply % 2 === 0)));
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

/** Takes the first game of a text apart. Anything that is not a tag, number, comment or result counts as a move. A
 * comment without figures is what is said of the move before it. */
export function readGame(text: string): GameFile {
  const tags = new Map<string, string>();
  const body = text.replace(/^\s*\[(\w+)\s+"([^"]*)"\]\s*$/gm, (_whole, name: string, value: string) => {
    if (!tags.has(name)) {
      tags.set(name, value);
    }
    return '';
  });
  const moves: string[] = [];
  const notes: { score: number | null; depth: number; said: string; remark: string }[] = [];
  const start = tags.get('FEN') ?? null;
  const blackBegins = start?.trimStart().startsWith('B') === true;
  let result = '*';
  for (const [word, comment] of body.replace(/;.*$/gm, ' ').matchAll(/\{([^}]*)\}|[^\s{]+/g)) {
    const last = notes.at(-1);
    if (comment !== undefined) {
      const words = comment.trim().replace(/\s+/g, ' ');
      if (last !== undefined && !NO_WORDS.test(words)) {
        const white = (moves.length % 2 === 1) !== blackBegins;
        Object.assign(last, readFigures(words, white) ?? { said: [last.said, words].filter((part) => part).join(' ') });
      }
    } else if (word === '*' || word === '1-0' || word === '0-1' || word === '1/2-1/2') {
      result = word;
      break;
    } else {
      const move = word.replace(/^\d+\.+/, '');
      if (move !== '' && !move.startsWith('$')) {
        moves.push(move);
        notes.push({
          score: null,
          depth: 0,
          said: tags.get(`${SAID}${moves.length}`) ?? '',
          remark: tags.get(`${REMARK}${moves.length}`) ?? '',
        });
      }
    }
  }
  const white = tags.get('White');
  const black = tags.get('Black');
  const players = white === undefined && black === undefined ? null : { white: white ?? UNKNOWN, black: black ?? UNKNOWN };
  const variant = tags.get('Variant') ?? 'bushka';
  return { board: isBoardName(variant) ? variant : 'bushka', start, moves, notes, players, result };
}
