// SPDX-License-Identifier: GPL-3.0-or-later
// Which language the page speaks: the one chosen by hand, else the first of the browser's preferences that there is, else
// English, whose texts are always there. All texts are S.
import { english, type Texts } from './texts/en';
import { type Notation, notationOf } from './texts/notation';

const KEY = 'bushka-language';
const ENGLISH = 'en';

/** Texts of which some may still be missing: English stands in for them. */
export type Lagging<T> = T extends string | readonly unknown[] | ((...values: never[]) => unknown)
  ? T
  : { readonly [Name in keyof T]?: Lagging<T[Name]> };

type Speak = (notation: Notation) => Lagging<Texts>;

interface Translation {
  /** What the language calls itself. */
  readonly name: string;
  readonly load: () => Promise<Speak>;
}

/** The languages beside English, each loaded when it is spoken. */
const TRANSLATIONS: Readonly<Record<string, Translation>> = {
  nl: { name: 'Nederlands', load: () => import('./texts/nl').then(({ dutch }) => dutch) },
  de: { name: 'Deutsch', load: () => import('./texts/de').then(({ german }) => german) },
  fr: { name: 'Français', load: () => import('./texts/fr').then(({ french }) => french) },
};

/** The languages and what they call themselves. */
export const LANGUAGES: readonly (readonly [string, string])[] = [
  [ENGLISH, 'English'],
  ...Object.entries(TRANSLATIONS).map(([tag, { name }]) => [tag, name] as const),
];

/** The first preference that is known; nl-BE is nl. */
export function pickLanguage(known: readonly string[], preferences: readonly string[]): string {
  return preferences.map(baseOf).find((tag) => known.includes(tag)) ?? ENGLISH;
}

function baseOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}

/** The tests import texts where there is no browser. */
const preferred: readonly string[] = typeof navigator === 'undefined' ? [] : navigator.languages;

function kept(): string[] {
  try {
    const tag = localStorage.getItem(KEY);
    return tag === null ? [] : [tag];
  } catch {
    return [];
  }
}

function complete<T>(texts: T, lagging: Lagging<T>): T {
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) {
    return lagging as T;
  }
  const known = lagging as Partial<Record<keyof T, Lagging<T[keyof T]>>>;
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const other = known[name as keyof T];
      return [name, other === undefined ? text : complete(text, other as Lagging<typeof text>)];
    }),
  ) as T;
}

/** The language of the page. English also where the other one cannot be loaded. */
export let language = pickLanguage(
  LANGUAGES.map(([tag]) => tag),
  [...kept(), ...preferred],
);

const speak = await TRANSLATIONS[language]?.load().catch(() => undefined);
if (speak === undefined) {
  language = ENGLISH;
}

/** Numbers are written as in the reader's country, where that is known: en-GB for English in Britain. */
const notation = notationOf(preferred.find((tag) => baseOf(tag) === language) ?? language);

export const { number } = notation;

/** The texts in the language of the page. */
export const S: Texts = speak === undefined ? english(notation) : complete<Texts>(english(notation), speak(notation));

/** The page starts anew in that language. */
export function chooseLanguage(tag: string): void {
  try {
    localStorage.setItem(KEY, tag);
    window.location.reload();
  } catch {
    // Nothing can be kept here (a private window): the browser's preferences hold.
  }
}
