// SPDX-License-Identifier: GPL-3.0-or-later
// A page with nothing but engines, for the tests that drive them: see engine.test.ts.
import { createEngine } from '../engine/create';
import type { Engine } from '../engine/engine';
import { WorkerEngine, type WorkerEngineOptions } from '../engine/worker_engine';

/** An engine and what came from it, each line with its time in milliseconds. */
export class Watched {
  readonly lines: { text: string; at: number }[] = [];
  crash: string | null = null;
  private waiting: (() => void)[] = [];

  constructor(readonly engine: Engine) {
    engine.onLine((text) => {
      this.lines.push({ text, at: performance.now() });
      this.changed();
    });
    engine.onCrash((reason) => {
      this.crash = reason;
      this.changed();
    });
  }

  private changed(): void {
    this.waiting.splice(0).forEach((resolve) => resolve());
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** The first line from number `from` on that the pattern matches. Throws if the engine ends before it comes. */
  async line(pattern: RegExp, from = 0): Promise<string> {
    for (;;) {
      const found = this.lines.slice(from).find(({ text }) => pattern.test(text));
      if (found !== undefined) {
        return found.text;
      }
      if (this.crash !== null) {
        throw new Error(`the engine has crashed: ${this.crash}`);
      }
      await this.change();
    }
  }

  /** Why the engine has ended, once it has. */
  async end(): Promise<string> {
    while (this.crash === null) {
      await this.change();
    }
    return this.crash;
  }

  /** Sends the command and returns the line that answers it. */
  ask(command: string, answer: RegExp): Promise<string> {
    const from = this.lines.length;
    this.engine.send(command);
    return this.line(answer, from);
  }
}

/** What the tests find in the page. */
const kit = {
  inside: (options?: WorkerEngineOptions) => new Watched(new WorkerEngine(options)),
  meant: () => new Watched(createEngine()),
};
export type Kit = typeof kit;
Object.assign(window, { kit });
