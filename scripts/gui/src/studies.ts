// SPDX-License-Identifier: GPL-3.0-or-later
// What is analysed, the game under way or something else, and what was analysed before.
import { FORMER_MOST, type PlayView } from './play';
import { readTreeRecord, recordTree, type TreeRecord } from './record';
import type { Session } from './session';
import { type Cursor, pathTo, plyOf } from './tree';

/** What is analysed. */
interface Study extends Cursor {
  /** The game of the view Play that it began with and follows, or null. */
  readonly of: number | null;
  /** Is Black at the bottom? If it follows a game, that game decides. */
  readonly flipped: boolean;
}

/** A study as it is kept, with its variations. */
interface StudyRecord {
  readonly record: TreeRecord;
  readonly of: number | null;
  readonly flipped: boolean;
}

export interface StudiesRecord {
  readonly study: StudyRecord | null;
  /** What was analysed before, which Undo brings back; the last one at the end. */
  readonly formerStudies: readonly StudyRecord[];
}

export class Studies {
  /** As it was at the last change, or when another view took the board. */
  private study: Study | null = null;
  private former: readonly StudyRecord[] = [];
  private isOnBoard = false;

  constructor(
    private readonly session: Session,
    private readonly play: PlayView,
  ) {
    session.onChange(() => this.isOnBoard && this.replace(this.now));
  }

  /** Resumes what was kept; without anything the game under way is analysed. */
  async start(study: StudyRecord | null, former: readonly StudyRecord[]): Promise<void> {
    this.former = former;
    if (study !== null) {
      const cursor = await this.session.rebuild(study.record).catch(() => null);
      this.study = cursor === null ? null : { ...cursor, of: study.of, flipped: study.flipped };
    }
  }

  get record(): StudiesRecord {
    const { now } = this;
    return { study: now === null ? null : recordStudy(now), formerStudies: this.former };
  }

  get hasFormer(): boolean {
    return this.former.length > 0;
  }

  /** Puts on the board what was analysed last, or the game under way: with `atItsPly` at the move shown in the view Play. */
  enter(atItsPly: boolean): void {
    const study = this.next(atItsPly);
    this.replace(study);
    this.turnTo(study); // the view before may have turned it
    this.isOnBoard = true;
    this.session.put(study);
  }

  /** Another view takes the board. */
  leave(): void {
    this.study = this.now; // without what that view does for itself, such as turning the board
    this.isOnBoard = false;
  }

  /** To be called when the board was turned. */
  turned(): void {
    this.study = this.now;
  }

  /** The game under way is analysed next, even if something else was. */
  followGame(): void {
    if (this.study?.of === null) {
      this.replace(null);
    }
  }

  /** What another view has on the board is analysed next. */
  takeBoard(): void {
    const { tree, node } = this.session;
    this.replace({ tree, node, of: null, flipped: this.session.board.staysFlipped });
  }

  /** Analyses again what was analysed before; resolves to false if another position was shown meanwhile. What it replaces
   * comes back after all the others, so that nothing is lost. */
  async bringBack(): Promise<boolean> {
    const { study, former } = this;
    const back = former.at(-1);
    if (back === undefined || study === null) {
      return false;
    }
    const isAlone = this.session.watch();
    const cursor = await this.session.rebuild(back.record);
    if (!isAlone() || this.former !== former) {
      return false;
    }
    this.former = [...(study.tree.isEmpty ? [] : [recordStudy(study)]), ...former.slice(0, -1)];
    this.study = { ...cursor, of: back.of === this.play.game.id ? back.of : null, flipped: back.flipped };
    this.turnTo(this.study);
    this.session.put(cursor);
    return true;
  }

  private get now(): Study | null {
    const { study } = this;
    const { tree, node } = this.session;
    const of = tree === study?.tree ? study.of : null;
    return this.isOnBoard ? { tree, node, of, flipped: this.session.board.staysFlipped } : study;
  }

  /** What was analysed last; or the game under way, with the variations that were entered in it. */
  private next(atItsPly: boolean): Study {
    const { id, tree: game, last, end } = this.play.game;
    const { study } = this;
    if (study !== null && study.of === null) {
      return study;
    }
    const tree = study?.of === id ? study.tree : game.begun();
    const here = tree.follow(last);
    tree.players = game.isEmpty ? null : game.players; // nobody has played what is entered here before the game
    tree.setEnd(here, end);
    const node = atItsPly ? pathTo(here)[plyOf(this.session.node)] : study?.tree === tree ? study.node : here;
    return { tree, node: node ?? here, of: id, flipped: this.play.flipped };
  }

  /** Turns the board as it was turned for that; for the game under way as in the view Play. */
  private turnTo({ of, flipped }: Study): void {
    this.session.board.setFlipped(of !== null ? this.play.flipped : flipped);
  }

  /** Analyses something else, or the same somewhere else. */
  private replace(next: Study | null): void {
    const { study } = this;
    if (study !== null && study.tree !== next?.tree && !study.tree.isEmpty) {
      this.former = [...this.former, recordStudy(study)].slice(-FORMER_MOST);
    }
    this.study = next;
  }
}

function recordStudy({ tree, node, of, flipped }: Study): StudyRecord {
  return { record: recordTree(tree, node), of, flipped };
}

export function readStudy(found: unknown): StudyRecord | null {
  const { record, of, flipped } = (found ?? {}) as Partial<Record<keyof StudyRecord, unknown>>;
  const read = readTreeRecord(record);
  return read === null ? null : { record: read, of: typeof of === 'number' ? of : null, flipped: flipped === true };
}
