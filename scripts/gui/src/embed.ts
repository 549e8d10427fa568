// SPDX-License-Identifier: GPL-3.0-or-later
// The board that other pages show in a frame: a position, or a game to step through. README.md has its address.
import { createEngine } from '../engine/create';
import { BoardView, NO_EVENTS, ringForKeys } from './board';
import { EngineClient } from './client';
import { html } from './dom';
import { endText, NOTHING_PLAYED } from './gamefile';
import { S } from './language';
import { linkedFlip, linkedLine, linkedPly } from './links';
import { numberText, stepButtons } from './movelist';
import { failureText } from './said';
import { Session } from './session';
import { mainLine, pathTo } from './tree';

/** Shows the position or game in the address. */
export async function embed(place: HTMLElement): Promise<void> {
  const says = html('p', { class: 'live', role: 'status' });
  const complain = (error: unknown): void => {
    says.textContent = failureText(error);
  };
  ringForKeys();
  const board = new BoardView(NO_EVENTS);
  const session = new Session(board, new EngineClient(createEngine, complain), complain);
  const steps = stepButtons(session);
  steps.forEach((each) => each.toggleAttribute('disabled', true)); // until there is a game, if the address holds one
  const page = window.location.href.replace(/[^/]*(\?.*)?(#.*)?$/, '') + window.location.hash;
  const open = html('a', { href: page, target: '_blank', rel: 'noopener' }, S.embed.open);
  board.element.tabIndex = -1;
  const row = html('div', { class: 'embed-row' }, says, open);
  place.append(html('div', { class: 'table' }, board.element), row);
  board.setFlipped(linkedFlip(window.location.hash));
  session.onChange(() => {
    const { node, tree } = session;
    const end = tree.endAt(node);
    const move = node.move === null ? '' : `${numberText(node)} ${node.move.formal}`;
    says.textContent = end === null ? move : `${move} ${endText(end)}`;
    steps.slice(0, 2).forEach((each) => each.toggleAttribute('disabled', node.parent === null));
    steps.slice(2).forEach((each) => each.toggleAttribute('disabled', mainLine(node).length === 1));
  });
  try {
    const line = linkedLine(window.location.hash) ?? { board: 'bushka', start: null, moves: [] };
    row.prepend(...(line.moves.length > 0 ? steps : []));
    const { tree, node } = await session.build({ ...NOTHING_PLAYED, ...line });
    session.put({ tree, node: pathTo(node)[linkedPly(window.location.hash)] ?? node });
  } catch (error) {
    complain(error);
  }
  window.addEventListener('keydown', ({ key }) => {
    const step = { ArrowLeft: 1, ArrowRight: 2 }[key];
    steps[step ?? -1]?.click(); // does nothing if it is disabled
  });
  window.addEventListener('hashchange', () => window.location.reload());
  place.dataset['ready'] = 'true';
}
