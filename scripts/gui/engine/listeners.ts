// SPDX-License-Identifier: GPL-3.0-or-later
// What all engines share: listeners, and an end that is reported once.
import type { CrashListener, Engine, LineListener } from './engine';

/** Calls a listener. What it throws becomes an uncaught error, and the other listeners still get the line. */
function call(listener: (text: string) => void, text: string): void {
  try {
    listener(text);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** The base class of the engines. */
export abstract class ListenedEngine implements Engine {
  private readonly lineListeners = new Set<LineListener>();
  private readonly crashListeners = new Set<CrashListener>();
  /** True once the engine has crashed or was terminated. */
  protected ended = false;
  private reason: string | null = null;

  /** Hands the line to the engine. */
  protected abstract deliver(line: string): void;
  /** Ends the engine. Called once. */
  protected abstract close(): void;

  send(line: string): void {
    if (typeof (line as unknown) !== 'string') {
      throw new TypeError(`a command is a string, not ${String(line)}`);
    }
    if (/[\r\n]/.test(line)) {
      throw new Error('a command is one line');
    }
    if (!this.ended) {
      this.deliver(line);
    }
  }

  onLine(listener: LineListener): () => void {
    this.lineListeners.add(listener);
    return () => this.lineListeners.delete(listener);
  }

  onCrash(listener: CrashListener): () => void {
    this.crashListeners.add(listener);
    if (this.reason !== null) {
      queueMicrotask(() => this.tellCrash());
    }
    return () => this.crashListeners.delete(listener);
  }

  terminate(): void {
    if (!this.ended) {
      this.ended = true;
      this.close();
    }
  }

  /** Passes the lines of a text, which ends with a newline, to the listeners. */
  protected tell(text: string): void {
    for (const line of text.replace(/\n$/, '').split('\n')) {
      if (this.ended) {
        return;
      }
      [...this.lineListeners].forEach((listener) => call(listener, line));
    }
  }

  /** Reports that the engine has ended by itself. */
  protected crash(reason: string): void {
    if (!this.ended) {
      this.terminate();
      this.reason = reason;
      this.tellCrash();
    }
  }

  private tellCrash(): void {
    const listeners = [...this.crashListeners];
    this.crashListeners.clear();
    listeners.forEach((listener) => call(listener, this.reason ?? ''));
  }
}
