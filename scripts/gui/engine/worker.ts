// SPDX-License-Identifier: GPL-3.0-or-later
// The worker in which the engine runs: it passes the page's lines to WebAssembly, and the engine's lines back.
import { type Bushka, FOREVER, load, loadBushka, NO_LINE, QUIT, STOP } from './bushka';
import { NO_ENGINE } from '../src/texts/engine_says';
import type { Doorbells, FromWorker, StartMessage, ToWorker } from './worker_messages';

/** Milliseconds between two checks of the doorbells; a check takes a fraction of one. */
const DOORBELL_PAUSE = 20;

const lines: Uint8Array[] = [];
const encoder = new TextEncoder();
let wake: (() => void) | null = null; // ends a search's wait for a line
let doorbells: Doorbells | null = null;
let looked = -Infinity; // when they were last checked
let engine: Bushka | null = null;
let running = false;

function tell(message: FromWorker): void {
  self.postMessage(message);
}

function crash(error: unknown): void {
  engine = null;
  tell({ kind: 'crash', reason: error instanceof Error ? error.message : String(error) });
}

function firstLength(): number {
  return lines[0]?.length ?? NO_LINE;
}

declare const scheduler: { postTask(call: () => void): void };

/** Lets the event loop run for at most that long, or until a line has come. */
function nextByLoop(milliseconds: number): Promise<number> | number {
  if (lines.length > 0) {
    return firstLength();
  }
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (milliseconds === 0) {
      scheduler.postTask(() => resolve(firstLength())); // behind the messages that have come; a timer would take milliseconds
      return;
    }
    wake = (): void => {
      clearTimeout(timer);
      wake = null;
      resolve(firstLength());
    };
    if (milliseconds !== FOREVER) {
      timer = setTimeout(wake, milliseconds);
    }
  });
}

/** True if the URL has been revoked. */
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

/** Sleeps without the event loop, waiting for a word that never changes. */
const word = new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
function pause(milliseconds: number): void {
  Atomics.wait(word, 0, 0, milliseconds);
}

/** The same without the event loop: hears only the doorbells, and lines that came before. */
function nextByDoorbell(milliseconds: number): number {
  if (lines.length > 0) {
    return firstLength();
  }
  if (doorbells === null || (milliseconds === 0 && performance.now() - looked < DOORBELL_PAUSE)) {
    return NO_LINE;
  }
  const end = milliseconds === FOREVER ? Infinity : performance.now() + milliseconds;
  for (;;) {
    if (isRung(doorbells.stop)) {
      return STOP;
    }
    if (isRung(doorbells.quit)) {
      return QUIT;
    }
    looked = performance.now();
    const left = end - looked;
    if (left <= 0) {
      return NO_LINE;
    }
    pause(Math.min(left, DOORBELL_PAUSE));
  }
}

/** Executes the waiting lines, unless that is already under way. */
async function work(): Promise<void> {
  if (running) {
    return;
  }
  running = true;
  try {
    while (engine !== null && lines.length > 0) {
      if (!(await engine.run())) {
        throw new Error(NO_ENGINE.ended);
      }
    }
  } catch (error) {
    crash(error);
  }
  running = false;
}

/** A file that the engine asks for while it runs, and so is read without the event loop. */
function open(url: string): Uint8Array | null {
  const request = new XMLHttpRequest();
  try {
    request.open('GET', url, false);
    request.responseType = 'arraybuffer';
    request.send();
  } catch {
    return null;
  }
  const isThere = request.status >= 200 && request.status < 300; // what Response calls ok
  return isThere ? new Uint8Array(request.response as ArrayBuffer) : null;
}

async function start(message: StartMessage): Promise<void> {
  doorbells = message.doorbells;
  const [first = '', ...others] = message.networks; // the engine starts with the first, and may never need the others
  const [module, network] = await Promise.all([load(message.url).then((bytes) => WebAssembly.compile(bytes)), load(first)]);
  const host = {
    next: doorbells === null ? nextByLoop : nextByDoorbell,
    take: () => lines.shift() ?? new Uint8Array(),
    write: (text: string) => tell({ kind: 'text', text }),
    tables: (board: number) => (engine === null ? null : open(message.tables[board] ?? '')),
    open: (path: string) => open(new URL(path, message.base).href),
  };
  engine = await loadBushka({ module, networks: [network, ...others] }, host, message.pages, doorbells === null);
  await work();
}

self.onmessage = (event: MessageEvent<ToWorker>): void => {
  const message = event.data;
  if (message.kind === 'start') {
    start(message).catch(crash);
    return;
  }
  if (doorbells !== null && message.doorbell !== undefined) {
    doorbells = { ...doorbells, stop: message.doorbell };
  }
  lines.push(encoder.encode(message.line));
  if (wake !== null) {
    wake();
  } else {
    void work();
  }
};
