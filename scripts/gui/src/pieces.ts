// SPDX-License-Identifier: GPL-3.0-or-later
// How men and kings are drawn, in a square of 100 by 100 around the origin.
import { svg } from './dom';
import type { Piece } from './fen';

const CROWN = 'M-24 14 L-28 -14 L-13 -1 L0 -22 L13 -1 L28 -14 L24 14 Z';

export function drawPiece(piece: Piece): SVGGElement {
  const side = piece.color === 'W' ? 'white' : 'black';
  const group = svg(
    'g',
    { class: `piece ${side}${piece.king ? ' king' : ''}` },
    svg('ellipse', { cx: 0, cy: 6, rx: 39, ry: 38, class: 'shade' }),
    svg('circle', { r: 39, class: 'disc' }),
    svg('circle', { r: 29, class: 'ring' }),
  );
  if (piece.king) {
    group.append(svg('path', { d: CROWN, class: 'crown' }), svg('path', { d: 'M-24 20 H24', class: 'crown band' }));
  } else {
    group.append(svg('circle', { r: 17, class: 'ring inner' }));
  }
  return group;
}
