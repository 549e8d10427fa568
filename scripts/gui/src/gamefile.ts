// SPDX-License-Identifier: GPL-3.0-or-later
// Game files in the shape of the match runner (engine/games/pdn.h): written for it, and read from it. What the moves mean
// and whether they are legal says the engine.
import { type BoardName, isBoardName } from './geometry';
import { FORCED, isForced, POINTS_PER_MAN } from './score';

export const BY_RULES = 'normal';
export const RESIGNED = 'adjudication: resign';
export const AGREED = 'agreement';
export const ON_TIME = 'time forfeit';

/** Why a game ended, as the tag Termination has it; all that the match runner knows. */
const TERMINATIONS = [
  BY_RULES,
  RESIGNED,
  AGREED,
  ON_TIME,
  'adjudication: draw',
  'adjudication: moves',
  'adjudication: tables',
  'illegal move',
  'stalled connection',
  'abandoned',
  'rules infraction',
] as const;
export type Termination = (typeof TERMINATIONS)[number];

export const DRAWN = '1/2-1/2';
const RESULTS = ['1-0', '0-1', DRAWN];
const UNFINISHED = '*';

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

/** How a game ended. */
export interface GameEnd {
  /** '1-0', '0-1' or '1/2-1/2'. */
  readonly result: string;
  readonly termination: Termination;
  /** In words; '' where nobody says it. */
  readonly reason: string;
}

export interface GameFile {
  readonly board: BoardName;
  readonly start: string | null;
  readonly moves: readonly string[];
  /** Of each move; those at the end may be left out. */
  readonly notes: readonly MoveNote[];
  /** Null where nobody says who played. */
  readonly players: Players | null;
  /** Null where it goes on. */
  readonly end: GameEnd | null;
}

/** A game as its text has it: on which board it is, not every text says. */
export type WrittenGame = Omit<GameFile, 'board'> & { readonly board: BoardName | null };

/** To be told only where. */
export const NOTHING_PLAYED = { moves: [], notes: [], players: null, end: null } as const;

export interface GameFacts {
  readonly date: string;
  readonly blackBegins: boolean;
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
  const { end } = game;
  const result = end?.result ?? UNFINISHED;
  const tags = [
    tag('Event', 'Bushka Engine'),
    tag('Date', facts.date),
    tag('Round', '-'),
    tag('White', game.players?.white ?? UNKNOWN),
    tag('Black', game.players?.black ?? UNKNOWN),
    tag('Result', result),
    tag('Variant', game.board),
    ...(game.start === null ? [] : [tag('SetUp', '1'), tag('FEN', game.start)]),
    tag('TimeControl', '-'),
    tag('PlyCount', String(game.moves.length)),
    tag('Termination', end?.termination ?? 'unterminated'),
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
  if (end !== null && end.termination !== BY_RULES && end.reason !== '') {
    if (words.at(-1)?.endsWith('}') !== true) {
      words.push('{}'); // keeps the reason from being read as what is said of the last move
    }
    words.push(`{${plain(end.reason).replace(/[{}]/g, '').slice(0, TAG_MAX)}}`);
  }
  words.push(result);
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

/** What the comments behind a move say of it. */
function readNote(comments: readonly string[], white: boolean): Pick<MoveNote, 'score' | 'depth' | 'said'> {
  const said = comments.filter((words) => !NO_WORDS.test(words) && !FIGURES.test(words)).join(' ');
  const figures = comments.map((words) => readFigures(words, white)).find((found) => found !== null);
  return { score: null, depth: 0, ...figures, said };
}

/** How a game ended by its record, null: it did not. One that does not say why was resigned or agreed on. */
export function gameEnd(result: string, termination: unknown, reason: string): GameEnd | null {
  const known = TERMINATIONS.find((each) => each === termination);
  return RESULTS.includes(result) ? { result, termination: known ?? (result === DRAWN ? AGREED : RESIGNED), reason } : null;
}

/** Takes the first game of a text apart. Anything that is not a tag, number, comment or result counts as a move. A
 * comment without figures is what is said of the move before it; a second one before the result says why it ended. */
export function readGame(text: string): WrittenGame {
  const tags = new Map<string, string>();
  const body = text.replace(/^\s*\[(\w+)\s+"([^"]*)"\]\s*$/gm, (_whole, name: string, value: string) => {
    if (!tags.has(name)) {
      tags.set(name, value);
    }
    return '';
  });
  const moves: string[] = [];
  const comments: string[][] = []; // behind each move
  const start = tags.get('FEN') ?? null;
  const blackBegins = start?.trimStart().startsWith('B') === true;
  let result = UNFINISHED;
  for (const [word, comment] of body.replace(/;.*$/gm, ' ').matchAll(/\{([^}]*)\}|[^\s{]+/g)) {
    if (comment !== undefined) {
      comments.at(-1)?.push(comment.trim().replace(/\s+/g, ' '));
    } else if (word === UNFINISHED || RESULTS.includes(word)) {
      result = word;
      break;
    } else {
      const move = word.replace(/^\d+\.+/, '');
      if (move !== '' && !move.startsWith('$')) {
        moves.push(move);
        comments.push([]);
      }
    }
  }
  const last = comments.at(-1) ?? [];
  const reason = result !== UNFINISHED && last.length > 1 ? last.pop() : undefined;
  const end = gameEnd(result, tags.get('Termination'), reason ?? '');
  const notes = comments.map((behind, i) => {
    const note = readNote(behind, (i % 2 === 0) !== blackBegins);
    const said = [tags.get(`${SAID}${i + 1}`) ?? '', note.said].filter((part) => part !== '').join(' ');
    return { ...note, said, remark: tags.get(`${REMARK}${i + 1}`) ?? '' };
  });
  const white = tags.get('White');
  const black = tags.get('Black');
  const players = white === undefined && black === undefined ? null : { white: white ?? UNKNOWN, black: black ?? UNKNOWN };
  const variant = tags.get('Variant');
  return { board: isBoardName(variant) ? variant : null, start, moves, notes, players, end };
}
