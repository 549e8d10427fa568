// SPDX-License-Identifier: GPL-3.0-or-later
// A position with a task: what lessons and puzzles share. The person plays one side of a line, the page the other; a wrong
// move is answered on the board with what the engine finds against it.
import { button, html } from './dom';
import { type Placement, readFen } from './fen';
import { type BoardName, type Color, otherColor } from './geometry';
import { S } from './language';
import { isCapture, type LegalMove } from './moves';
import { isForced, scoreText, whiteScore } from './score';
import type { Referee, Session } from './session';
import { type Node, pathTo, plyOf } from './tree';

export interface Exercise {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly board: BoardName;
  readonly fen: string;
  /** The solution in formal notation, which begins and ends with a move of the person: for each ply the right moves, of
   * which the line continues with the first. Empty if any legal move is right. */
  readonly line: readonly (readonly string[])[];
  /** Shown when it is solved. */
  readonly after: string;
  /** A wrong move is answered on the board; otherwise it is taken back at once. */
  readonly refuted: boolean;
}

/** What the views of exercises need from the page. */
export interface ExerciseEvents {
  /** Reads out what the panel shows. */
  readonly announce: (text: string) => void;
  /** The same for the effect of a move or a button: shown over the page if the element that shows it is out of sight. */
  readonly tell: (text: string, shown: HTMLElement) => void;
  /** Opens the analysis of what is on the board. */
  readonly analyse: () => void;
}

type Phase = 'loading' | 'solving' | 'answered' | 'refuting' | 'refuted' | 'solved';

const ANSWER_MS = 500; // so that a move can be followed
const REFUTE_NODES = 200_000;
const REFUTE_PLIES = 5; // the most of a refutation that is shown: its first move, and the captures that follow
const EVEN = 50; // hundredths of a man: no score up to this is called better or worse

/** What the engine has found against a move. */
interface Refutation {
  readonly moves: readonly string[];
  /** Hundredths of a man, from the person's side. */
  readonly score: number;
}

/** What one side has gained by a line. */
interface Gain {
  readonly side: Color;
  readonly taken: number;
  readonly lost: number;
  readonly kings: number;
  /** The other side cannot move, with pieces left or without any; null if the game goes on. */
  readonly end: 'blocked' | 'gone' | null;
}

/** What the side that was to move at the beginning of a line has gained by it. */
export function gainOf(begin: Node, end: Node): Gain {
  const before = readFen(begin.details.fen);
  const after = readFen(end.details.fen);
  const { side } = before;
  const count = ({ pieces }: Placement, own: boolean, kings: boolean): number =>
    [...pieces.values()].filter(({ color, king }) => (color === side) === own && (king || !kings)).length;
  const left = count(after, false, false);
  return {
    side,
    taken: count(before, false, false) - left,
    lost: count(before, true, false) - count(after, true, false),
    kings: Math.max(0, count(after, true, true) - count(before, true, true)),
    end: end.details.result === null ? null : left > 0 ? 'blocked' : 'gone',
  };
}

/** The same in words: captures and kings, if any, and the end. */
export function gainText({ side, taken, lost, kings, end }: Gain): string {
  const { gain } = S.exercise;
  const deeds = [...(taken + lost > 0 ? [gain.taken(taken, lost)] : []), ...(kings > 0 ? [gain.kings(kings)] : [])];
  return [...(deeds.length > 0 ? [gain.done(side, deeds)] : []), ...(end === null ? [] : [gain[end](otherColor(side))])].join(' ');
}

export abstract class ExerciseView<Kind extends Exercise> implements Referee {
  readonly panel: HTMLElement;
  protected readonly top = html('div', { class: 'fields' });
  protected readonly title = html('h2');
  protected readonly text = html('p');
  protected readonly verdict = html('p', { class: 'verdict' });
  protected readonly actions = html('div', { class: 'actions' });
  protected readonly count = html('p', { class: 'figures' });
  protected current: Kind | null = null;
  /** Wrong moves, and moves that were shown. */
  protected mistakes = 0;
  private phase: Phase = 'solving';
  private at: Node | null = null; // how far the line has got; null: to its start
  protected run = 0; // counts the starts: what waits since an earlier one has nothing left to do
  private readonly retryButton = button(S.exercise.retry, () => this.retry(), { 'data-action': 'retry', class: 'primary', hidden: '' });
  private readonly showButton = button(S.exercise.show, () => this.showSolution(), { 'data-action': 'show' });
  private readonly nextButton: HTMLButtonElement;

