// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine says, or why there is none, translated from English into the language of the page.
import { language, S } from './language';
import { ENGINE_SAYS, filled } from './texts/engine_says';

type Saying = keyof typeof ENGINE_SAYS;

/** The sayings as patterns, whose groups are what changes, in the order in which they are tried. What changes at the start
 * of one holds no ': ', since that is for `prefixed`. */
const PATTERNS = Object.entries(ENGINE_SAYS).map(([name, text]) => {
  const words = text
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/^\{\d\}/, '((?:(?!\\s?: ).)+?)')
    .replace(/\{\d\}/g, '(.+?)');
  return [name as Saying, new RegExp(`^${words}$`)] as const;
});

/** The translation; of what is not known, the words themselves. */
export function said(words: string): string {
  return language === 'en' ? words : translated(words);
}

/** What went wrong, in the language of the page. */
export function failureText(error: unknown): string {
  return said(error instanceof Error ? error.message : String(error));
}

/** Which saying it is, with what changes in it; null if it is not known. */
export function sayingOf(words: string): readonly [name: Saying, changing: readonly string[]] | null {
  for (const [name, pattern] of PATTERNS) {
    const found = pattern.exec(words);
    if (found !== null) {
      return [name, found.slice(1)];
    }
  }
  return null;
}

function translated(words: string): string {
  const [name, changing] = sayingOf(words) ?? [null, []];
  return name === null ? words : filled(S.engineSays[name], ...changing.map(translated));
}
