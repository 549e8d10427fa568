// SPDX-License-Identifier: GPL-3.0-or-later
// The position editor. Any placement may be drawn; whether it is a position says the engine.
import { button, html, select } from './dom';
import { type Piece, type Placement, readFen, writeFen } from './fen';
import { type BoardName, type Color, isBoardName } from './geometry';
import type { Session } from './session';
import { S } from './language';

const PALETTE: readonly (readonly [string, Piece | null])[] = [
  [S.editor.whiteMan, { color: 'W', king: false }],
  [S.editor.whiteKing, { color: 'W', king: true }],
  [S.editor.blackMan, { color: 'B', king: false }],
  [S.editor.blackKing, { color: 'B', king: true }],
  [S.editor.empty, null],
];

export class EditorView {
  readonly panel = html('section', { class: 'panel', 'aria-label': S.tabs.editor });
  private readonly fen = html('input', { type: 'text', class: 'fen', 'aria-label': S.share.fen, spellcheck: 'false' });
  private readonly palette = html('div', { class: 'palette', role: 'radiogroup', 'aria-label': S.editor.intro });
  private readonly fields = html('div', { class: 'fields' });
  private chosen = 0;
  private name: BoardName = 'bushka';
  private placement: Placement = readFen('W:W:B');
  private drawn = false; // something that was not used yet

  constructor(
    private readonly session: Session,
    private readonly events: {
      readonly use: (board: BoardName, fen: string, play: boolean) => Promise<void>;
      readonly refused: (error: unknown) => void;
    },
  ) {
    PALETTE.forEach(([label], i) => {
      const choice = html('input', { type: 'radio', name: 'palette', value: i });
      choice.checked = i === 0;
      choice.addEventListener('change', () => {
        this.chosen = i;
      });
      this.palette.append(html('label', {}, choice, html('span', {}, label)));
    });
    this.fen.addEventListener('change', () => void this.readText());
    this.panel.append(
      html('p', {}, S.editor.intro),
      this.palette,
      this.fields,
      this.fen,
      html(
        'div',
        { class: 'actions' },
        button(S.editor.start, () => void this.setStart()),
        button(S.editor.clear, () => this.set({ ...this.placement, pieces: new Map() })),
        button(S.editor.use, () => void this.use(false), { class: 'primary', 'data-action': 'usePosition' }),
        button(S.editor.playFrom, () => void this.use(true)),
      ),
    );
  }

  /** Goes on with what was drawn and not used yet; or begins with the position on the board. */
  enter(): void {
    const { board, node, tree } = this.session;
    if (!this.drawn) {
      this.name = tree.board;
      this.placement = readFen(node.details.fen);
    }
    this.session.release();
    board.setBoard(this.name);
    this.show();
  }

  leave(): void {
    // What was drawn is kept.
  }

  touch(square: string): void {
    const pieces = new Map(this.placement.pieces);
    const piece = PALETTE[this.chosen]?.[1] ?? null;
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

  private set(placement: Placement): void {
    this.drawn = true;
    this.placement = placement;
    this.show();
  }

  private show(): void {
    const { placement } = this;
    this.session.board.setPosition(placement);
    this.fen.value = writeFen(placement);
    this.fields.replaceChildren(
      select(S.play.boardLabel, S.boards, this.name, (value) => {
        this.name = isBoardName(value) ? value : 'bushka';
        this.session.board.setBoard(this.name);
        void this.setStart();
      }),
      select(
        S.editor.turn,
        [
          ['W', S.side('W')],
          ['B', S.side('B')],
        ],
        placement.side,
        (value) => {
          this.set({ ...this.placement, side: value as Color });
        },
      ),
    );
  }

  private async setStart(): Promise<void> {
    const { fen } = await this.session.client.details({ board: this.name, start: null, moves: [] });
    this.set(readFen(fen));
  }

  private async readText(): Promise<void> {
    try {
      const { fen } = await this.session.client.details({
        board: this.name,
        start: this.fen.value.replace(/\s+/g, ''),
        moves: [],
      });
      this.set(readFen(fen));
    } catch (error) {
      this.events.refused(error);
    }
  }

  private async use(play: boolean): Promise<void> {
    try {
      await this.events.use(this.name, writeFen(this.placement), play);
      this.drawn = false;
    } catch (error) {
      this.events.refused(error);
    }
  }
}
