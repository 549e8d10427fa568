// SPDX-License-Identifier: GPL-3.0-or-later
// Analysis: what the engine thinks of the position shown, of the whole game, and where a better move was missed.
import { isNative } from '../engine/create';
import { busy, button, checkbox, html, select, show } from './dom';
import type { Info } from './client';
import { readFen } from './fen';
import { Drill } from './drill';
import { figuresText, readFigures } from './figures';
import { NO_NOTE, NOTHING_PLAYED } from './gamefile';
import { GAMES } from './games';
import { isBad } from './grades';
import { LinesBox } from './lines';
import { ReportBox } from './report';
import type { Notation } from './moves';
import { LINES, type Preferences } from './preferences';
import type { Session, Referee } from './session';
import { isOfTables, scoreText, whiteScore, winningChance } from './score';
import { S } from './language';
import { lineThrough, type Node } from './tree';

const LOOK_MS = 60_000; // for the position shown, unless the reader wants more
const GAME_MS = 250; // for each position of a game
const NO_GAME = '';
const TRY_MS = 700; // for a move tried instead of a mistake
const WON = 9999; // the score of a position that White has won

/** The score of a result, from White's side. */
const scoreOf = (result: string): number => (result === '1-0' ? WON : result === '0-1' ? -WON : 0);

/** The preferences of this view. */
type Wanted = Pick<Preferences, 'engine' | 'lines' | 'threads'>;

