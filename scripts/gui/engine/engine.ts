// SPDX-License-Identifier: GPL-3.0-or-later
// The engine as the page sees it: lines of the protocol (protocol.md) in both directions, wherever it runs.

/** Gets one line that the engine has written, without its newline. */
export type LineListener = (line: string) => void;

/** Learns that the engine has ended by itself, and why, in words for a person. */
export type CrashListener = (reason: string) => void;

/**
 * An engine that runs. Lines may be sent at once: they are kept until it has started. After a crash or terminate() it
 * is dead: send() does nothing then, and no more lines come. A new one can be started at any time.
 */
export interface Engine {
  /** Sends one command. A newline inside it is refused with an exception: it would be two. */
  send(line: string): void;
  /** Adds a listener, called with every line from now on, never before this returns. Returns what removes it. */
  onLine(listener: LineListener): () => void;
  /**
   * Adds a listener, called once: after a trap, too little memory, a lost connection; soon, if that has been. Returns what
   * removes it.
   */
  onCrash(listener: CrashListener): () => void;
  /** Ends the engine at once, without a word. */
  terminate(): void;
}
