// SPDX-License-Identifier: GPL-3.0-or-later
// The curve of scores over the game; a click goes to the position.
import { svg } from './dom';
import { barShare } from './score';
import { S } from './strings';
import type { Node } from './tree';

const WIDTH = 400;
const HEIGHT = 90;

export function drawGraph(line: readonly Node[], current: Node, onPick: (node: Node) => void): SVGSVGElement {
  const root = svg('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: 'graph',
    role: 'img',
    'aria-label': S.analysis.graph,
  });
  const last = Math.max(1, line.length - 1);
  const x = (i: number): number => (i * WIDTH) / last;
  const y = (score: number): number => HEIGHT * (1 - barShare(score));
  const points = line.flatMap((node, i) => (node.score === null ? [] : [{ x: x(i), y: y(node.score) }]));
  root.append(svg('rect', { width: WIDTH, height: HEIGHT, class: 'ground' }));
  const first = points[0];
  const end = points.at(-1);
  if (first !== undefined && end !== undefined) {
    const curve = points.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(' ');
    root.append(
      svg('polygon', { points: `${first.x},${HEIGHT} ${curve} ${end.x},${HEIGHT}`, class: 'area' }),
      svg('polyline', { points: curve, class: 'curve' }),
    );
  }
  root.append(svg('line', { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: 'middle' }));
  const at = line.indexOf(current);
  if (at >= 0) {
    root.append(svg('line', { x1: x(at), x2: x(at), y1: 0, y2: HEIGHT, class: 'now' }));
  }
  root.addEventListener('click', (event) => {
    const box = root.getBoundingClientRect();
    const node = line[Math.round(((event.clientX - box.left) / box.width) * last)];
    if (node !== undefined) {
      onPick(node);
    }
  });
  return root;
}
