// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the engine that this page is meant to use.
import type { Engine } from './engine';
import { NativeEngine, nativeToken } from './native_engine';
import { WorkerEngine } from './worker_engine';

const MEMORY = 1024; // MiB
const LESS = 4; // times less after each crash

/**
 * The program on this machine where `make gui ENGINE=native` serves the page, else the one inside the page. After several
 * crashes in a row the latter gets less memory: that may have been what it died of.
 */
export function createEngine(crashes = 0): Engine {
  const token = nativeToken();
  return token !== null ? new NativeEngine(token) : new WorkerEngine({ memory: MEMORY / LESS ** crashes });
}

/** True when the engine is the program on this machine: threads and much memory make sense then. */
export function isNative(): boolean {
  return nativeToken() !== null;
}
