// SPDX-License-Identifier: GPL-3.0-or-later
// The rules as functions: an engine that never searches, asked without a worker. A call returns its answer at once, since a
// question needs no event loop.
import { type Bushka, loadBushka, NO_LINE, type Parts } from '../../gui/engine/bushka';
import type { BoardName } from '../../gui/src/geometry';
import { type Details, type LegalMove, readDetails, Refusal, refusalIn } from '../../gui/src/moves';
import { NO_ENGINE } from '../../gui/src/texts/engine_says';

/** A game as far as it has gone. */
export interface Game {
  /** The board: 'bushka' has 10 columns and 10 rows, and is the default; 'bushka9x11' has 11 columns and 9 rows. */
  readonly board?: BoardName;
  /** The FEN of the position where it began; without it the start position of the board. */
  readonly fen?: string;
  /** The moves since, in coordinate, formal or short notation. */
  readonly moves?: readonly string[];
}

/** Pages of 64 KiB: enough for a small hash table. */
const PAGES = 1024;
const HASH = 1; // MiB

const ANSWERED = 'readyok';

/** No word of the protocol contains these: they would end it, or begin a comment. */
const NOT_IN_WORDS = /[\s#]/;

/** Questions about games, answered at once. Each carries its whole game, so their order does not matter. */
export class Rules {
  private board: BoardName = 'bushka';

  private constructor(
    private readonly engine: Bushka,
    private readonly lines: Uint8Array[],
    private readonly said: string[],
  ) {}

  /**
   * Rejects with an Error if there is not enough memory.
   * @internal
   */
  static async of(parts: Parts): Promise<Rules> {
    const lines: Uint8Array[] = [];
    const said: string[] = [];
    const host = {
      next: () => lines[0]?.length ?? NO_LINE,
      take: () => lines.shift() ?? new Uint8Array(),
      write: (text: string) => said.push(text),
      tables: () => null,
      open: () => null,
    };
    const rules = new Rules(await loadBushka(parts, host, PAGES, false), lines, said);
    rules.ask([`setoption name Hash value ${HASH}`]);
    return rules;
  }

  /** The position that the game has reached: FEN, result, legal moves. A Refusal says what is wrong with the game. */
  position(game: Game = {}): Details {
    return readDetails(this.ask([...this.setup(game), 'moves full']));
  }

  /** The legal move that a text means, in any notation. A Refusal says why it is not a legal one. */
  move(game: Game, text: string): LegalMove {
    const question = `moves full ${wordOf(text, 'a move')}`;
    refuse(this.ask(this.setup(game)));
    const answer = this.ask([question]);
    refuse(answer, /^move 1: /); // the number is the question's, not the game's
    const [move] = readDetails(answer).moves;
    if (move === undefined) {
      throw new Error(NO_ENGINE.ended);
    }
    return move;
  }

  private setup(game: Game): string[] {
    const { board = 'bushka', fen, moves = [] } = objectOf(game);
    if (!Array.isArray(moves)) {
      throw new TypeError(`moves is an array of strings, not ${String(moves)}`);
    }
    const from = fen === undefined ? 'startpos' : `fen ${wordOf(fen, 'a FEN')}`;
    const words = moves.length > 0 ? ['moves', ...moves.map((move) => wordOf(move, 'a move'))] : [];
    const position = ['position', from, ...words].join(' ');
    return board === this.board ? [position] : [`setoption name UCI_Variant value ${wordOf(board, 'a board')}`, position];
  }

  /** All lines of the answer to these. */
  private ask(questions: readonly string[]): string[] {
    const encoder = new TextEncoder();
    this.said.length = 0;
    this.lines.push(...[...questions, 'isready'].map((line) => encoder.encode(line)));
    this.engine.run().catch(() => {}); // it has run when this returns; if it failed, there is no answer
    const answer = this.said.join('').trimEnd().split('\n');
    if (answer.pop() !== ANSWERED) {
      throw new Error(NO_ENGINE.ended);
    }
    const board = answer.map((line) => /^info string variant (\S+)/.exec(line)?.[1]).find((name) => name !== undefined);
    this.board = (board as BoardName | undefined) ?? this.board;
    return answer;
  }
}

/** Checks a game that came from a program, perhaps one without types, which gave only its FEN or moves. */
function objectOf(game: unknown): Game {
  if (typeof game !== 'object' || game === null || Array.isArray(game)) {
    throw new TypeError(`a game is an object such as { fen, moves }, not ${String(game)}`);
  }
  return game;
}

/** Checks a text that came from a program, perhaps one without types. */
function wordOf(text: unknown, what: string): string {
  if (typeof text !== 'string') {
    throw new TypeError(`${what} is a string, not ${String(text)}`);
  }
  const word = text.trim();
  if (word === '' || NOT_IN_WORDS.test(word)) {
    throw new Refusal(`${what} is one word, without spaces and #, not '${text}'`);
  }
  return word;
}

/** Throws the engine's refusal, if there is one, without that prefix. */
function refuse(lines: readonly string[], without: RegExp | string = ''): void {
  const refusal = refusalIn(lines);
  if (refusal !== null) {
    throw new Refusal(refusal.replace(without, ''));
  }
}
