// SPDX-License-Identifier: GPL-3.0-or-later
// What this browser can do for an engine in WebAssembly.

/** What the engine inside the page cannot do without, and this browser lacks; null: nothing. */
export function missingFeature(): string | null {
  return typeof WebAssembly === 'undefined' ? 'WebAssembly' : typeof Worker === 'undefined' ? 'Worker' : null;
}

/** A module of one function, which makes a vector of 128 bits and drops it. */
const SIMD_MODULE = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, // magic, version
  0x01, 0x04, 0x01, 0x60, 0x00, 0x00, // type: () -> ()
  0x03, 0x02, 0x01, 0x00, // a function of that type
  0x0a, 0x09, 0x01, 0x07, 0x00, 0x41, 0x00, 0xfd, 0x11, 0x1a, 0x0b, // i32.const 0, i32x4.splat, drop
]);

/** True when vectors of 128 bits are supported. */
export function hasSimd(): boolean {
  return WebAssembly.validate(SIMD_MODULE);
}

/** The part of JavaScript Promise Integration that is used here. */
export interface Suspension {
  /** Makes a function that returns a promise one that WebAssembly can wait for. */
  readonly Suspending: new (wait: (value: number) => Promise<number> | number) => WebAssembly.ImportValue;
  /** Makes a function of WebAssembly that waits one that returns a promise. */
  readonly promising: (run: (value: number) => number) => (value: number) => Promise<number>;
}

/** How WebAssembly can wait for the event loop; null where it cannot, or a task cannot be put behind those that wait. */
export function suspension(): Suspension | null {
  const api = WebAssembly as unknown as Partial<Suspension>;
  return api.Suspending !== undefined && api.promising !== undefined && 'scheduler' in globalThis ? (api as Suspension) : null;
}
