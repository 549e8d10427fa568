// SPDX-License-Identifier: GPL-3.0-or-later
// Playing: who plays which side, the engine's moves, clocks, hints, taking back, resigning, agreeing on a draw.
import { button, checkbox, html, select } from './dom';
import { type BoardName, type Color, isBoardName, otherColor } from './geometry';
import type { Info } from './client';
import type { LegalMove } from './moves';
import { MatchClock, TIME_CONTROLS } from './clock';
import { acceptsDraw, countEven, type EvenRun } from './draw';
import { readFen } from './fen';
import { AGREED, DRAWN, type GameEnd, ON_TIME, RESIGNED } from './gamefile';
import { Premove } from './premove';
import { LEVEL_RATINGS, RATINGS } from './ratings';
import type { Session, Referee } from './session';
import { S } from './strings';
import { mainLine, type Node, plyOf } from './tree';

export type Seat = 'white' | 'black' | 'people' | 'engines';

export interface PlaySettings {
  board: BoardName;
  level: number;
  /** Strength as a rating, instead of the level; null: the level counts. */
  rating: number | null;
  seat: Seat;
  time: string;
  variety: boolean;
  /** A move may be entered while the engine thinks. */
  premove: boolean;
}

export interface PlayState {
  settings: PlaySettings;
  /** How it ended other than on the board; null while it goes on. */
  ended: GameEnd | null;
  /** What decides whether the engine agrees to a draw; null: it has not moved yet. */
  even: EvenRun | null;
  clock: { W: number; B: number } | null;
}

export const FIRST_SETTINGS: PlaySettings = { board: 'bushka', level: 3, rating: null, seat: 'white', time: 'none', variety: true, premove: false };

const TOP_LEVEL = 20;
const SLOW_LEVEL = 12; // from here on a level's own limits may take long on a slow machine
const SLOW_RATING = LEVEL_RATINGS[SLOW_LEVEL] ?? 0;
const NO_RATING = '';
const MOVE_MS = 1500;
const PAUSE_MS = 350; // so that a move of the engine can be followed
const VARIETY_POINTS = 20;

/** May the players take it back? Time that is over stays over. */
function isUndoable({ termination }: GameEnd): boolean {
  return termination !== ON_TIME;
}

export class PlayView implements Referee {
  readonly panel = html('section', { class: 'panel', 'aria-label': S.tabs.play });
  private readonly status = html('p', { class: 'status' });
  private readonly clockBox = html('div', { class: 'clocks' });
  private readonly actions = html('div', { class: 'actions play-actions' });
  private readonly offer = button(S.play.offerDraw, () => void this.offerDraw(), { 'data-action': 'draw' });
  /** The choices for a new game, a panel of their own. */
  readonly setup = html('section', { class: 'panel', 'aria-label': S.play.setup });
  private settings: PlaySettings = { ...FIRST_SETTINGS };
  private ended: PlayState['ended'] = null;
  private even: PlayState['even'] = null;
  private clock: MatchClock | null = null;
  private active = false;
  private thinking = false;
  private thought = 0;
  private readonly premove = new Premove();

  constructor(
    private readonly session: Session,
    private readonly events: {
      readonly announce: (text: string) => void;
      readonly changed: () => void;
      /** A new game begins. */
      readonly begun: () => void;
      readonly analyse: () => void;
    },
  ) {
    this.panel.append(this.status, this.clockBox, this.actions);
    this.drawActions();
    this.drawSetup();
    session.onChange(() => this.draw());
  }

  get state(): PlayState {
    return { settings: this.settings, ended: this.ended, even: this.even, clock: this.clock?.times ?? null };
  }

  /** Takes up a game that was left. */
  restore(state: PlayState): void {
    this.settings = { ...FIRST_SETTINGS, ...state.settings };
    this.ended = state.ended;
    this.even = state.even;
    this.clock = MatchClock.of(this.settings.time, (side) => this.flagged(side), state.clock);
    this.drawSetup();
  }

