// SPDX-License-Identifier: GPL-3.0-or-later
// Where the game and the page come from: a dialog, which Escape closes.
import { button, html } from './dom';
import { S } from './language';

const TITLE = 'about-title';

export function aboutDialog(): HTMLDialogElement {
  const paragraphs = (texts: readonly string[]): HTMLElement[] => texts.map((text) => html('p', {}, text));
  const links = S.about.links.map(([href, text]) =>
    html('li', {}, html('a', { href, target: '_blank', rel: 'noreferrer' }, text)),
  );
  const dialog = html('dialog', { class: 'about', 'aria-labelledby': TITLE, closedby: 'any' });
  dialog.append(
    html('div', { class: 'row' }, html('h2', { id: TITLE }, S.about.title), button(S.close, () => dialog.close())),
    ...paragraphs(S.about.game),
    html('ul', {}, ...links),
    ...paragraphs(S.about.program),
  );
  return dialog;
}
