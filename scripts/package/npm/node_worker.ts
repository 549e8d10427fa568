// SPDX-License-Identifier: GPL-3.0-or-later
// The worker thread in which the engine runs: it passes the program's lines to WebAssembly, and the engine's lines back.
import { readFileSync, statSync } from 'node:fs';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { FOREVER, loadBushka, NO_LINE } from '../../gui/engine/bushka';
import type { NodeStart } from './node_messages';

const { parts, tables, pages, port, sent } = workerData as NodeStart;
const encoder = new TextEncoder();
const lines: Uint8Array[] = [];

/** Takes in a command that was sent; if there is none, waits for one, at most that long (or FOREVER). */
function next(milliseconds: number): number {
  const end = milliseconds === FOREVER ? Infinity : performance.now() + milliseconds;
  while (lines.length === 0) {
    const seen = Atomics.load(sent, 0); // before the look, so that what is sent after it ends the sleep
    const message = receiveMessageOnPort(port);
    if (message !== undefined) {
      lines.push(encoder.encode(message.message as string));
    } else if (milliseconds === 0 || Atomics.wait(sent, 0, seen, end - performance.now()) === 'timed-out') {
      return NO_LINE;
    }
  }
  return lines[0]?.length ?? NO_LINE;
}

/** Reads only regular files, as the program does: a FIFO or a device could block for ever, even after terminate(). */
function open(path: string): Uint8Array | null {
  try {
    return statSync(path).isFile() ? readFileSync(path) : null;
  } catch {
    return null;
  }
}

const host = {
  next,
  take: () => lines.shift() ?? new Uint8Array(),
  write: (text: string) => parentPort?.postMessage(text),
  tables: (board: number) => open(tables[board] ?? ''),
  open,
};
const engine = await loadBushka(parts, host, pages, false);
do {
  next(FOREVER);
} while (await engine.run());
