// SPDX-License-Identifier: GPL-3.0-or-later
// The system of the engine in WebAssembly, as far as its C library asks for one (WASI, snapshot preview 1): clocks and
// random numbers, and no files.

/** Results of the functions. */
const SUCCESS = 0;
const NOT_SUPPORTED = 58;

const CLOCK_REALTIME = 0;
const NS_PER_MS = 1e6;

/** What one function of the system does: numbers in, an error number out. */
type SystemCall = (...values: (number | bigint)[]) => number;

/** Everything that the module imports of the system; functions that are not here say that they are not supported. */
export function systemImports(module: WebAssembly.Module, memory: WebAssembly.Memory): WebAssembly.Imports {
  const calls: Record<string, SystemCall> = {
    clock_time_get: (clock, _precision, to) => {
      const now = clock === CLOCK_REALTIME ? Date.now() : performance.now();
      new DataView(memory.buffer).setBigUint64(Number(to), BigInt(Math.round(now * NS_PER_MS)), true);
      return SUCCESS;
    },
    random_get: (to, length) => {
      crypto.getRandomValues(new Uint8Array(memory.buffer, Number(to), Number(length)));
      return SUCCESS;
    },
  };
  const wanted: Record<string, Record<string, SystemCall>> = {};
  for (const { module: room, name } of WebAssembly.Module.imports(module)) {
    if (room.startsWith('wasi_')) {
      (wanted[room] ??= {})[name] = calls[name] ?? (() => NOT_SUPPORTED);
    }
  }
  return wanted;
}
