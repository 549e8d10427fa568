// SPDX-License-Identifier: GPL-3.0-or-later
// Entering a move on the board: a piece and then squares, along the engine's legal moves. A capture goes square by square,
// or straight to its end if only one capture ends there.
import type { BoardView, Marks } from './board';
import { type Details, isCapture, type LegalMove, type Step } from './moves';
import { readFen } from './fen';

export interface EntryEvents {
  /** A whole move was entered; `byHand` says that the piece is already drawn at its end. */
  played(move: LegalMove, route: readonly Step[] | undefined, byHand: boolean): void;
  /** These squares, as one word, are not a legal move: the page should say why. */
  refused(squares: string): void;
}

export class MoveEntry {
  private details: Details | null = null;
  private from: string | null = null;
  private path: Step[] = [];
  private base: Marks = {};
  /** Are pieces that have to capture marked? */
  showMust = true;

  constructor(
    private readonly board: BoardView,
    private readonly events: EntryEvents,
  ) {}

  /** Lets moves of this position be entered (null: none), and shows these marks meanwhile. */
  begin(details: Details | null, marks: Marks): void {
    this.details = details;
    this.base = marks;
    this.clear();
    this.show();
  }

  /** Forgets what was entered so far. */
  clear(): void {
    if (this.from !== null) {
      this.board.shift(this.from, this.from);
      this.from = null;
      this.path = [];
      this.show();
    }
  }

  /** May the piece on the square be picked up? In a capture half entered, only its piece, from where it has got to. */
  canLift(square: string): boolean {
    const details = this.details;
    return details !== null && (this.path.length > 0 ? square === this.here() : this.isOwn(square, details));
  }

  touch(square: string): void {
    const details = this.details;
    if (details === null) {
      return;
    }
    if (this.from === null) {
      this.lift(square, details);
    } else if (square === this.here() && !this.nextSquares().includes(square)) {
      this.clear();
    } else if (this.path.length === 0 && this.isOwn(square, details)) {
      this.lift(square, details);
    } else {
      this.go(square, false);
    }
  }

  drop(from: string, to: string): void {
    if (!this.canLift(from)) {
      return;
    }
    if (this.path.length === 0) {
      this.from = from;
    }
    this.go(to, true);
  }

  private isOwn(square: string, details: Details): boolean {
    return this.board.pieceAt(square)?.color === readFen(details.fen).side;
  }

  private lift(square: string, details: Details): void {
    if (!this.isOwn(square, details)) {
      return;
    }
    this.from = square;
    this.path = [];
    this.show();
  }

  private here(): string | null {
    return this.path.at(-1)?.to ?? this.from;
  }

  /** The moves that continue what was entered, each with the routes that are left. */
  private candidates(): { move: LegalMove; routes: readonly (readonly Step[])[] }[] {
    return (this.details?.moves ?? [])
      .filter((move) => move.from === this.from)
      .map((move) => ({
        move,
        routes: move.routes.filter((route) => this.path.every((step, i) => route[i]?.to === step.to)),
      }))
      .filter(({ routes }) => this.path.length === 0 || routes.length > 0);
  }

  private nextSquares(): string[] {
    const at = this.path.length;
    return this.candidates().flatMap(({ move, routes }) =>
      routes.length > 0 ? routes.flatMap((route) => route[at]?.to ?? []) : [move.to],
    );
  }

  private go(square: string, byHand: boolean): void {
    const candidates = this.candidates();
    const at = this.path.length;
    const steps = candidates.flatMap(({ move, routes }) =>
      routes.filter((route) => route[at]?.to === square).map((route) => ({ move, route })),
    );
    const first = steps[0];
    if (first !== undefined) {
      const whole = steps.find(({ route }) => route.length === at + 1);
      if (whole !== undefined) {
        this.finish(whole.move, whole.route, byHand || at > 0);
        return;
      }
      this.path = first.route.slice(0, at + 1);
      this.board.shift(first.move.from, square);
      this.show();
      return;
    }
    const ends = candidates.filter(({ move }) => move.to === square);
    const end = ends[0];
    if (end !== undefined && ends.length === 1) {
      this.finish(end.move, end.routes[0], byHand || at > 0);
      return;
    }
    const word = [this.from, ...this.path.map((step) => step.to), square].join('');
    this.clear();
    this.events.refused(word);
  }

  private finish(move: LegalMove, route: readonly Step[] | undefined, byHand: boolean): void {
    const isThere = byHand && move.line.length === 0;
    if (isThere) {
      this.board.shift(move.from, move.to);
    }
    this.from = null;
    this.path = [];
    this.events.played(move, route, isThere);
  }

  private show(): void {
    const captures = this.details !== null && this.showMust ? this.details.moves.filter(isCapture) : [];
    const must = [...new Set(captures.map(({ from }) => from))];
    if (this.from === null) {
      this.board.setMarks({ ...this.base, must });
      return;
    }
    const candidates = this.candidates();
    const counts = new Map<string, number>();
    candidates.forEach(({ move }) => counts.set(move.to, (counts.get(move.to) ?? 0) + 1));
    const ends = [...counts].filter(([, count]) => count === 1).map(([square]) => square);
    this.board.setMarks({
      ...this.base,
      selected: this.here(),
      path: this.path.length > 0 ? [this.from, ...this.path.slice(0, -1).map((step) => step.to)] : [],
      targets: [...new Set([...this.nextSquares(), ...ends])],
      taken: this.path.map((step) => step.taken),
    });
  }
}
