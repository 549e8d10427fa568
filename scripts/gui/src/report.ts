// SPDX-License-Identifier: GPL-3.0-or-later
// The report on a game: its curves, how well each side has played, its turning points, and learning from them.
import { button, html } from './dom';
import { departureText } from './departure';
import { drawCurves } from './figures';
import type { Color } from './geometry';
import { COSTS, costOf, type Grade, gradeOf, GRADES, HALF_COST, isBad, isTurn, MARKS, moverOf, tallyOf } from './grades';
import { drawGraph } from './graph';
import { numberText } from './movelist';
import type { Session } from './session';
import { number, S } from './language';
import type { Node } from './tree';

const SIDES = ['W', 'B'] as const;

export class ReportBox {
  readonly element = html('section', { class: 'panel graphs', 'aria-label': S.analysis.graphs });
  private readonly graph = html('div');
  private readonly report = html('div', { class: 'report' });
  private readonly help = html('details', {}, html('summary', {}, S.report.how));
  private readonly departure = html('p', { class: 'departure' });
  private shown = ''; // what the report was made from: its buttons stay until that changes
  private root: Node | null = null; // of the game whose nodes the buttons hold
  private told = ''; // the game whose departure from the book is looked up: once, not at each new score

  constructor(
    private readonly session: Session,
    /** Has the reader learn from these moves of a side. */
    private readonly learn: (mistakes: readonly Node[]) => void,
  ) {
    this.help.append(
      html('p', {}, S.report.chances),
      html('p', {}, S.report.scale(COSTS.inaccuracy, COSTS.mistake, COSTS.blunder)),
      html('p', {}, S.report.formula(HALF_COST)),
    );
    this.element.append(this.graph, this.report);
  }

  draw(line: readonly Node[]): void {
    const { node: current, notation } = this.session;
    const pick = (node: Node): void => this.session.show(node);
    const curves = [
      drawGraph(line, current, pick),
      drawCurves('pace', line, current, pick),
      drawCurves('tempo', line, current, pick),
    ].filter((curve) => curve !== null);
    this.element.hidden = curves.length === 0;
    this.graph.replaceChildren(...curves);
    const known = line.length > 1 && line.every(({ score }) => score !== null);
    const played = known ? [notation, line[0]?.details.fen, ...line.map(({ move }) => move?.coordinate)].join(' ') : '';
    const key = known ? played + JSON.stringify(line.map((node) => [costOf(node), gradeOf(node)])) : '';
    if (played !== this.told) {
      this.told = played;
      void this.tellDeparture(played, line);
    }
    const root = line[0] ?? null;
    if (key !== this.shown || root !== this.root) {
      this.shown = key;
      this.root = root;
      this.report.replaceChildren(...(known ? [this.table(line), this.departure, ...this.turns(line), ...this.lessons(line), this.help] : []));
    }
  }

  /** Says where the game left the opening book. */
  private async tellDeparture(played: string, line: readonly Node[]): Promise<void> {
    this.departure.textContent = '';
    const { session } = this;
    const text = played === '' ? '' : await departureText(session, session.tree, line, (side) => side);
    if (played === this.told) {
      this.departure.textContent = text;
    }
  }

  /** Focuses the button that begins a drill. */
  focus(): void {
    this.report.querySelector<HTMLElement>('.actions button')?.focus();
  }

  private table(line: readonly Node[]): HTMLElement {
    const [white, black] = SIDES.map((side) => tallyOf(line, side));
    const row = (name: string, of: (tally: ReturnType<typeof tallyOf> | undefined) => string): HTMLElement =>
      html('tr', {}, html('th', { scope: 'row' }, name), html('td', {}, of(white)), html('td', {}, of(black)));
    const named = (grade: Grade): string => `${S.report.grades[grade]} ${MARKS[grade]}`.trim();
    const accuracy = (value: number | null | undefined): string => (typeof value === 'number' ? S.report.share(number(value)) : '–');
    return html(
      'table',
      {},
      html('caption', {}, S.report.title),
      html('tr', {}, html('td'), ...SIDES.map((side) => html('th', { scope: 'col' }, S.side(side)))),
      row(S.report.accuracy, (tally) => accuracy(tally?.accuracy)),
      ...GRADES.map((grade) => row(named(grade), (tally) => number(tally?.counts[grade] ?? 0))),
    );
  }

  private turns(line: readonly Node[]): HTMLElement[] {
    const items = line.filter(isTurn).map((node) => {
      const { move } = node;
      const name = move === null ? '' : this.session.written(move);
      const text = `${numberText(node)} ${name} ${MARKS[gradeOf(node) ?? 'good']}`;
      const go = (): void => {
        this.session.show(node);
        this.session.board.reveal();
      };
      return html('li', {}, button(text, go), ` −${S.report.share(Math.round(costOf(node) ?? 0))}`);
    });
    return items.length === 0 ? [] : [html('h2', {}, S.report.turns), html('ul', { class: 'turns' }, ...items)];
  }

  private lessons(line: readonly Node[]): HTMLElement[] {
    const mistakesOf = (side: Color): Node[] => line.filter((node) => isBad(node) && moverOf(node) === side && node.parent?.best !== '');
    const buttons = SIDES.flatMap((side) => {
      const mistakes = mistakesOf(side);
      return mistakes.length === 0 ? [] : [button(S.report.learn(side, mistakes.length), () => this.learn(mistakes))];
    });
    return buttons.length === 0 ? [] : [html('div', { class: 'actions' }, ...buttons)];
  }
}
