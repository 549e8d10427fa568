// SPDX-License-Identifier: GPL-3.0-or-later
// The position and the game as text: to copy, to download, to link, and to load.
import { isNative } from '../engine/create';
import { ask } from './ask';
import { boardOf } from './boards';
import { busy, button, html } from './dom';
import { writtenFen } from './fen';
import { type GameFile, gamesOf, gameTitle, NOTHING_PLAYED, readGame, writeGame, type WrittenGame } from './gamefile';
import type { Line } from './client';
import { embedCode, isLocal, lineLink, linkedLine } from './links';
import type { Session } from './session';
import { S } from './language';
import { lineThrough, mainLine, type Node, playedLine, plyOf, writtenLine } from './tree';

const FILE_MOST = 1_000_000; // bytes that are read

/** Hands a file to the reader. */
function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  html('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export class ShareBox {
  readonly element = html('details', { class: 'share' });
  private readonly fen = html('input', { type: 'text', class: 'fen', readonly: '', 'aria-label': S.share.fen });
  private readonly text = html('textarea', {
    rows: 4,
    'aria-label': S.share.loadLabel,
    placeholder: S.share.loadLabel,
    spellcheck: 'false',
  });
  private readonly loadButton = button(S.share.load, () => void this.loadAlone(), { 'data-action': 'load' });

  private loads = 0; // counts loads, and files read for one: only the last one is wanted
  private readonly file = html('input', { type: 'file', multiple: '', hidden: '', 'aria-label': S.share.open });

  constructor(
    private readonly session: Session,
    private readonly events: {
      /** Settled when the page has started, with a game on the board. */
      readonly started: Promise<void>;
      /** Resolves to false if something else was done meanwhile, or it is no longer wanted. */
      readonly load: (game: GameFile, wanted: () => boolean) => Promise<boolean>;
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
        ...(isNative() ? [] : this.linkButtons()),
      ),
      html(
        'div',
        { class: 'actions' },
        button(S.share.download, () => save(new Blob([this.gameText()], { type: 'text/plain' }), 'game.pdn')),
        button(S.share.svg, () => void this.picture('svg')),
        button(S.share.png, () => void this.picture('png')),
        button(S.share.gif, () => void this.picture('gif')),
      ),
      this.text,
      html(
        'div',
        { class: 'actions' },
        this.loadButton,
        button(S.share.open, () => this.file.click()),
        this.file,
      ),
      html('p', { class: 'figures' }, S.share.dropHelp),
    );
    this.file.addEventListener('change', () => {
      void this.openFiles([...(this.file.files ?? [])]);
      this.file.value = '';
    });
    this.takeDrops();
    session.onChange(() => {
      this.fen.value = session.node.details.fen;
    });
  }

  /** The game on the board with its variations, whichever of them is shown. */
  private gameText(): string {
    const { tree } = this.session;
    const line = playedLine(tree);
    const today = new Date();
    const two = (n: number): string => String(n).padStart(2, '0');
    return writeGame(
      {
        board: tree.board,
        start: tree.start,
        first: tree.root,
        ...writtenLine(line),
        players: tree.players,
        end: tree.endAt(line.at(-1) ?? tree.root),
      },
      `${today.getFullYear()}.${two(today.getMonth() + 1)}.${two(today.getDate())}`,
    );
  }

  private linkButtons(): HTMLElement[] {
    const linked = (name: string, write: (game: Line, ply: number) => string): HTMLElement =>
      button(name, () => {
        const { node, tree } = this.session;
        const text = write(tree.lineTo(this.nodes.at(-1) ?? node), plyOf(node));
        const hasMore = mainLine(tree.root).some(({ children, said, drawings }) => children.length > 1 || said !== '' || drawings.length > 0);
        const lost = hasMore && text.includes('moves=') ? S.share.movesAlone : ''; // a link to a position has no moves either
        void this.copy(text, `${lost} ${isLocal() ? S.share.local : ''}`.trim());
      });
    return [
      linked(S.share.copyLink, lineLink),
      linked(S.share.copyPosition, ({ board }) => lineLink({ board, start: this.fen.value, moves: [] })), // without the moves that led to it
      linked(S.share.copyEmbed, (game, ply) => embedCode(game, ply, this.session.board.isFlipped)),
    ];
  }

  private async copy(text: string, more = ''): Promise<void> {
    this.text.value = text;
    try {
      await navigator.clipboard.writeText(text);
      this.events.say(`${S.share.copied} ${more}`.trim());
    } catch {
      this.text.select();
      this.events.say(S.share.notCopied);
    }
  }

  /** The positions of the line shown. */
  private get nodes(): Node[] {
    return lineThrough(this.session.node);
  }

  private async picture(kind: 'svg' | 'png' | 'gif'): Promise<void> {
    const { session, nodes } = this;
    const { tree } = session;
    try {
      const { svgPicture, pngPicture, gifPicture } = await import('./picture');
      if (kind === 'gif') {
        const gif = await gifPicture(tree, nodes, session.board, (done) => this.events.say(S.share.drawing(done + 1, nodes.length)));
        save(gif, 'game.gif');
      } else {
        save(kind === 'svg' ? svgPicture(session.board) : await pngPicture(session.board), `position.${kind}`);
      }
      this.events.say(S.share.saved);
    } catch {
      this.events.refused(new Error(S.share.noPicture)); // or what draws it was not loaded: the browser says that in its own words
    }
  }

  /** Files that are dropped anywhere on the page are read. */
  private takeDrops(): void {
    const holdsFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
    window.addEventListener('dragover', (event) => {
      if (holdsFile(event)) {
        event.preventDefault();
      }
    });
    window.addEventListener('drop', (event) => {
      if (holdsFile(event)) {
        event.preventDefault();
        void this.openFiles([...(event.dataTransfer?.files ?? [])]);
      }
    });
  }

  /** Loads a game, which the reader chooses if there are several in all these files. */
  private async openFiles(files: readonly File[]): Promise<void> {
    try {
      if (files.length === 0) {
        return;
      }
      if (files.reduce((sum, { size }) => sum + size, 0) > FILE_MOST) {
        throw new Error(S.share.tooLarge(FILE_MOST / 1_000_000));
      }
      const mine = ++this.loads;
      const texts = await Promise.all(files.map((file) => file.text()));
      if (mine === this.loads) {
        this.text.value = texts.join('\n\n');
        await this.loadAlone();
      }
    } catch (error) {
      this.events.refused(error);
    }
  }

  /** One at a time: the reader may be asked something. */
  private loadAlone(): Promise<void> {
    return busy(this.loadButton, () => this.load());
  }

  private async load(): Promise<void> {
    const mine = ++this.loads;
    try {
      await this.events.started;
      const text = await askGame(this.text.value);
      if (text === null) {
        return;
      }
      const written = readText(text);
      const { session } = this;
      const board = written.board ?? (await boardOf(session.client, written.start, written.moves, session.tree.board));
      if (board !== null && (await this.events.load({ ...written, board }, () => mine === this.loads))) {
        session.board.reveal();
        this.events.say(S.share.loaded);
      }
    } catch (error) {
      this.events.refused(error);
    }
  }
}

/** The text of the game that the reader chooses among several; null if none is chosen. */
function askGame(text: string): Promise<string | null> {
  const games = gamesOf(text);
  const answers = games.map((game, i) => [`${i + 1}. ${gameTitle(game)}`, game] as const);
  return games.length > 1 ? ask(S.share.whichGame, S.share.several(games.length), answers) : Promise.resolve(text);
}

/** A FEN, a link of this page, or the text of a game. */
function readText(text: string): WrittenGame {
  const linked = linkedLine(/^\s*[^\s#]*(#\S+)\s*$/.exec(text)?.[1] ?? '');
  if (linked !== null) {
    return { ...NOTHING_PLAYED, ...linked };
  }
  if (/^\s*[WB]\s*:/.test(text)) {
    return { ...NOTHING_PLAYED, board: null, start: writtenFen(text) };
  }
  const game = readGame(text);
  if (game.board === null && game.start === null && game.moves.length === 0) {
    throw new Error(S.share.noGame);
  }
  return game;
}
