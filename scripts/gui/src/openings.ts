// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of openings. The book, and the code that shows it, are loaded when the panel is first opened.
import { EngineCrash } from './client';
import { html } from './dom';
import { S } from './language';
import type { Session } from './session';

export class OpeningsBox {
  readonly element = html('details', { class: 'openings' });
  private readonly summary = html('summary', {}, S.openings.title);
  private readonly content = html('div');
  private run = 0;
  /** The book cannot be read. It is tried again when the panel is opened again. */
  private failed = false;

  constructor(
    private readonly session: Session,
    private readonly refused: (error: unknown) => void,
  ) {
    this.element.append(this.summary, this.content);
    this.element.addEventListener('toggle', () => {
      this.failed = false;
      void this.look();
    });
    session.onChange(() => void this.look());
  }

  /** Shows what the book knows of the position on the board, while the panel is open. */
  private async look(): Promise<void> {
    const mine = ++this.run;
    const { element, session } = this;
    const { tree, node } = session;
    if (!element.open || !element.isConnected || this.failed) {
      return;
    }
    let shown: HTMLElement[] = [];
    try {
      const [{ lookUp }, { drawPage }] = await Promise.all([import('./book'), import('./book_page')]);
      const page = await lookUp(session.client, tree, node);
      const play = (at: number): void => {
        const move = page.moves?.[at]?.move;
        if (move !== undefined && session.node === node) {
          session.play(move).catch(this.refused);
        }
      };
      shown = drawPage(page, tree, node, session.notation, play);
    } catch (error) {
      if (mine === this.run && !(error instanceof EngineCrash)) {
        this.failed = true;
        shown = [html('p', {}, S.openings.failed)];
      }
    }
    if (mine === this.run) {
      const focused = this.content.contains(document.activeElement);
      this.content.replaceChildren(...shown);
      if (focused) {
        (this.content.querySelector('button') ?? this.summary).focus();
      }
    }
  }
}
