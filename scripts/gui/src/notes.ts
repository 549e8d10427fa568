// SPDX-License-Identifier: GPL-3.0-or-later
// What the reader adds to a game that is analysed: a comment, arrows and marks on the board, the order of variations.
import { type Drawing, type Ink, INKS, isSame, toggled } from './drawings';
import { button, enable, html, select } from './dom';
import type { Session } from './session';
import { S } from './language';
import { type GameTree, type Node, pathTo } from './tree';

export class NotesBox {
  readonly element = html('details', { class: 'notes' });
  /** Touching the board draws, and moves nothing. */
  isDrawing = false;
  private readonly comment = html('textarea', { rows: 2, 'aria-label': S.notes.comment, placeholder: S.notes.comment });
  private readonly drawn = html('p', { class: 'figures' });
  private readonly drawButton = button(S.notes.draw, () => this.setDrawing(!this.isDrawing), { 'aria-pressed': 'false' });
  private readonly clearButton = button(S.notes.clear, () => this.clear());
  private readonly promoteButton = button(S.notes.promote, () => this.promote());
  private readonly deleteButton = button(S.notes.remove, () => this.remove());
  /** Undoes the last change of variations or drawings or, if there is none, brings back what was analysed before. It is for
   * the panel of the view, since it may be wanted while this box is closed. */
  readonly undoButton = button(S.play.undo, () => this.undo(), { 'data-action': 'undo' });
  /** The ink for what is drawn next. */
  ink: Ink = 'green';
  /** Where an arrow entered with keys begins. */
  private begun: { readonly node: Node; readonly square: string } | null = null;
  /** What undoes the latest changes of this tree, the last one at the end. */
  private undos: { readonly tree: GameTree; readonly run: () => void }[] = [];

  constructor(
    private readonly session: Session,
    private readonly events: {
      readonly say: (text: string) => void;
      /** Something has changed that the list of moves shows, or that is to be kept. */
      readonly changed: () => void;
      /** Was something else analysed before? */
      readonly hasFormer: () => boolean;
      readonly bringBack: () => void;
    },
  ) {
    this.comment.addEventListener('input', () => {
      session.node.said = this.words;
      events.changed();
    });
    const inks = INKS.map((ink) => [ink, S.notes.inks[ink]] as const);
    this.element.append(
      html('summary', {}, S.notes.title),
      this.comment,
      html(
        'div',
        { class: 'row' },
        this.drawButton,
        select(S.play.colourLabel, inks, this.ink, (value) => {
          this.ink = value;
        }),
        this.clearButton,
      ),
      html('p', { class: 'figures' }, S.notes.help),
      this.drawn,
      html('div', { class: 'actions' }, this.promoteButton, this.deleteButton),
    );
    session.onChange(() => this.show());
  }

  /** The comment as it is kept, in one line. */
  private get words(): string {
    return this.comment.value.replace(/\s+/g, ' ').trim();
  }

  leave(): void {
    this.setDrawing(false);
    this.session.board.setDrawings([]);
  }

  /** A square was chosen while drawing: the first one begins an arrow, the second ends it. */
  touch(square: string): void {
    const { node } = this.session;
    if (this.begun?.node !== node) {
      this.begun = { node, square };
      this.session.setHint([square]);
      this.events.say(S.notes.begun(square));
    } else {
      const { square: from } = this.begun;
      this.begun = null;
      this.session.setHint([]);
      this.draw(from, square);
    }
  }

  /** Draws an arrow, or a mark if both squares are the same; one that is there already is removed. */
  draw(from: string, to: string): void {
    this.setDrawings(toggled(this.session.node.drawings, { ink: this.ink, from, to }));
    this.events.say(this.drawn.textContent ?? '');
  }

  private setDrawings(drawings: readonly Drawing[]): void {
    this.session.node.drawings = drawings;
    this.show();
    this.events.changed();
  }

  private clear(): void {
    const { tree, node } = this.session;
    const { drawings } = node;
    const run = (): void => {
      const { drawings: since } = node;
      node.drawings = [...drawings.filter((old) => !since.some((each) => isSame(each, old))), ...since];
      this.session.show(node);
    };
    this.undos.push({ tree, run });
    this.setDrawings([]);
  }

  setDrawing(on: boolean): void {
    this.isDrawing = on;
    this.session.board.isSketching = on;
    this.drawButton.setAttribute('aria-pressed', String(on));
    this.dropBegun();
  }

  /** Forgets where an arrow entered with keys begins. */
  dropBegun(): void {
    if (this.begun !== null) {
      this.begun = null;
      this.session.setHint([]);
    }
  }

  private promote(): void {
    this.change();
    this.session.tree.promote(this.session.node);
    this.session.update();
    this.events.say(S.notes.promoted);
  }

  private remove(): void {
    const { tree, node } = this.session;
    if (node.parent !== null) {
      this.change();
      tree.remove(node);
      this.session.show(node.parent);
      this.events.say(S.notes.removed);
    }
  }

  /** Remembers the variations as they are, for Undo. */
  private change(): void {
    const { tree, node } = this.session;
    const order: (readonly [Node, readonly Node[]])[] = [];
    const waiting = [tree.root];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      order.push([at, [...at.children]]);
      waiting.push(...at.children);
    }
    const run = (): void => {
      // What was entered since then stays, behind the rest.
      for (const [at, children] of order) {
        const entered = at.children.filter((each) => !children.includes(each));
        at.children.splice(0, Infinity, ...children);
        entered.forEach((each) => tree.graft(at, each));
      }
      this.session.show(node);
    };
    this.undos.push({ tree, run });
  }

  private undo(): void {
    const last = this.undos.pop();
    if (last === undefined) {
      this.events.bringBack();
      return;
    }
    last.run();
    this.show();
    this.events.say(S.play.undone);
    this.events.changed();
  }

  private show(): void {
    if (!this.element.isConnected) {
      return;
    }
    const { tree, node } = this.session;
    this.undos = this.undos.filter((undo) => undo.tree === tree);
    if (document.activeElement !== this.comment || this.words !== node.said) {
      this.comment.value = node.said;
    }
    this.session.board.setDrawings(node.drawings);
    this.drawn.textContent = node.drawings.map(({ ink, from, to }) => S.notes.drawing(S.notes.inks[ink], from, to)).join('; ');
    enable(this.clearButton, node.drawings.length > 0);
    enable(this.promoteButton, pathTo(node).some((at) => at.parent !== null && at.parent.children[0] !== at));
    enable(this.deleteButton, node.parent !== null);
    enable(this.undoButton, this.undos.length > 0 || this.events.hasFormer());
  }
}
