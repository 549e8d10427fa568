// SPDX-License-Identifier: GPL-3.0-or-later
// The worker in which the engine runs: it hands the lines of the page to WebAssembly, and back what that writes.
import { suspension } from './features';
import type { FromWorker, StartMessage, ToWorker } from './messages';
import { systemImports } from './wasi';

/** What bushka.wasm offers (scripts/gui/wasm/main.c). */
interface BushkaExports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  /** Makes the engine; false when there is no memory for it. */
  bushka_new(): number;
  /** Executes the lines that wait, until there are none. */
  bushka_run(): void;
}

/** What next() returns when there is no line, and when the doorbell has been rung. */
const NO_LINE = -1;
const RUNG = -2;

/** For times in milliseconds: until something comes. */
const FOREVER = -1;

/** Milliseconds between two looks at the doorbell while nothing else is to be done. */
const DOORBELL_PAUSE = 20;

const lines: Uint8Array[] = [];
const encoder = new TextEncoder();
const decoder = new TextDecoder();
let wake: (() => void) | null = null; // ends the waiting of a search
let doorbell: string | null = null;
let engine: BushkaExports | null = null;
let run: (() => Promise<void> | void) | null = null;
let running = false;

function tell(message: FromWorker): void {
  self.postMessage(message);
}

function crash(error: unknown): void {
  run = null;
  tell({ kind: 'crash', reason: error instanceof Error ? error.message : String(error) });
}

function firstLength(): number {
  return lines[0]?.length ?? NO_LINE;
}

/** Lets the event loop run, at most so long, or until a line has come. */
function nextByLoop(milliseconds: number): Promise<number> | number {
  if (lines.length > 0) {
    return firstLength();
  }
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const done = (): void => {
      clearTimeout(timer);
      wake = null;
      resolve(firstLength());
    };
    wake = done;
    if (milliseconds === 0) {
      yieldToLoop(done);
    } else if (milliseconds !== FOREVER) {
      timer = setTimeout(done, milliseconds);
    }
  });
}

/** Calls back after the messages that have come; timers would wait milliseconds. */
const channel = new MessageChannel();
let yielded: (() => void) | null = null;
channel.port1.onmessage = () => yielded?.();
function yieldToLoop(done: () => void): void {
  yielded = done;
  channel.port2.postMessage(null);
}

/** True when the URL has been revoked. */
function isRung(url: string): boolean {
  const request = new XMLHttpRequest();
  try {
    request.open('GET', url, false);
    request.send();
    return false;
  } catch {
    return true;
  }
}

/** Sleeps without the event loop; returns at once where that is impossible. */
const pausing = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(pausing.buffer), 0, 0, milliseconds);
}

/** The same without the event loop: only the doorbell is heard, and lines that came before. */
function nextByDoorbell(milliseconds: number): number {
  if (lines.length > 0) {
    return firstLength();
  }
  if (!running || doorbell === null) {
    return NO_LINE;
  }
  const end = milliseconds === FOREVER ? Infinity : performance.now() + milliseconds;
  for (;;) {
    if (isRung(doorbell)) {
      return RUNG;
    }
    const left = end - performance.now();
    if (left <= 0) {
      return NO_LINE;
    }
    pause(Math.min(left, DOORBELL_PAUSE));
  }
}

/** Executes what waits, unless that is under way. */
async function work(): Promise<void> {
  if (running || run === null || lines.length === 0) {
    return;
  }
  running = true;
  try {
    while (lines.length > 0) {
      await run();
    }
  } catch (error) {
    crash(error);
  }
  running = false;
}

async function start(message: StartMessage): Promise<void> {
  doorbell = message.doorbell;
  const loop = message.doorbell === null ? suspension() : null;
  const memory = (): WebAssembly.Memory => {
    if (engine === null) {
      throw new Error('the engine has not been made');
    }
    return engine.memory;
  };
  const bytes = (from: number, length: number): Uint8Array => new Uint8Array(memory().buffer, from, length);
  const response = await fetch(message.url);
  if (!response.ok) {
    throw new Error(`the engine could not be loaded: ${response.status}`);
  }
  const module = await WebAssembly.compile(await response.arrayBuffer()); // whatever type the host gives the file
  const imports = {
    ...systemImports(module, memory),
    bushka: {
      next: loop !== null ? new loop.Suspending(nextByLoop) : nextByDoorbell,
      take: (to: number): void => bytes(to, firstLength()).set(lines.shift() ?? []),
      write: (from: number, length: number): void => tell({ kind: 'text', text: decoder.decode(bytes(from, length)) }),
      pages: (): number => message.pages,
    },
  };
  engine = (await WebAssembly.instantiate(module, imports)).exports as unknown as BushkaExports;
  engine._initialize();
  if (engine.bushka_new() === 0) {
    throw new Error('there is not enough memory for the engine');
  }
  run = loop !== null ? loop.promising(engine.bushka_run) : engine.bushka_run;
  await work();
}

self.onmessage = (event: MessageEvent<ToWorker>): void => {
  const message = event.data;
  if (message.kind === 'start') {
    start(message).catch(crash);
    return;
  }
  doorbell = message.doorbell ?? doorbell;
  lines.push(encoder.encode(message.line));
  if (wake !== null) {
    wake();
  } else {
    void work();
  }
};
