// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine says, which is English, in the language of the page.
import { language, S } from './language';
import { ENGINE_SAYS } from './texts/engine_says';

type Saying = keyof typeof ENGINE_SAYS;

const PLACE = /\{(\d)\}/g;

/** The sayings with what changes in them, in the order in which they are tried. */
const PATTERNS = Object.entries(ENGINE_SAYS).map(([name, text]) => {
  const words = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(PLACE, '(.+?)');
  return [name as Saying, new RegExp(`^${words}$`)] as const;
});

/** Of what is not known the words themselves. */
export function said(words: string): string {
  return language === 'en' ? words : translated(words);
}

/** Which saying it is; null: none that is known. */
export function sayingOf(words: string): Saying | null {
  return PATTERNS.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

function translated(words: string): string {
  for (const [name, pattern] of PATTERNS) {
    const found = pattern.exec(words);
    if (found !== null) {
      return S.engineSays[name].replace(PLACE, (_, at: string) => translated(found[Number(at) + 1] ?? ''));
    }
  }
  return words;
}
