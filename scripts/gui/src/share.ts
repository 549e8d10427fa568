// SPDX-License-Identifier: GPL-3.0-or-later
// The position and the game as text: to copy, to download, to link, and to load.
import { boardOf } from './boards';
import { button, html } from './dom';
import { readFen } from './fen';
import { type GameFile, NOTHING_PLAYED, readGame, writeGame, type WrittenGame } from './gamefile';
import { lineLink } from './links';
import type { Session } from './session';
import { S } from './language';
import { mainLine, pathTo, plyOf, writtenLine } from './tree';

export class ShareBox {
  readonly element = html('details', { class: 'share' });
  private readonly fen = html('input', { type: 'text', class: 'fen', readonly: '', 'aria-label': S.share.fen });
  private readonly text = html('textarea', {
    rows: 4,
    'aria-label': S.share.loadLabel,
    placeholder: S.share.loadLabel,
    spellcheck: 'false',
  });
  private readonly loadButton = button(S.share.load, () => void this.load(), { 'data-action': 'load' });

  constructor(
    private readonly session: Session,
    private readonly events: {
      readonly load: (game: GameFile) => Promise<void>;
      readonly say: (text: string) => void;
      readonly refused: (error: unknown) => void;
    },
  ) {
    this.element.append(
      html('summary', {}, S.share.title),
      this.fen,
      html(
        'div',
        { class: 'actions' },
        button(S.share.copyFen, () => void this.copy(this.fen.value)),
        button(S.share.copyGame, () => void this.copy(this.gameText())),
        button(S.share.copyLink, () => void this.copy(this.link())),
        button(S.share.download, () => this.download()),
      ),
      this.text,
      html(
        'div',
        { class: 'actions' },
        this.loadButton,
      ),
    );
    session.onChange(() => {
      this.fen.value = session.node.details.fen;
    });
  }

  /** The game on the board from its beginning to the end of the line shown. */
  gameText(): string {
    const { tree, node } = this.session;
    const line = [...pathTo(node), ...mainLine(node).slice(1)];
    const today = new Date();
    const two = (n: number): string => String(n).padStart(2, '0');
    return writeGame(
      {
        board: tree.board,
        start: tree.start,
        first: tree.root,
        ...writtenLine(line),
        players: tree.players,
        end: tree.endAt(line.at(-1) ?? node),
      },
      {
        date: `${today.getFullYear()}.${two(today.getMonth() + 1)}.${two(today.getDate())}`,
        blackBegins: readFen(tree.root.details.fen).side === 'B',
      },
    );
  }

  /** An address with the game to the end of the line shown, and the position shown. */
  private link(): string {
    const { tree, node } = this.session;
    return lineLink(tree.lineTo(mainLine(node).at(-1) ?? node), plyOf(node));
  }

  private async copy(text: string): Promise<void> {
    this.text.value = text;
    try {
      await navigator.clipboard.writeText(text);
      this.events.say(S.share.copied);
    } catch {
      this.text.select();
      this.events.say(S.share.notCopied);
    }
  }

  private download(): void {
    const url = URL.createObjectURL(new Blob([this.gameText()], { type: 'text/plain' }));
    html('a', { href: url, download: 'game.pdn' }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  private async load(): Promise<void> {
    this.loadButton.disabled = true; // one after the other: the reader may be asked
    try {
      const written = readText(this.text.value);
      const { session } = this;
      const board = written.board ?? (await boardOf(session.client, written.start, written.moves, session.tree.board));
      if (board !== null) {
        await this.events.load({ ...written, board });
        this.events.say(S.share.loaded);
      }
    } catch (error) {
      this.events.refused(error);
    }
    this.loadButton.disabled = false;
  }
}

/** A FEN, or the text of a game. */
function readText(text: string): WrittenGame {
  if (/^\s*[WB]\s*:/.test(text)) {
    return { ...NOTHING_PLAYED, board: null, start: text.replace(/\s+/g, '') };
  }
  const game = readGame(text);
  if (game.board === null && game.start === null && game.moves.length === 0) {
    throw new Error(S.share.noGame);
  }
  return game;
}
