// SPDX-License-Identifier: GPL-3.0-or-later
// The engine in a worker thread of Node. The thread never returns to its event loop: it sleeps on shared memory until a
// command is sent, and checks for commands while it searches, so that each takes effect at once.
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Parts } from '../../gui/engine/bushka';
import { ListenedEngine } from '../../gui/engine/listeners';
import { NO_ENGINE } from '../../gui/src/texts/engine_says';
import type { NodeStart } from './node_messages';

export class NodeEngine extends ListenedEngine {
  private readonly worker: Worker;
  private readonly channel = new MessageChannel();
  private readonly sent = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

  constructor(parts: Parts, tables: readonly string[], pages: number) {
    super();
    const port = this.channel.port2;
    const start: NodeStart = { parts, tables, pages, port, sent: this.sent };
    // Options of this process, such as --input-type, are not for the thread.
    const options = { workerData: start, transferList: [port], execArgv: [] };
    this.worker = new Worker(new URL('./node_worker.js', import.meta.url), options);
    this.worker.on('message', (text: string) => this.tell(text));
    this.worker.on('error', (error) => this.crash(error.message));
    this.worker.on('exit', () => this.crash(NO_ENGINE.ended));
  }

  protected override deliver(line: string): void {
    this.channel.port1.postMessage(line);
    Atomics.add(this.sent, 0, 1);
    Atomics.notify(this.sent, 0);
  }

  protected override close(): void {
    void this.worker.terminate();
    this.channel.port1.close();
  }
}
