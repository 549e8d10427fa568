// SPDX-License-Identifier: GPL-3.0-or-later
// Game files in the format of the match runner (engine/games/pdn.h), written for it and read from it. The engine says what
// the moves mean and whether they are legal.
import { readDrawings, writeDrawings } from './drawings';
import { writtenFen } from './fen';
import { type BoardName, type Color, isBoardName } from './geometry';
import { FORCED, isForced, isOfTables, POINTS_PER_MAN } from './score';
import { S } from './language';
import type { Node } from './tree';

export const BY_RULES = 'normal';
export const RESIGNED = 'adjudication: resign';
const AGREED = 'agreement';
export const ON_TIME = 'time forfeit';

/** Why a game ended: all values of the tag Termination that the match runner knows. */
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
type Termination = (typeof TERMINATIONS)[number];

const DRAWN = '1/2-1/2';
const RESULTS = ['1-0', '0-1', DRAWN];
const UNFINISHED = '*';

/** What is known about a move, and about the position after it. */
export type MoveNote = Pick<Node, 'score' | 'depth' | 'best' | 'said' | 'drawings'>;

export const NO_NOTE: MoveNote = { score: null, depth: 0, best: '', said: '', drawings: [] };

/** A line of moves with its variations. */
export interface WrittenLine {
  readonly moves: readonly string[];
  /** One for each move; those at the end may be missing. */
  readonly notes: readonly MoveNote[];
  readonly variations: readonly Variation[];
}

interface Variation extends WrittenLine {
  /** How many moves of the line around it come before it. */
  readonly at: number;
}

/** Who plays; for a game that was loaded also what its file says about the occasion. */
export interface Players {
  readonly white: string;
  readonly black: string;
  readonly event?: string | undefined;
  readonly date?: string | undefined;
  readonly round?: string | undefined;
}

/** A title for a game: its players. */
export function titleOf({ white, black }: Players): string {
  return `${white} – ${black}`;
}

/** How a game ended. */
export interface GameEnd {
  /** '1-0', '0-1' or '1/2-1/2'. */
  readonly result: string;
  readonly termination: Termination;
  /** In words; '' if unknown. Null for a game that was played on this page, which says it in its language. */
  readonly reason: string | null;
}

/** A draw by the players' agreement. */
export const DRAW_AGREED: GameEnd = { result: DRAWN, termination: AGREED, reason: null };

/** The end of a game that a side has lost in this way. */
export function lostBy(side: Color, termination: typeof RESIGNED | typeof ON_TIME): GameEnd {
  return { result: side === 'W' ? '0-1' : '1-0', termination, reason: null };
}

function reasonOf({ result, termination, reason }: GameEnd): string {
  const loser = result === '1-0' ? 'B' : 'W';
  const own = termination === RESIGNED ? S.play.resigned(loser) : termination === ON_TIME ? S.play.outOfTime(loser) : S.play.agreed;
  return reason ?? own;
}

export function endText(end: GameEnd): string {
  return S.play.result(end.result, reasonOf(end));
}

export interface GameFile extends WrittenLine {
  readonly board: BoardName;
  readonly start: string | null;
  /** About the position before the first move. */
  readonly first: MoveNote;
  /** Null if unknown. */
  readonly players: Players | null;
  /** Null if the game goes on. */
  readonly end: GameEnd | null;
}

/** A game as its text has it; not every text names the board. */
export type WrittenGame = Omit<GameFile, 'board'> & { readonly board: BoardName | null };

/** A game without moves; its board and start are still to be added. */
export const NOTHING_PLAYED = { first: NO_NOTE, moves: [], notes: [], variations: [], players: null, end: null } as const;

const LINE_WIDTH = 100;
const UNKNOWN = '?';
const TAG_MAX = 250; // bytes of a value that the match runner reads

// Tags with a comment on a move, each name followed by the number of its ply: files of version 1.0.0 have them.
const TAGGED = ['Comment', 'Remark'];
/** The tags of what Players holds, in its order. */
const OCCASION = ['White', 'Black', 'Event', 'Date', 'Round'];

/** Figures at the start of a comment, from the mover's side: men with two decimals, or moves to mate, and the depth. */
const FIGURES = /^([+-])(?:M(\d+)|(\d+)\.(\d\d))\/(\d+)(?: [\d.]+s)?(?=$| |\[)/;
/** The best answer to the move. */
const BEST = /\[%best ([a-j\d]+)\]/;
const COMMANDS = /\[%[^\]]*\]/g;
/** Comments of the match runner that say nothing about the game. */
const NO_WORDS = /^\s*(book|[\d.]+s)?\s*$/;

