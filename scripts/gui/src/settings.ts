// SPDX-License-Identifier: GPL-3.0-or-later
// The settings: one dialog for everything that a reader prefers, which takes effect at once.
import { COORDINATES } from './board';
import { openDialog } from './dialog';
import { button, checkbox, html, select } from './dom';
import { chooseLanguage, language, LANGUAGES, S } from './language';
import { NOTATIONS } from './moves';
import { BOARD_THEMES, PIECE_SETS, type Preferences, SIZES } from './preferences';

/** The same move in each notation. */
const EXAMPLES = { formal: 'f2-f5', short: 'f25', coordinate: 'f2f5' } as const;

type Prefer = (changes: Partial<Preferences>) => void;

function choice<T extends string>(
  label: string,
  values: readonly T[],
  names: Readonly<Record<T, string>>,
  value: T,
  onChange: (value: T) => void,
): HTMLElement {
  const choices = values.map((each) => [each, names[each]] as const);
  return select(label, choices, value, onChange);
}

function sizeRange(size: number, prefer: Prefer): HTMLElement {
  const { least: min, most: max, step } = SIZES;
  const range = html('input', { type: 'range', min, max, step, value: size, 'aria-label': S.settings.size });
  range.addEventListener('input', () => prefer({ size: range.valueAsNumber }));
  return html('label', { class: 'field' }, html('span', {}, S.settings.size), range);
}

/** A button for each: in a select box every arrow key would reload the page. */
function languages(): HTMLElement {
  const buttons = LANGUAGES.map(([tag, name]) =>
    button(name, () => chooseLanguage(tag), { lang: tag, 'aria-pressed': String(tag === language) }));
  return html('div', { class: 'actions', role: 'group', 'aria-label': S.settings.language }, ...buttons);
}

/** Opens the dialog, made anew from what is preferred now. */
export function openSettings(now: Preferences, prefer: Prefer): void {
  openDialog(
    'settings',
    S.settings.title,
    languages(),
    html(
      'div',
      { class: 'fields' },
      choice(S.board.label, BOARD_THEMES, S.settings.themes, now.theme, (theme) => prefer({ theme })),
      choice(S.settings.pieces, PIECE_SETS, S.settings.pieceSets, now.pieces, (pieces) => prefer({ pieces })),
      choice(S.settings.coordinates, COORDINATES, S.settings.places, now.coordinates, (coordinates) => prefer({ coordinates })),
      choice(S.settings.notation, NOTATIONS, EXAMPLES, now.notation, (notation) => prefer({ notation })),
      sizeRange(now.size, prefer),
    ),
    checkbox(S.settings.sounds, now.sounds, (sounds) => prefer({ sounds })),
    checkbox(S.settings.must, now.must, (must) => prefer({ must })),
    checkbox(S.settings.premoves, now.premoves, (premoves) => prefer({ premoves })),
    checkbox(S.settings.shortcuts, now.shortcuts, (shortcuts) => prefer({ shortcuts })),
  );
}
