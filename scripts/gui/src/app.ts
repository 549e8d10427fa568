// SPDX-License-Identifier: GPL-3.0-or-later
// The page: the board, the views beside it, and what they share.
import { createEngine, isNative } from '../engine/create';
import { openAbout } from './about';
import { AnalysisView } from './analysis';
import { BoardView, ringForKeys } from './board';
import { EngineClient, EngineCrash, type Line } from './client';
import { button, html } from './dom';
import { EditorView } from './editor';
import { FriendView } from './friend';
import { type FriendGame, readFriendHash } from './friendlink';
import { type GameFile, NOTHING_PLAYED } from './gamefile';
import { type BoardName, otherColor } from './geometry';
import { LearnView } from './learn';
import { LESSONS } from './lessons';
import { linkedFlip, linkedLine, linkedPly, linkedTab, tabLink } from './links';
import { MoveList } from './movelist';
import { NotesBox } from './notes';
import { OpeningsBox } from './openings';
import { PlayView } from './play';
import { PuzzleView } from './puzzles';
import { NOBODY, Session } from './session';
import { ShareBox } from './share';
import { restore, save, type Tab, TABS, takePlace } from './store';
import { Studies } from './studies';
import { Kept } from './kept';
import { S } from './language';
import { isCapture } from './moves';
import { DEFAULTS, type Preferences, readPreferences } from './preferences';
import { failureText, said } from './said';
import { openSettings } from './settings';
import { openKeyList, type Shortcut, shortcutOf } from './shortcuts';
import { Sounds } from './sounds';
import { readTraining, UNTRAINED } from './training';
import { lineThrough, type Node, pathTo, plyOf } from './tree';

const CALM_MS = 6000; // how long a refusal, or a text over the page, stays

/** A view beside the board. While it is shown its panel is in the page. */
interface View {
  readonly panel: HTMLElement;
  enter(): void;
  leave?(): void;
}

