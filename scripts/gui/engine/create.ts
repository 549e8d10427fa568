// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the engine of the page.
import { MEMORY_DEFAULT } from './bushka';
import type { Engine } from './engine';
import { NativeEngine, nativeToken } from './native_engine';
import { WorkerEngine } from './worker_engine';

const LESS = 4; // the memory is divided by this for each crash

/**
 * The program on this machine if `make gui ENGINE=native` serves the page, else the engine inside the page. The latter
 * gets less memory for each recent crash: too little of it may have been the cause.
 */
export function createEngine(crashes = 0): Engine {
  const token = nativeToken();
  return token !== null ? new NativeEngine(token) : new WorkerEngine({ memory: MEMORY_DEFAULT / LESS ** crashes });
}

/** True if the engine is the program on this machine, not the one inside the page. */
export function isNative(): boolean {
  return nativeToken() !== null;
}