  constructor(
    protected readonly session: Session,
    label: string,
    protected readonly events: ExerciseEvents,
    next: string,
  ) {
    this.panel = html('section', { class: 'panel', 'aria-label': label });
    this.panel.append(this.top, this.title, this.text, this.verdict, this.actions, this.count);
    this.nextButton = button(next, () => this.next(), { 'data-action': 'next' });
    this.actions.hidden = true; // until an exercise is begun
    this.actions.append(
      this.retryButton,
      button(S.exercise.again, () => this.again(), { 'data-action': 'again' }),
      this.showButton,
      button(S.play.analyse, () => this.events.analyse(), { 'data-action': 'analyse' }),
      this.nextButton,
    );
  }

  /** Goes on to another exercise. */
  protected abstract next(): void;
  /** Called at the first wrong move, or the first move that is shown. */
  protected abstract failed(): void;
  /** Called when the line has been played to its end. Returns what to say. */
  protected abstract solved(): string;

  leave(): void {
    this.run++;
    this.phase = 'loading'; // a move under way no longer belongs to anything
    this.actions.hidden = true;
    for (const element of [this.title, this.text, this.verdict]) {
      element.textContent = ''; // until an exercise is on the board again
    }
    this.session.client.stop();
    this.session.setHint([]);
  }

  mayMove(side: Color): boolean {
    return this.phase === 'solving' && this.session.node === this.here && side === this.side;
  }

  accept(move: LegalMove): boolean {
    const { right } = this;
    if (right.length === 0 || right[0] === move.formal) {
      this.say('', ''); // not what was said of a wrong move, until the answer comes
      return true;
    }
    if (right.includes(move.formal)) {
      if (this.isLast) {
        return true;
      }
      this.say(S.exercise.asGood(this.session.written(move), this.session.written(this.legal(right[0]) ?? move)), '');
      void this.playOn(right[0]);
      return false;
    }
    this.mistake();
    if (this.current?.refuted !== true) {
      this.say(S.exercise.other, 'wrong');
      return false;
    }
    this.phase = 'refuting';
    return true;
  }

  moved(node: Node): void {
    if (this.phase === 'refuting') {
      this.phase = 'answered';
      void this.refute(node);
    } else if (this.phase === 'solving') {
      this.advance(node);
    }
  }

  protected get side(): Color {
    return readFen(this.current?.fen ?? 'W:W:B').side;
  }

  protected async begin(exercise: Kind): Promise<void> {
    if (exercise !== this.current) {
      this.mistakes = 0; // the same one goes on when the reader comes back from another view
    }
    this.current = exercise;
    this.restart();
    this.session.referee = this;
    this.title.textContent = exercise.title;
    this.text.textContent = exercise.text;
    this.session.board.setFlipped(this.side === 'B');
    this.title.scrollIntoView({ block: 'nearest' }); // beside a board that stays in view the task may have been scrolled away
    this.session.board.reveal();
    const mine = this.run;
    await this.session.open(this.session.at(exercise.board, exercise.fen));
    if (mine === this.run) {
      this.actions.hidden = false;
      this.solve();
      this.session.refresh();
      this.events.announce(`${exercise.title}. ${exercise.text}`);
    }
  }

  private again(): void {
    if (this.current !== null) {
      void this.begin(this.current);
    }
  }

  private restart(): void {
    this.run++;
    this.session.client.stop();
    this.at = null;
    this.solve();
    this.phase = 'loading'; // what is on the board still belongs to another exercise
    this.say('', '');
  }

  private solve(): void {
    this.phase = 'solving';
    this.retryButton.hidden = true;
    this.showButton.hidden = false;
    this.nextButton.className = '';
  }

  /** Goes back to where the line has got to. */
  private retry(): void {
    const wrong = pathTo(this.session.node)[plyOf(this.here) + 1]?.move;
    this.solve();
    this.say('', '');
    this.session.show(this.here);
    this.session.board.reveal();
    if (wrong != null) {
      this.session.board.focusSquare(wrong.from);
    }
  }

  private get here(): Node {
    return this.at ?? this.session.tree.root;
  }

  /** The moves that are right now; empty if all are. */
  private get right(): readonly string[] {
    return this.current?.line[plyOf(this.here)] ?? [];
  }

