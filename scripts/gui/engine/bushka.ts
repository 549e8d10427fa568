// SPDX-License-Identifier: GPL-3.0-or-later
// The engine compiled to WebAssembly (scripts/gui/wasm/main.c), and what it wants from around it.
import { suspension } from './features';
import { filled, NO_ENGINE } from '../src/texts/engine_says';
import { systemImports } from './wasi';

/** What next() returns when there is no line, and when `stop` or `quit` has been sent but cannot be read yet. */
export const NO_LINE = -1;
export const STOP = -2;
export const QUIT = -3;

/** For times in milliseconds: until something comes. */
export const FOREVER = -1;

/** What the engine asks of those who drive it. */
export interface Host {
  /**
   * Waits for a line, at most that many milliseconds, or FOREVER, and returns its length in bytes, NO_LINE, STOP
   * or QUIT. A promise only where the engine may be suspended.
   */
  next(milliseconds: number): number | Promise<number>;
  /** Takes the line whose length next() has returned. */
  take(): Uint8Array;
  /** Gets whole lines, each with its newline. */
  write(text: string): void;
  /** The file of the tablebases of a board, by its number; null when there is none, or it is not wanted yet. */
  tables(board: number): Uint8Array | null;
  /** The bytes of a file of the page, by its address as seen from there; null when it is not there. */
  open(path: string): Uint8Array | null;
}

/** The compiled engine, and the files of its networks in the order of its boards, or their addresses for Host.open(). */
export interface Parts {
  readonly module: WebAssembly.Module;
  readonly networks: readonly (Uint8Array | string)[];
}

/** An engine that waits for lines. */
export interface Bushka {
  /** Executes all lines that there are, and what they start. False when the engine has ended by `quit`. */
  run(): Promise<boolean>;
}

interface Exports {
  _initialize(): void;
  bushka_new(): number;
  bushka_run(inside: number): number;
}

/** Pages of 64 KiB that the engine begins with, as it was linked (WASM_INITIAL in gui.mk). */
const PAGES_INITIAL = 128;

/** With fewer pages than these there is no use in trying: a small hash table, and what a search takes. */
const PAGES_LEAST = 512;

/** Memory that may grow to that many pages or, where the browser refuses to set as much aside, to half of them, and so on. */
function makeMemory(pages: number): { memory: WebAssembly.Memory; most: number } {
  for (let most = pages; ; most = Math.floor(most / 2)) {
    try {
      return { memory: new WebAssembly.Memory({ initial: PAGES_INITIAL, maximum: most }), most };
    } catch (error) {
      if (!(error instanceof RangeError)) {
        throw error;
      }
      if (most / 2 < PAGES_LEAST) {
        throw new Error(NO_ENGINE.noMemory);
      }
    }
  }
}

/** The name of the file at an address. */
export function nameIn(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

/**
 * Makes an engine of its parts, with that many pages of memory at the most, fewer where the browser has not so
 * many, and lets it wait for the event loop if wanted. An exception when there is no room for it, or a network is damaged.
 */
export async function loadBushka(
  { module, networks }: Parts,
  host: Host,
  pages: number,
  suspended: boolean,
): Promise<Bushka> {
  const loop = suspended ? suspension() : null;
  const { memory, most } = makeMemory(pages);
  const decoder = new TextDecoder();
  const bytes = (from: number, length: number): Uint8Array => new Uint8Array(memory.buffer, from, length);
  const loaded = [...networks];
  const network = (board: number): Uint8Array => {
    const known = loaded[board] ?? new Uint8Array();
    if (typeof known !== 'string') {
      return known;
    }
    const file = host.open(known);
    if (file === null) {
      throw new Error(filled(NO_ENGINE.notFound, nameIn(known), NO_ENGINE.noAnswer));
    }
    loaded[board] = file;
    return file;
  };
  let tables: Uint8Array | null = null;
  const files = new Map<number, Uint8Array>();
  let opened = 0;
  const next = (milliseconds: number): number | Promise<number> => host.next(milliseconds);
  const instance = await WebAssembly.instantiate(module, {
    ...systemImports(module, memory),
    env: { memory },
    bushka: {
      next: loop !== null ? new loop.Suspending(next) : next,
      take(to: number): void {
        const line = host.take();
        if (to !== 0) {
          bytes(to, line.length).set(line);
        }
      },
      write: (from: number, length: number): void => host.write(decoder.decode(bytes(from, length))),
      pages: (): number => most,
      network_size: (board: number): number => network(board).length,
      network_take: (board: number, to: number): void => bytes(to, network(board).length).set(network(board)),
      tables_size(board: number): number {
        tables = host.tables(board);
        return tables?.length ?? 0;
      },
      tables_take(to: number): void {
        bytes(to, tables?.length ?? 0).set(tables ?? []);
        tables = null;
      },
      file_open(from: number, length: number): number {
        const file = host.open(decoder.decode(bytes(from, length)));
        if (file === null) {
          return -1;
        }
        files.set(opened, file);
        return opened++;
      },
      file_close: (file: number): boolean => files.delete(file),
      file_length: (file: number): number => files.get(file)?.length ?? 0,
      file_read(file: number, position: number, to: number, size: number): boolean {
        const part = files.get(file)?.subarray(position, position + size);
        if (part?.length !== size) {
          return false;
        }
        bytes(to, size).set(part);
        return true;
      },
      give_up(from: number, length: number): void {
        throw new Error(filled(NO_ENGINE.notStarted, decoder.decode(bytes(from, length))));
      },
    },
  });
  const engine = instance.exports as unknown as Exports;
  engine._initialize();
  const inside = engine.bushka_new();
  if (inside === 0) {
    throw new Error(NO_ENGINE.noMemory);
  }
  const run = loop !== null ? loop.promising(engine.bushka_run) : engine.bushka_run;
  return { run: async () => (await run(inside)) !== 0 };
}
