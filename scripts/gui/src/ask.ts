// SPDX-License-Identifier: GPL-3.0-or-later
// A question in a dialog, which is answered by a button; Escape, or a click beside it, answers nothing.
import { button, html } from './dom';
import { S } from './language';

const TITLE = 'question';

/** The value of the answer that was chosen; null: none was. */
export function ask<T>(title: string, text: string, answers: readonly (readonly [string, T])[]): Promise<T | null> {
  return new Promise((resolve) => {
    const dialog = html('dialog', { 'aria-labelledby': TITLE, closedby: 'any' });
    const buttons = answers.map(([name, value]) =>
      button(name, () => {
        resolve(value);
        dialog.close();
      }),
    );
    dialog.append(html('h2', { id: TITLE }, title), html('p', {}, text), html('div', { class: 'actions' }, ...buttons));
    dialog.addEventListener('close', () => {
      resolve(null);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Does the player really give the game up? */
export async function sureToResign(): Promise<boolean> {
  const sure = await ask(S.play.resign, S.play.resignAsk, [
    [S.play.resignYes, true],
    [S.play.resignNo, false],
  ]);
  return sure === true;
}
