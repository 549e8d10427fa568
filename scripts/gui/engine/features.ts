// SPDX-License-Identifier: GPL-3.0-or-later
// What this browser offers an engine in WebAssembly.

/** A feature that the engine inside the page needs and this browser lacks, or null. */
export function missingFeature(): string | null {
  return typeof WebAssembly === 'undefined' ? 'WebAssembly' : typeof Worker === 'undefined' ? 'Worker' : null;
}

/** A module with one function, which makes a 128-bit vector and drops it. */
const SIMD_MODULE = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, // magic, version
  0x01, 0x04, 0x01, 0x60, 0x00, 0x00, // type: () -> ()
  0x03, 0x02, 0x01, 0x00, // a function of that type
  0x0a, 0x09, 0x01, 0x07, 0x00, 0x41, 0x00, 0xfd, 0x11, 0x1a, 0x0b, // i32.const 0, i32x4.splat, drop
]);

/** True if 128-bit vectors are supported. */
export function hasSimd(): boolean {
  return WebAssembly.validate(SIMD_MODULE);
}

/** The part of JavaScript Promise Integration that is used here. */
interface Suspension {
  /** Turns a function that returns a promise into one that WebAssembly can wait for. */
  readonly Suspending: new (wait: (value: number) => Promise<number> | number) => WebAssembly.ImportValue;
  /** Turns a WebAssembly function that waits into one that returns a promise. */
  readonly promising: (run: (value: number) => number) => (value: number) => Promise<number>;
}

/** How WebAssembly can wait for the event loop; null if it cannot, or a task cannot be queued behind those that wait. */
export function suspension(): Suspension | null {
  const api = WebAssembly as unknown as Partial<Suspension>;
  return api.Suspending !== undefined && api.promising !== undefined && 'scheduler' in globalThis ? (api as Suspension) : null;
}
