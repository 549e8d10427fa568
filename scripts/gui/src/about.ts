// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog about the game and the page.
import { openDialog } from './dialog';
import { html } from './dom';
import { S } from './language';

export function openAbout(): void {
  const paragraphs = (texts: readonly string[]): HTMLElement[] => texts.map((text) => html('p', {}, text));
  const links = S.about.links.map(([href, text]) =>
    html('li', {}, html('a', { href, target: '_blank', rel: 'noreferrer' }, text)),
  );
  openDialog('about', S.about.title, ...paragraphs(S.about.game), html('ul', {}, ...links), ...paragraphs(S.about.program));
}
