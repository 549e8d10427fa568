// SPDX-License-Identifier: GPL-3.0-or-later
// Playing: who plays which side, the engine's moves, clocks, hints, taking back, resigning, agreeing on a draw.
import { sureToResign } from './ask';
import { button, checkbox, enable, html, select, show } from './dom';
import { drawClock, incrementOf, TIME_CONTROLS, timesOf, turned } from './clock';
import { departureText, type Leaver } from './departure';
import { acceptsDraw, countEven } from './draw';
import { readFen } from './fen';
import {
  FIRST_SETUP,
  type Game,
  type GameRecord,
  isEngine,
  isOver,
  newGame,
  played,
  playersOf,
  recordedGame,
  recordGame,
  type Settings,
  type Setup,
  sideOf,
  timed,
} from './game';
import { DRAW_AGREED, endText, type GameEnd, type GameFile, lostBy, ON_TIME, RESIGNED } from './gamefile';
import { type Color, otherColor } from './geometry';
import { isCapture } from './moves';
import { Premove } from './premove';
import { LEVEL_RATINGS, opponentBy, opponentChoices, opponentOf, portrait } from './opponents';
import type { Session, Referee } from './session';
import { S } from './language';
import { type Cursor, type Node, pathTo } from './tree';

const SLOW_LEVEL = 12; // from here on a level's own limits may take long on a slow machine
const SLOW_RATING = LEVEL_RATINGS[SLOW_LEVEL] ?? 0;
const MOVE_MS = 1500;
const PAUSE_MS = 350; // so that a move of the engine can be followed...
const PAUSE_SHARE = 50; // ...which costs its clock no more than this part of what is left
const TICK_MS = 100;
const VARIETY_POINTS = 20;
export const FORMER_MOST = 8; // games, and studies, that Undo brings back

/** May the players take the end back? A loss on time stays one. */
function isUndoable(end: GameEnd | null): boolean {
  return end?.termination !== ON_TIME;
}

/** How long a move of the engine takes at least. Not in a hidden page, where the browser would make it longer. */
function pauseOf(game: Game): number {
  const left = game.clock === null ? Infinity : timesOf(game.clock)[sideOf(game)];
  return document.hidden ? 0 : Math.min(PAUSE_MS, left / PAUSE_SHARE);
}

/** What is kept of this view. */
export interface PlayState {
  readonly game: GameRecord;
  readonly former: readonly GameRecord[];
  readonly setup: Setup;
  readonly flipped: boolean;
}

export class PlayView implements Referee {
  readonly panel = html('section', { class: 'panel', 'aria-label': S.tabs.play });
  private readonly status = html('p', { class: 'status' });
  private readonly clockBox = html('div', { class: 'clocks' });
  private readonly departure = html('p', { class: 'departure' });
  private readonly actions = {
    takeBack: button(S.play.takeBack, () => this.takeBack()),
    undo: button(S.play.undo, () => void this.undo()),
    hint: button(S.play.hintButton, () => void this.hint()),
    analyse: button(S.play.analyse, () => this.events.analyse()),
    rematch: button(S.play.rematch, () => void this.rematch()),
    pause: button(S.play.pause, () => this.set({ ...this.game, paused: !this.game.paused })),
    draw: button(S.play.offerDraw, () => void this.offerDraw()),
    resign: button(S.play.resign, () => void this.resign()),
  };
  /** The choices for the next game, in a panel of their own. */
  readonly form = html('section', { class: 'panel', 'aria-label': S.play.newGame });
  /** The game under way. It goes on even while another view has the board. */
  game!: Game;
  /** May a move be entered while the engine thinks? */
  private premoves = false;
  /** Is Black at the bottom of the board? */
  flipped = false;
  /** What was replaced since the last move of a person. */
  private former: readonly GameRecord[] = [];
  private asked: Game | null = null; // the game in which the engine was asked to move
  private opening = 0; // counts what takes the game's place
  private setup = FIRST_SETUP;
  private readonly premove = new Premove();
  /** The rest of a game after Take back; Undo already has the whole of it. */
  private shortened: Game | null = null;

  constructor(
    private readonly session: Session,
    private readonly events: {
      readonly announce: (text: string) => void;
      readonly changed: () => void;
      readonly analyse: () => void;
      readonly refused: (error: unknown) => void;
    },
  ) {
    const buttons = Object.entries(this.actions).map(([action, element]) => Object.assign(element.dataset, { action }) && element);
    this.panel.append(this.status, this.departure, this.clockBox, html('div', { class: 'actions play-actions' }, ...buttons));
    session.onChange(() => this.draw());
  }

  get state(): PlayState {
    return { game: recordGame(this.game), former: this.former, setup: this.setup, flipped: this.flipped };
  }

