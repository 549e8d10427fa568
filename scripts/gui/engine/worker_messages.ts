// SPDX-License-Identifier: GPL-3.0-or-later
// What the page and the worker of the engine inside it say to one another.

/** URLs of blobs, to be revoked. */
export interface Doorbells {
  readonly stop: string;
  readonly quit: string;
}

/** The first message to the worker. */
export interface StartMessage {
  readonly kind: 'start';
  /** Where the engine compiled to WebAssembly is. */
  readonly url: string;
  /** Where its networks are, in the order of its boards. */
  readonly networks: readonly string[];
  /** Where their tablebases are, which are loaded when the built-in ones are opened after the start. */
  readonly tables: readonly string[];
  /** The doorbells, the first of those for `stop` and that for `quit`; null where the engine hears everything. */
  readonly doorbells: Doorbells | null;
  /** The address of the page, from which those of its other files are seen. */
  readonly base: string;
  /** Pages of 64 KiB that the engine may use at the most. */
  readonly pages: number;
}

/** A command. */
export interface LineMessage {
  readonly kind: 'line';
  readonly line: string;
  /** The doorbell for `stop` from now on, where the last one was rung for this command. */
  readonly doorbell?: string;
}

export type ToWorker = StartMessage | LineMessage;

/** Whole lines that the engine has written; or why it has ended, after which nothing comes. */
export type FromWorker =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'crash'; readonly reason: string };
