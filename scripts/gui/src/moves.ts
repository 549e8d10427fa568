// SPDX-License-Identifier: GPL-3.0-or-later
// The answer to `moves full` (protocol.md, "Moves for a program").
import { said } from './said';

export interface Step {
  readonly to: string;
  readonly taken: string;
}

export const NOTATIONS = ['formal', 'short', 'coordinate'] as const;
export type Notation = (typeof NOTATIONS)[number];

export interface LegalMove {
  readonly coordinate: string;
  readonly formal: string;
  readonly short: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  /** The men of a line that steps, its head first; empty for other moves. */
  readonly line: readonly string[];
  readonly taken: readonly string[];
  /** The routes of a piece capture; empty for other moves. */
  readonly routes: readonly (readonly Step[])[];
  readonly promotes: boolean;
}

export interface Details {
  readonly fen: string;
  /** '1-0', '0-1' or '1/2-1/2', and why; null and '' while the game goes on. */
  readonly result: string | null;
  readonly reason: string;
  readonly moves: readonly LegalMove[];
}

const ERROR = 'info string error: ';

/** A refusal, in the engine's words. */
export class Refusal extends Error {}

/** The first refusal among the lines, or null. */
export function refusalIn(lines: readonly string[]): string | null {
  const line = lines.find((text) => text.startsWith(ERROR));
  return line === undefined ? null : line.slice(ERROR.length);
}

function readMove(line: string): LegalMove {
  const words = line.split(' ');
  const values = new Map<string, string>();
  const routes: Step[][] = [];
  for (let i = 0; i < words.length; i += 2) {
    const name = words[i] ?? '';
    const value = words[i + 1] ?? '';
    if (name === 'route') {
      routes.push(
        value.split(',').map((step) => {
          const [to = '', taken = ''] = step.split(':');
          return { to, taken };
        }),
      );
    } else {
      values.set(name, value);
    }
  }
  const list = (name: string): string[] => values.get(name)?.split(',') ?? [];
  const text = (name: string): string => values.get(name) ?? '';
  return {
    coordinate: text('move'),
    formal: text('formal'),
    short: text('short'),
    kind: text('kind'),
    from: text('from'),
    to: text('to'),
    line: list('line'),
    taken: list('taken'),
    routes,
    promotes: values.has('promotes'),
  };
}

/** Reads the answer. Throws a Refusal. */
export function readDetails(lines: readonly string[]): Details {
  const refusal = refusalIn(lines);
  if (refusal !== null) {
    throw new Refusal(refusal);
  }
  const fen = lines.find((line) => line.startsWith('Fen: '))?.slice('Fen: '.length) ?? '';
  const result = /^Result: (\S+) \((.*)\)$/.exec(lines.find((line) => line.startsWith('Result: ')) ?? '');
  const moves = lines.filter((line) => line.startsWith('move ')).map(readMove);
  return { fen, result: result?.[1] ?? null, reason: said(result?.[2] ?? ''), moves };
}

/** The squares that show the move on the board. */
export function squaresOfMove({ line, from, to }: LegalMove): string[] {
  return line.length > 0 ? [to, ...line] : [from, to];
}

export function isCapture(move: LegalMove): boolean {
  return move.taken.length > 0;
}