  /** Resumes the game that was left, or begins the first one. */
  async start(left: PlayState | null): Promise<void> {
    const { session } = this;
    if (left !== null) {
      this.former = left.former;
      const { level, rating } = opponentOf(left.setup);
      this.setup = { ...left.setup, level, rating };
      this.flipped = left.flipped;
    }
    this.drawSetup();
    const begin = async (): Promise<Game> => newGame(await session.at(this.setup.board, null), this.setup);
    this.set(left === null ? await begin() : await session.rebuild(left.game.record).then((cursor) => recordedGame(cursor, left.game), begin));
    setInterval(() => this.tick(), TICK_MS);
  }

  /** Puts the game on the board. */
  enter(): void {
    this.session.referee = this;
    this.session.board.setFlipped(this.flipped);
    this.session.put({ tree: this.game.tree, node: this.game.last });
  }

  leave(): void {
    this.dropPremove();
  }

  mayMove(side: Color): boolean {
    const { game } = this;
    return this.session.node === game.last && !isOver(game) && !isEngine(game.settings, side);
  }

  /** True while a touch enters a premove: they are allowed, and the engine is thinking. */
  get isAhead(): boolean {
    return this.panel.isConnected && this.premoves && this.isThinking && this.session.node === this.game.last && this.game.settings.seat !== 'engines';
  }

  allowPremoves(allowed: boolean): void {
    this.premoves = allowed;
    if (!allowed) {
      this.dropPremove();
    }
  }

  /** May this piece be picked up for a premove? */
  canLiftAhead(square: string): boolean {
    return this.isAhead && this.session.board.pieceAt(square)?.color === otherColor(this.session.side);
  }

  touchAhead(square: string): void {
    this.premove.touch(square, this.canLiftAhead(square));
    this.session.setAhead(this.premove.squares);
  }

  dropAhead(from: string, to: string): void {
    this.premove.clear();
    this.premove.touch(from, this.canLiftAhead(from));
    this.touchAhead(to);
  }

  /** Forgets the premove. */
  dropPremove(): void {
    this.premove.clear();
    this.session.setAhead([]);
  }

  moved(node: Node): void {
    const { game } = this;
    if (node.parent === game.last && !isOver(game)) {
      this.former = [];
      this.set(played(game, node));
    } else {
      this.set(game); // it has ended or changed since the move was entered
    }
  }

  /** Begins another game once it is read, and resolves to true, unless something else was done meanwhile. Undo brings the
   * old one back, which stays if a Refusal is thrown. */
  async begin(reading: Promise<Cursor>, settings: Settings = this.setup): Promise<boolean> {
    const mine = ++this.opening;
    const cursor = await reading;
    const isWanted = mine === this.opening;
    if (isWanted) {
      this.replace(newGame(cursor, settings));
      this.turnBoard();
    }
    return isWanted;
  }

  /** Begins a game at a position; null: the start position. */
  private async beginAt({ board, start }: Pick<GameFile, 'board' | 'start'>, settings: Settings): Promise<void> {
    try {
      if (await this.begin(this.session.at(board, start), settings)) {
        this.session.board.reveal();
        this.events.announce(S.play.begun(sideOf(this.game)));
      }
    } catch (error) {
      this.events.refused(error); // the engine is gone
    }
  }

  /** Stops the clock, since the engine is gone, without which no move can be made. */
  stopForGood(): void {
    const { clock } = this.game;
    this.game = { ...this.game, clock: clock === null ? null : turned(clock, null) };
    this.asked = null;
    this.draw();
  }

  private async rematch(): Promise<void> {
    const { tree, settings } = this.game;
    const { seat } = settings;
    const other = seat === 'white' ? 'black' : seat === 'black' ? 'white' : seat;
    await this.beginAt(tree, { ...settings, seat: other });
  }

  private async undo(): Promise<void> {
    const record = this.former.at(-1);
    if (record === undefined) {
      return;
    }
    const mine = ++this.opening;
    try {
      const cursor = await this.session.rebuild(record.record);
      if (mine === this.opening && record === this.former.at(-1)) {
        this.former = this.former.slice(0, -1);
        this.dropPremove();
        this.set(recordedGame(cursor, record));
        this.turnBoard();
        this.events.announce(S.play.undone);
      }
    } catch (error) {
      this.events.refused(error);
    }
  }

  /** Turns the board to the side of the person at it. */
  private turnBoard(): void {
    this.flipped = this.game.settings.seat === 'black';
    if (this.panel.isConnected) {
      this.session.board.setFlipped(this.flipped);
    }
  }

  /** Replaces the game as it is, which Undo brings back. */
  private replace(game: Game): void {
    if (!this.game.tree.isEmpty && this.game !== this.shortened) {
      this.former = [...this.former, recordGame(this.game)].slice(-FORMER_MOST);
    }
    this.opening++;
    this.dropPremove();
    this.set(game);
  }

