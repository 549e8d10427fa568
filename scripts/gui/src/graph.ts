// SPDX-License-Identifier: GPL-3.0-or-later
// The curve of White's winning chances over the game, and the frame of all curves: a click goes to the position.
import { svg } from './dom';
import { gradeOf, isBad } from './grades';
import { winningChance } from './score';
import { S } from './language';
import type { Node } from './tree';

const WIDTH = 400;
const HEIGHT = 90;
const MARK_RADIUS = 4;

/** Where a position of the line is in a curve, from the left. */
export function across(i: number, line: readonly Node[]): number {
  return (i * WIDTH) / Math.max(1, line.length - 1);
}

/** The indices of the known positions, in runs without a gap. */
export function runsOf(line: readonly Node[], isKnown: (node: Node) => boolean): number[][] {
  const runs: number[][] = [];
  line.forEach((node, i) => {
    if (isKnown(node)) {
      const last = runs.at(-1);
      if (last?.at(-1) === i - 1) {
        last.push(i);
      } else {
        runs.push([i]);
      }
    }
  });
  return runs;
}

/** A curve between its ground and the mark of the position shown. */
export function drawFrame(
  { height, kind, label }: { readonly height: number; readonly kind: string; readonly label: string },
  line: readonly Node[],
  current: Node,
  onPick: (node: Node) => void,
  curve: readonly SVGElement[],
): SVGSVGElement {
  const root = svg('svg', { viewBox: `0 0 ${WIDTH} ${height}`, class: `graph ${kind}`, role: 'img', 'aria-label': label });
  root.append(svg('rect', { width: WIDTH, height, class: 'ground' }), ...curve);
  const at = line.indexOf(current);
  if (at >= 0) {
    const x = across(at, line);
    root.append(svg('line', { x1: x, x2: x, y1: 0, y2: height, class: 'now' }));
  }
  root.addEventListener('click', (event) => {
    const box = root.getBoundingClientRect();
    const node = line[Math.round(((event.clientX - box.left) / box.width) * Math.max(1, line.length - 1))];
    if (node !== undefined) {
      onPick(node);
    }
  });
  return root;
}

/** The curve, with a gap where the line is not analysed; null if fewer than two positions are. */
export function drawGraph(line: readonly Node[], current: Node, onPick: (node: Node) => void): SVGSVGElement | null {
  const known = runsOf(line, ({ score }) => score !== null);
  if (known.flat().length < 2) {
    return null;
  }
  const pointAt = (i: number): { x: number; y: number } => ({
    x: across(i, line),
    y: HEIGHT * (1 - winningChance(line[i]?.score ?? 0)),
  });
  const curves = known.flatMap((run): SVGElement[] => {
    const [first, ...others] = run.map(pointAt);
    const last = others.at(-1);
    if (first === undefined || last === undefined) {
      return first === undefined ? [] : [svg('circle', { cx: first.x, cy: first.y, r: 2, class: 'lone' })];
    }
    const points = [first, ...others].map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
    return [
      svg('rect', { x: first.x, width: last.x - first.x, height: HEIGHT, class: 'black-area' }),
      svg('polygon', { points: `${first.x},${HEIGHT} ${points} ${last.x},${HEIGHT}`, class: 'area' }),
      svg('polyline', { points, class: 'curve' }),
    ];
  });
  const middle = svg('line', { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: 'middle' });
  const marks = known.flat().flatMap((i) => {
    const node = line[i];
    if (node === undefined || !isBad(node)) {
      return [];
    }
    const { x, y } = pointAt(i);
    return [svg('circle', { cx: x, cy: y, r: MARK_RADIUS, class: `turn ${gradeOf(node)}` })];
  });
  const label = marks.length === 0 ? S.analysis.graph : `${S.analysis.graph}; ${S.report.marks}`;
  return drawFrame({ height: HEIGHT, kind: 'chances', label }, line, current, onPick, [...curves, middle, ...marks]);
}