  /** Another game is under way, which has begun elsewhere and may have ended. */
  adopt(end: GameEnd | null): void {
    this.dropPremove();
    this.thought++;
    this.thinking = false;
    this.ended = end;
    this.even = null;
    this.clock?.stop();
    this.clock = MatchClock.of(this.settings.time, (side) => this.flagged(side), null);
  }

  /** The panel is shown and this decides about moves. */
  enter(): void {
    this.active = true;
    this.session.referee = this;
    this.session.entry.showMovable = false;
    this.session.refresh();
    this.draw();
    void this.think();
  }

  leave(): void {
    this.dropPremove();
    this.active = false;
    this.thought++;
    this.thinking = false;
    this.session.client.stop();
    this.clock?.stop();
  }

  mayMove(side: Color): boolean {
    return this.ended === null && this.session.node.children.length === 0 && !this.isEngine(side);
  }

  /** True while a touch is a move for later: the engine thinks, and the player may go ahead. */
  get isAhead(): boolean {
    return this.active && this.settings.premove && this.thinking && this.settings.seat !== 'engines';
  }

  /** May this piece be picked up for later? */
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

  private dropPremove(): void {
    this.premove.clear();
    this.session.setAhead([]);
  }

  accept(_move: LegalMove): boolean {
    return true;
  }

  moved(_move: LegalMove): void {
    this.clock?.pressed(otherColor(this.session.side));
    this.events.changed();
    if (this.session.isOver) {
      this.clock?.stop();
    }
    this.draw();
    const ahead = this.premove.take(this.session.node.details.moves);
    this.session.setAhead([]);
    if (ahead !== null && !this.isOver && !this.isEngine(this.session.side)) {
      void this.session.play(ahead);
    } else {
      void this.think();
    }
  }

  async newGame(): Promise<void> {
    this.adopt(null);
    this.session.board.setFlipped(this.settings.seat === 'black');
    this.events.begun();
    await this.session.load(this.settings.board, null);
    this.events.announce(S.play.begun);
    this.events.changed();
    this.session.refresh();
    this.draw();
    void this.think();
  }

  private async rematch(): Promise<void> {
    if (this.settings.seat === 'white' || this.settings.seat === 'black') {
      this.settings.seat = this.settings.seat === 'white' ? 'black' : 'white';
    }
    this.drawSetup();
    await this.newGame();
  }

  private isEngine(side: Color): boolean {
    const { seat } = this.settings;
    return seat === 'engines' || (seat === 'white' && side === 'B') || (seat === 'black' && side === 'W');
  }

  private get isOver(): boolean {
    return this.session.isOver || this.ended !== null;
  }

  private flagged(side: Color): void {
    this.end({ result: side === 'W' ? '0-1' : '1-0', termination: ON_TIME, reason: S.play.outOfTime(side) });
  }

  private resign(): void {
    const { seat } = this.settings;
    const side = seat === 'black' ? 'B' : seat === 'white' ? 'W' : readFen(this.last.details.fen).side;
    this.end({ result: side === 'W' ? '0-1' : '1-0', termination: RESIGNED, reason: S.play.resigned(side) });
  }

  /** Against the engine it answers; two people agree by themselves. */
  private async offerDraw(): Promise<void> {
    const { session, even } = this;
    const { node, line } = session;
    const accepted =
      this.settings.seat === 'people' ||
      acceptsDraw(even, line.moves, readFen(node.details.fen)) ||
      (await session.client.isDrawnEnding(line).catch(() => null)); // without an engine the page says so
    if (accepted === null || session.node !== node || this.isOver) {
      return;
    }
    if (accepted) {
      this.end({ result: DRAWN, termination: AGREED, reason: S.play.agreed });
    } else {
      this.events.announce(S.play.declined);
    }
  }

  /** The end of the game as far as it was played. */
  private get last(): Node {
    return mainLine(this.session.node).at(-1) ?? this.session.node;
  }

