// SPDX-License-Identifier: GPL-3.0-or-later
// The worker in which the engine runs: it hands the lines of the page to WebAssembly, and back what that writes.
import { type Bushka, FOREVER, loadBushka, NO_LINE, STOP } from './bushka';
import { ENGINE } from '../src/strings';
import type { FromWorker, StartMessage, ToWorker } from './worker_messages';

/** Milliseconds between two looks at the doorbell while nothing else is to be done. */
const DOORBELL_PAUSE = 20;

const lines: Uint8Array[] = [];
const encoder = new TextEncoder();
let wake: (() => void) | null = null; // ends the waiting of a search
let doorbell: string | null = null;
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

/** A message to this worker itself lets those that came before it in at once; a timer would wait for milliseconds. */
const channel = new MessageChannel();
let letIn: (() => void) | null = null;
channel.port1.onmessage = () => letIn?.();

/** Lets the event loop run, at most so long, or until a line has come. */
function nextByLoop(milliseconds: number): Promise<number> | number {
  if (lines.length > 0) {
    return firstLength();
  }
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const done = (): void => {
      clearTimeout(timer);
      wake = letIn = null;
      resolve(firstLength());
    };
    wake = done;
    if (milliseconds === 0) {
      letIn = done;
      channel.port2.postMessage(null);
    } else if (milliseconds !== FOREVER) {
      timer = setTimeout(done, milliseconds);
    }
  });
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

/** Sleeps without the event loop, on a word that nobody changes. */
const word = new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
function pause(milliseconds: number): void {
  Atomics.wait(word, 0, 0, milliseconds);
}

/** The same without the event loop: only the doorbell is heard, and lines that came before. */
function nextByDoorbell(milliseconds: number): number {
  if (lines.length > 0) {
    return firstLength();
  }
  if (doorbell === null) {
    return NO_LINE;
  }
  const end = milliseconds === FOREVER ? Infinity : performance.now() + milliseconds;
  for (;;) {
    if (isRung(doorbell)) {
      return STOP;
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
  if (running) {
    return;
  }
  running = true;
  try {
    while (engine !== null && lines.length > 0) {
      if (!(await engine.run())) {
        throw new Error(ENGINE.ended);
      }
    }
  } catch (error) {
    crash(error);
  }
  running = false;
}

/** The bytes of a file of the page, whatever type the host gives it. */
async function load(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const name = url.slice(url.lastIndexOf('/') + 1);
  const response = await fetch(url).catch(() => null);
  if (response === null || !response.ok) {
    throw new Error(ENGINE.notFound(name, response?.status));
  }
  return new Uint8Array(await response.arrayBuffer());
}

async function start(message: StartMessage): Promise<void> {
  doorbell = message.doorbell;
  const [module, ...networks] = await Promise.all([
    load(message.url).then((bytes) => WebAssembly.compile(bytes)),
    ...message.networks.map(load),
  ]);
  const host = {
    next: doorbell === null ? nextByLoop : nextByDoorbell,
    take: () => lines.shift() ?? new Uint8Array(),
    write: (text: string) => tell({ kind: 'text', text }),
  };
  engine = await loadBushka({ module, networks }, host, message.pages, doorbell === null);
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
