// SPDX-License-Identifier: GPL-3.0-or-later
// A game of the view Play, as a value: each move, and any other change, makes another one.
import { type Clock, incrementOf, newClock, stoppedClock, timesOf, turned } from './clock';
import { type EvenRun, readEvenRun } from './draw';
import { readFen } from './fen';
import type { GameEnd, Players } from './gamefile';
import { type BoardName, type Color, isBoardName, otherColor } from './geometry';
import { readTreeRecord, recordTree, type TreeRecord } from './record';
import { S } from './language';
import { opponentOf } from './opponents';
import type { Cursor, GameTree, Node } from './tree';

type Seat = 'white' | 'black' | 'people' | 'engines';

/** What a game is played with. */
export interface Settings {
  readonly level: number;
  /** Strength as a rating instead of the level; null if the level counts. */
  readonly rating: number | null;
  readonly seat: Seat;
  readonly time: string;
  readonly variety: boolean;
}

/** What the next game is to be played with. */
export interface Setup extends Settings {
  readonly board: BoardName;
}

export const FIRST_SETUP: Setup = { board: 'bushka', level: 3, rating: null, seat: 'white', time: 'none', variety: true };

export interface Game {
  /** Identifies the game through all its changes. */
  readonly id: number;
  /** The board and the start. */
  readonly tree: GameTree;
  /** The moves from the root of the tree to this node have been played. */
  readonly last: Node;
  /** How the players or the clock ended it, or null. */
  readonly end: GameEnd | null;
  readonly settings: Settings;
  /** What decides whether the engine agrees to a draw; null before its first move. */
  readonly even: EvenRun | null;
  readonly clock: Clock | null;
  /** The engine, which plays itself, waits. */
  readonly paused: boolean;
}

/** A game as plain data, to be kept in the browser. */
export interface GameRecord {
  readonly id: number;
  readonly record: TreeRecord;
  readonly settings: Settings;
  readonly even: EvenRun | null;
  /** Milliseconds left. */
  readonly clock: Readonly<Record<Color, number>> | null;
  readonly paused: boolean;
}

export function sideOf({ last }: Game): Color {
  return readFen(last.details.fen).side;
}

export function isOver({ last, end }: Game): boolean {
  return last.details.result !== null || end !== null;
}

export function isEngine({ seat }: Settings, side: Color): boolean {
  return seat === 'engines' || (seat === 'white' && side === 'B') || (seat === 'black' && side === 'W');
}

/** The names of both sides: the person and the engine, or people. */
export function playersOf(settings: Settings): Players {
  const { level, rating } = settings;
  const engine = rating === null ? S.share.engine(level) : S.share.rated(rating);
  const named = S.opponents.named[opponentOf(settings).id]?.[0] ?? '';
  const opponent = engine.startsWith(named) ? engine : `${named} (${engine})`;
  const name = (side: Color): string => (isEngine(settings, side) ? opponent : S.share.person);
  return { white: name('W'), black: name('B') };
}

/** A game that begins at this place in a tree, and may already have ended there. */
export function newGame({ tree, node }: Cursor, { level, rating, seat, time, variety }: Settings): Game {
  const settings = { level, rating, seat, time, variety };
  const end = tree.ending?.end ?? null;
  return { id: Date.now(), tree, last: node, end, settings, even: null, clock: newClock(time), paused: false };
}

/** The game with the clock of the side to move running until the end, from the first move on; at once if it is the engine. */
export function timed(game: Game): Game {
  const { clock, last, settings, paused } = game;
  const side = sideOf(game);
  const runs = !isOver(game) && !paused && (last.parent !== null || isEngine(settings, side));
  const running = runs ? side : null;
  return clock === null || clock.running === running ? game : { ...game, clock: turned(clock, running) };
}

/** The game after the move that led to this node. */
export function played(game: Game, last: Node, even = game.even): Game {
  const { clock, settings } = game;
  const mover = sideOf(game);
  const more = clock?.running === mover ? { [mover]: incrementOf(settings.time) } : {};
  return { ...game, last, even, clock: clock === null ? null : turned(clock, otherColor(mover), more) };
}

export function recordGame({ id, tree, last, settings, even, clock, paused }: Game): GameRecord {
  return { id, record: recordTree(tree, last), settings, even, clock: clock === null ? null : timesOf(clock), paused };
}

/** The game of a record, whose tree has been rebuilt. */
export function recordedGame({ tree, node }: Cursor, { id, settings, even, clock, paused }: GameRecord): Game {
  const left = clock === null ? null : stoppedClock(clock);
  return { id, tree, last: node, end: tree.ending?.end ?? null, settings, even, clock: left, paused };
}

/** What was kept in the browser, if it is such a record, or null. */
export function readGameRecord(found: unknown): GameRecord | null {
  const { id, record, settings, even, clock, paused } = (found ?? {}) as Partial<Record<keyof GameRecord, unknown>>;
  const read = readTreeRecord(record);
  const { W, B } = (clock ?? {}) as Partial<Record<Color, unknown>>;
  return read === null
    ? null
    : {
        id: Number(id) || 0,
        record: read,
        settings: readSetup(settings),
        even: readEvenRun(even),
        clock: typeof W === 'number' && typeof B === 'number' ? { W, B } : null,
        paused: paused === true,
      };
}

/** The choices for the next game that were kept in the browser, or the first ones. */
export function readSetup(found: unknown): Setup {
  const setup = { ...FIRST_SETUP, ...(found as Partial<Setup> | null) };
  return isBoardName(setup.board) ? setup : FIRST_SETUP;
}