  /** Every change of the game goes through here. */
  private set(next: Game): void {
    const before = this.game as Game | undefined;
    const game = this.session.client.isGone ? next : timed(next);
    const { session } = this;
    const { tree, last } = game;
    const looksBack = last.parent === before?.last && session.node !== last && session.node !== before?.last;
    this.game = game;
    tree.players = (isOver(game) ? tree.players : null) ?? playersOf(game.settings); // whoever has played so far, these play on
    tree.cut(last);
    tree.setEnd(last, game.end);
    session.client.stop();
    if (this.panel.isConnected && isOver(game)) {
      session.setHint([]); // no move follows
    }
    if (!this.panel.isConnected) {
      this.draw();
    } else if (session.tree !== tree) {
      session.put({ tree, node: last });
    } else if (looksBack || session.node === last) {
      session.update();
    } else {
      void session.goTo(last);
    }
    this.events.changed();
    void this.tellDeparture();
    void this.think();
  }

  /** Once the game is over: says where it left the opening book. */
  private async tellDeparture(): Promise<void> {
    const { game, session } = this;
    const { tree, last, settings } = game;
    const isAlone = settings.seat === 'white' || settings.seat === 'black';
    const named = (side: Color): Leaver => (!isAlone ? side : isEngine(settings, side) ? 'engine' : 'you');
    this.departure.textContent = '';
    const text = isOver(game) ? await departureText(session, tree, pathTo(last), named) : '';
    if (this.game === game) {
      this.departure.textContent = text;
    }
  }

  private endWith(end: GameEnd): void {
    this.replace({ ...this.game, end });
    const text = endText(end);
    this.events.announce(isUndoable(end) ? `${text} ${S.play.undoable}` : text);
  }

  private tick(): void {
    const { clock } = this.game;
    if (clock === null || clock.running === null) {
      return;
    }
    const side = clock.running;
    if (timesOf(clock)[side] > 0) {
      drawClock(this.clockBox, clock);
      return;
    }
    const end = lostBy(side, ON_TIME);
    this.dropPremove();
    this.former = this.former.filter(({ id }) => id !== this.game.id);
    this.set({ ...this.game, end });
    this.events.announce(endText(end));
  }

  private async resign(): Promise<void> {
    const { id } = this.game;
    if (!(await sureToResign()) || this.game.id !== id || isOver(this.game)) {
      return; // it may have ended or been replaced meanwhile
    }
    const { seat } = this.game.settings;
    const side = seat === 'black' ? 'B' : seat === 'white' ? 'W' : sideOf(this.game);
    this.endWith(lostBy(side, RESIGNED));
  }

  /** The engine answers the offer; two people have agreed by themselves. */
  private async offerDraw(): Promise<void> {
    const { game, session } = this;
    const line = game.tree.lineTo(game.last);
    const { fen } = game.last.details;
    const accepted =
      game.settings.seat === 'people' ||
      acceptsDraw(game.even, line.moves, readFen(fen)) ||
      (await session.client.isDrawnEnding(line, fen).catch(() => null)); // without an engine the page says so
    if (accepted === null || this.game !== game) {
      return;
    }
    if (accepted) {
      this.endWith(DRAW_AGREED);
    } else {
      this.events.announce(S.play.declined);
    }
  }

  /** Takes back the last move and the engine's answer; if the players have ended the game, only that. */
  private takeBack(): void {
    const { game } = this;
    const { seat } = game.settings;
    if (game.end !== null) {
      this.replace({ ...game, end: null });
      this.events.announce(S.play.goesOn);
      return;
    }
    let last = game.last.parent ?? game.last;
    while (seat !== 'engines' && last.parent !== null && isEngine(game.settings, sideOf({ ...game, last }))) {
      last = last.parent;
    }
    this.replace({ ...game, last, paused: seat === 'engines' });
    this.shortened = this.game;
    this.events.announce(S.play.takenBack);
  }

  private async hint(): Promise<void> {
    const { game, session } = this;
    const { node, line } = session;
    const wanted = (): boolean => this.panel.isConnected && session.node === node && this.game === game;
    const { fen, moves } = node.details;
    const found = await session.client.search({ line, fen, go: () => `go movetime ${MOVE_MS}`, wanted }).catch(() => null); // without an engine the page says so
    const move = moves.find((legal) => legal.coordinate === found?.best);
    if (move !== undefined && wanted()) {
      session.setHint([move.from, move.to]);
      this.events.announce(S.play.hint(session.written(move)));
    }
  }

