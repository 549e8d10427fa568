// SPDX-License-Identifier: GPL-3.0-or-later
// The page: the board, the views beside it, and what they share.
import { createEngine } from '../engine/create';
import { aboutDialog } from './about';
import { AnalysisView } from './analysis';
import { BoardView } from './board';
import { EngineClient, type Line } from './client';
import { button, html, select } from './dom';
import { EditorView } from './editor';
import { readFen } from './fen';
import type { GameFile } from './gamefile';
import type { BoardName } from './geometry';
import { LearnView } from './learn';
import { linkedLine } from './links';
import { MoveList } from './movelist';
import { PlayView } from './play';
import { PuzzleView } from './puzzles';
import { Session } from './session';
import { ShareBox } from './share';
import { recordTree } from './record';
import { restore, save, type Saved, type Study, type Tab, TABS } from './store';
import { S } from './strings';
import type { Notation } from './moves';
import { type GameTree, mainLine, plyOf } from './tree';

const CALM_MS = 6000; // how long a refusal stays

export class App {
  private readonly client: EngineClient;
  private readonly board: BoardView;
  private readonly session: Session;
  private readonly play: PlayView;
  private readonly analysis: AnalysisView;
  private readonly learn: LearnView;
  private readonly puzzles: PuzzleView;
  private readonly editor: EditorView;
  private readonly moves: MoveList;
  private readonly share: ShareBox;
  private readonly live = html('p', { class: 'live', role: 'status' });
  private readonly notice = html('p', { class: 'notice', role: 'alert' });
  private readonly side = html('div', { class: 'side' });
  private readonly tabs = html('nav', { class: 'tabs', 'aria-label': S.tabs.label });
  private readonly solved = new Set<string>();
  private tab: Tab = 'play';
  /** The game of the view Play while another view has the board. */
  private kept: Line = { board: 'bushka', start: null, moves: [] };
  private keptFlip = false;
  /** What is analysed while another view has the board. */
  private study: Study | null = null;
  /** The tree of an analysis that began with the game of the view Play. */
  private ownTree: GameTree | null = null;
  private shown = 0;
  private noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly place: HTMLElement) {
    this.client = new EngineClient(createEngine, (reason, again) => {
      if (again) {
        this.warn(S.crash(reason));
      } else {
        this.warn(S.noEngineLeft(reason), true);
      }
    });
    this.board = new BoardView({
      touch: (square) => this.touch(square),
      drop: (from, to) => this.drop(from, to),
      canLift: (square) =>
        this.tab === 'editor'
          ? this.board.pieceAt(square) !== undefined
          : this.session.entry.canLift(square) || this.play.canLiftAhead(square),
    });
    this.session = new Session(this.board, this.client, (reason) => this.warn(reason));
    const announce = (text: string): void => this.announce(text);
    this.play = new PlayView(this.session, {
      announce,
      changed: () => this.save(),
      begun: () => {
        this.study = null;
      },
      analyse: () => void this.show('analysis'),
    });
    this.analysis = new AnalysisView(this.session, announce);
    this.learn = new LearnView(this.session, announce);
    this.puzzles = new PuzzleView(this.session, this.solved, announce, () => this.save());
    this.editor = new EditorView(this.board, this.client, {
      use: (board, fen, play) => this.useEdited(board, fen, play),
      refused: (error) => this.refuse(error),
    });
    this.moves = new MoveList(this.session);
    const isPlayed = (): boolean => this.tab === 'play' || this.session.tree === this.ownTree;
    this.share = new ShareBox(this.session, () => this.play.state, isPlayed, {
      load: (game) => this.loadText(game),
      say: announce,
      refused: (error) => this.refuse(error),
    });
    this.session.onChange(() => this.changed());
    this.layOut();
  }

  async start(): Promise<void> {
    const saved = restore();
    await this.session.load('bushka', null);
    if (saved !== null) {
      await this.takeUp(saved);
    }
    const { hash } = window.location;
    const linked = hash === saved?.hash && saved.tab === 'analysis' ? null : linkedLine(hash);
    this.study = saved?.study ?? null;
    await this.show(linked === null ? (saved?.tab ?? 'play') : 'analysis', true);
    if (linked !== null) {
      await this.openLink(linked);
    }
    window.addEventListener('hashchange', () => {
      const line = linkedLine(window.location.hash);
      if (line !== null) {
        void this.openLink(line);
      }
    });
    window.addEventListener('keydown', (event) => this.keyDown(event));
    this.place.dataset['ready'] = 'true';
  }

  private touch(square: string): void {
    if (this.tab === 'editor') {
      this.editor.touch(square);
    } else if (this.play.isAhead) {
      this.play.touchAhead(square);
    } else {
      this.session.entry.touch(square);
    }
  }

  private drop(from: string, to: string): void {
    if (this.tab === 'editor') {
      this.editor.drop(from, to);
    } else if (this.play.isAhead) {
      this.play.dropAhead(from, to);
    } else {
      this.session.entry.drop(from, to);
    }
  }

  private async takeUp(saved: Saved): Promise<void> {
    saved.solved.forEach((id) => this.solved.add(id));
    this.session.notation = saved.notation;
    this.play.restore(saved.play);
    this.board.setFlipped(saved.flipped);
    try {
      await this.session.load(saved.line.board, saved.line.start, saved.line.moves, saved.play.ended);
    } catch (error) {
      this.refuse(error);
    }
  }

  private async openLink(line: Line): Promise<void> {
    try {
      if (this.tab !== 'analysis') {
        await this.show('analysis');
      }
      await this.session.load(line.board, line.start, line.moves);
    } catch (error) {
      this.refuse(error);
    }
  }

  private layOut(): void {
    for (const tab of TABS) {
      this.tabs.append(button(S.tabs[tab], () => void this.show(tab), { 'data-tab': tab }));
    }
    const entry = html('input', {
      type: 'text',
      'aria-label': S.moves.entry,
      placeholder: S.moves.entryHint,
      autocomplete: 'off',
      autocapitalize: 'none',
      spellcheck: 'false',
    });
    const form = html('form', { class: 'entry' }, entry, html('button', { type: 'submit' }, S.moves.play));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.session.playText(entry.value).then((played) => {
        entry.value = played ? '' : entry.value;
      });
    });
    const notation = select(S.moves.notation, S.moves.notations, this.session.notation, (value) => {
      this.session.notation = value as Notation;
      if (this.tab !== 'editor') {
        this.session.show(this.session.node); // in the new notation
      }
      this.save();
    });
    const flip = button(S.board.flip, () => {
      this.board.setFlipped(!this.board.isFlipped);
      if (this.tab !== 'editor') {
        this.session.refresh();
      }
      this.save();
    });
    const tools = html('div', { class: 'tools' }, form, flip, notation);
    const stage = html(
      'main',
      { class: 'stage' },
      html('div', { class: 'table' }, this.analysis.bar, this.board.element),
      this.notice,
      tools,
      this.live,
    );
    this.analysis.bar.hidden = true;
    const about = aboutDialog();
    const openAbout = button(S.about.open, () => about.showModal(), { 'aria-haspopup': 'dialog' });
    this.place.append(
      html('header', {}, html('h1', {}, S.title), this.tabs, openAbout),
      html('div', { class: 'layout' }, stage, this.side),
      about,
    );
  }

  /** Shows a view; resumed: as it was left when the page was closed. */
  private async show(tab: Tab, resumed = false): Promise<void> {
    const from = this.tab;
    const mine = ++this.shown;
    if (from === 'analysis') {
      this.study = this.studyNow;
    }
    this.play.leave();
    this.analysis.leave();
    this.learn.leave();
    if (from === 'play') {
      this.kept = this.wholeLine();
      this.keptFlip = this.board.isFlipped;
    }
    this.live.textContent = '';
    this.tab = tab;
    this.tabs.querySelectorAll<HTMLElement>('button').forEach((element) => {
      if (element.dataset['tab'] === tab) {
        element.setAttribute('aria-current', 'page');
      } else {
        element.removeAttribute('aria-current');
      }
    });
    this.notice.textContent = '';
    const views = {
      play: this.play,
      analysis: this.analysis,
      learn: this.learn,
      puzzles: this.puzzles,
      editor: this.editor,
    };
    const shared = {
      play: [this.moves.element, this.play.setup, this.share.element],
      analysis: [this.moves.element, this.analysis.graphs, this.share.element],
      learn: [],
      puzzles: [],
      editor: [],
    };
    this.side.replaceChildren(views[tab].panel, ...shared[tab]);
    this.place.dataset['tab'] = tab;
    if (tab === 'play') {
      if (from !== 'play') {
        await this.loadKept();
        this.board.setFlipped(this.keptFlip);
      }
      this.play.enter();
    } else if (tab === 'editor') {
      this.editor.enter(this.session.tree.board, this.session.node.details.fen);
    } else {
      if (tab === 'analysis') {
        await this.takeUpStudy(from === 'play' && !resumed);
      }
      if (mine === this.shown) {
        views[tab].enter();
      }
    }
    this.save();
  }

  private get studyNow(): Study {
    const { tree, node } = this.session;
    return { record: recordTree(tree, node), own: tree === this.ownTree };
  }

  /** Puts on the board what was analysed last; or the game under way, with the variations that were entered in it. */
  private async takeUpStudy(ofGame: boolean): Promise<void> {
    const { session, study, kept } = this;
    const plies = plyOf(session.node);
    if (study !== null && (!ofGame || study.own)) {
      try {
        await session.rebuild(study.record);
        this.ownTree = study.own ? session.tree : null;
        if (ofGame && session.tree.board === kept.board && session.tree.start === kept.start) {
          await session.follow(kept.moves, this.play.state.ended, plies);
        }
        return;
      } catch {
        // What was kept is none: the game under way is there.
      }
    }
    if (!ofGame) {
      await this.loadKept();
    }
    this.ownTree = session.tree;
  }

  /** Puts the game of the view Play on the board. */
  private loadKept(): Promise<void> {
    return this.session.load(this.kept.board, this.kept.start, this.kept.moves, this.play.state.ended);
  }

  /** The game to the end of the line shown. */
  private wholeLine(): Line {
    return this.session.tree.lineTo(mainLine(this.session.node).at(-1) ?? this.session.node);
  }

  private async useEdited(board: BoardName, fen: string, play: boolean): Promise<void> {
    await this.client.details({ board, start: fen, moves: [] });
    if (play) {
      this.kept = { board, start: fen, moves: [] };
      this.study = null;
      this.play.adopt(null);
      await this.show('play');
    } else {
      await this.show('analysis');
      await this.session.load(board, fen);
    }
  }

  private async loadText(game: GameFile): Promise<void> {
    await this.session.open(game);
    if (this.tab === 'play') {
      this.study = null;
      this.play.adopt(this.session.isOver ? null : game.end);
      this.save();
      this.play.enter();
    }
  }

  private changed(): void {
    const { node } = this.session;
    if (node.parent !== null && node.move !== null) {
      const mover = readFen(node.parent.details.fen).side;
      const { result, reason } = node.details;
      const text = S.moved(mover, node.move.formal, node.move.promotes);
      this.announce(result === null ? text : `${text} ${S.play.result(result, reason)}`);
    }
    this.notice.textContent = '';
    if (this.tab === 'play' || this.tab === 'analysis') {
      this.save();
    }
  }

  private save(): void {
    const line = this.tab === 'play' ? this.wholeLine() : this.kept;
    save({
      tab: this.tab,
      hash: window.location.hash,
      study: this.tab === 'analysis' ? this.studyNow : this.study,
      line,
      play: this.play.state,
      flipped: this.tab === 'play' ? this.board.isFlipped : this.keptFlip,
      notation: this.session.notation,
      solved: [...this.solved],
    });
  }

  private announce(text: string): void {
    this.live.textContent = text;
  }

  private warn(text: string, stays = false): void {
    clearTimeout(this.noticeTimer);
    this.notice.textContent = text;
    if (stays) {
      return;
    }
    this.noticeTimer = setTimeout(() => {
      this.notice.textContent = '';
    }, CALM_MS);
  }

  private refuse(error: unknown): void {
    this.warn(error instanceof Error ? error.message : String(error));
  }

  /** The arrow keys go through the game, unless something that uses them has the focus. */
  private keyDown(event: KeyboardEvent): void {
    const target = event.target as HTMLElement | null;
    if (target?.closest('input, select, textarea, dialog, .board') !== null || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const keys: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => this.session.back(),
      ArrowRight: () => this.session.forward(),
      Home: () => this.session.first(),
      End: () => this.session.last(),
    };
    const run = keys[event.key];
    if (run !== undefined && (this.tab === 'play' || this.tab === 'analysis')) {
      event.preventDefault();
      run();
    }
  }
}
