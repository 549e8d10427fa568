// SPDX-License-Identifier: GPL-3.0-or-later
// The ratings of the levels, as scripts/calibrate measures them: read out of the engine's own table, into which it writes
// them, so that the page says what the engine plays by.
import table from '../../../engine/search/strength.c?raw';

/** The rating of each weaker level, from level 0 on. The full strength above them has none. */
export const LEVEL_RATINGS: readonly number[] = [...table.matchAll(/\.elo = (\d+)\}/g)].map(([, elo]) => Number(elo));

const STEP = 200;

/** The ratings offered: every STEP from the lowest level's to the highest one's. */
export const RATINGS: readonly number[] = offered();

function offered(): number[] {
  const low = LEVEL_RATINGS[0] ?? 0;
  const high = LEVEL_RATINGS.at(-1) ?? 0;
  const steps = Array.from({ length: Math.ceil((high - low) / STEP) }, (_, i) => low + i * STEP);
  return [...steps, high];
}
