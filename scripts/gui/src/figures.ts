// SPDX-License-Identifier: GPL-3.0-or-later
// Pace and tempo of both sides, as `eval` prints them, and their curves over the game.
import { html, svg } from './dom';
import { across, drawFrame, runsOf } from './graph';
import { S } from './language';
import type { Node } from './tree';

/** White's number and Black's. */
type Pair = readonly [number, number];

export interface Figures {
  readonly pace: Pair;
  readonly tempo: Pair;
}

const HEIGHT = 60;
const MARGIN = 4; // so that the ends of a curve are seen whole

/** Reads the output of `eval`. A term without a row counts 0. */
export function readFigures(lines: readonly string[]): Figures {
  const pair = (name: string): Pair => {
    const cells = lines.find((text) => text.startsWith(`   ${name} `))?.split('|') ?? [];
    const [white, black] = cells.slice(1, 3).map((cell) => Number(cell.trim().split(/\s+/)[0]) || 0);
    return [white ?? 0, black ?? 0];
  };
  return { pace: pair('pace'), tempo: pair('tempo') };
}

export function figuresText(figures: Figures): string {
  return (['pace', 'tempo'] as const).map((name) => `${S.analysis.figureNames[name]} ${figures[name].join('\u00a0: ')}`).join(' · ');
}

/** Two curves, one for each side, over what is known of the line; null if that is too little. */
export function drawCurves(
  name: keyof Figures,
  line: readonly Node[],
  current: Node,
  onPick: (node: Node) => void,
): HTMLElement | null {
  const known = runsOf(line, ({ figures }) => figures !== null).filter((run) => run.length > 1);
  if (known.length === 0) {
    return null;
  }
  const pairAt = (i: number): Pair => line[i]?.figures?.[name] ?? [0, 0];
  const values = known.flat().flatMap(pairAt);
  const low = Math.min(...values);
  const range = Math.max(1, Math.max(...values) - low);
  const y = (value: number): number => HEIGHT - MARGIN - ((value - low) / range) * (HEIGHT - 2 * MARGIN);
  const curves = ([['W', 0], ['B', 1]] as const).flatMap(([side, at]) =>
    known.map((run) => {
      const points = run.map((i) => `${across(i, line).toFixed(1)},${y(pairAt(i)[at]).toFixed(1)}`).join(' ');
      return svg('polyline', { points, class: `curve of-${side}` });
    }),
  );
  const label = S.analysis.curves(S.analysis.figureNames[name]);
  const frame = drawFrame({ height: HEIGHT, kind: 'curves', label }, line, current, onPick, curves);
  const legend = S.analysis.legend(S.analysis.figureNames[name], low, low + range);
  return html('figure', { class: 'curves-box' }, html('figcaption', {}, legend), frame);
}
