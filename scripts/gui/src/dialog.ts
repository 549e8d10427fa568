// SPDX-License-Identifier: GPL-3.0-or-later
// Dialogs over the page, which are closed by a button, by Escape, or by a click beside them.
import { button, html } from './dom';
import { S } from './language';

const TITLE = 'dialog-title';

/** Opens a dialog, which is removed once it is closed, and returns it. */
export function openDialog(kind: string, title: string, ...content: readonly Node[]): HTMLDialogElement {
  const dialog = html('dialog', { class: kind, 'aria-labelledby': TITLE, closedby: 'any' });
  dialog.append(
    html('div', { class: 'row' }, html('h2', { id: TITLE }, title), button(S.close, () => dialog.close())),
    ...content,
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
