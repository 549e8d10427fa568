// SPDX-License-Identifier: GPL-3.0-or-later
// The opponents: some with a name, and every level of the engine. Their ratings are read from the engine's own table, which
// scripts/calibrate fills, so that the page says what the engine plays by.
import header from '../../../engine/search/strength.h?raw';
import table from '../../../engine/search/strength.c?raw';
import type { Choices } from './dom';
import { S } from './language';

export const TOP_LEVEL = 20;

/** The rating of each weaker level, from level 0 on. The full strength above them has none. */
export const LEVEL_RATINGS: readonly number[] = [...table.matchAll(/\.elo = (\d+)\}/g)].map(([, elo]) => Number(elo));

/** The rating of a beginner, the lowest at which the engine plays. */
const LOWEST_RATING = Number(/STRENGTH_ELO_MIN = (\d+)/.exec(header)?.[1]);

/** How strong the engine plays: at a level, or by a rating instead. */
export interface Strength {
  readonly level: number;
  readonly rating: number | null;
}

export interface Opponent extends Strength {
  /** Its name among the texts, and its value among the choices. */
  readonly id: string;
}

const level = (id: string, number: number): Opponent => ({ id, level: number, rating: null });
const rated = (id: string, rating: number): Opponent => ({ id, level: 0, rating });

/** From the weakest to the strongest; the texts have a name and a sentence for each. */
export const NAMED: readonly Opponent[] = [
  rated('pip', LOWEST_RATING),
  rated('nell', 600),
  level('tom', 0),
  level('mila', 3),
  level('bruno', 5),
  level('ida', 8),
  level('victor', 11),
  level('greta', 14),
  level('nora', 18),
  level('bushka', TOP_LEVEL),
];

const LEVELS: readonly Opponent[] = Array.from({ length: TOP_LEVEL + 1 }, (_, i) => level(String(i), i));

/** The opponent of that strength; if there is none (a rating of an older page), the next level above. */
export function opponentOf({ level, rating }: Strength): Opponent {
  const same = NAMED.find((each) => (rating === null ? each.rating === null && each.level === level : each.rating === rating));
  const next = rating === null ? level : LEVEL_RATINGS.findIndex((elo) => elo >= rating);
  return same ?? LEVELS[next] ?? (LEVELS[TOP_LEVEL] as Opponent);
}

export function opponentBy(id: string): Opponent | undefined {
  return [...NAMED, ...LEVELS].find((each) => each.id === id);
}

/** The choices, in groups: those with names, and all levels. */
export function opponentChoices(): readonly (readonly [string, Choices])[] {
  const named = NAMED.map(({ id, level, rating }) => {
    const [name] = S.opponents.named[id] ?? [''];
    return [id, S.opponents.choice(name, rating ?? LEVEL_RATINGS[level])] as const;
  });
  return [
    [S.opponents.label, named],
    [S.opponents.more, LEVELS.map(({ id, level }) => [id, S.opponents.choice(id, LEVEL_RATINGS[level])] as const)],
  ];
}

/** A sentence about an opponent. */
export function portrait({ id, level }: Opponent): string {
  return S.opponents.named[id]?.[1] ?? (level === TOP_LEVEL ? '' : S.opponents.level);
}
