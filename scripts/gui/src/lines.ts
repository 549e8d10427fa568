// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's lines: pointing at a move, or focusing it, shows the position after it on the board, and a click adds the
// moves up to it to the game as a variation.
import type { Info } from './client';
import { html } from './dom';
import { readFen } from './fen';
import type { Details } from './moves';
import { scoreText, whiteScore } from './score';
import type { Session } from './session';
import { S } from './language';
import type { Node } from './tree';

const SHOWN = 8; // moves of a line

export class LinesBox {
  readonly element = html('ol', { class: 'lines', 'aria-label': S.analysis.linesLabel });
  /** The position in which the lines begin. */
  private node: Node | null = null;
  /** The moves up to the one that is pointed at; meanwhile the lines stay as they are. */
  private pointed: readonly string[] | null = null;
  private restoring = false;
  /** A move that had the focus is gone: the first one of the next lines gets it, unless something else has taken it. */
  private orphaned = false;
  private readonly seen = new Map<string, Promise<Details>>();

  constructor(
    private readonly session: Session,
    private readonly events: {
      /** The board shows another position from now on, or its own again. */
      readonly previewed: (shown: boolean) => void;
      readonly refused: (error: unknown) => void;
    },
  ) {
    this.element.addEventListener('pointerleave', () => this.pointAt(null));
    this.element.addEventListener('focusout', () => this.pointAt(null));
  }

  /** Is a position of a line on the board? */
  get isPointed(): boolean {
    return this.pointed !== null;
  }

  /** Shows a text, or nothing, instead of lines. */
  say(text: string): void {
    this.orphaned = text === '' && (this.orphaned || this.element.contains(document.activeElement));
    this.pointAt(null);
    this.node = null;
    this.seen.clear();
    this.element.replaceChildren(...(text === '' ? [] : [html('li', {}, text)]));
  }

  show(node: Node, infos: readonly Info[]): void {
    if (this.isPointed && node === this.node) {
      return;
    }
    this.node = node;
    const { side } = readFen(node.details.fen);
    const movesOf = (line: Element | undefined): HTMLElement[] => [...(line?.querySelectorAll<HTMLElement>('.pv') ?? [])];
    const rank = [...this.element.children].findIndex((line) => line.contains(document.activeElement));
    const place = movesOf(this.element.children[rank]).findIndex((move) => move === document.activeElement);
    this.element.replaceChildren(
      ...infos.map((info) =>
        html(
          'li',
          {},
          html('b', {}, scoreText(whiteScore(info, side))),
          html('span', { class: 'depth' }, ` ${S.analysis.depth(info.depth)} `),
          ...this.moves(info.pv.slice(0, SHOWN)),
        ),
      ),
    );
    // The focus stays where it was, or comes back, without pointing at a move by it.
    this.restoring = true;
    if (rank >= 0) {
      const moves = movesOf(this.element.children[Math.min(rank, infos.length - 1)]);
      moves[Math.min(place, moves.length - 1)]?.focus({ preventScroll: true });
    } else if (this.orphaned && document.activeElement === document.body) {
      this.element.querySelector<HTMLElement>('.pv')?.focus({ preventScroll: true });
    }
    this.restoring = false;
    this.orphaned = false;
  }

  /** A line is one tab stop; the arrow keys go along it. */
  private moves(pv: readonly string[]): HTMLElement[] {
    const buttons = pv.map((move, i) => {
      const words = pv.slice(0, i + 1);
      const element = html('button', { type: 'button', class: 'pv', tabindex: i === 0 ? 0 : -1, title: S.analysis.linesHelp }, move);
      // Not mouseover, which also fires when a new line appears under a pointer at rest.
      element.addEventListener('pointermove', ({ pointerType }) => pointerType === 'mouse' && this.pointAt(words));
      element.addEventListener('focus', () => !this.restoring && element.matches(':focus-visible') && this.pointAt(words));
      element.addEventListener('click', () => void this.add(words));
      element.addEventListener('keydown', (event) => {
        const next = buttons[i + (event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0)];
        if (event.key.startsWith('Arrow')) {
          event.stopPropagation();
        }
        if (next !== undefined && next !== element) {
          event.preventDefault();
          next.focus();
        } else if (event.key === 'Escape') {
          this.pointAt(null);
        }
      });
      return element;
    });
    return buttons.flatMap((element) => [element, html('span', {}, ' ')]);
  }

  private pointAt(words: readonly string[] | null): void {
    const { session, node } = this;
    if (words?.join() === this.pointed?.join()) {
      return;
    }
    this.pointed = words;
    if (words === null) {
      session.board.setPosition(readFen(session.node.details.fen));
      session.refresh();
      this.events.previewed(false);
    } else if (node !== null) {
      void this.preview(node, words);
    }
  }

  private async preview(node: Node, words: readonly string[]): Promise<void> {
    try {
      const [before, after] = await Promise.all([this.after(node, words.slice(0, -1)), this.after(node, words)]);
      if (this.pointed !== words || this.session.node !== node) {
        return;
      }
      const then = readFen(before.fen).pieces;
      const now = readFen(after.fen);
      const text = (placed: ReadonlyMap<string, unknown>, square: string): string => JSON.stringify(placed.get(square));
      const last = [...new Set([...then.keys(), ...now.pieces.keys()])].filter((square) => text(then, square) !== text(now.pieces, square));
      this.session.entry.begin(null, {});
      this.session.board.setPosition(now);
      this.session.board.setMarks({ last });
      this.events.previewed(true);
    } catch {
      // The engine is gone, and the page says so.
    }
  }

  private after(node: Node, words: readonly string[]): Promise<Details> {
    if (words.length === 0) {
      return Promise.resolve(node.details);
    }
    const key = words.join(' ');
    const line = this.session.tree.lineTo(node);
    const found = this.seen.get(key) ?? this.session.client.details({ ...line, moves: [...line.moves, ...words] });
    this.seen.set(key, found);
    return found;
  }

  private async add(words: readonly string[]): Promise<void> {
    const { session, node } = this;
    const { tree } = session;
    if (node === null) {
      return;
    }
    this.pointAt(null);
    const isAlone = session.watch();
    try {
      let at = node;
      for (const word of words) {
        at = await session.extend(tree, at, word);
      }
      if (isAlone()) {
        session.show(at);
      }
    } catch (error) {
      this.events.refused(error);
    }
  }
}
