// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the engine one thing at a time. Every question carries its whole position, so that nothing is lost when the engine
// crashes: another one is started and asked again. A question interrupts a running search, which starts again afterwards
// if its result is still wanted.
import type { Engine } from '../engine/engine';
import { readFen } from './fen';
import type { BoardName } from './geometry';
import { type Details, readDetails, Refusal, refusalIn } from './moves';
import { S } from './language';
import { TOP_LEVEL } from './opponents';

/** A game as the engine receives it: the board, where it began (null: the start position), and the moves since. */
export interface Line {
  readonly board: BoardName;
  readonly start: string | null;
  readonly moves: readonly string[];
}

export interface Info {
  readonly depth: number;
  readonly multipv: number;
  /** Hundredths of a man, or moves to mate, for the side to move. */
  readonly score: number;
  readonly mate: boolean;
  readonly pv: readonly string[];
}

interface SearchRequest {
  readonly line: Line;
  /** The position that the line leads to. */
  readonly fen: string;
  /** Makes the command when it is sent. */
  readonly go: () => string;
  /** What differs from a search at full strength for one line. */
  readonly options?: Readonly<Record<string, string | number>>;
  readonly onInfo?: (info: Info) => void;
  /** False once the result is no longer wanted. */
  readonly wanted: () => boolean;
  /** A long search gives way to others. */
  readonly long?: boolean;
}

/** The result of a search: the best move in coordinate notation ('(none)' if there is none), and its last info line. */
interface Found {
  readonly best: string;
  readonly info: Info | undefined;
}

const FULL = { UCI_LimitStrength: 'false', 'Skill Level': TOP_LEVEL, Variety: 0, MultiPV: 1, Notation: 'coordinate' };

/** With this many pieces or fewer, searches soon reach positions of four, which the tablebases know. */
const NEAR_TABLES = 8;

/** Has the engine inside the page load its tablebases. */
const OPEN_TABLES = 'setoption name TablesPath value <empty>';

/** Ranks of tasks: each gives way to all smaller ones. */
const QUESTION = 0;
const SEARCH = 1;
const LONG = 2;

const rankOf = ({ long }: SearchRequest): number => (long === true ? LONG : SEARCH);

/** A question or a search, until it is done. */
interface Task {
  readonly rank: number;
  /** Resolves to false if it was interrupted and is to be done again. */
  readonly work: () => Promise<boolean>;
}

/** The command under way: the lines of its answer so far, and how the last one is recognized. */
interface Job {
  readonly collected: string[];
  readonly done: (line: string) => boolean;
  readonly settle: (error?: Error) => void;
  readonly onLine?: (line: string) => void;
}

/** After this many crashes in this many milliseconds the engine is not started again. */
const CRASHES_MOST = 3;
const CRASH_SPAN = 20_000;

/** The engine ended before it had answered. */
export class EngineCrash extends Error {}

const LATE_STOP = 'info string error: no search is running, so there is nothing to stop';

function readInfo(line: string): Info | null {
  const found = /^info depth (\d+) .*multipv (\d+) score (cp|mate) (-?\d+) .*pv (.+)$/.exec(line);
  if (found === null) {
    return null;
  }
  const [, depth, multipv, kind, score, pv = ''] = found;
  return {
    depth: Number(depth),
    multipv: Number(multipv),
    score: Number(score),
    mate: kind === 'mate',
    pv: pv.split(' '),
  };
}

export class EngineClient {
  /** Options of every search. */
  always: Readonly<Record<string, string | number>> = {};
  private engine: Engine;
  private readonly waiting: Task[] = [];
  private busy = false;
  private job: Job | null = null;
  /** The running search, and whether `stop` was sent. */
  private searching: { readonly request: SearchRequest; stopped: boolean } | null = null;
  private options = new Map<string, string>();
  private board: BoardName = 'bushka';
  /** How the engine described each opening book when it opened it, by the book's file. */
  private books = new Map<string, string>();

