// SPDX-License-Identifier: GPL-3.0-or-later
// Which language the page speaks: the one chosen by hand, else the first of the browser's preferences that there is, else
// English, whose texts are always there.
import type { Texts } from './strings';

const KEY = 'bushka-language';
const ENGLISH = 'en';

interface Translation {
  /** What the language calls itself. */
  readonly name: string;
  readonly load: () => Promise<Texts>;
}

/** The languages beside English, each loaded when it is spoken. */
const TRANSLATIONS: Readonly<Record<string, Translation>> = {};

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

/** The language of the page. English also where the other one cannot be loaded. */
export let language = pickLanguage(
  LANGUAGES.map(([tag]) => tag),
  [...kept(), ...preferred],
);

/** The texts in the language of the page. */
export async function texts(english: Texts): Promise<Texts> {
  try {
    return (await TRANSLATIONS[language]?.load()) ?? english;
  } catch {
    language = ENGLISH;
    return english;
  }
}

/** The page starts anew in that language. */
export function chooseLanguage(tag: string): void {
  try {
    localStorage.setItem(KEY, tag);
    window.location.reload();
  } catch {
    // Nothing can be kept here (a private window): the browser's preferences hold.
  }
}

/** Numbers are written as in the reader's country, where that is known: en-GB for English in Britain. */
function locale(): string {
  return preferred.find((tag) => baseOf(tag) === language) ?? language;
}

/** A number with so many decimals. */
export function number(value: number, decimals = 0): string {
  return new Intl.NumberFormat(locale(), { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value);
}
