// SPDX-License-Identifier: GPL-3.0-or-later
// How a reader's language writes numbers and plurals, for the texts of the page.

export interface Notation {
  /** A number with this many decimals. */
  readonly number: (value: number, decimals?: number) => string;
  /** The word that goes with a count. */
  readonly plural: (count: number, one: string, other: string) => string;
}

/** The notation of a locale, say nl-BE. */
export function notationOf(locale: string): Notation {
  const rules = new Intl.PluralRules(locale);
  return {
    number: (value, decimals = 0) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value),
    plural: (count, one, other) => (rules.select(count) === 'one' ? one : other),
  };
}