  private setEnded(ended: GameEnd | null): void {
    this.ended = ended;
    this.session.tree.setEnd(this.last, ended);
    this.session.show(this.last);
  }

  private end(end: GameEnd): void {
    this.thought++;
    this.thinking = false;
    this.session.client.stop();
    this.clock?.stop();
    this.dropPremove();
    this.setEnded(end);
    const text = S.play.result(end.result, end.reason);
    this.events.announce(isUndoable(end) ? `${text} ${S.play.undoable}` : text);
  }

  /** The last move and the engine's answer; of a game that the players ended, that alone. */
  private takeBack(): void {
    this.dropPremove();
    this.thought++;
    this.thinking = false;
    if (this.ended !== null && isUndoable(this.ended)) {
      this.setEnded(null);
      this.clock?.start(this.session.side);
      this.events.announce(S.play.goesOn);
      void this.think();
      return;
    }
    this.ended = null;
    const session = this.session;
    const against = this.settings.seat === 'white' || this.settings.seat === 'black';
    do {
      const gone = session.node;
      if (gone.parent === null) {
        break;
      }
      session.tree.remove(gone);
      session.show(gone.parent);
    } while (against && this.isEngine(session.side));
    this.events.announce(S.play.takenBack);
    this.events.changed();
    session.refresh();
    this.draw();
    void this.think();
  }

  private async hint(): Promise<void> {
    const { session } = this;
    const line = session.line;
    const node = session.node;
    const request = {
      line,
      go: `go movetime ${MOVE_MS}`,
      options: { UCI_LimitStrength: 'false', 'Skill Level': TOP_LEVEL, Variety: 0, MultiPV: 1, Notation: 'coordinate' },
    };
    const best = await session.client.search(request).catch(() => null); // without an engine the page says so
    const move = session.node.details.moves.find((legal) => legal.coordinate === best);
    if (move !== undefined && session.node === node) {
      session.setHint([move.from, move.to]);
      this.events.announce(S.play.hint(move[session.notation]));
    }
  }

  private goCommand(): string {
    const clock = this.clock?.times;
    if (clock !== undefined && this.clock !== null) {
      const step = this.clock.increment;
      const left = (side: Color): number => Math.max(1, Math.round(clock[side]));
      return `go wtime ${left('W')} btime ${left('B')} winc ${step} binc ${step}`;
    }
    const { level, rating } = this.settings;
    return (rating === null ? level >= SLOW_LEVEL : rating >= SLOW_RATING) ? `go movetime ${MOVE_MS}` : 'go';
  }

  /** The engine moves if it is its turn. */
  private async think(): Promise<void> {
    const { session } = this;
    if (!this.active || this.isOver || session.node.children.length > 0 || !this.isEngine(session.side)) {
      return;
    }
    const mine = ++this.thought;
    this.thinking = true;
    this.clock?.start(session.side);
    this.draw();
    const pause = new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const { level, rating, variety } = this.settings;
    const { line } = session;
    let best: string | null = null;
    let score: number | null = null;
    try {
      const options = {
        'Skill Level': level,
        UCI_LimitStrength: String(rating !== null),
        ...(rating === null ? {} : { UCI_Elo: rating }),
        Variety: variety ? VARIETY_POINTS : 0,
        MultiPV: 1,
        Notation: 'coordinate',
      };
      const onInfo = (info: Info): void => {
        score = info.mate ? null : info.score;
      };
      best = await session.client.search({ line, go: this.goCommand(), options, onInfo });
      await pause;
    } catch {
      if (mine === this.thought) {
        this.thinking = false; // there is no engine any more, and the page says so
        this.draw();
      }
      return;
    }
    if (mine !== this.thought) {
      return;
    }
    this.thinking = false;
    const move = session.node.details.moves.find((legal) => legal.coordinate === best);
    if (move !== undefined) {
      this.even = countEven(this.even, [...line.moves, move.coordinate], score);
      await session.play(move);
    }
  }

