// SPDX-License-Identifier: GPL-3.0-or-later
// Values in the memory of the browser, which the tabs of a browser share.

/** Keeps a value. Returns false where the browser keeps nothing, or not so much (a private window, a full disk). */
export function keep(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** What was kept, as `read` takes it; null is nothing. What cannot be read is `otherwise`. */
export function kept<T>(key: string, read: (found: unknown) => T, otherwise: T): T {
  try {
    return read(JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch {
    return otherwise;
  }
}

/** Tells when another tab has kept something under that key. */
export function onKept(key: string, listener: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === key) {
      listener();
    }
  });
}

/** A value that all tabs have in common. */
export class Kept<T> {
  value: T;
  /** Another tab has kept another one. */
  changed = (): void => undefined;

  constructor(
    private readonly key: string,
    read: (found: unknown) => T,
    otherwise: T,
  ) {
    this.value = kept(key, read, otherwise);
    onKept(key, () => {
      this.value = kept(key, read, otherwise);
      this.changed();
    });
  }

  set(value: T): void {
    this.value = value;
    keep(this.key, value);
  }
}
