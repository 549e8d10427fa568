// SPDX-License-Identifier: GPL-3.0-or-later
// A question in a dialog, answered by a button; closing it gives none.
import { openDialog } from './dialog';
import { button, html } from './dom';
import { S } from './language';

/** The value of the answer that was chosen; null if none was. */
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

/** Asks whether the player really wants to resign. */
export async function sureToResign(): Promise<boolean> {
  const sure = await ask(S.play.resign, S.play.resignAsk, [
    [S.play.resignYes, true],
    [S.play.resignNo, false],
  ]);
  return sure === true;
}
