// SPDX-License-Identifier: GPL-3.0-or-later
// The position editor. Any placement may be drawn; the engine says whether it is a position.
import { button, enable, html, refill, select } from './dom';
import { type Piece, type Placement, readFen, writeFen } from './fen';
import type { BoardName } from './geometry';
import type { Session } from './session';
import { S } from './language';

/** What a touch puts on a square; null removes the piece. */
const PALETTE: readonly (Piece | null)[] = [
  { color: 'W', king: false },
  { color: 'W', king: true },
  { color: 'B', king: false },
  { color: 'B', king: true },
  null,
];

const FORMER_MOST = 100; // changes that can be undone

/** What is drawn: any placement, which the engine may refuse. */
export interface Edited {
  readonly board: BoardName;
  readonly fen: string;
}

export class EditorView {
  readonly panel = html('section', { class: 'panel', 'aria-label': S.tabs.editor });
  private readonly fen = html('input', { type: 'text', class: 'fen', 'aria-label': S.share.fen, spellcheck: 'false' });
  private readonly palette = html('div', { class: 'palette', role: 'radiogroup', 'aria-label': S.editor.intro });
  private readonly fields = html('div', { class: 'fields' });
  private readonly undoButton = button(S.play.undo, () => this.undo(), { 'data-action': 'undo' });
  private chosen = 0;
  private edited: Edited = { board: 'bushka', fen: 'W:W:B' };
  /** What was drawn before, which Undo brings back; the last one at the end. */
  private former: readonly Edited[] = [];
  private drawn = false; // there is something that was not used yet

  constructor(
    private readonly session: Session,
    private readonly events: {
      readonly use: (board: BoardName, fen: string, play: boolean) => Promise<boolean>;
      readonly refused: (error: unknown) => void;
      /** What is to be kept has changed. */
      readonly changed: () => void;
      readonly say: (text: string) => void;
    },
  ) {
    PALETTE.forEach((piece, i) => {
      const label = piece === null ? S.editor.empty : S.board.piece(piece).replace(/^./, (first) => first.toUpperCase());
      const choice = html('input', { type: 'radio', name: 'palette', value: i });
      choice.checked = i === 0;
      choice.addEventListener('change', () => {
        this.chosen = i;
      });
      this.palette.append(html('label', {}, choice, html('span', {}, label)));
    });
    this.fen.addEventListener('change', () => {
      void this.read(this.edited.board, this.typed);
    });
    this.panel.append(
      html('p', {}, S.editor.intro),
      this.palette,
      this.fields,
      this.fen,
      html(
        'div',
        { class: 'actions' },
        button(S.editor.start, () => {
          void this.read(this.edited.board, null);
          this.session.board.reveal();
        }),
        button(S.editor.clear, () => {
          this.set({ ...this.placement, pieces: new Map() });
          this.session.board.reveal();
        }),
        this.undoButton,
        button(S.editor.use, () => void this.use(false), { class: 'primary', 'data-action': 'usePosition' }),
        button(S.editor.playFrom, () => void this.use(true)),
      ),
    );
  }

  /** What was drawn and not used yet, or null. */
  get state(): Edited | null {
    return this.drawn ? this.edited : null;
  }

  /** Resumes what was left. */
  start(left: Edited | null): void {
    this.edited = left ?? this.edited;
    this.drawn = left !== null;
  }

  /** Continues with what was drawn and not used yet, or begins with the position on the board. */
  enter(): void {
    const { board, node, tree } = this.session;
    if (!this.drawn) {
      this.edited = { board: tree.board, fen: writeFen(readFen(node.details.fen)) };
      this.former = [];
    }
    board.setBoard(this.edited.board);
    this.show();
  }

  touch(square: string): void {
    const pieces = new Map(this.placement.pieces);
    const piece = PALETTE[this.chosen] ?? null;
    const there = pieces.get(square);
    if (piece === null || (there?.color === piece.color && there.king === piece.king)) {
      pieces.delete(square);
    } else {
      pieces.set(square, piece);
    }
    this.set({ ...this.placement, pieces });
  }

  drop(from: string, to: string): void {
    const pieces = new Map(this.placement.pieces);
    const piece = pieces.get(from);
    if (piece !== undefined) {
      pieces.delete(from);
      pieces.set(to, piece);
      this.set({ ...this.placement, pieces });
    }
  }

  private get typed(): string {
    return this.fen.value.replace(/\s+/g, '');
  }

  private get placement(): Placement {
    return readFen(this.edited.fen);
  }

  private set(placement: Placement, board = this.edited.board): void {
    const fen = writeFen(placement);
    if (board !== this.edited.board || fen !== this.edited.fen) {
      this.former = [...this.former, this.edited].slice(-FORMER_MOST);
    }
    this.put({ board, fen });
  }

  private undo(): void {
    const edited = this.former.at(-1);
    if (edited !== undefined) {
      const focused = document.activeElement === this.undoButton;
      this.former = this.former.slice(0, -1);
      this.put(edited);
      if (focused && this.undoButton.disabled) {
        this.palette.querySelector<HTMLElement>(':checked')?.focus(); // the next button would leave the editor
      }
      this.session.board.reveal();
      this.events.say(S.play.undone);
    }
  }

  private put(edited: Edited): void {
    const isOther = edited.board !== this.edited.board;
    this.edited = edited;
    this.drawn = true;
    if (this.panel.isConnected) {
      if (isOther) {
        this.session.board.setBoard(edited.board);
      }
      this.show();
    }
    this.events.changed();
  }

  private show(): void {
    const { placement } = this;
    const { board, fen } = this.edited;
    this.session.board.setPosition(placement);
    this.fen.value = fen;
    enable(this.undoButton, this.former.length > 0);
    refill(
      this.fields,
      select(S.board.label, S.boards, board, (value) => void this.read(value, null)),
      select(
        S.editor.turn,
        [
          ['W', S.side('W')],
          ['B', S.side('B')],
        ],
        placement.side,
        (side) => {
          this.set({ ...this.placement, side });
        },
      ),
    );
  }

  /** Draws what the engine makes of a FEN (null: the start position). Resolves to false if it is not one. */
  private async read(board: BoardName, start: string | null): Promise<boolean> {
    try {
      const { fen } = await this.session.client.details({ board, start, moves: [] });
      this.set(readFen(fen), board);
      return true;
    } catch (error) {
      this.events.refused(error);
      return false;
    }
  }

  private async use(play: boolean): Promise<void> {
    if (this.typed !== this.edited.fen && !(await this.read(this.edited.board, this.typed))) {
      return; // what was typed is not a position, as the page has said
    }
    const { board, fen } = this.edited;
    try {
      if (await this.events.use(board, fen, play)) {
        this.drawn = false;
        this.events.changed();
      }
    } catch (error) {
      this.events.refused(error);
    }
  }
}
