// SPDX-License-Identifier: GPL-3.0-or-later
// The package in browsers.
import networkUrl from '@networks/bushka.net?url';
import oldNetworkUrl from '@networks/bushka9x11.net?url';
import plainUrl from '@wasm/bushka.wasm?url';
import simdUrl from '@wasm/bushka-simd.wasm?url';
import { load } from '../../gui/engine/bushka';
import type { Engine } from '../../gui/engine/engine';
import { hasSimd, missingFeature } from '../../gui/engine/features';
import { WorkerEngine } from '../../gui/engine/worker_engine';
import { type EngineOptions, memoryOf, started } from './common';
import { Rules } from './rules';

export * from './exports';

/**
 * Starts an engine in a worker, and resolves when it answers; rejects with an Error that says why it cannot. It runs
 * until `quit` is sent, terminate() is called, or the page is left. There may be any number of engines.
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const missing = missingFeature();
  if (missing !== null) {
    throw new Error(`the engine needs ${missing}, which this browser lacks`);
  }
  return started(new WorkerEngine({ memory: memoryOf(options) }));
}

/** Loads the rules, which answer without a running engine. */
export async function createRules(): Promise<Rules> {
  const [module, ...networks] = await Promise.all([
    load(hasSimd() ? simdUrl : plainUrl).then((bytes) => WebAssembly.compile(bytes)),
    load(networkUrl),
    load(oldNetworkUrl),
  ]);
  return Rules.of({ module, networks });
}
