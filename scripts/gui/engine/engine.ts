// SPDX-License-Identifier: GPL-3.0-or-later
// The engine as the page sees it: lines of the protocol (protocol.md) in both directions, wherever it runs.

/** Receives one line that the engine has written, without its newline. */
export type LineListener = (line: string) => void;

/** Called when the engine has ended by itself, with the reason in words for a person. */
export type CrashListener = (reason: string) => void;

/**
 * A running engine. Lines may be sent at once: they are kept until it has started. After a crash or terminate() send()
 * does nothing, and no more lines come. Another engine can be started at any time.
 */
export interface Engine {
  /** Sends one command. Throws if there is a newline in it, which would make it two. */
  send(line: string): void;
  /** Adds a listener for every line from now on, never called before this returns. Returns a function that removes it. */
  onLine(listener: LineListener): () => void;
  /**
   * Adds a listener, called once when the engine ends by itself (a trap, not enough memory, a lost connection), or soon
   * if it already has. Returns a function that removes it.
   */
  onCrash(listener: CrashListener): () => void;
  /** Ends the engine at once; no listener is called. */
  terminate(): void;
}
