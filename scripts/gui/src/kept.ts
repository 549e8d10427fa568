// SPDX-License-Identifier: GPL-3.0-or-later
// Values in the browser's local storage, which its tabs share.

/** Keeps a value. Returns false if the browser keeps nothing, or not so much (a private window, a full disk). */
export function keep(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** What was kept, as `read` makes it of the value found (null: nothing); `otherwise` if it cannot be read. */
export function kept<T>(key: string, read: (found: unknown) => T, otherwise: T): T {
  try {
    return read(JSON.parse(localStorage.getItem(key) ?? 'null'));
  } catch {
    return otherwise;
  }
}

/** Calls the listener when another tab has kept something under that key. */
export function onKept(key: string, listener: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === key) {
      listener();
    }
  });
}

/** A value that all tabs share. */
export class Kept<T> {
  value: T;
  /** Called when another tab has kept another one. */
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