  /** Has this engine opened its tablebases? */
  private hasTables = false;

  private crashes: number[] = []; // when the recent ones were
  private gone = false;

  /**
   * `create` makes the engine, and another one after a crash; it gets the number of recent crashes. `onCrash` gets the
   * reason, and whether another engine was started.
   */
  constructor(
    private readonly create: (crashes: number) => Engine,
    private readonly onCrash: (reason: string, again: boolean) => void,
  ) {
    this.engine = this.start();
  }

  /** Has it crashed too often to be started again? */
  get isGone(): boolean {
    return this.gone;
  }

  private start(): Engine {
    const engine = this.create(this.crashes.length);
    this.options.clear();
    this.books.clear();
    this.hasTables = false;
    this.board = 'bushka';
    engine.onLine((line) => this.hear(line));
    engine.onCrash((reason) => this.crashed(reason));
    return engine;
  }

  private hear(line: string): void {
    const job = this.job;
    // A `stop` may cross the end of the search.
    if (job === null || line === LATE_STOP) {
      return;
    }
    job.collected.push(line);
    job.onLine?.(line);
    if (job.done(line)) {
      this.job = null;
      job.settle();
    }
  }

  private crashed(reason: string): void {
    const job = this.job;
    const now = performance.now();
    this.job = null;
    this.crashes = [...this.crashes.filter((at) => now - at < CRASH_SPAN), now];
    this.gone = this.crashes.length >= CRASHES_MOST;
    if (!this.gone) {
      this.engine = this.start();
    }
    this.onCrash(reason, !this.gone);
    job?.settle(new EngineCrash(reason));
  }

  private run(lines: string[], done: (line: string) => boolean, onLine?: (line: string) => void): Promise<string[]> {
    return new Promise((resolve, reject) => {
      if (this.gone) {
        reject(new EngineCrash(S.noEngine));
        return;
      }
      const collected: string[] = [];
      const settle = (error?: Error): void => (error === undefined ? resolve(collected) : reject(error));
      this.job = { done, collected, settle, ...(onLine === undefined ? {} : { onLine }) };
      lines.forEach((line) => this.engine.send(line));
    });
  }

