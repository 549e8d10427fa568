// SPDX-License-Identifier: GPL-3.0-or-later
// What the package shares between Node and browsers.
import type { Engine } from '../../gui/engine/engine';

/** MiB that an engine may use: default, least and greatest. */
const MEMORY_DEFAULT = 1024;
const MEMORY_LEAST = 32;
const MEMORY_MOST = 4096;

export interface EngineOptions {
  /**
   * The most memory that the engine may use, in MiB, 32 to 4096 (1024): room for the option Hash. Memory that it does not
   * use is not allocated.
   */
  readonly memory?: number;
}

/** The memory wanted, in MiB; throws a RangeError if an engine cannot have it. */
export function memoryOf({ memory = MEMORY_DEFAULT }: EngineOptions): number {
  if (!Number.isInteger(memory) || memory < MEMORY_LEAST || memory > MEMORY_MOST) {
    throw new RangeError(`memory is a whole number of MiB, ${MEMORY_LEAST} to ${MEMORY_MOST}, not ${String(memory)}`);
  }
  return memory;
}

/** Resolves to the engine once it answers; rejects with an Error that says why it does not start. */
export function started<E extends Engine>(engine: E): Promise<E> {
  return new Promise((resolve, reject) => {
    const noCrash = engine.onCrash((reason) => reject(new Error(reason)));
    const noLine = engine.onLine(() => {
      noLine();
      noCrash();
      resolve(engine);
    });
    engine.send('isready');
  });
}
