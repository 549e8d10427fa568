// SPDX-License-Identifier: GPL-3.0-or-later
// The messages between the page and the worker of its engine.

/** URLs of blobs; to revoke one is to ring. */
export interface Doorbells {
  readonly stop: string;
  readonly quit: string;
}

/** The first message to the worker. */
export interface StartMessage {
  readonly kind: 'start';
  /** The address of the engine compiled to WebAssembly. */
  readonly url: string;
  /** The addresses of its networks, in the order of its boards. */
  readonly networks: readonly string[];
  /** The addresses of their tablebases, loaded when the engine opens its built-in ones after the start. */
  readonly tables: readonly string[];
  /** The first doorbell for `stop`, and the one for `quit`; null if a search hears every command. */
  readonly doorbells: Doorbells | null;
  /** The address of the page, to which the paths of other files are relative. */
  readonly base: string;
  /** The most memory that the engine may use, in pages of 64 KiB. */
  readonly pages: number;
}

/** A command. */
interface LineMessage {
  readonly kind: 'line';
  readonly line: string;
  /** The next doorbell for `stop`, if this command has rung the last one. */
  readonly doorbell?: string;
}

export type ToWorker = StartMessage | LineMessage;

/** Whole lines that the engine has written; or, last of all, why it has ended. */
export type FromWorker =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'crash'; readonly reason: string };