export class AnalysisView implements Referee {
  readonly panel = html('section', { class: 'panel', 'aria-label': S.tabs.analysis });
  readonly bar = html('div', { class: 'bar', role: 'img' }, html('div', { class: 'white-part' }));
  private readonly score = html('strong', { class: 'score' });
  private readonly lines: LinesBox;
  private readonly drill: Drill;
  private readonly figures = html('p', { class: 'figures', title: S.analysis.figuresHelp });
  /** The curves and the report on the game, in a panel of its own. */
  readonly report: ReportBox;
  private readonly gameButton = button(S.analysis.game, () => void this.analyseGame(), { 'data-action': 'analyseGame' });
  private readonly goOn = button(S.analysis.goOn, () => this.restart(), { 'data-action': 'goOn' });
  private infos: Info[] = [];
  private run = 0;
  /** The positions of the game being analysed, as long as `run` is that one. */
  private judged: { readonly run: number; readonly line: readonly Node[] } = { run: 0, line: [] };
  private drawTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly session: Session,
    private readonly announce: (text: string, shown?: HTMLElement) => void,
    refused: (error: unknown) => void,
    private wanted: Wanted,
    private readonly prefer: (changes: Partial<Wanted>) => void,
    private readonly drills: () => void,
  ) {
    this.lines = new LinesBox(session, { previewed: (shown) => this.drawArrows(shown), refused });
    this.report = new ReportBox(session, (mistakes) => this.learn(mistakes));
    this.drill = new Drill(session, {
      say: announce,
      judge: (node, wanted) => this.judge(node, wanted, TRY_MS),
      over: () => this.endDrill(),
    });
    this.panel.append(
      this.drill.element,
      html('div', { class: 'row' }, this.score, this.figures),
      this.lines.element,
      html(
        'div',
        { class: 'row' },
        checkbox(S.analysis.engine, wanted.engine, (engine) => this.want({ engine })),
        select(
          S.analysis.lines,
          LINES.map((n) => [String(n), String(n)] as const),
          String(wanted.lines),
          (value) => this.want({ lines: Number(value) }),
        ),
        ...(isNative() ? [this.threadsChoice()] : []),
        this.gameButton,
        this.gameChoice(),
      ),
      this.goOn,
    );
    session.onChange(() => this.restart());
  }

  enter(): void {
    this.session.referee = this;
    this.session.refresh();
  }

  leave(): void {
    this.stopDrill();
    this.run++;
    this.bar.hidden = true;
    this.lines.say(''); // else the end of a preview would redraw the arrows
    this.session.board.setArrows([]);
    this.session.client.stop();
  }

  mayMove(): boolean {
    return true;
  }

  private want(changes: Partial<Wanted>): void {
    this.wanted = { ...this.wanted, ...changes };
    this.prefer(changes);
    if (changes.engine === false) {
      this.run++; // this ends the analysis of the game, too
    }
    this.restart();
  }

  private restart(): void {
    if (!this.panel.isConnected) {
      return;
    }
    if (this.drill.isOn && !this.drill.isOf(this.session.tree)) {
      this.stopDrill();
      this.session.refresh();
    }
    this.infos = [];
    clearTimeout(this.drawTimer);
    this.drawTimer = undefined;
    this.drawGraph();
    this.session.board.setArrows([]);
    this.lines.say('');
    this.lines.element.style.setProperty('--lines', String(this.wanted.lines)); // so that what is below does not move
    show(this.goOn, false);
    if (!this.drill.isOn && this.judged.run === this.run && this.judged.line.includes(this.session.node)) {
      this.drawKnown(); // the reader may step through the game meanwhile
      return;
    }
    this.run++;
    if (this.drill.isOn) {
      this.session.client.stop(); // a search would give the better move away
      this.bar.hidden = true; // it shows another position
    } else {
      void this.look(this.run);
    }
  }

  /** What is known of the position shown, while the engine looks at others. */
  private drawKnown(): void {
    const { score, figures, details } = this.session.node;
    this.figures.textContent = figures === null ? '' : figuresText(figures);
    if (score === null) {
      this.score.textContent = '';
    } else {
      this.drawScore(score, details.result ?? scoreText(score));
    }
  }

  /** To be called when the board was turned. */
  turned(): void {
    this.bar.classList.toggle('turned', this.session.board.isFlipped);
  }

  private async look(mine: number): Promise<void> {
    const { session } = this;
    this.bar.hidden = !this.wanted.engine && session.node.details.result === null;
    const { node, line } = session;
    const { fen } = node.details;
    try {
      const evaluation = await session.client.ask(line, 'eval');
      if (mine !== this.run) {
        return;
      }
      node.figures = readFigures(evaluation);
      this.figures.textContent = figuresText(node.figures);
      this.drawGraph();
      if (node.details.result !== null) {
        this.lines.say(S.play.result(node.details.result, node.details.reason));
        this.drawScore(scoreOf(node.details.result), node.details.result);
        return;
      }
      if (!this.wanted.engine) {
        this.score.textContent = '';
        return;
      }
      const { notation } = session;
      const options = { MultiPV: this.wanted.lines, Notation: notation };
      const onInfo = (info: Info): void => {
        if (mine === this.run) {
          this.infos[info.multipv - 1] = info;
          this.drawTimer ??= setTimeout(() => this.drawInfos(node), 60);
        }
      };
      const wanted = (): boolean => mine === this.run;
      await session.client.search({ line, fen, go: () => `go movetime ${LOOK_MS}`, options, onInfo, wanted, long: true });
      show(this.goOn, wanted());
    } catch {
      // The engine is gone, and the page says so.
    }
  }

  private drawInfos(node: Node): void {
    this.drawTimer = undefined;
    const first = this.infos[0];
    if (!this.panel.isConnected || node !== this.session.node || first === undefined) {
      return;
    }
    const { side } = readFen(node.details.fen);
    const score = whiteScore(first, side);
    if (first.depth >= node.depth) {
      note(node, first, this.session.notation);
    }
    this.drawScore(score, scoreText(score));
    this.lines.show(node, this.infos);
    this.drawArrows(this.lines.isPointed);
  }

  private drawArrows(hidden: boolean): void {
    const { node, notation, board } = this.session;
    board.setArrows(
      (hidden ? [] : this.infos.slice(0, 3)).flatMap((info, rank) => {
        const move = node.details.moves.find((legal) => legal[notation] === info.pv[0]);
        return move === undefined ? [] : [{ from: move.from, to: move.to, rank }];
      }),
    );
  }

  /** A score in words, and as White's share of the bar. */
  private drawScore(score: number, text: string): void {
    this.score.textContent = text;
    this.score.title = isOfTables(score) ? S.analysis.byTables(score > 0 ? 'W' : 'B') : '';
    this.turned();
    this.bar.style.setProperty('--share', `${(winningChance(score) * 100).toFixed(1)}%`);
    this.bar.setAttribute('aria-label', S.analysis.bar(text));
  }

  private drawGraph(): void {
    this.report.draw(lineThrough(this.session.node));
  }

  /** Has the reader do better than these moves. */
  private learn(mistakes: readonly Node[]): void {
    this.drills();
    this.panel.classList.add('drilling');
    this.drill.start(mistakes);
  }

  /** Ends a drill if there is one. */
  endDrill(): void {
    if (!this.drill.isOn) {
      return;
    }
    const focused = this.drill.element.contains(document.activeElement);
    this.stopDrill();
    this.session.update();
    if (focused) {
      this.report.focus(); // the button pressed is gone
    }
  }

  private stopDrill(): void {
    if (this.drill.isOn) {
      this.drill.stop();
      this.panel.classList.remove('drilling');
      this.session.referee = this;
    }
  }

  /** How many threads the program on this machine uses: all, unless the reader wants fewer. */
  private threadsChoice(): HTMLElement {
    const most = Math.max(1, navigator.hardwareConcurrency);
    const use = (threads: number): void => {
      this.session.client.always = { Threads: threads };
    };
    const now = Math.min(most, this.wanted.threads ?? most);
    use(now);
    const numbers = Array.from({ length: most }, (_, i) => [String(i + 1), String(i + 1)] as const);
    return select(S.analysis.threads, numbers, String(now), (value) => {
      const threads = Number(value);
      use(threads);
      this.want({ threads: threads === most ? null : threads });
    });
  }

  /** The games that come with the page, to be replayed. */
  private gameChoice(): HTMLElement {
    const titles = GAMES.map(({ title }, i) => [String(i), title] as const);
    const choice = select(S.games.label, [[NO_GAME, S.games.none], ...titles], NO_GAME, (value) => {
      void this.replay(value);
      const box = choice.querySelector('select');
      if (box !== null) {
        box.value = NO_GAME; // another game may be shown next, and this one wanted again
      }
    });
    return choice;
  }

  private async replay(value: string): Promise<void> {
    const game = value === NO_GAME ? undefined : GAMES[Number(value)];
    if (game === undefined) {
      return;
    }
    const { session } = this;
    const notes = game.comments.map((said) => ({ ...NO_NOTE, said }));
    const reading = session.build({ ...NOTHING_PLAYED, ...game, start: null, notes });
    if (await session.open(reading.then(({ tree }) => ({ tree, node: tree.root })))) {
      this.announce(S.games.loaded(game.title));
    }
  }

  /** Looks at every position of the game, and says where a better move was missed. */
  private async analyseGame(): Promise<void> {
    const { session } = this;
    const { tree } = session;
    const line = lineThrough(this.session.node);
    const mine = ++this.run;
    this.judged = { run: mine, line };
    session.update(); // removes what was said of an earlier analysis
    let failed = false;
    await busy(this.gameButton, async () => {
      try {
        for (const [i, node] of line.entries()) {
          this.gameButton.textContent = S.analysis.progress(i, line.length);
          await this.judge(node, () => mine === this.run, GAME_MS);
          if (mine !== this.run || tree !== session.tree) {
            break;
          }
          this.drawGraph();
          if (node === session.node) {
            this.drawKnown();
          }
        }
      } catch {
        failed = true; // the engine is gone, and the page says so: what was found until then is shown
      }
    });
    this.gameButton.textContent = S.analysis.game;
    if (mine === this.run) {
      this.run++;
      session.update();
      this.announce(failed ? '' : S.analysis.done(line.filter(isBad).length));
    } else if (this.panel.isConnected) {
      this.announce(S.analysis.stopped);
    }
  }

  /** Finds the score of a node, and the best move there. */
  private async judge(node: Node, wanted: () => boolean, time: number): Promise<void> {
    const { client, tree } = this.session;
    const line = tree.lineTo(node);
    node.figures = readFigures(await client.ask(line, 'eval'));
    const { fen, result } = node.details;
    if (result !== null) {
      node.score = scoreOf(result);
      return;
    }
    const found = await client.search({ line, fen, go: () => `go movetime ${time}`, wanted });
    if (found?.info !== undefined && wanted()) {
      note(node, found.info, 'coordinate');
    }
  }
}

/** Keeps what a search has found at a node. */
function note(node: Node, info: Info, notation: Notation): void {
  node.score = whiteScore(info, readFen(node.details.fen).side);
  node.depth = info.depth;
  node.best = node.details.moves.find((legal) => legal[notation] === info.pv[0])?.coordinate ?? '';
}