  private goCommand({ clock, settings }: Game): string {
    if (clock !== null) {
      const step = incrementOf(settings.time);
      const times = timesOf(clock);
      const left = (side: Color): number => Math.max(1, Math.round(times[side]));
      return `go wtime ${left('W')} btime ${left('B')} winc ${step} binc ${step}`;
    }
    const { level, rating } = settings;
    return (rating === null ? level >= SLOW_LEVEL : rating >= SLOW_RATING) ? `go movetime ${MOVE_MS}` : 'go';
  }

  private get isThinking(): boolean {
    return this.asked === this.game;
  }

  /** Has the engine move if it is its turn. Its answer is ignored if the game has changed meanwhile. */
  private async think(): Promise<void> {
    const { game, session } = this;
    const { last, tree, settings } = game;
    if (this.isThinking || game.paused || isOver(game) || !isEngine(settings, sideOf(game))) {
      return;
    }
    this.asked = game;
    this.draw();
    const pause = new Promise((resolve) => setTimeout(resolve, pauseOf(game)));
    const { level, rating, variety } = settings;
    const line = tree.lineTo(last);
    try {
      const found = await session.client.search({
        line,
        fen: last.details.fen,
        go: () => this.goCommand(game),
        options: {
          'Skill Level': level,
          UCI_LimitStrength: String(rating !== null),
          ...(rating === null ? {} : { UCI_Elo: rating }),
          Variety: variety ? VARIETY_POINTS : 0,
        },
        wanted: () => this.game === game,
      });
      const move = last.details.moves.find((legal) => legal.coordinate === found?.best);
      const next = move === undefined ? null : await session.extend(tree, last, move.coordinate);
      await pause;
      const score = found?.info?.mate === false ? found.info.score : null;
      if (next !== null && this.game === game) {
        this.set(played(game, next, countEven(game.even, [...line.moves, next.move?.coordinate ?? ''], score)));
        this.playAhead(next);
      }
    } catch {
      if (this.isThinking) {
        this.asked = null; // the engine is gone, and the page says so
        this.draw();
      }
    }
  }

  /** Plays the premove, if it is a legal move now. */
  private playAhead(node: Node): void {
    const ahead = this.premove.take(node.details.moves);
    this.session.setAhead([]);
    if (ahead !== null && this.panel.isConnected && this.session.node === node && this.mayMove(sideOf(this.game))) {
      void this.session.play(ahead);
    }
  }

  private draw(): void {
    const { actions, game, session } = this;
    const { clock, last, settings, tree } = game;
    const { seat } = settings;
    const end = tree.endAt(last);
    const over = end !== null;
    this.status.textContent = over
      ? endText(end)
      : this.panel.isConnected && session.node !== last
        ? S.play.earlier
        : game.paused
          ? S.play.waiting
          : this.isThinking
            ? S.play.thinking
            : S.play.turn(sideOf(game), last.details.moves.some(isCapture));
    this.status.classList.toggle('over', over);
    this.clockBox.hidden = clock === null;
    if (clock !== null) {
      drawClock(this.clockBox, clock);
    }
    const against = seat !== 'engines';
    const playedOn = last.parent !== null;
    enable(actions.undo, this.former.length > 0);
    enable(actions.hint, !over && !this.isThinking);
    enable(actions.resign, !over && playedOn && against);
    enable(actions.draw, !over && playedOn && against && !this.isThinking);
    enable(actions.takeBack, (playedOn || game.end !== null) && isUndoable(game.end)); // last, to pass the focus on to Undo
    actions.draw.textContent = seat === 'people' ? S.play.agreeDraw : S.play.offerDraw;
    actions.pause.textContent = game.paused ? S.play.goOn : S.play.pause;
    show(actions.pause, !against && !over);
    show(actions.rematch, over);
  }

  private drawSetup(): void {
    const { setup } = this;
    const change = (changes: Partial<Setup>): void => {
      this.setup = { ...this.setup, ...changes };
      words.textContent = portrait(opponentOf(this.setup));
      this.events.changed();
    };
    const opponent = opponentOf(setup);
    const words = html('p', { class: 'portrait' }, portrait(opponent));
    const choice = select(S.opponents.label, opponentChoices(), opponent.id, (value) => {
      const { level, rating } = opponentBy(value) ?? opponent;
      change({ level, rating });
    });
    this.form.replaceChildren(
      html('h2', {}, S.play.newGame),
      choice,
      words,
      html(
        'div',
        { class: 'fields' },
        select(S.board.label, S.boards, setup.board, (board) => change({ board })),
        select(S.play.colourLabel, S.seats, setup.seat, (seat) => change({ seat })),
        select(S.play.clockLabel, TIME_CONTROLS, setup.time, (time) => change({ time })),
      ),
      checkbox(S.play.variety, setup.variety, (variety) => change({ variety })),
      button(S.play.newGame, () => void this.beginAt({ board: this.setup.board, start: null }, this.setup), {
        class: 'primary',
        'data-action': 'newGame',
      }),
    );
  }
}