function writeFigures({ score, depth }: MoveNote, white: boolean): string {
  if (score === null) {
    return '';
  }
  const sign = score * (white ? 1 : -1) < 0 ? '-' : '+';
  const points = Math.abs(Math.round(score));
  const size = isForced(score) && !isOfTables(score)
    ? `M${FORCED - points}`
    : `${Math.floor(points / POINTS_PER_MAN)}.${String(points % POINTS_PER_MAN).padStart(2, '0')}`;
  return `${sign}${size}/${depth}`;
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

/** Text as a comment can hold it. */
function unbraced(text: string): string {
  return text.replace(/\{/g, '(').replace(/\}/g, ')');
}

/** The comment on a move, or nothing: figures, the best answer and drawings, words. */
function writeComment(note: MoveNote, white: boolean): string[] {
  const best = note.best === '' ? '' : `[%best ${note.best}]`;
  const words = note.said.replace(COMMANDS, '').trim();
  const parts = [writeFigures(note, white), best + writeDrawings(note.drawings), unbraced(words)].filter((part) => part !== '');
  return parts.length === 0 ? [] : [`{${parts.join(' ')}}`];
}

/** As much of a text as the match runner reads. */
function readable(text: string): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(TAG_MAX)).read);
}

/** A tag on a line of its own; quotes and backslashes in its value have a backslash before them. */
function writeTag(name: string, value: string): string {
  return `[${name} "${readable(value.replace(/\p{Cc}/gu, ' ')).replace(/["\\]/g, '\\$&')}"]`;
}

function readValue(written: string): string {
  return written.replace(/\\(.)/g, '$1');
}

/** Moves with their comments, each followed by its variations. The first one is the move of this ply. */
function writeLine({ moves, notes, variations }: WrittenLine, ply: number): string[] {
  let numbered = true; // a move of Black needs its number, too
  return moves.flatMap((move, i) => {
    const white = (ply + i) % 2 === 0;
    const count = Math.floor((ply + i) / 2) + 1;
    const number = white ? [`${count}.`] : numbered ? [`${count}...`] : [];
    const others = variations.filter(({ at }) => at === i).flatMap((other) => ['(', ...writeLine(other, ply + i), ')']);
    numbered = others.length > 0;
    return [...number, move, ...writeComment(notes[i] ?? NO_NOTE, white), ...others];
  });
}

