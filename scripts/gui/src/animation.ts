// SPDX-License-Identifier: GPL-3.0-or-later
// Animates a move: a whole line steps, a capturing piece goes from square to square.
import type { BoardView } from './board';
import type { LegalMove, Step } from './moves';

const STEP_MS = 180;
const FADE_MS = 160;

function wantsMotion(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Moves one drawn piece along these squares. */
function along(board: BoardView, square: string, way: readonly string[]): Promise<unknown> {
  const drawn = board.drawnPiece(square);
  if (drawn === undefined) {
    return Promise.resolve();
  }
  const frames = [square, ...way].map((at) => {
    const { x, y } = board.centre(at);
    return { transform: `translate(${x}px, ${y}px)` };
  });
  drawn.parentElement?.append(drawn);
  const options = {
    duration: STEP_MS * way.length,
    easing: way.length > 1 ? 'linear' : 'ease-in-out',
    fill: 'forwards',
  } as const;
  return drawn.animate(frames, options).finished.catch(() => undefined);
}

function fade(board: BoardView, squares: readonly string[]): Promise<unknown> {
  const all = squares.map((square) => {
    const drawn = board.drawnPiece(square);
    const options = { duration: FADE_MS, fill: 'forwards' } as const;
    return drawn?.animate([{ opacity: 1 }, { opacity: 0 }], options).finished.catch(() => undefined);
  });
  return Promise.all(all);
}

/** Animates the move on the board as it stands before it; `byHand` says that the piece is already there. Resolves when
 * the new position may be drawn. */
export async function showMove(
  board: BoardView,
  move: LegalMove,
  route?: readonly Step[],
  byHand = false,
): Promise<void> {
  if (!wantsMotion() || document.hidden) {
    return;
  }
  const way = route ?? move.routes[0];
  if (move.line.length > 0) {
    await Promise.all(move.line.map((square, i) => along(board, square, [move.line[i - 1] ?? move.to])));
  } else if (!byHand) {
    await along(board, move.from, way === undefined ? [move.to] : way.map((step) => step.to));
  }
  await fade(board, move.taken);
}
