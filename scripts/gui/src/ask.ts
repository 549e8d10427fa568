// SPDX-License-Identifier: GPL-3.0-or-later
// A question in a dialog, which is answered by a button; to close it answers nothing.
import { openDialog } from './dialog';
import { button, html } from './dom';
import { S } from './language';

/** The value of the answer that was chosen; null: none was. */
export function ask<T>(title: string, text: string, answers: readonly (readonly [string, T])[]): Promise<T | null> {
  return new Promise((resolve) => {
    const buttons = answers.map(([name, value]) =>
      button(name, () => {
        resolve(value);
        dialog.close();
      }),
    );
    const dialog = openDialog('question', title, html('p', {}, text), html('div', { class: 'actions' }, ...buttons));
    dialog.addEventListener('close', () => resolve(null));
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
