// SPDX-License-Identifier: GPL-3.0-or-later
// What the package does alike in Node and in browsers.
import type { Engine } from '../../gui/engine/engine';

/** MiB that an engine may use: by default, at the least, at the most. */
const MEMORY_DEFAULT = 1024;
const MEMORY_LEAST = 32;
const MEMORY_MOST = 4096;

export interface EngineOptions {
  /**
   * MiB of memory that the engine may use at the most, 32 to 4096 (1024): room for the option Hash. What is not used is not
   * taken from the machine.
   */
  readonly memory?: number;
}

/** The memory wanted, in MiB; a RangeError where no engine can have it. */
export function memoryOf({ memory = MEMORY_DEFAULT }: EngineOptions): number {
  if (!Number.isInteger(memory) || memory < MEMORY_LEAST || memory > MEMORY_MOST) {
    throw new RangeError(`memory is a whole number of MiB, ${MEMORY_LEAST} to ${MEMORY_MOST}, not ${String(memory)}`);
  }
  return memory;
}

/** The engine once it answers; an Error with the reason where it does not start. */
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
