// SPDX-License-Identifier: GPL-3.0-or-later
// Pace and tempo of both sides, as `eval` prints them, and their curves over the game.
import { html, svg } from './dom';
import { S } from './strings';
import type { Node } from './tree';

/** White's number and Black's. */
type Pair = readonly [number, number];

export interface Figures {
  readonly pace: Pair;
  readonly tempo: Pair;
}

const WIDTH = 400;
const HEIGHT = 60;
const MARGIN = 4; // so that the ends of a curve are seen whole
const SIDES = ['W', 'B'] as const;

/** Out of the lines of `eval`. A term without a row counts nothing. */
export function readFigures(lines: readonly string[]): Figures {
  const pair = (name: string): Pair => {
    const cells = lines.find((text) => text.startsWith(`   ${name} `))?.split('|') ?? [];
    const [white, black] = cells.slice(1, 3).map((cell) => Number(cell.trim().split(/\s+/)[0]) || 0);
    return [white ?? 0, black ?? 0];
  };
  return { pace: pair('pace'), tempo: pair('tempo') };
}

export function figuresText({ pace, tempo }: Figures): string {
  return `${S.analysis.pace(...pace)} · ${S.analysis.tempo(...tempo)}`;
}

/** Two curves, one for each side, of what is known of the line; null where that is too little. */
export function drawCurves(
  name: keyof Figures,
  line: readonly Node[],
  current: Node,
  onPick: (node: Node) => void,
): HTMLElement | null {
  const known = line.flatMap((node, i) => (node.figures === null ? [] : [{ i, pair: node.figures[name] }]));
  if (known.length < 2) {
    return null;
  }
  const values = known.flatMap(({ pair }) => pair);
  const low = Math.min(...values);
  const range = Math.max(1, Math.max(...values) - low);
  const last = Math.max(1, line.length - 1);
  const x = (i: number): number => (i * WIDTH) / last;
  const y = (value: number): number => HEIGHT - MARGIN - ((value - low) / range) * (HEIGHT - 2 * MARGIN);
  const label = S.analysis.curves(S.analysis.figureNames[name]);
  const root = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'graph curves', role: 'img', 'aria-label': label });
  root.append(svg('rect', { width: WIDTH, height: HEIGHT, class: 'ground' }));
  SIDES.forEach((side, at) => {
    const points = known.map(({ i, pair }) => `${x(i).toFixed(1)},${y(pair[at] ?? 0).toFixed(1)}`).join(' ');
    root.append(svg('polyline', { points, class: `curve of-${side}` }));
  });
  const now = line.indexOf(current);
  if (now >= 0) {
    root.append(svg('line', { x1: x(now), x2: x(now), y1: 0, y2: HEIGHT, class: 'now' }));
  }
  root.addEventListener('click', (event) => {
    const box = root.getBoundingClientRect();
    const node = line[Math.round(((event.clientX - box.left) / box.width) * last)];
    if (node !== undefined) {
      onPick(node);
    }
  });
  const legend = S.analysis.legend(S.analysis.figureNames[name], low, low + range);
  return html('figure', { class: 'curves-box' }, html('figcaption', {}, legend), root);
}
