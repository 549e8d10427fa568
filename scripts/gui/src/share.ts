// SPDX-License-Identifier: GPL-3.0-or-later
// The position and the game as text: to copy, to download, to link, and to load.
import { button, html } from './dom';
import { readFen } from './fen';
import { readGame, writeGame } from './gamefile';
import { lineLink } from './links';
import type { PlayState } from './play';
import type { Session } from './session';
import { S } from './strings';
import { mainLine, pathTo } from './tree';

export class ShareBox {
  readonly element = html('details', { class: 'share' });
  private readonly fen = html('input', { type: 'text', class: 'fen', readonly: '', 'aria-label': S.share.fen });
  private readonly text = html('textarea', {
    rows: 4,
    'aria-label': S.share.loadLabel,
    placeholder: S.share.loadLabel,
    spellcheck: 'false',
  });

  constructor(
    private readonly session: Session,
    private readonly play: () => PlayState,
    private readonly events: {
      readonly load: (board: 'bushka' | 'bushka9x11', start: string | null, moves: readonly string[]) => Promise<void>;
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
        button(S.share.copyLink, () => void this.copy(lineLink(this.session.line))),
        button(S.share.download, () => this.download()),
      ),
      this.text,
      html(
        'div',
        { class: 'actions' },
        button(S.share.load, () => void this.load(), { 'data-action': 'load' }),
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
    const play = this.play();
    const { level, rating, seat } = play.settings;
    const engine = rating === null ? S.share.engine(level) : S.share.rated(rating);
    const end = line.at(-1)?.details.result ?? null;
    const isEngine = (side: 'white' | 'black'): boolean => seat === 'engines' || (seat !== 'people' && seat !== side);
    const today = new Date();
    const two = (n: number): string => String(n).padStart(2, '0');
    return writeGame(
      {
        board: tree.board,
        start: tree.start,
        moves: line.flatMap((at) => (at.move === null ? [] : [at.move.formal])),
        result: end ?? play.ended?.result ?? '*',
      },
      {
        white: isEngine('white') ? engine : S.share.person,
        black: isEngine('black') ? engine : S.share.person,
        date: `${today.getFullYear()}.${two(today.getMonth() + 1)}.${two(today.getDate())}`,
        blackBegins: readFen(tree.root.details.fen).side === 'B',
        byRules: end !== null,
      },
    );
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
    const text = this.text.value.trim();
    try {
      if (/^[WB]\s*:/.test(text)) {
        await this.events.load(this.session.tree.board, text.replace(/\s+/g, ''), []);
      } else {
        const game = readGame(text);
        await this.events.load(game.board, game.start, game.moves);
      }
      this.events.say(S.share.loaded);
    } catch (error) {
      this.events.refused(error);
    }
  }
}