  /** Does the work once nothing of a smaller rank waits. */
  private enqueue<T>(rank: number, work: () => Promise<{ readonly value: T } | null>): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = async (): Promise<boolean> => {
        try {
          const done = await work();
          if (done !== null) {
            resolve(done.value);
          }
          return done !== null;
        } catch (error) {
          // Asked again if the engine crashed over it and was started again.
          const again = error instanceof EngineCrash && !this.gone;
          if (!again) {
            reject(error);
          }
          return !again;
        }
      };
      this.waiting.push({ rank, work: attempt });
      this.stop();
      void this.workOff();
    });
  }

  private async workOff(): Promise<void> {
    if (this.busy) {
      return;
    }
    this.busy = true;
    let asked = false; // the last one was a question, which another may follow in a moment
    for (;;) {
      const first = Math.min(...this.waiting.map(({ rank }) => rank));
      const task = this.waiting.find(({ rank }) => rank === first);
      if (task === undefined) {
        break;
      }
      if (asked && first !== QUESTION) {
        await new Promise((resolve) => setTimeout(resolve));
        asked = false;
        continue;
      }
      asked = first === QUESTION;
      if (await task.work()) {
        this.waiting.splice(this.waiting.indexOf(task), 1);
      }
    }
    this.busy = false;
  }

  private setup(line: Line): string[] {
    const lines: string[] = [];
    if (line.board !== this.board) {
      lines.push(`setoption name UCI_Variant value ${line.board}`);
      this.board = line.board;
    }
    const moves = line.moves.length > 0 ? ` moves ${line.moves.join(' ')}` : '';
    lines.push(`position ${line.start === null ? 'startpos' : `fen ${line.start}`}${moves}`);
    return lines;
  }

  /** The engine's answer to these lines. */
  private answer(lines: readonly string[]): Promise<string[]> {
    return this.run([...lines, 'isready'], (text) => text === 'readyok');
  }

  /** The same; throws a Refusal if a line is refused. */
  private async tell(lines: readonly string[]): Promise<string[]> {
    const said = await this.answer(lines);
    const refusal = refusalIn(said);
    if (refusal !== null) {
      throw new Refusal(refusal);
    }
    return said;
  }

  /** Opens an opening book, unless this engine already has. Returns the line that describes it. */
  private async openBook(file: string): Promise<string> {
    const known = this.books.get(file) ?? (await this.tell([`setoption name BookFile value ${file}`]))[0] ?? '';
    this.books.set(file, known);
    return known;
  }

  /** What opens the tablebases before this position is searched, if they are near and not open yet. */
  private openTables(fen: string): string[] {
    const opened = !this.hasTables && readFen(fen).pieces.size <= NEAR_TABLES ? [OPEN_TABLES] : [];
    this.hasTables ||= opened.length > 0;
    return opened;
  }

  /** The answer to a command such as `eval`; with the file of a book after the line that describes it. */
  ask(line: Line, command: string, book: string | null = null): Promise<string[]> {
    return this.enqueue(QUESTION, async () => {
      const opened = book === null ? [] : [await this.openBook(book)];
      await this.tell(this.setup(line));
      return { value: [...opened, ...(await this.answer([command]))] };
    });
  }

  /** The position and its legal moves; with words, only the moves that they mean. Throws a Refusal. */
  async details(line: Line, words = ''): Promise<Details> {
    // People may type anything: texts have other dashes, a # would begin a comment, and a newline another command.
    const clean = words.replace(/#/g, '?').replace(/[\u2010-\u2015\u2212]/g, '-').replace(/[\r\n]+/g, ' ').trim();
    return readDetails(await this.ask(line, clean === '' ? 'moves full' : `moves full ${clean}`));
  }

  /** Is the position that the line leads to a draw by the tablebases? False also if they do not know it. */
  isDrawnEnding(line: Line, fen: string): Promise<boolean> {
    return this.enqueue(QUESTION, async () => {
      await this.answer(this.openTables(fen));
      await this.tell(this.setup(line));
      return { value: (await this.answer(['endings'])).some((text) => /^Ending: .* draws$/.test(text)) };
    });
  }

  /** Searches; null if the result is no longer wanted. */
  search(request: SearchRequest): Promise<Found | null> {
    return this.enqueue(rankOf(request), async () => {
      if (!request.wanted()) {
        return { value: null };
      }
      const set = Object.entries({ ...FULL, ...this.always, ...request.options })
        .filter(([name, value]) => this.options.get(name) !== String(value))
        .map(([name, value]) => {
          this.options.set(name, String(value));
          return `setoption name ${name} value ${value}`;
        });
      let last: Info | undefined;
      const listen = (text: string): void => {
        const info = readInfo(text);
        if (info !== null) {
          last = info;
          request.onInfo?.(info);
        }
      };
      const mine = { request, stopped: false };
      this.searching = mine;
      try {
        const lines = await this.run(
          [...set, ...this.openTables(request.fen), ...this.setup(request.line), request.go()],
          (text) => text.startsWith('bestmove '), // (none) if something was refused
          listen,
        );
        const [, best = ''] = lines.at(-1)?.split(' ') ?? [];
        return mine.stopped ? null : { value: { best, info: last } };
      } finally {
        this.searching = null;
      }
    });
  }

  /** Interrupts the running search if it is no longer wanted, or something of a smaller rank waits. */
  stop(): void {
    const { searching } = this;
    if (searching === null || searching.stopped) {
      return;
    }
    const { request } = searching;
    if (!request.wanted() || this.waiting.some(({ rank }) => rank < rankOf(request))) {
      searching.stopped = true;
      this.engine.send('stop');
    }
  }
}
