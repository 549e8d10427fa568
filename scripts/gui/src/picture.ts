// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of positions and games, loaded when one is wanted: SVG and PNG of a board, and the GIF of a game.
import { BoardView, NO_EVENTS } from './board';
import { html } from './dom';
import { readFen } from './fen';
import { type Frame, writeGif } from './gif';
import { squaresOfMove } from './moves';
import type { GameTree, Node } from './tree';

const PNG_WIDTH = 1000;
const GIF_WIDTH = 360;
const MOVE_MS = 1000;
const END_MS = 3000;

/** Properties that the page's style sheet may set for a shape, and their values if it does not. */
const STYLES: Readonly<Record<string, string>> = {
  fill: 'rgb(0, 0, 0)',
  'fill-opacity': '1',
  stroke: 'none',
  'stroke-width': '1px',
  'stroke-opacity': '1',
  'stroke-linecap': 'butt',
  'stroke-dasharray': 'none',
  opacity: '1',
};
const TEXT_STYLES = ['font-size', 'font-family', 'font-weight', 'text-anchor', 'dominant-baseline'];

interface Drawn {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** A board as it is drawn, with its styles in it, so that it does not need the page. */
function drawnBoard(board: BoardView): Drawn {
  const root = board.element.querySelector('svg');
  if (root === null) {
    throw new Error('no picture');
  }
  const copy = root.cloneNode(true) as SVGSVGElement;
  const shapes = [...root.querySelectorAll('*')];
  const copies = [...copy.querySelectorAll('*')];
  shapes.forEach((shape, i) => {
    const style = getComputedStyle(shape);
    const twin = copies[i];
    if (twin === undefined || style.display === 'none' || shape.hasAttribute('data-square')) {
      twin?.remove();
      return;
    }
    const names = shape.tagName === 'text' ? [...Object.keys(STYLES), ...TEXT_STYLES] : Object.keys(STYLES);
    for (const name of shape.tagName === 'g' ? ['opacity'] : names) {
      const value = style.getPropertyValue(name);
      if (value !== '' && value !== STYLES[name]) {
        twin.setAttribute(name, value);
      }
    }
    twin.removeAttribute('class');
  });
  const { width, height } = root.viewBox.baseVal;
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('role', 'img');
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

/** The same as pixels, that many in a row. */
async function canvasOf({ text, width, height }: Drawn, wide: number): Promise<HTMLCanvasElement> {
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = html('canvas', { width: wide, height: Math.round((wide * height) / width) });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
}

export function svgPicture(board: BoardView): Blob {
  return new Blob([drawnBoard(board).text], { type: 'image/svg+xml' });
}

export async function pngPicture(board: BoardView): Promise<Blob> {
  const canvas = await canvasOf(drawnBoard(board), PNG_WIDTH);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)));
  });
}

/** A game through these positions; `progress` is called with the number of those that are drawn. */
export async function gifPicture(
  tree: GameTree,
  line: readonly Node[],
  like: BoardView,
  progress: (done: number) => void,
): Promise<Blob> {
  const board = new BoardView(NO_EVENTS);
  board.setCoordinates(like.coordinates);
  board.setBoard(tree.board);
  board.setFlipped(like.isFlipped);
  const stage = html('div', { class: 'offstage', 'aria-hidden': 'true', inert: '' }, board.element);
  document.body.append(stage);
  try {
    const frames: Frame[] = [];
    let height = 0;
    for (const [i, { details, move }] of line.entries()) {
      progress(i);
      board.setPosition(readFen(details.fen));
      board.setMarks({ last: move === null ? [] : squaresOfMove(move) });
      const canvas = await canvasOf(drawnBoard(board), GIF_WIDTH);
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      if (pixels === undefined) {
        throw new Error('no picture');
      }
      height = canvas.height;
      frames.push({ pixels, milliseconds: i + 1 < line.length ? MOVE_MS : END_MS });
    }
    return new Blob([(await writeGif(frames, GIF_WIDTH, height)) as Uint8Array<ArrayBuffer>], { type: 'image/gif' });
  } finally {
    stage.remove();
  }
}
