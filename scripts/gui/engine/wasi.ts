// SPDX-License-Identifier: GPL-3.0-or-later
// The system calls that the engine's C library imports (WASI, snapshot preview 1): clocks and random numbers, but no
// files.

/** Error numbers. */
const SUCCESS = 0;
const NOT_SUPPORTED = 58;

const CLOCK_REALTIME = 0;
const NS_PER_MS = 1e6;

/** A system call: numbers in, an error number out. */
type SystemCall = (...values: (number | bigint)[]) => number;

/** All system calls that the module imports; those not implemented here answer that they are not supported. */
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
