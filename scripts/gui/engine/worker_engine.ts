// SPDX-License-Identifier: GPL-3.0-or-later
// The engine inside the page: WebAssembly in a worker.
//
// A search never returns to the event loop of its worker, and a page on an ordinary static host cannot share memory with
// it. If the browser lets WebAssembly wait for promises (JavaScript Promise Integration), the search lets the loop run
// now and then, and every command is heard. Otherwise there is a doorbell: the URL of a blob made by this page, which
// the searching worker requests now and then, synchronously and without leaving the browser. To ring is to revoke the
// URL: the request fails, and the search stops. Only `stop` and `quit` ring, each its own doorbell, since a search with
// a limit goes on after `quit`; other commands are read when the search has ended.
import networkUrl from '@networks/bushka.net?url';
import oldNetworkUrl from '@networks/bushka9x11.net?url';
import tablesUrl from '@tables/bushka.endings?url';
import oldTablesUrl from '@tables/bushka9x11.endings?url';
import plainUrl from '@wasm/bushka.wasm?url';
import simdUrl from '@wasm/bushka-simd.wasm?url';
import { NO_ENGINE } from '../src/texts/engine_says';
import { MEMORY_DEFAULT, PAGES_PER_MIB } from './bushka';
import { hasSimd, suspension } from './features';
import { ListenedEngine } from './listeners';
import type { Doorbells, FromWorker, ToWorker } from './worker_messages';

/** How to run it. `simd` and `suspend` are by default what the browser supports. */
export interface WorkerEngineOptions {
  /** Use 128-bit vectors. */
  readonly simd?: boolean;
  /** Let the search wait for the event loop. */
  readonly suspend?: boolean;
  /** The most memory that the engine may use, in MiB. */
  readonly memory?: number;
}

/** The networks, the same for both builds, in the order of the engine's boards. */
const NETWORKS = [networkUrl, oldNetworkUrl];

/** The tablebases, in the same order. */
const TABLES = [tablesUrl, oldTablesUrl];

const STOPS = /^\s*stop(\s|$)/;
const QUITS = /^\s*quit(\s|$)/;

export class WorkerEngine extends ListenedEngine {
  private readonly worker: Worker;
  private doorbells: Doorbells | null;

  constructor(options: WorkerEngineOptions = {}) {
    super();
    const suspend = options.suspend ?? suspension() !== null;
    this.doorbells = suspend ? null : { stop: newDoorbell(), quit: newDoorbell() };
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.hear(event.data);
    this.worker.onerror = (event) => {
      event.preventDefault(); // it is reported below, so not uncaught
      this.crash(event.message || NO_ENGINE.notLoaded);
    };
    const absolute = (url: string): string => new URL(url, document.baseURI).href;
    this.post({
      kind: 'start',
      url: absolute(options.simd ?? hasSimd() ? simdUrl : plainUrl),
      networks: NETWORKS.map(absolute),
      tables: TABLES.map(absolute),
      doorbells: this.doorbells,
      base: document.baseURI,
      pages: (options.memory ?? MEMORY_DEFAULT) * PAGES_PER_MIB,
    });
  }

  protected override deliver(line: string): void {
    if (this.doorbells !== null && STOPS.test(line)) {
      URL.revokeObjectURL(this.doorbells.stop);
      this.doorbells = { ...this.doorbells, stop: newDoorbell() };
      this.post({ kind: 'line', line, doorbell: this.doorbells.stop });
      return;
    }
    if (this.doorbells !== null && QUITS.test(line)) {
      URL.revokeObjectURL(this.doorbells.quit);
    }
    this.post({ kind: 'line', line });
  }

  protected override close(): void {
    this.worker.terminate();
    if (this.doorbells !== null) {
      URL.revokeObjectURL(this.doorbells.stop);
      URL.revokeObjectURL(this.doorbells.quit);
    }
  }

  private hear(message: FromWorker): void {
    if (message.kind === 'text') {
      this.tell(message.text);
    } else {
      this.crash(message.reason);
    }
  }

  private post(message: ToWorker): void {
    this.worker.postMessage(message);
  }
}

function newDoorbell(): string {
  return URL.createObjectURL(new Blob(['']));
}
