// SPDX-License-Identifier: GPL-3.0-or-later
// Arrows and marks that people draw on the board, and how comments of game files hold them: [%cal Rf2f5] is a red arrow,
// [%csl Ge4] a green mark, as other programs write them.

export const INKS = ['green', 'red', 'blue', 'yellow'] as const;
export type Ink = (typeof INKS)[number];

export interface Drawing {
  readonly ink: Ink;
  readonly from: string;
  /** The same square as `from` for a mark. */
  readonly to: string;
}

const LETTERS: Readonly<Record<Ink, string>> = { green: 'G', red: 'R', blue: 'B', yellow: 'Y' };
const PART = /\[%c[as]l ([^\]]*)\]/g;
const WORD = /^([GRBY])([a-j]\d)([a-j]\d)?$/;

/** Are they in the same place, even if in different inks? */
export const isSame = (a: Drawing, b: Drawing): boolean => a.from === b.from && a.to === b.to;

/** The drawings with that one added, or without it if it is there already. It replaces one in another ink. */
export function toggled(drawings: readonly Drawing[], drawing: Drawing): Drawing[] {
  const known = drawings.find((each) => isSame(each, drawing));
  const others = drawings.filter((each) => !isSame(each, drawing));
  return known?.ink === drawing.ink ? others : [...others, drawing];
}

/** As a comment holds them; '' for none. */
export function writeDrawings(drawings: readonly Drawing[]): string {
  const part = (name: string, words: readonly string[]): string => (words.length === 0 ? '' : `[%${name} ${words.join()}]`);
  const marks = drawings.filter(({ from, to }) => from === to).map(({ ink, from }) => LETTERS[ink] + from);
  const arrows = drawings.filter(({ from, to }) => from !== to).map(({ ink, from, to }) => LETTERS[ink] + from + to);
  return part('csl', marks) + part('cal', arrows);
}

/** The drawings in a comment. Words of any other form are left out. */
export function readDrawings(comment: string): Drawing[] {
  return [...comment.matchAll(PART)].flatMap(([, words = '']) =>
    words.split(',').flatMap((word) => {
      const [, letter, from, to = from] = WORD.exec(word.trim()) ?? [];
      const ink = INKS.find((each) => LETTERS[each] === letter);
      return ink === undefined || from === undefined || to === undefined ? [] : [{ ink, from, to }];
    }),
  );
}

/** The drawings in what was kept in the browser. */
export function readDrawingList(found: unknown): Drawing[] {
  const list = Array.isArray(found) ? (found as Partial<Drawing>[]) : [];
  return list.flatMap((each) => {
    const [drawing] = readDrawings(writeDrawings([{ ink: each.ink ?? 'green', from: String(each.from), to: String(each.to) }]));
    return drawing ?? [];
  });
}