  private get isLast(): boolean {
    return plyOf(this.here) + 1 >= (this.current?.line.length ?? 0);
  }

  private legal(formal: string | undefined): LegalMove | undefined {
    return this.session.node.details.moves.find((move) => move.formal === formal);
  }

  private mistake(): void {
    if (this.mistakes++ === 0) {
      this.failed();
    }
  }

  /** A right move has been made. */
  private advance(node: Node): void {
    const last = this.isLast;
    this.at = node;
    if (last || node.details.result !== null) {
      this.phase = 'solved';
      this.showButton.hidden = true;
      this.nextButton.className = 'primary';
      this.session.tree.promote(node); // before the wrong moves
      this.say(this.solved(), 'right');
      this.session.refresh();
      return;
    }
    this.phase = 'answered';
    void this.answer();
  }

  /** Plays the other side's move of the line. */
  private async answer(): Promise<void> {
    const mine = this.run;
    const reply = this.right[0];
    const node = await this.after(reply, mine);
    if (node?.move != null) {
      this.at = node;
      this.solve();
      this.session.refresh(); // first: a line about a compulsory capture may move the panel
      this.say(S.exercise.goOn(node.parent === null ? 'W' : readFen(node.parent.details.fen).side, this.session.written(node.move)), '');
    }
  }

  /** Plays the line's own move instead of one that is just as good. */
  private async playOn(formal: string | undefined): Promise<void> {
    const mine = this.run;
    this.phase = 'answered';
    const node = await this.after(formal, mine);
    if (node !== null) {
      this.advance(node);
    }
  }

  /** Plays a move in a moment, and resolves to its node; to null if something else has come between. */
  private async after(formal: string | undefined, mine: number): Promise<Node | null> {
    await new Promise((done) => setTimeout(done, ANSWER_MS));
    const move = mine === this.run ? this.legal(formal) : undefined;
    if (move === undefined) {
      return null;
    }
    await this.session.play(move);
    return mine === this.run ? this.session.node : null;
  }

  private async refute(node: Node): Promise<void> {
    const mine = this.run;
    const { move } = node;
    if (move === null) {
      return;
    }
    this.say(S.exercise.refuting(this.session.written(move)), 'wrong');
    const found = node.details.result !== null ? null : await this.search(node, mine).catch(() => null);
    const played: string[] = [];
    for (const word of found?.moves ?? []) {
      const next = this.session.node.details.moves.find((legal) => legal.coordinate === word);
      if (next === undefined || played.length >= REFUTE_PLIES || (played.length > 0 && !isCapture(next))) {
        break;
      }
      if ((await this.after(next.formal, mine)) === null) {
        return;
      }
      played.push(this.session.written(next));
    }
    if (mine === this.run) {
      this.phase = 'refuted';
      this.retryButton.hidden = false;
      this.say(this.judge(this.session.written(move), played.join(' '), found), 'wrong');
    }
  }

  private judge(move: string, line: string, found: Refutation | null): string {
    if (found === null) {
      return S.exercise.wrong(move);
    }
    const { score } = found;
    const texts = S.exercise.refuted;
    if (isForced(score) && score < 0) {
      return texts.lost(move, line);
    }
    return (score < -EVEN ? texts.worse : score > EVEN ? texts.better : texts.even)(move, line, scoreText(score));
  }

  private async search(node: Node, mine: number): Promise<Refutation | null> {
    const { fen } = node.details;
    const { side } = readFen(fen);
    const sign = this.side === 'W' ? 1 : -1;
    const found = await this.session.client.search({
      line: this.session.tree.lineTo(node),
      fen,
      go: () => `go nodes ${REFUTE_NODES}`,
      wanted: () => mine === this.run,
    });
    return found?.info === undefined ? null : { moves: found.info.pv, score: sign * whiteScore(found.info, side) };
  }

  private showSolution(): void {
    if (this.phase === 'refuted') {
      this.retry();
    }
    const move = this.phase === 'solving' ? (this.legal(this.right[0]) ?? this.session.node.details.moves[0]) : undefined;
    if (move !== undefined) {
      this.mistake();
      this.session.setHint([move.from, move.to]);
      this.session.board.reveal();
      this.say(S.exercise.solution(this.session.written(move)), '');
    }
  }

  private say(text: string, kind: string): void {
    this.verdict.textContent = text;
    this.verdict.className = `verdict ${kind}`;
    if (text !== '') {
      this.events.tell(text, this.verdict);
    }
  }
}
