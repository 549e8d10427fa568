// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence that says at which move a game left the opening book, which is loaded for it.
import type { Color } from './geometry';
import { moverOf } from './grades';
import { number, S } from './language';
import { POINTS_PER_MAN } from './score';
import type { Session } from './session';
import { type GameTree, type Node, numberOf } from './tree';

/** Who left the book. */
export type Leaver = Color | 'you' | 'engine';

/** '' if the game did not begin in the book, or has not left it, or there is no book. */
export async function departureText(
  { client, notation }: Session,
  tree: GameTree,
  line: readonly Node[],
  named: (side: Color) => Leaver,
): Promise<string> {
  try {
    const { departureOf } = await import('./book');
    const left = await departureOf(client, tree, line);
    if (left === null || left.node.move === null) {
      return '';
    }
    const { node, better, cost, atLeast } = left;
    const played = left.node.move[notation];
    const worse = cost === null || cost === 0 || better === null ? '' : number(cost / POINTS_PER_MAN, 2);
    return S.openings.left(named(moverOf(node)), numberOf(node), played, better === null ? '' : better[notation], worse, atLeast);
  } catch {
    return ''; // the panel of openings says what is wrong
  }
}
