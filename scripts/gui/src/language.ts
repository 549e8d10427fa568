// SPDX-License-Identifier: GPL-3.0-or-later
// Which language the page speaks: the one chosen by hand, else the first of the browser's preferences that the page has,
// else English. Only its texts are loaded, as S.
import { keep, kept } from './kept';
import type { Texts } from './texts/en';
import { ENGINE_SAYS, type EngineSays } from './texts/engine_says';
import { type Notation, notationOf } from './texts/notation';

const KEY = 'bushka-language';
const ENGLISH = 'en';

type Speak = (notation: Notation, sayings: EngineSays) => Texts;

interface Language {
  /** Its own name for itself. */
  readonly name: string;
  readonly load: () => Promise<Speak>;
}

const english = (): Promise<Speak> => import('./texts/en').then((texts) => texts.english);

const ALL: Readonly<Record<string, Language>> = {
  [ENGLISH]: { name: 'English', load: english },
  nl: { name: 'Nederlands', load: () => import('./texts/nl').then(({ dutch }) => dutch) },
  de: { name: 'Deutsch', load: () => import('./texts/de').then(({ german }) => german) },
  fr: { name: 'Français', load: () => import('./texts/fr').then(({ french }) => french) },
};

/** The languages and their own names. */
export const LANGUAGES: readonly (readonly [string, string])[] = Object.entries(ALL).map(([tag, { name }]) => [tag, name]);

/** The first known one of the preferences (nl-BE counts as nl), or English. */
export function pickLanguage(known: readonly string[], preferences: readonly string[]): string {
  return preferences.map(baseOf).find((tag) => known.includes(tag)) ?? ENGLISH;
}

function baseOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}

/** The tests import texts without a browser. */
const preferred: readonly string[] = typeof navigator === 'undefined' ? [] : navigator.languages;

/** The one chosen by hand, if any. */
const chosen = kept(KEY, (tag) => (typeof tag === 'string' ? [tag] : []), []);

/** The language of the page. English also if the other one cannot be loaded. */
export let language = pickLanguage(Object.keys(ALL), [...chosen, ...preferred]);

const speak = await (ALL[language]?.load() ?? english()).catch(() => {
  language = ENGLISH;
  return english();
});

/** Numbers are written as in the reader's country if that is known: en-GB, say, for English. */
const notation = notationOf(preferred.find((tag) => baseOf(tag) === language) ?? language);

export const { number } = notation;

/** The texts in the language of the page. */
export const S: Texts = speak(notation, ENGINE_SAYS);

/** Reloads the page in that language, unless it speaks it already. If nothing can be kept (a private window) the browser's
 * preferences still count. */
export function chooseLanguage(tag: string): void {
  if (keep(KEY, tag) && tag !== language) {
    window.location.reload();
  }
}
