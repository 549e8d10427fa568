// SPDX-License-Identifier: GPL-3.0-or-later
// Analysis: what the engine thinks of the position shown, of the whole game, and where a better move was missed.
import { isNative } from '../engine/create';
import { button, checkbox, html, select } from './dom';
import type { Info } from './client';
import { readFen } from './fen';
import { drawCurves, figuresText, readFigures } from './figures';
import { GAMES } from './games';
import type { Color } from './geometry';
import { drawGraph } from './graph';
import type { Session, Referee } from './session';
import { isForced, isOfTables, scoreText, whiteScore, winningChance } from './score';
import { S } from './language';
import { mainLine, type Node, pathTo } from './tree';

const MISTAKE = 80; // points lost by a move that is worth a remark
const GAME_MS = 250; // for each position of a game
const FULL = { UCI_LimitStrength: 'false', 'Skill Level': 20, Variety: 0 };
const NO_GAME = '';
const PV_SHOWN = 8;

export class AnalysisView implements Referee {
  readonly panel = html('section', { class: 'panel', 'aria-label': S.tabs.analysis });
  readonly bar = html('div', { class: 'bar', role: 'img' }, html('div', { class: 'white-part' }));
  private readonly score = html('strong', { class: 'score' });
  private readonly lines = html('ol', { class: 'lines' });
  private readonly figures = html('p', { class: 'figures', title: S.analysis.figuresHelp });
  /** The curves, a panel of their own. */
  readonly graphs = html('section', { class: 'panel graphs', 'aria-label': S.analysis.graphs });
  private readonly graph = html('div', { class: 'graph-box' });
  private readonly gameButton: HTMLButtonElement;
  private active = false;
  private engineOn = true;
  private multipv = 3;
  private infos: Info[] = [];
  private run = 0;
  private drawTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly session: Session,
    private readonly announce: (text: string) => void,
  ) {
    this.gameButton = button(S.analysis.game, () => void this.analyseGame(), { 'data-action': 'analyseGame' });
    this.panel.append(
      html('div', { class: 'row' }, this.score, this.figures),
      this.lines,
      html(
        'div',
        { class: 'row' },
        checkbox(S.analysis.engine, true, (on) => {
          this.engineOn = on;
          this.restart();
        }),
        select(
          S.analysis.lines,
          ['1', '2', '3', '5'].map((n) => [n, n] as const),
          '3',
          (value) => {
            this.multipv = Number(value);
            this.restart();
          },
        ),
        ...(isNative() ? [this.threadsChoice()] : []),
        this.gameButton,
        this.gameChoice(),
      ),
    );
    this.graphs.append(this.graph);
    session.onChange(() => this.restart());
  }

  enter(): void {
    this.active = true;
    this.session.referee = this;
    this.session.refresh();
    this.bar.hidden = false;
    this.restart();
  }

  leave(): void {
    this.active = false;
    this.run++;
    this.bar.hidden = true;
    this.session.board.setArrows([]);
    this.session.client.stop();
  }

  mayMove(): boolean {
    return true;
  }

  accept(): boolean {
    return true;
  }

  moved(): void {
    /* the position shown has changed, and restart() was called */
  }

  private restart(): void {
    if (!this.active) {
      return;
    }
    this.infos = [];
    this.drawGraph();
    this.session.board.setArrows([]);
    void this.look(++this.run);
  }

  private async look(mine: number): Promise<void> {
    const { session } = this;
    const { node, line } = session;
    try {
      const evaluation = await session.client.evaluation(line);
      if (mine !== this.run) {
        return;
      }
      node.figures = readFigures(evaluation);
      this.figures.textContent = figuresText(node.figures);
      this.drawGraph();
      if (node.details.result !== null) {
        this.lines.replaceChildren(html('li', {}, S.play.result(node.details.result, node.details.reason)));
        this.score.textContent = node.details.result;
        return;
      }
      if (!this.engineOn) {
        this.lines.replaceChildren();
        this.score.textContent = '';
        return;
      }
      const { notation } = session;
      const options = { ...FULL, MultiPV: this.multipv, Notation: notation };
      const onInfo = (info: Info): void => {
        if (mine === this.run) {
          this.infos[info.multipv - 1] = info;
          this.drawTimer ??= setTimeout(() => this.drawInfos(node), 60);
        }
      };
      await session.client.search({ line, go: () => 'go infinite', options, onInfo, wanted: () => mine === this.run, endless: true });
    } catch {
      this.lines.replaceChildren(); // there is no engine any more, and the page says so
    }
  }

  private drawInfos(node: Node): void {
    this.drawTimer = null;
    const first = this.infos[0];
    if (!this.active || node !== this.session.node || first === undefined) {
      return;
    }
    const side = readFen(node.details.fen).side;
    node.score = whiteScore(first, side);
    node.depth = first.depth;
    this.score.textContent = scoreText(node.score);
    this.score.title = isOfTables(node.score) ? S.analysis.byTables(node.score > 0 ? 'W' : 'B') : '';
    this.drawBar(node.score);
    this.lines.replaceChildren(
      ...this.infos.map((info) => {
        const text = [info.pv[0], ...info.pv.slice(1, PV_SHOWN)].join(' ');
        return html(
          'li',
          {},
          html('b', {}, scoreText(whiteScore(info, side))),
          html('span', { class: 'depth' }, ` ${S.analysis.depth(info.depth)} `),
          html('span', { class: 'pv' }, text),
        );
      }),
    );
    this.session.board.setArrows(
      this.infos.slice(0, 3).flatMap((info, rank) => {
        const move = node.details.moves.find((legal) => legal[this.session.notation] === info.pv[0]);
        return move === undefined ? [] : [{ from: move.from, to: move.to, rank }];
      }),
    );
  }

  private drawBar(score: number): void {
    const share = winningChance(score) * 100;
    this.bar.classList.toggle('turned', this.session.board.isFlipped);
    this.bar.style.setProperty('--share', `${share.toFixed(1)}%`);
    this.bar.setAttribute('aria-label', S.analysis.bar(scoreText(score)));
  }

  private drawGraph(): void {
    const line = this.gameLine();
    const { node: current } = this.session;
    const pick = (node: Node): void => this.session.show(node);
    const curves = [
      drawGraph(line, current, pick),
      drawCurves('pace', line, current, pick),
      drawCurves('tempo', line, current, pick),
    ].filter((curve) => curve !== null);
    this.graphs.hidden = curves.length === 0;
    this.graph.replaceChildren(...curves);
  }

  /** How many threads the program on this machine uses: as many as there are, unless fewer are wanted. */
  private threadsChoice(): HTMLElement {
    const most = Math.max(1, navigator.hardwareConcurrency);
    const use = (threads: number): void => {
      this.session.client.always = { Threads: threads };
    };
    use(most);
    const numbers = Array.from({ length: most }, (_, i) => [String(i + 1), String(i + 1)] as const);
    return select(S.analysis.threads, numbers, String(most), (value) => {
      use(Number(value));
      this.restart();
    });
  }

  /** The games that come with the page, to be replayed. */
  private gameChoice(): HTMLElement {
    const titles = GAMES.map(({ title }, i) => [String(i), title] as const);
    return select(S.games.label, [[NO_GAME, S.games.none], ...titles], NO_GAME, (value) => void this.replay(value));
  }

  private async replay(value: string): Promise<void> {
    const game = value === NO_GAME ? undefined : GAMES[Number(value)];
    if (game === undefined) {
      return;
    }
    const { session } = this;
    const notes = game.comments.map((said) => ({ said, remark: '', score: null, depth: 0 }));
    await session.open(session.build({ ...game, start: null, notes }).then(({ tree }) => ({ tree, node: tree.root })));
    this.announce(S.games.loaded(game.title));
  }

  /** The line shown, to its end. */
  private gameLine(): Node[] {
    const { node } = this.session;
    return [...pathTo(node), ...mainLine(node).slice(1)];
  }

  /** Looks at every position of the game, and says where a better move was missed. */
  private async analyseGame(): Promise<void> {
    const { session } = this;
    const { tree } = session;
    const line = this.gameLine();
    const mine = ++this.run;
    const best = new Map<Node, string>();
    this.gameButton.disabled = true;
    try {
      for (const [i, node] of line.entries()) {
        this.gameButton.textContent = S.analysis.progress(i, line.length);
        const move = await this.judge(node, mine);
        if (mine !== this.run || tree !== session.tree) {
          break;
        }
        if (move !== null) {
          best.set(node, move);
        }
        this.drawGraph();
      }
    } catch {
      // There is no engine any more, and the page says so: what was found until then is shown.
    }
    this.gameButton.disabled = false;
    this.gameButton.textContent = S.analysis.game;
    const mistakes = this.remark(line, best);
    if (mine === this.run) {
      session.show(session.node);
      this.announce(S.analysis.done(mistakes));
    }
  }

  /** Fills the score of a node, and returns the best move there. */
  private async judge(node: Node, mine: number): Promise<string | null> {
    const side = readFen(node.details.fen).side;
    const line = this.session.tree.lineTo(node);
    node.figures = readFigures(await this.session.client.evaluation(line));
    if (node.details.result !== null) {
      const { result } = node.details;
      node.score = result === '1-0' ? 9999 : result === '0-1' ? -9999 : 0;
      return null;
    }
    return this.session.client.search({
      line,
      go: () => `go movetime ${GAME_MS}`,
      wanted: () => mine === this.run,
      options: { ...FULL, MultiPV: 1, Notation: 'coordinate' },
      onInfo: (info) => {
        node.score = whiteScore(info, side);
        node.depth = info.depth;
      },
    });
  }

  private remark(line: readonly Node[], best: ReadonlyMap<Node, string>): number {
    let mistakes = 0;
    for (const node of line) {
      const { parent, move } = node;
      const better = parent === null ? undefined : best.get(parent);
      if (parent === null || move === null || parent.score === null || node.score === null || better === undefined) {
        continue;
      }
      const mover: Color = readFen(parent.details.fen).side;
      const limit = (score: number): number => Math.max(-600, Math.min(600, score));
      const lost = (limit(parent.score) - limit(node.score)) * (mover === 'W' ? 1 : -1);
      node.remark = '';
      if (lost > MISTAKE && better !== move.coordinate) {
        const legal = parent.details.moves.find((other) => other.coordinate === better);
        node.remark = S.analysis.better(legal?.formal ?? better, scoreText(parent.score), isForced(parent.score));
        mistakes++;
      }
    }
    return mistakes;
  }
}
