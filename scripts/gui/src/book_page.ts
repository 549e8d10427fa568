// SPDX-License-Identifier: GPL-3.0-or-later
// The book's moves in a position as a table, best first. Its buttons are one tab stop; the arrow keys go through them.
import type { BookMove, BookPage, Results } from './book';
import { html } from './dom';
import { readFen } from './fen';
import { type Color, otherColor } from './geometry';
import { number, S } from './language';
import type { Notation } from './moves';
import { openingName } from './opening_names';
import { scoreText } from './score';
import type { GameTree, Node } from './tree';

/** Draws a page of the book. The button of a move calls `play` with its number, from 0. */
export function drawPage(
  { nodes, moves }: BookPage,
  tree: GameTree,
  node: Node,
  notation: Notation,
  play: (at: number) => void,
): HTMLElement[] {
  const name = openingName(tree, node);
  const named = name === null ? [] : [html('p', {}, html('b', {}, name))];
  if (moves === null) {
    return [...named, html('p', {}, S.openings.unknown)];
  }
  const { side } = readFen(node.details.fen);
  return [
    ...named,
    // Firefox would make what scrolls a tab stop, too.
    html('div', { class: 'scrolling', tabindex: -1 }, tableOf(moves, side, notation, play)),
    html('p', { class: 'figures' }, S.openings.searched(number(nodes))),
  ];
}

function tableOf(moves: readonly BookMove[], side: Color, notation: Notation, play: (at: number) => void): HTMLElement {
  const buttons = moves.map(({ move }, at) =>
    html('button', { type: 'button', class: 'pv', tabindex: at === 0 ? 0 : -1, title: S.openings.help }, move[notation]),
  );
  buttons.forEach((element, at) => {
    element.addEventListener('click', () => play(at));
    element.addEventListener('keydown', (event) => {
      const next = buttons[at + (event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0)];
      if (next !== undefined && next !== element) {
        event.preventDefault();
        next.focus();
      }
    });
  });
  const withGames = moves.some(({ results }) => results !== null);
  const heads = [S.openings.move, S.openings.score, ...(withGames ? [S.games.label, S.openings.results(side)] : [])];
  return html(
    'table',
    {},
    html('thead', {}, html('tr', {}, ...heads.map((head) => html('th', { scope: 'col' }, head)))),
    html(
      'tbody',
      {},
      ...moves.map(({ score, inside, results }, at) => {
        const name = html('td', {}, buttons[at] ?? '');
        const row = html('tr', {}, name, html('td', {}, scoreText(score)));
        if (!inside) {
          const note = html('small', {}, S.openings.outside);
          (withGames ? row.appendChild(html('td', { colspan: 2 })) : name).append(' ', note);
        } else if (withGames) {
          const cells = results === null ? ['', ''] : [number(countOf(results)), barOf(results, side)];
          row.append(...cells.map((cell) => html('td', {}, cell)));
        }
        return row;
      }),
    ),
  );
}

function countOf({ wins, draws, losses }: Results): number {
  return wins + draws + losses;
}

/** The shares of the results, wins of the side to move first. */
function barOf(results: Results, side: Color): HTMLElement {
  const parts = [
    [results.wins, `of-${side}`],
    [results.draws, 'of-both'],
    [results.losses, `of-${otherColor(side)}`],
  ] as const;
  const [wins, draws, losses] = parts.map(([count]) => number((count / countOf(results)) * 100));
  const text = S.openings.shares(wins ?? '', draws ?? '', losses ?? '');
  const bar = html('div', { class: 'shares', role: 'img', 'aria-label': text, title: text });
  for (const [count, kind] of parts) {
    const part = html('span', { class: kind });
    part.style.flexGrow = String(count);
    bar.append(part);
  }
  return bar;
}