export class App {
  private readonly client: EngineClient;
  private readonly board: BoardView;
  private readonly session: Session;
  private readonly play: PlayView;
  private readonly studies: Studies;
  private readonly analysis: AnalysisView;
  private readonly friend: FriendView;
  private readonly learn: LearnView;
  private readonly puzzles: PuzzleView;
  private readonly editor: EditorView;
  private readonly moves: MoveList;
  private readonly notes: NotesBox;
  private readonly openings: OpeningsBox;
  private readonly share: ShareBox;
  /** Shown beside the game until the reader has solved something. */
  private readonly newcomer = html(
    'div',
    { class: 'panel' },
    html('p', {}, S.learn.newcomer(LESSONS.length)),
    button(S.learn.toLessons, () => this.goTo('learn')),
  );
  private readonly live = html('p', { class: 'live', role: 'status' });
  private readonly notice = html('p', { class: 'notice', role: 'alert' });
  private readonly side = html('aside', { class: 'side' });
  /** With a program of this machine behind the page a link to it is of no use to a friend, who does not know its token. */
  private readonly offered = TABS.filter((each) => each !== 'friend' || !isNative());
  private readonly tabs = html('nav', { class: 'tabs', 'aria-label': S.tabs.label });
  private readonly soundsButton = button(S.settings.sounds, () => this.prefer({ sounds: !this.preferences.value.sounds }), {
    class: 'sounds',
    'data-action': 'sounds',
  });
  private readonly sounds = new Sounds();
  private readonly preferences = new Kept('bushka-preferences', readPreferences, DEFAULTS);
  /** The position shown at the last change: one move on from it is heard. */
  private heard: Node | null = null;
  private readonly trainee = new Kept('bushka-training', readTraining, UNTRAINED);
  private tab: Tab = 'play';
  private started = false;
  private begin = (): void => undefined;
  private readonly starting = new Promise<void>((resolve) => {
    this.begin = resolve;
  });
  /** What the notice goes back to: that the engine is gone, or that there is no room to keep the game. */
  private lasting = '';
  private noticeTimer: ReturnType<typeof setTimeout> | undefined;
  private liveTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly place: HTMLElement) {
    this.client = new EngineClient(createEngine, (reason, again) => {
      if (again) {
        this.warn(S.crash(said(reason)));
      } else {
        this.warn(S.noEngineLeft(said(reason)), true);
        if (this.started) {
          this.play.stopForGood();
        }
      }
    });
    // Once the engine is gone every question to it fails; the notice says so.
    window.addEventListener('unhandledrejection', (event) => {
      if (event.reason instanceof EngineCrash) {
        event.preventDefault();
      }
    });
    ringForKeys();
    this.board = new BoardView({
      touch: (square) => void this.touch(square),
      drop: (from, to) => void this.drop(from, to),
      canLift: (square) =>
        this.tab === 'editor'
          ? this.board.pieceAt(square) !== undefined
          : this.session.entry.canLift(square) || this.play.canLiftAhead(square),
      lift: (square) => {
        if (this.tab !== 'editor') {
          void this.touch(square);
        }
      },
      ink: () => (this.tab === 'analysis' ? this.notes.ink : null),
      draw: (from, to) => this.notes.draw(from, to),
    });
    this.session = new Session(this.board, this.client, (reason) => this.refuse(reason));
    const announce = (text: string, shown?: HTMLElement): void => this.tell(text, shown);
    this.play = new PlayView(this.session, {
      announce,
      changed: () => this.save(),
      analyse: () => {
        this.studies.followGame();
        this.goTo('analysis');
      },
      refused: (error) => this.refuse(error),
    });
    this.studies = new Studies(this.session, this.play); // before the views that show them
    this.analysis = new AnalysisView(
      this.session,
      announce,
      (error) => this.refuse(error),
      this.preferences.value,
      (changes) => this.prefer(changes),
      () => this.notes.setDrawing(false),
    );
    const exercises = {
      announce: (text: string) => this.announce(text),
      tell: (text: string, shown: HTMLElement) => this.tell(text, shown),
      analyse: () => this.analyseExercise(),
    };
    this.friend = new FriendView(this.session, {
      say: announce,
      refused: (error) => this.refuse(error),
      analyse: () => {
        const { node, tree } = this.session;
        const last = lineThrough(node).at(-1) ?? node;
        const flipped = this.board.isFlipped;
        this.goTo('analysis');
        void this.analyse({ ...tree.lineTo(last), end: tree.endAt(last) }, plyOf(node), flipped);
      },
    });
    this.learn = new LearnView(this.session, this.trainee, exercises);
    this.puzzles = new PuzzleView(this.session, this.trainee, exercises, (error) => this.refuse(error));
    this.editor = new EditorView(this.session, {
      use: (board, fen, play) => this.useEdited(board, fen, play),
      refused: (error) => this.refuse(error),
      changed: () => {
        this.calm();
        this.save();
      },
      say: announce,
    });
    this.moves = new MoveList(this.session);
    this.notes = new NotesBox(this.session, {
      say: announce,
      changed: () => {
        this.moves.draw();
        this.save();
      },
      hasFormer: () => this.studies.hasFormer,
      bringBack: () => void this.bringBack(),
    });
    this.openings = new OpeningsBox(this.session, (error) => this.refuse(error));
    this.share = new ShareBox(this.session, {
      started: this.starting,
      load: (game, wanted) => this.loadText(game, wanted),
      say: announce,
      refused: (error) => this.refuse(error),
    });
    this.session.onChange(() => this.changed());
    this.layOut();
    this.applyPreferences();
  }

  async start(): Promise<void> {
    await takePlace();
    const saved = restore();
    this.preferences.changed = () => this.applyPreferences();
    this.editor.start(saved?.editor ?? null);
    this.learn.start(saved?.lesson ?? null);
    this.puzzles.start(saved?.puzzles);
    await this.studies.start(saved?.study ?? null, saved?.formerStudies ?? []);
    await this.play.start(saved?.play ?? null); // last: its clock runs from here on
    this.session.put({ tree: this.play.game.tree, node: this.play.game.last }); // for the views that begin with a position
    this.show(linkedTab(window.location.hash) ?? saved?.tab ?? 'play');
    this.started = true;
    this.begin();
    window.addEventListener('popstate', () => void this.followAddress());
    window.addEventListener('pagehide', () => {
      this.analysis.endDrill(); // it shows positions of its own
      this.save(); // the clocks
    });
    window.addEventListener('keydown', (event) => this.keyDown(event));
    await this.followAddress();
    this.place.dataset['ready'] = 'true';
  }

  private async touch(square: string): Promise<void> {
    if (this.tab === 'editor') {
      this.editor.touch(square);
      return;
    }
    if (this.notes.isDrawing) {
      this.notes.touch(square);
      return;
    }
    await this.session.arrive();
    if (this.play.isAhead) {
      this.play.touchAhead(square);
    } else {
      this.session.entry.touch(square);
    }
  }

  private async drop(from: string, to: string): Promise<void> {
    if (this.tab === 'editor') {
      this.editor.drop(from, to);
      return;
    }
    await this.session.arrive();
    if (this.play.isAhead) {
      this.play.dropAhead(from, to);
    } else {
      this.session.entry.drop(from, to);
    }
  }

  /** Shows the view that the address names, or opens the game in it and takes that out of the address. */
  private async followAddress(): Promise<void> {
    const { hash } = window.location;
    let game: FriendGame | null = null;
    let line: Line | null = null;
    let fault: unknown = null;
    try {
      game = readFriendHash(hash);
      line = linkedLine(hash);
    } catch (error) {
      fault = error;
    }
    const tab = game !== null ? 'friend' : line !== null ? 'analysis' : (linkedTab(hash) ?? this.tab);
    window.history.replaceState(null, '', tabLink(tab));
    if (tab !== this.tab) {
      this.show(tab);
    }
    if (tab === 'friend') {
      await this.friend.entered; // putting a game on the board removes a notice
    }
    if (fault !== null) {
      this.refuse(fault);
    } else if (game !== null) {
      await this.friend.open(game).catch((error: unknown) => this.refuse(error));
    } else if (line !== null) {
      await this.analyse(line, linkedPly(hash), linkedFlip(hash));
    }
  }

  /** Analyses a game, shown after that many plies; -1: at its end. */
  private async analyse(line: Line & Partial<Pick<GameFile, 'end'>>, ply: number, flipped: boolean): Promise<void> {
    try {
      const reading = this.session.build({ ...NOTHING_PLAYED, ...line });
      await this.session.open(reading.then(({ tree, node }) => ({ tree, node: pathTo(node)[ply] ?? node })), flipped);
    } catch (error) {
      this.refuse(error);
    }
  }

  private layOut(): void {
    for (const tab of this.offered) {
      this.tabs.append(button(S.tabs[tab], () => this.goTo(tab), { 'data-tab': tab }));
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
      const word = entry.value;
      entry.value = ''; // for the next one
      if (matchMedia('(pointer: coarse)').matches) {
        entry.blur(); // the on-screen keyboard would cover the answer
      }
      void this.session.playText(word).then((played) => {
        entry.value = played || entry.value !== '' ? entry.value : word;
        if (played) {
          this.board.reveal();
        }
      });
    });
    const flip = button(S.board.flip, () => {
      this.board.flip();
      if (this.tab === 'play') {
        this.play.flipped = this.board.isFlipped;
      }
      this.analysis.turned();
      this.studies.turned();
      this.session.entry.clear(); // the piece of a capture half entered has been redrawn where it began
      this.board.reveal();
      this.save();
    }, { 'data-action': 'flip' });
    const tools = html('div', { class: 'tools' }, form, flip);
    const stage = html(
      'main',
      { class: 'stage' },
      html('div', { class: 'table' }, this.analysis.bar, this.board.element),
      this.notice,
      tools,
      this.live,
      this.session.duty,
    );
    this.analysis.bar.hidden = true;
    this.analysis.panel.append(this.notes.undoButton);
    const general = html(
      'div',
      { class: 'general' },
      this.soundsButton,
      button(S.settings.title, () => this.openSettings(), { class: 'settings-button', 'aria-haspopup': 'dialog' }),
      button(S.about.open, openAbout, { 'aria-haspopup': 'dialog' }),
    );
    this.place.append(
      html('header', {}, html('h1', {}, S.title), this.tabs, general),
      html('div', { class: 'layout' }, stage, this.side),
    );
  }

  private goTo(tab: Tab): void {
    if (!this.started) {
      window.history.pushState(null, '', tabLink(tab)); // where start() looks
    } else if (tab !== this.tab) {
      window.history.pushState(null, '', tabLink(tab));
      this.show(tab);
    }
  }

  private show(tab: Tab): void {
    const from = this.started ? this.tab : null;
    if (from !== null) {
      document.querySelector('dialog')?.close(); // Back was pressed while it was open: it belongs to the view that goes
      this.views[from].leave?.();
    }
    this.session.release(); // the position on the board is not for the next view
    this.session.referee = NOBODY;
    this.board.release();
    if (from === 'analysis') {
      this.studies.leave();
      this.notes.leave();
    }
    this.announce('');
    this.calm();
    this.place.querySelector<HTMLFormElement>('.entry')?.reset(); // a refused move is not for the next view, either
    this.tab = tab;
    this.tabs.querySelectorAll<HTMLElement>('button').forEach((element) => {
      if (element.dataset['tab'] === tab) {
        element.setAttribute('aria-current', 'page');
      } else {
        element.removeAttribute('aria-current');
      }
    });
    const welcome = this.trainee.value.solved.length === 0 ? [this.newcomer] : [];
    const shared = {
      play: [this.moves.element, ...welcome, this.play.form, this.share.element],
      analysis: [this.moves.element, this.openings.element, this.notes.element, this.analysis.report.element, this.share.element],
      friend: [this.moves.element, ...welcome], // a friend's link may be the first thing somebody sees of Bushka
      learn: [],
      puzzles: [],
      editor: [],
    };
    const view = this.views[tab];
    const focused = this.side.contains(document.activeElement);
    this.side.replaceChildren(view.panel, ...shared[tab]);
    if (focused && !this.side.contains(document.activeElement)) {
      this.tabs.querySelector<HTMLElement>('[aria-current]')?.focus(); // else it would be lost
    }
    this.place.dataset['tab'] = tab;
    if (tab === 'analysis') {
      this.studies.enter(from === 'play');
    }
    view.enter();
    this.save();
  }

  private get views(): Readonly<Record<Tab, View>> {
    const { play, friend, analysis, learn, puzzles, editor } = this;
    return { play, friend, analysis, learn, puzzles, editor };
  }

  private async bringBack(): Promise<void> {
    try {
      if (await this.studies.bringBack()) {
        this.announce(S.play.undone);
      }
    } catch (error) {
      this.refuse(error);
    }
  }

  private analyseExercise(): void {
    this.studies.takeBoard();
    this.goTo('analysis');
  }

  /** Resolves to false if something else was done meanwhile. */
  private async useEdited(board: BoardName, fen: string, play: boolean): Promise<boolean> {
    const reading = this.session.at(board, fen);
    if (!play) {
      await reading; // if it is not a position, the editor stays
      this.goTo('analysis');
      return this.session.open(reading);
    }
    const begun = await this.play.begin(reading);
    if (begun) {
      this.goTo('play');
    }
    return begun;
  }

  /** Resolves to false if something else was done meanwhile. */
  private async loadText(game: GameFile, wanted: () => boolean): Promise<boolean> {
    const { tab } = this;
    const reading = this.session.build(game);
    if (this.tab === 'play' && game.variations.length === 0) {
      return this.play.begin(reading);
    }
    if (this.tab !== 'analysis') {
      await reading; // if it is not a game, the view stays
      if (!wanted() || this.tab !== tab) {
        return false;
      }
      this.goTo('analysis');
    }
    return this.session.open(reading);
  }

  private changed(): void {
    const { node, side } = this.session;
    const { parent, move, said, details: { result, reason, moves } } = node;
    this.hear();
    const played = parent === null || move === null ? '' : S.moved(otherColor(side), this.session.written(move), move.promotes);
    // If no move was made, nothing else in the analysis says whose turn it is.
    const turn = played === '' && this.tab === 'analysis' && result === null ? S.play.turn(side, moves.some(isCapture)) : '';
    const end = result === null ? '' : S.play.result(result, reason);
    this.announce(`${played}${turn} ${end}`.trim());
    if (said !== '') {
      this.live.append(html('span', { class: 'heard' }, ` ${said}`)); // the list shows it
    }
    this.calm();
    if (this.tab === 'play' || this.tab === 'analysis') {
      this.save();
    }
  }

  /** Plays the sound of a move just made or stepped to, or of the end of a game. */
  private hear(): void {
    const { node, tree } = this.session;
    if (node.parent !== null && node.parent === this.heard) {
      this.sounds.play(tree.endAt(node) !== null ? 'end' : node.move !== null && isCapture(node.move) ? 'capture' : 'move');
    }
    this.heard = node;
  }

  private save(): void {
    if (!this.started) {
      return;
    }
    const isKept = save({
      tab: this.tab,
      ...this.studies.record,
      play: this.play.state,
      editor: this.editor.state,
      lesson: this.learn.lesson,
      puzzles: this.puzzles.choice,
    });
    if (!isKept && this.lasting === '') {
      this.warn(S.notKept, true);
    } else if (isKept && this.lasting === S.notKept) {
      this.lasting = '';
    }
  }

  private announce(text: string): void {
    this.live.textContent = text;
    this.live.classList.remove('passing');
  }

  /** Announces the effect of a button, which may be far from the element that shows the text: then over the page. */
  private tell(text: string, shown: HTMLElement = this.live): void {
    this.announce(text);
    const { top, bottom } = shown.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight) {
      this.calm(); // a notice would be in the same place
      this.live.classList.add('passing');
      clearTimeout(this.liveTimer);
      this.liveTimer = setTimeout(() => this.live.classList.remove('passing'), CALM_MS);
    }
  }

  private warn(text: string, stays = false): void {
    clearTimeout(this.noticeTimer);
    if (stays) {
      this.lasting = text;
      this.calm();
      return;
    }
    this.live.classList.remove('passing'); // it would cover this
    this.notice.textContent = text;
    this.notice.classList.add('passing');
    this.noticeTimer = setTimeout(() => this.calm(), CALM_MS);
  }

  /** Removes a refusal. */
  private calm(): void {
    if (this.notice.textContent !== this.lasting) {
      this.notice.textContent = this.lasting; // set again, the same text would be read out again
    }
    this.notice.classList.remove('passing');
  }

  private refuse(error: unknown): void {
    this.sounds.play('refused');
    this.warn(failureText(error));
  }

  private prefer(changes: Partial<Preferences>): void {
    this.preferences.set({ ...this.preferences.value, ...changes });
    this.applyPreferences();
  }

  private applyPreferences(): void {
    const { sounds, theme, pieces, coordinates, size, notation, must, premoves } = this.preferences.value;
    const { dataset, style } = document.documentElement;
    dataset['theme'] = theme;
    dataset['pieces'] = pieces;
    style.setProperty('--size', String(size / 100));
    this.sounds.on = sounds;
    this.soundsButton.setAttribute('aria-pressed', String(sounds));
    this.session.entry.showMust = must;
    this.board.setCoordinates(coordinates);
    this.play.allowPremoves(premoves);
    const renamed = this.session.notation !== notation;
    this.session.notation = notation;
    if (this.started && this.tab !== 'editor') {
      if (renamed) {
        this.session.update();
      } else {
        this.session.refresh();
      }
    }
  }

  private openSettings(): void {
    openSettings(this.preferences.value, (changes) => this.prefer(changes));
  }

  private get shortcuts(): readonly Shortcut[] {
    const { keys, moves } = S;
    const press = (action: string): void => {
      const found = this.place.querySelector<HTMLButtonElement>(`[data-action=${action}]`);
      if (found !== null && found.checkVisibility()) {
        found.click(); // does nothing if it is disabled
      }
    };
    const { offered } = this;
    const go = (by: number): void => this.goTo(offered[(offered.indexOf(this.tab) + by + offered.length) % offered.length] ?? this.tab);
    return [
      { key: 'ArrowLeft', text: moves.back, run: () => this.session.back(), browses: true },
      { key: 'ArrowRight', text: moves.forward, run: () => this.session.forward(), browses: true },
      { key: 'Home', text: moves.first, run: () => this.session.first(), browses: true },
      { key: 'End', text: moves.last, run: () => this.session.last(), browses: true },
      { key: 'x', text: S.board.flip, run: () => press('flip') },
      { key: 'm', text: moves.entry, run: () => this.place.querySelector<HTMLElement>('.entry input')?.focus() },
      { key: 't', text: S.play.takeBack, run: () => press('takeBack') },
      { key: 'u', text: S.play.undo, run: () => press('undo') },
      { key: 'k', text: S.play.hintButton, run: () => press('hint') },
      { key: 's', text: S.settings.sounds, run: () => press('sounds') },
      { key: 'o', text: S.settings.title, run: () => this.openSettings() },
      { key: ',', text: keys.previousView, run: () => go(-1) },
      { key: '.', text: keys.nextView, run: () => go(1) },
      { key: '?', text: keys.list, run: () => openKeyList(this.shortcuts) },
    ];
  }

  private keyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && document.querySelector('dialog[open]') === null) {
      this.board.release();
      this.session.entry.clear();
      this.play.dropPremove();
      this.notes.dropBegun();
    }
    const shortcut = shortcutOf(event, this.shortcuts);
    const hasMoves = this.tab === 'play' || this.tab === 'analysis' || this.tab === 'friend';
    if (shortcut !== null && (this.preferences.value.shortcuts || shortcut.key.length > 1) && (hasMoves || shortcut.browses !== true)) {
      event.preventDefault();
      shortcut.run();
    }
  }
}
