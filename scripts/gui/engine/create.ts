// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the engine that this page is meant to use.
import type { Engine } from './engine';
import { NativeEngine, nativeToken } from './native_engine';
import { WorkerEngine } from './worker_engine';

/** The program on this machine where `make gui ENGINE=native` serves the page, else the one inside the page. */
export function createEngine(): Engine {
  const token = nativeToken();
  return token !== null ? new NativeEngine(token) : new WorkerEngine();
}

/** True when the engine is the program on this machine: threads and much memory make sense then. */
export function isNative(): boolean {
  return nativeToken() !== null;
}
