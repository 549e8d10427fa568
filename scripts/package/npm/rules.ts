// SPDX-License-Identifier: GPL-3.0-or-later
// The rules as functions: an engine that never searches, asked without a worker. Its answers come before a call returns,
// since a question needs no event loop.
import { type Bushka, loadBushka, NO_LINE, type Parts } from '../../gui/engine/bushka';
import type { BoardName } from '../../gui/src/geometry';
import { type Details, type LegalMove, readDetails, Refusal, refusalIn } from '../../gui/src/moves';
import { NO_ENGINE } from '../../gui/src/texts/engine_says';

/** A game so far. */
export interface Game {
  /** The board: 'bushka' has 10 columns and 10 rows, and is the default; 'bushka9x11' has 11 columns and 9 rows. */
  readonly board?: BoardName;
  /** The FEN of the position where it began; without it the start position of the board. */
  readonly fen?: string;
  /** The moves since, in coordinate, formal or short notation. */
  readonly moves?: readonly string[];
}

/** Pages of 64 KiB that suffice for a small hash table. */
const PAGES = 1024;
const HASH = 1; // MiB

const ANSWERED = 'readyok';

/** No word of the protocol holds these: they would end it, or begin a comment. */
const NOT_IN_WORDS = /[\s#]/;

/** Questions about games, answered at once. Each carries its whole game, so no order of them matters. */
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

  /** The position that the game has reached: FEN, result, legal moves. Throws a Refusal if the game is wrong. */
  position(game: Game = {}): Details {
    return readDetails(this.ask([...this.setup(game), 'moves full']));
  }

  /** The legal move that a text means, in any notation. Throws a Refusal that says why it is not legal. */
  move(game: Game, text: string): LegalMove {
    const question = `moves full ${wordOf(text, 'a move')}`;
    refuse(this.ask(this.setup(game)));
    const answer = this.ask([question]);
    refuse(answer, /^move 1: /); // of this question, not of the game
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

  /** Asks these questions, and returns all lines of the answers. */
  private ask(questions: readonly string[]): string[] {
    const encoder = new TextEncoder();
    this.said.length = 0;
    this.lines.push(...[...questions, 'isready'].map((line) => encoder.encode(line)));
    this.engine.run().catch(() => {}); // it has run when this returns; a failure shows by the missing answer
    const answer = this.said.join('').trimEnd().split('\n');
    if (answer.pop() !== ANSWERED) {
      throw new Error(NO_ENGINE.ended);
    }
    const board = answer.map((line) => /^info string variant (\S+)/.exec(line)?.[1]).find((name) => name !== undefined);
    this.board = (board as BoardName | undefined) ?? this.board;
    return answer;
  }
}

/** Checks that a game is an object: a program without types may have passed its FEN or moves alone. */
function objectOf(game: unknown): Game {
  if (typeof game !== 'object' || game === null || Array.isArray(game)) {
    throw new TypeError(`a game is an object such as { fen, moves }, not ${String(game)}`);
  }
  return game;
}

/** Checks that a text from a program, perhaps one without types, is one word. */
function wordOf(text: unknown, what: string): string {
  if (typeof text !== 'string') {
    throw new TypeError(`${what} is a string, not ${String(text)}`);
  }
  const word = text.trim();
  if (word === '' || NOT_IN_WORDS.test(word)) {
    throw new Refusal(`${what} is one word, without blanks and #, not '${text}'`);
  }
  return word;
}

/** Throws the engine's refusal, if there is one, without that beginning. */
function refuse(lines: readonly string[], without: RegExp | string = ''): void {
  const refusal = refusalIn(lines);
  if (refusal !== null) {
    throw new Refusal(refusal.replace(without, ''));
  }
}
