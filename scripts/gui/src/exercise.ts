// SPDX-License-Identifier: GPL-3.0-or-later
// A position with a task: the frame of lessons and puzzles. A move that does not solve it is taken back by itself.
import { button, html } from './dom';
import type { BoardName, Color } from './geometry';
import type { LegalMove } from './moves';
import type { Session, Referee } from './session';
import { S } from './language';

export interface Exercise {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly board: BoardName;
  readonly fen: string;
  /** The moves that solve it, in formal notation; empty: any legal move does. */
  readonly solutions: readonly string[];
  /** Shown when it is solved. */
  readonly after: string;
}

/** A lesson on the board of 10 by 10 squares, with its texts. */
export const lesson = (id: keyof typeof S.lessons, fen: string, solutions: readonly string[]): Exercise => ({
  ...S.lessons[id],
  id,
  board: 'bushka',
  fen,
  solutions,
});

export abstract class ExerciseView implements Referee {
  readonly panel: HTMLElement;
  protected readonly top = html('div', { class: 'fields' });
  protected readonly title = html('h2');
  protected readonly text = html('p');
  protected readonly verdict = html('p', { class: 'verdict' });
  protected readonly actions = html('div', { class: 'actions' });
  protected readonly count = html('p', { class: 'figures' });
  protected current: Exercise | null = null;
  protected tries = 0;
  private solvedNow = false;

  constructor(
    protected readonly session: Session,
    label: string,
    protected readonly announce: (text: string) => void,
  ) {
    this.panel = html('section', { class: 'panel', 'aria-label': label });
    this.panel.append(this.top, this.title, this.text, this.verdict, this.actions, this.count);
  }

  protected abstract isRight(): string;
  protected abstract isWrong(move: LegalMove): string;

  leave(): void {
    this.session.setHint([]);
  }

  mayMove(side: Color): boolean {
    return !this.solvedNow && this.session.node.parent === null && side === this.session.side;
  }

  accept(move: LegalMove): boolean {
    const solutions = this.current?.solutions ?? [];
    this.tries++;
    if (solutions.length === 0 || solutions.includes(move.formal)) {
      return true;
    }
    this.say(this.isWrong(move), 'wrong');
    return false;
  }

  moved(): void {
    this.solvedNow = true;
    this.say(this.isRight(), 'right');
    this.session.refresh();
  }

  protected async begin(exercise: Exercise): Promise<void> {
    this.current = exercise;
    this.tries = 0;
    this.solvedNow = false;
    this.session.referee = this;
    this.title.textContent = exercise.title;
    this.text.textContent = exercise.text;
    this.verdict.textContent = '';
    this.verdict.className = 'verdict';
    this.session.board.setFlipped(exercise.fen.startsWith('B'));
    await this.session.load(exercise.board, exercise.fen);
  }

  protected again(): void {
    if (this.current !== null) {
      void this.begin(this.current);
    }
  }

  protected showSolution(): void {
    const move = this.session.node.details.moves.find((legal) => this.current?.solutions.includes(legal.formal));
    if (move !== undefined) {
      this.tries++;
      this.session.setHint([move.from, move.to]);
      this.say(S.puzzles.solution(move.formal), '');
    }
  }

  protected say(text: string, kind: string): void {
    this.verdict.textContent = text;
    this.verdict.className = `verdict ${kind}`;
    this.announce(text);
  }

  protected addAction(text: string, run: () => void, name: string, primary = false): void {
    this.actions.append(button(text, run, { 'data-action': name, ...(primary ? { class: 'primary' } : {}) }));
  }
}
