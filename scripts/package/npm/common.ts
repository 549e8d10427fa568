// SPDX-License-Identifier: GPL-3.0-or-later
// What the package has in common in Node and in browsers.
import { MEMORY_DEFAULT } from '../../gui/engine/bushka';
import type { Engine } from '../../gui/engine/engine';

/** The memory of an engine in MiB: at least, at most. */
const MEMORY_LEAST = 32;
const MEMORY_MOST = 4096;

export interface EngineOptions {
  /**
   * The most memory that the engine may use, in MiB: 32 to 4096, by default 1024. The option Hash has to fit in it. What is
   * not used is not taken from the machine.
   */
  readonly memory?: number;
}

/** The memory wanted, in MiB. Throws a RangeError if no engine can have it. */
export function memoryOf({ memory = MEMORY_DEFAULT }: EngineOptions): number {
  if (!Number.isInteger(memory) || memory < MEMORY_LEAST || memory > MEMORY_MOST) {
    throw new RangeError(`memory is a whole number of MiB, ${MEMORY_LEAST} to ${MEMORY_MOST}, not ${String(memory)}`);
  }
  return memory;
}

/** Resolves to the engine once it answers; rejects with an Error that has the reason if it does not start. */
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