  private draw(): void {
    if (!this.active) {
      return;
    }
    const { details } = this.session.node;
    const { seat } = this.settings;
    const isLast = this.session.node.children.length === 0;
    const result = this.ended ?? (details.result === null ? null : { result: details.result, reason: details.reason });
    const side = this.session.side;
    this.status.textContent =
      result !== null
        ? S.play.result(result.result, result.reason)
        : !isLast
          ? S.play.earlier
          : this.thinking
            ? S.play.thinking
            : S.play.turn(
                side,
                details.moves.some((move) => move.taken.length > 0),
              );
    this.status.classList.toggle('over', result !== null);
    this.clock?.draw(this.clockBox);
    this.clockBox.hidden = this.clock === null;
    const over = result !== null;
    const played = plyOf(this.session.node) > 0;
    this.enable('takeBack', played);
    this.enable('hint', !over && !this.thinking);
    this.enable('resign', !over && played && seat !== 'engines');
    this.enable('draw', !over && played && !this.thinking && isLast && seat !== 'engines');
    this.offer.textContent = seat === 'people' ? S.play.agreeDraw : S.play.offerDraw;
    this.enable('rematch', over);
  }

  private enable(action: string, enabled: boolean): void {
    const element = this.actions.querySelector<HTMLButtonElement>(`[data-action=${action}]`);
    if (element !== null) {
      element.disabled = !enabled;
    }
  }

  private drawActions(): void {
    const add = (action: string, text: string, run: () => void): void => {
      this.actions.append(button(text, run, { 'data-action': action }));
    };
    add('takeBack', S.play.takeBack, () => this.takeBack());
    add('hint', S.play.hintButton, () => void this.hint());
    add('resign', S.play.resign, () => this.resign());
    this.actions.append(this.offer);
    add('rematch', S.play.rematch, () => void this.rematch());
    add('analyse', S.play.analyse, () => this.events.analyse());
  }

  private drawSetup(): void {
    const { settings } = this;
    const levels = Array.from({ length: TOP_LEVEL + 1 }, (_, i) => [String(i), S.play.level(i, LEVEL_RATINGS[i])] as const);
    const ratings = [[NO_RATING, S.play.ratingOfLevel] as const, ...RATINGS.map((n) => [String(n), String(n)] as const)];
    const levelField = select(S.play.levelLabel, levels, String(settings.level), (value) => {
      settings.level = Number(value);
      this.events.changed();
    });
    const levelChoice = levelField.querySelector('select');
    const enableLevel = (): void => {
      if (levelChoice !== null) {
        levelChoice.disabled = settings.rating !== null;
      }
    };
    enableLevel();
    this.setup.replaceChildren(
      html('h2', {}, S.play.setup),
      html(
        'div',
        { class: 'fields' },
        select(S.play.boardLabel, S.boards, settings.board, (value) => {
          settings.board = isBoardName(value) ? value : 'bushka';
        }),
        levelField,
        select(S.play.ratingLabel, ratings, String(settings.rating ?? NO_RATING), (value) => {
          settings.rating = value === NO_RATING ? null : Number(value);
          enableLevel();
          this.events.changed();
        }),
        select(S.play.colourLabel, S.seats, settings.seat, (value) => {
          settings.seat = value as Seat;
          this.draw();
        }),
        select(S.play.clockLabel, TIME_CONTROLS, settings.time, (value) => {
          settings.time = value;
        }),
      ),
      checkbox(S.play.variety, settings.variety, (checked) => {
        settings.variety = checked;
      }),
      checkbox(S.play.premove, settings.premove, (checked) => {
        settings.premove = checked;
        this.dropPremove();
        this.events.changed();
      }),
      button(S.play.newGame, () => void this.newGame(), { class: 'primary', 'data-action': 'newGame' }),
    );
  }
}
