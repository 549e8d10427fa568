// SPDX-License-Identifier: GPL-3.0-or-later
// Learning from one's mistakes: the positions of a game in which a better move was missed, one after another. A move is
// right if it costs no more than a good move may.
import { button, html } from './dom';
import { readFen } from './fen';
import { COSTS, costOf, moverOf } from './grades';
import type { Color } from './geometry';
import type { LegalMove } from './moves';
import { numberText } from './movelist';
import type { Referee, Session } from './session';
import { S } from './language';
import type { GameTree, Node } from './tree';

export class Drill implements Referee {
  readonly element = html('section', { class: 'drill', 'aria-label': S.drill.label });
  private readonly title = html('h2', { tabindex: -1 });
  private readonly task = html('p');
  private readonly verdict = html('p', { class: 'verdict' });
  private readonly nextButton = button(S.drill.next, () => this.go(this.index + 1), { class: 'primary' });
  private mistakes: readonly Node[] = [];
  private tree: GameTree | null = null;
  private index = 0;
  private tries = 0;
  private atOnce = 0; // found on the first try
  private solved = false;
  private known: readonly Node[] = []; // the moves that were in the tree before a try
  private trial: Node | null = null; // a new move that is not known to be a good one

  constructor(
    private readonly session: Session,
    private readonly events: {
      /** Announces a text, and which element shows it, if any does. */
      readonly say: (text: string, shown?: HTMLElement) => void;
      /** Finds the score of a node. */
      readonly judge: (node: Node, wanted: () => boolean) => Promise<void>;
      readonly over: () => void;
    },
  ) {
    this.element.hidden = true;
    this.element.append(
      this.title,
      this.task,
      this.verdict,
      html(
        'div',
        { class: 'actions' },
        button(S.exercise.retry, () => this.go(this.index)),
        button(S.exercise.show, () => this.showSolution()),
        this.nextButton,
        button(S.drill.back, () => events.over()),
      ),
    );
  }

  get isOn(): boolean {
    return !this.element.hidden;
  }

  /** Is it about this game? */
  isOf(tree: GameTree): boolean {
    return tree === this.tree;
  }

  start(mistakes: readonly Node[]): void {
    this.mistakes = mistakes;
    this.tree = this.session.tree;
    this.atOnce = 0;
    this.index = -1;
    this.element.hidden = false;
    this.go(0);
    this.title.focus({ preventScroll: true });
  }

  stop(): void {
    const { played, session, tree } = this;
    this.dropTrial();
    if (this.solved && played !== undefined && session.tree === tree) {
      session.show(played); // instead of the better move, a variation that the report does not cover
    }
    this.element.hidden = true;
    this.tree = null;
    this.session.board.turn(null);
  }

  mayMove(side: Color): boolean {
    return !this.solved && this.session.node === this.before && readFen(this.session.node.details.fen).side === side;
  }

  accept(move: LegalMove): boolean {
    this.tries++;
    this.dropTrial(); // the reader has stepped back from it
    const { before, played } = this;
    if (before === undefined || move.coordinate !== played?.move?.coordinate) {
      return true;
    }
    this.tell(S.drill.played(this.session.written(move)), 'wrong');
    return false;
  }

  moved(node: Node): void {
    void this.check(node);
  }

  /** The move of the game that was a mistake, and the position before it. */
  private get played(): Node | undefined {
    return this.mistakes[this.index];
  }

  private get before(): Node | undefined {
    return this.played?.parent ?? undefined;
  }

  /** Removes a wrong try from the tree, or one whose verdict the reader did not wait for. */
  private dropTrial(): void {
    const { trial, tree, session } = this;
    this.trial = null;
    if (trial !== null) {
      tree?.remove(trial);
      if (session.node === trial) {
        session.back();
      }
    }
  }

  private go(index: number): void {
    this.dropTrial();
    if (index >= this.mistakes.length) {
      this.events.over();
      this.events.say(S.drill.done(this.atOnce, this.mistakes.length));
      return;
    }
    this.tries = index === this.index ? this.tries : 0; // trying again is not the first try
    this.index = index;
    this.solved = false;
    const { before, played, session } = this;
    if (before === undefined || played === undefined || played.move === null) {
      return;
    }
    const side = moverOf(played);
    this.known = [...before.children];
    this.title.textContent = S.drill.title(index + 1, this.mistakes.length);
    this.task.textContent = S.drill.task(side, `${numberText(played)} ${this.session.written(played.move)}`, Math.round(costOf(played) ?? 0));
    this.tell('', '');
    this.nextButton.textContent = index + 1 < this.mistakes.length ? S.drill.next : S.drill.finish;
    session.referee = this;
    session.board.turn(side === 'B');
    session.show(before);
    session.board.reveal();
    this.events.say(this.task.textContent ?? '', this.task);
  }

  private async check(node: Node): Promise<void> {
    const { before, played, tree, session } = this;
    const isHere = (): boolean => this.isOn && tree === session.tree && this.before === before && session.node === node;
    const { move } = node;
    if (before === undefined || played === undefined || move === null || node.parent !== before) {
      return;
    }
    this.trial = this.known.includes(node) ? null : node;
    let cost = costOf(node);
    if (cost === null) {
      this.tell(S.drill.checking, '');
      await this.events.judge(node, isHere);
      cost = costOf(node);
    }
    if (!isHere()) {
      return;
    }
    if (cost === null || cost < COSTS.inaccuracy) {
      this.solved = true;
      this.trial = null;
      this.atOnce += this.tries === 1 ? 1 : 0;
      this.tell(before.best === move.coordinate ? S.drill.right(this.session.written(move)) : S.drill.good(this.session.written(move)), 'right');
      this.nextButton.focus();
      return;
    }
    this.dropTrial();
    if (session.node !== before) {
      session.show(before);
    }
    this.tell(S.drill.wrong(this.session.written(move), Math.round(cost)), 'wrong');
  }

  private showSolution(): void {
    const { before, session } = this;
    const move = before?.details.moves.find(({ coordinate }) => coordinate === before.best);
    if (before !== undefined && move !== undefined) {
      this.tries++;
      this.solved = false; // it may be played again
      this.dropTrial();
      if (session.node !== before) {
        session.show(before);
      }
      session.setHint([move.from, move.to]);
      session.board.reveal();
      this.tell(S.exercise.solution(this.session.written(move)), '');
    }
  }

  private tell(text: string, kind: string): void {
    this.verdict.textContent = text;
    this.verdict.className = `verdict ${kind}`;
    this.events.say(text, this.verdict);
  }
}
