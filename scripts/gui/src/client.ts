// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the engine one thing after the other. Every question carries its whole position, so that nothing is lost when the
// engine crashes: another one is started, and asked again. A question interrupts the search that runs, which begins anew
// after it for as long as its answer is wanted.
import type { Engine } from '../engine/engine';
import { readFen } from './fen';
import type { BoardName } from './geometry';
import { type Details, readDetails, Refusal, refusalIn } from './moves';
import { S } from './language';
import { TOP_LEVEL } from './opponents';

/** A game as the engine is told it: the board, where it began (null: the start position), and the moves since. */
export interface Line {
  readonly board: BoardName;
  readonly start: string | null;
  readonly moves: readonly string[];
}

export interface Info {
  readonly depth: number;
  readonly multipv: number;
  /** Hundredths of a man, or moves to a mate, seen by the side to move. */
  readonly score: number;
  readonly mate: boolean;
  readonly pv: readonly string[];
}

interface SearchRequest {
  readonly line: Line;
  /** Of the position that it leads to. */
  readonly fen: string;
  /** The command, made when it is sent. */
  readonly go: () => string;
  /** Where it is not the full strength that looks for one line. */
  readonly options?: Readonly<Record<string, string | number>>;
  readonly onInfo?: (info: Info) => void;
  /** False once nobody waits for the answer any more. */
  readonly wanted: () => boolean;
  /** It goes on for long, and gives way to searches that end soon. */
  readonly long?: boolean;
}

/** What a search has come to: the best move in coordinate notation, '(none)' where there is none, and what was said last. */
interface Found {
  readonly best: string;
  readonly info: Info | undefined;
}

const FULL = { UCI_LimitStrength: 'false', 'Skill Level': TOP_LEVEL, Variety: 0, MultiPV: 1, Notation: 'coordinate' };

/** With so many pieces or fewer on the board searches soon meet those of four, whose results tablebases know. */
const NEAR_TABLES = 8;

/** The engine inside the page loads its tablebases when it is told to open them. */
const OPEN_TABLES = 'setoption name TablesPath value <empty>';

/** What gives way to what: a rank to all smaller ones. */
const QUESTION = 0;
const SEARCH = 1;
const LONG = 2;

const rankOf = ({ long }: SearchRequest): number => (long === true ? LONG : SEARCH);

/** A question or a search, until it is done. */
interface Task {
  readonly rank: number;
  /** Returns false when it was interrupted and is to be done again. */
  readonly work: () => Promise<boolean>;
}

/** What is under way: the lines of its answer so far, and how its last one is known. */
interface Job {
  readonly collected: string[];
  readonly done: (line: string) => boolean;
  readonly settle: (error?: Error) => void;
  readonly onLine?: (line: string) => void;
}

/** After so many crashes in so many milliseconds the engine is not started again. */
const CRASHES_MOST = 3;
const CRASH_SPAN = 20_000;

/** The engine has ended while it was asked. */
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
  /** The search that runs, and whether it was told to stop. */
  private searching: { readonly request: SearchRequest; stopped: boolean } | null = null;
  private options = new Map<string, string>();
  private board: BoardName = 'bushka';
  /** What the engine has said of the opening books that it has opened, by their files. */
  private books = new Map<string, string>();

  /** Has this engine opened its tablebases? */
  private hasTables = false;

  private crashes: number[] = []; // when they were
  private gone = false;

  /**
   * The engine is made, and made again after a crash, with the number of crashes in the last time. onCrash is told the
   * reason, and whether another engine was started.
   */
  constructor(
    private readonly create: (crashes: number) => Engine,
    private readonly onCrash: (reason: string, again: boolean) => void,
  ) {
    this.engine = this.start();
  }

  /** Has it crashed too often to be made again? */
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
    // A stop may cross the answer that it asks for.
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

  /** Does it once nothing that goes before it waits. */
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
          // Asked again where the engine has crashed over it and was started again.
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

  /** What is said to these lines. */
  private answer(lines: readonly string[]): Promise<string[]> {
    return this.run([...lines, 'isready'], (text) => text === 'readyok');
  }

  /** The same. Throws a Refusal. */
  private async tell(lines: readonly string[]): Promise<string[]> {
    const said = await this.answer(lines);
    const refusal = refusalIn(said);
    if (refusal !== null) {
      throw new Refusal(refusal);
    }
    return said;
  }

  /** Opens an opening book, unless this engine has done so. Returns the line that tells what it is. */
  private async openBook(file: string): Promise<string> {
    const known = this.books.get(file) ?? (await this.tell([`setoption name BookFile value ${file}`]))[0] ?? '';
    this.books.set(file, known);
    return known;
  }

  /** What opens the tablebases before this position is searched, unless they are open or far off. */
  private openTables(fen: string): string[] {
    const opened = !this.hasTables && readFen(fen).pieces.size <= NEAR_TABLES ? [OPEN_TABLES] : [];
    this.hasTables ||= opened.length > 0;
    return opened;
  }

  /** The lines of `book` or `eval`, say; with a book behind the one that tells what the book in that file is. */
  ask(line: Line, command: string, book: string | null = null): Promise<string[]> {
    return this.enqueue(QUESTION, async () => {
      const opened = book === null ? [] : [await this.openBook(book)];
      await this.tell(this.setup(line));
      return { value: [...opened, ...(await this.answer([command]))] };
    });
  }

  /** The position and its legal moves, or with words only the moves that they mean. Throws a Refusal. */
  async details(line: Line, words = ''): Promise<Details> {
    // What people type may hold anything: one word is one move, texts have dashes, and a comment would hide what follows.
    const clean = words.replace(/#/g, '?').replace(/[\u2010-\u2015\u2212]/g, '-').replace(/[\r\n]+/g, ' ').trim();
    return readDetails(await this.ask(line, clean === '' ? 'moves full' : `moves full ${clean}`));
  }

  /** Do the engine's tablebases call the position that the line leads to a draw? Without them it does not know. */
  isDrawnEnding(line: Line, fen: string): Promise<boolean> {
    return this.enqueue(QUESTION, async () => {
      await this.answer(this.openTables(fen));
      await this.tell(this.setup(line));
      return { value: (await this.answer(['endings'])).some((text) => /^Ending: .* draws$/.test(text)) };
    });
  }

  /** Searches; null when it is not wanted any more. */
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
      const listen = (text: string): void => {
        const info = readInfo(text);
        if (info !== null) {
          request.onInfo?.(info);
        }
      };
      const mine = { request, stopped: false };
      this.searching = mine;
      try {
        const lines = await this.run(
          [...set, ...this.openTables(request.fen), ...this.setup(request.line), request.go()],
          (text) => text.startsWith('bestmove '), // (none) where something was refused
          listen,
        );
        const [, best = ''] = lines.at(-1)?.split(' ') ?? [];
        return mine.stopped ? null : { value: { best, info: lines.flatMap((text) => readInfo(text) ?? []).at(-1) } };
      } finally {
        this.searching = null;
      }
    });
  }

  /** Interrupts the search that runs, if it is not wanted any more or something that goes before it waits. */
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
