// SPDX-License-Identifier: GPL-3.0-or-later
// The engine compiled to WebAssembly (scripts/gui/wasm/main.c), and the functions that it imports.
import { suspension } from './features';
import { filled, NO_ENGINE } from '../src/texts/engine_says';
import { systemImports } from './wasi';

/** What next() returns when there is no line, or when `stop` or `quit` has been sent but cannot be read yet. */
export const NO_LINE = -1;
export const STOP = -2;
export const QUIT = -3;

/** A time in milliseconds: until something comes. */
export const FOREVER = -1;

/** What the engine needs from the code that drives it. */
interface Host {
  /**
   * Waits for a line, at most that many milliseconds (or FOREVER), and returns its length in bytes, NO_LINE, STOP
   * or QUIT. Returns a promise only if the engine can be suspended.
   */
  next(milliseconds: number): number | Promise<number>;
  /** Removes and returns the line whose length next() has returned. */
  take(): Uint8Array;
  /** Receives whole lines, each with its newline. */
  write(text: string): void;
  /** The tablebase file of a board, by the board's number; null if there is none, or it is not to be loaded yet. */
  tables(board: number): Uint8Array | null;
  /** The bytes of a file, by its path; in a page by its address, relative to the page. Null if it cannot be read. */
  open(path: string): Uint8Array | null;
}

/** The compiled engine, and its networks in the order of its boards: the files, or their addresses for Host.open(). */
export interface Parts {
  readonly module: WebAssembly.Module;
  readonly networks: readonly (Uint8Array | string)[];
}

/** An engine that waits for lines. */
export interface Bushka {
  /** Executes the waiting lines and what they start. Resolves to false once `quit` has ended the engine. */
  run(): Promise<boolean>;
}

interface Exports {
  _initialize(): void;
  bushka_new(): number;
  bushka_run(inside: number): number;
}

export const PAGES_PER_MIB = 16;

/** The memory that an engine may use by default, in MiB. */
export const MEMORY_DEFAULT = 1024;

/** The memory that the engine starts with, in pages of 64 KiB, as it was linked (WASM_INITIAL in gui.mk). */
const PAGES_INITIAL = 128;

/** The fewest pages worth trying: a small hash table, and what a search needs. */
const PAGES_LEAST = 512;

/** Memory that may grow to that many pages; to half of them if the browser refuses to reserve so much, and so on. */
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
function nameIn(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

/** The bytes of the file at an address; its MIME type does not matter. */
export async function load(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url).catch(() => null);
  if (response === null || !response.ok) {
    throw new Error(filled(NO_ENGINE.notFound, nameIn(url), response?.status ?? NO_ENGINE.noAnswer));
  }
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Makes an engine from its parts, with at most that many pages of memory (fewer if the browser does not have them).
 * `suspended` lets it wait for the event loop. Throws if there is not enough memory, or a network is damaged.
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