/** The text of a game whose moves are in formal notation. Its date is `today` unless it was loaded with one. */
export function writeGame(game: GameFile, today: string): string {
  const { end, players } = game;
  const result = end?.result ?? UNFINISHED;
  const tags = [
    writeTag('Event', players?.event ?? 'Bushka Engine'),
    writeTag('Date', players?.date ?? today),
    writeTag('Round', players?.round ?? '-'),
    writeTag('White', players?.white ?? UNKNOWN),
    writeTag('Black', players?.black ?? UNKNOWN),
    writeTag('Result', result),
    writeTag('Variant', game.board),
    ...(game.start === null ? [] : [writeTag('SetUp', '1'), writeTag('FEN', game.start)]),
    writeTag('TimeControl', UNKNOWN), // the tree of a game does not hold its clock
    writeTag('PlyCount', String(game.moves.length)),
    writeTag('Termination', end?.termination ?? 'unterminated'),
  ];
  const blackBegins = game.start?.startsWith('B') === true;
  const words = [...writeComment(game.first, blackBegins), ...writeLine(game, Number(blackBegins))];
  const reason = end === null || end.termination === BY_RULES ? '' : reasonOf(end);
  if (reason !== '') {
    if (words.at(-1)?.endsWith('}') !== true) {
      words.push('{}'); // keeps the reason from being read as a comment on the last move
    }
    words.push(`{${readable(unbraced(reason))}}`);
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

/** What the comments after a move say about it. */
function readNote(comments: readonly string[], white: boolean): MoveNote {
  const figures = comments.map((words) => readFigures(words, white)).find((found) => found !== null);
  const said = comments
    .filter((words) => !NO_WORDS.test(words))
    .map((words) => words.replace(FIGURES, '').replace(COMMANDS, '').trim().replace(/\s+/g, ' '));
  const all = comments.join(' ');
  return {
    ...NO_NOTE,
    ...figures,
    best: BEST.exec(all)?.[1] ?? '',
    said: said.filter((words) => words !== '').join(' '),
    drawings: readDrawings(all),
  };
}

/** How a game ended by its record; null if it did not. If that does not say why, a side has resigned or a draw was agreed. */
export function gameEnd(result: string, termination: unknown, reason: string | null): GameEnd | null {
  const known = TERMINATIONS.find((each) => each === termination);
  return RESULTS.includes(result) ? { result, termination: known ?? (result === DRAWN ? AGREED : RESIGNED), reason } : null;
}

/** A line that is being read. */
interface OpenLine {
  readonly moves: string[];
  /** After each move. */
  readonly comments: string[][];
  readonly variations: Variation[];
  /** Before the first move. */
  readonly before: string[];
  /** As in Variation. */
  readonly at: number;
}

const newLine = (at: number): OpenLine => ({ moves: [], comments: [], variations: [], before: [], at });

/** The line once it is read; `white` says whether its first move is White's. */
function closedLine({ moves, comments, variations }: OpenLine, white: boolean): WrittenLine {
  return { moves, notes: comments.map((behind, i) => readNote(behind, (i % 2 === 0) === white)), variations };
}

const TOKENS = /\{([^}]*)\}|^\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]\s*$|[;#].*|[()]|[^\s{}();]+/gm;

const isResult = (word: string): boolean => word === UNFINISHED || RESULTS.includes(word);

/** The games of a text: each ends with its result, or where the tags of the next one begin. What begins with neither a tag
 * nor move 1 is not a game. */
export function gamesOf(text: string): string[] {
  const games: string[] = [];
  let begin = -1; // of the game that is read, at its first tag or word
  let hasMoves = false;
  let depth = 0; // in variations
  const end = (at: number): void => {
    games.push(begin < 0 ? '' : text.slice(begin, at).trim());
    begin = -1;
    hasMoves = false;
    depth = 0;
  };
  for (const { 0: word, 2: name, index } of text.matchAll(TOKENS)) {
    if (/^[{;#]/.test(word)) {
      continue;
    }
    if (name !== undefined && hasMoves) {
      end(index);
    }
    begin = begin < 0 ? index : begin;
    hasMoves = name === undefined;
    depth += word === '(' ? 1 : word === ')' ? -1 : 0;
    if (depth <= 0 && isResult(word)) {
      end(index + word.length);
    }
  }
  end(text.length);
  return games.filter((game) => /^(?:\[\w+\s+"|1\b)/.test(game));
}

/** One game of several, in one line. Its text ends with its result. */
export function gameTitle(text: string): string {
  const words = [...text.matchAll(TOKENS)];
  const tag = (name: string): string => readValue(words.find((word) => word[2] === name)?.[3] ?? UNKNOWN);
  const last = words.at(-1)?.[0] ?? '';
  return `${titleOf({ white: tag('White'), black: tag('Black') })}, ${isResult(last) ? last : UNKNOWN}`;
}

/** Reads the first game of a text. Anything that is not a tag, number, comment, variation or result counts as a move.
 * A comment is about the move before it, or at the start of a variation about its first move; a second one before the
 * result says why the game ended. */
export function readGame(text: string): WrittenGame {
  const tags = new Map<string, string>();
  const game = newLine(0);
  const open = [game]; // the variations that are being read, each inside the one before
  const blackBegins = (): boolean => tags.get('FEN')?.trimStart().startsWith('B') === true;
  const plyIn = (depth: number): number => open.slice(1, depth + 1).reduce((sum, { at }) => sum + at, 0);
  const isWhite = (depth: number): boolean => (plyIn(depth) % 2 === 0) !== blackBegins();
  let result = UNFINISHED;
  for (const [word, comment, name, value] of text.matchAll(TOKENS)) {
    const line = open.at(-1) ?? game;
    if (comment !== undefined) {
      (line.comments.at(-1) ?? line.before).push(comment.trim());
    } else if (name !== undefined && value !== undefined) {
      if (game.moves.length > 0) {
        break; // the next game's
      }
      tags.set(name, tags.get(name) ?? readValue(value));
    } else if (word === '(' && line.moves.length > 0) {
      open.push(newLine(line.moves.length - 1));
    } else if (word === ')' && open.length > 1) {
      line.comments[0]?.unshift(...line.before); // the position before it is not the variation's own
      const closed = closedLine(line, isWhite(open.length - 1));
      open.pop();
      open.at(-1)?.variations.push({ at: line.at, ...closed });
    } else if (open.length === 1 && isResult(word)) {
      result = word;
      break;
    } else if (!/^[;#$]/.test(word)) {
      const move = word.replace(/^\d+(?:\.+|…|$)/, ''); // numbers as the match runner and the move list write them, or without dots
      if (move !== '') {
        line.moves.push(move);
        line.comments.push([]);
      }
    }
  }
  if (open.length > 1) {
    throw new Error(S.share.openVariation);
  }
  const last = game.comments.at(-1) ?? game.before;
  const reason = result !== UNFINISHED && last.length > 1 ? last.pop() : undefined;
  const tagged = (i: number): string[] => TAGGED.flatMap((name) => tags.get(`${name}${i + 1}`) ?? []);
  game.comments.forEach((behind, i) => behind.push(...tagged(i)));
  const occasion = OCCASION.map((name) => tags.get(name));
  const [white = UNKNOWN, black = UNKNOWN, event, date, round] = occasion;
  const variant = tags.get('Variant');
  return {
    board: isBoardName(variant) ? variant : null,
    start: writtenFen(tags.get('FEN')),
    first: readNote(game.before, blackBegins()),
    ...closedLine(game, !blackBegins()),
    players: occasion.every((value) => value === undefined) ? null : { white, black, event, date, round },
    end: gameEnd(result, tags.get('Termination'), reason ?? ''),
  };
}
