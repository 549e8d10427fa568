// SPDX-License-Identifier: GPL-3.0-or-later
// A move entered while the engine thinks: from one square to another, played at once if the engine's answer leaves exactly
// one legal move between them, else forgotten.
import type { LegalMove } from './moves';

export class Premove {
  private from: string | null = null;
  private to: string | null = null;

  /** The squares to mark. */
  get squares(): readonly string[] {
    return [this.from, this.to].filter((square) => square !== null);
  }

  clear(): void {
    this.from = this.to = null;
  }

  /** A square was touched; `own` says whether a piece of the player is on it. */
  touch(square: string, own: boolean): void {
    if (this.from === null || this.to !== null || this.from === square) {
      const again = this.from === square;
      this.clear();
      this.from = own && !again ? square : null;
    } else {
      this.to = square;
    }
  }

  /** The move that was meant, if it can be played now. Forgets it in any case. */
  take(moves: readonly LegalMove[]): LegalMove | null {
    const { from, to } = this;
    this.clear();
    const meant = moves.filter((move) => move.from === from && move.to === to);
    return meant.length === 1 ? (meant[0] ?? null) : null;
  }
}
