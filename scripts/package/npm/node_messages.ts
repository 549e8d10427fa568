// SPDX-License-Identifier: GPL-3.0-or-later
// What the worker thread of an engine in Node is started with.
import type { MessagePort } from 'node:worker_threads';
import type { Parts } from '../../gui/engine/bushka';

export interface NodeStart {
  readonly parts: Parts;
  /** The files of its tablebases, in the order of its boards. */
  readonly tables: readonly string[];
  /** The most memory that the engine may use, in pages of 64 KiB. */
  readonly pages: number;
  /** Where the commands arrive. */
  readonly port: MessagePort;
  /** How many commands have been sent, in shared memory: the thread sleeps until it changes. */
  readonly sent: Int32Array;
}
