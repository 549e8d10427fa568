// SPDX-License-Identifier: GPL-3.0-or-later
// The players' clocks, as values.
import { html } from './dom';
import type { Color } from './geometry';
import { S } from './language';

const MINUTE = 60_000;
const SECOND = 1000;
const LOW_MS = 20_000; // below this, tenths are shown

const CONTROLS: Readonly<Record<string, { minutes: number; seconds: number }>> = {
  '1+0': { minutes: 1, seconds: 0 },
  '3+2': { minutes: 3, seconds: 2 },
  '5+3': { minutes: 5, seconds: 3 },
  '10+5': { minutes: 10, seconds: 5 },
  '30+0': { minutes: 30, seconds: 0 },
};

export const TIME_CONTROLS: readonly (readonly [string, string])[] = [
  ['none', S.play.noClock],
  ...Object.keys(CONTROLS).map((key) => [key, `${key.replace('+', ' min + ')} s`] as const),
];

function clockText(ms: number): string {
  const left = Math.max(0, ms);
  const minutes = Math.floor(left / MINUTE);
  const seconds = Math.floor((left % MINUTE) / SECOND);
  const tenths = left < LOW_MS ? `.${Math.floor((left % SECOND) / 100)}` : '';
  return `${minutes}:${String(seconds).padStart(2, '0')}${tenths}`;
}

/** Two clocks, of which at most one runs. */
export interface Clock {
  /** Milliseconds that each side had left at the time `since`, by performance.now(). */
  readonly left: Readonly<Record<Color, number>>;
  readonly since: number;
  readonly running: Color | null;
}

/** The clocks of a time control; null if it has none. */
export function newClock(control: string): Clock | null {
  const full = (CONTROLS[control]?.minutes ?? 0) * MINUTE;
  return full === 0 ? null : stoppedClock({ W: full, B: full });
}

export function stoppedClock(left: Readonly<Record<Color, number>>): Clock {
  return { left, since: 0, running: null };
}

/** Milliseconds that a side gets for each move. */
export function incrementOf(control: string): number {
  return (CONTROLS[control]?.seconds ?? 0) * SECOND;
}

/** Milliseconds left, as of now. */
export function timesOf({ left, since, running }: Clock): Record<Color, number> {
  const now = { ...left };
  if (running !== null) {
    now[running] = Math.max(0, now[running] - (performance.now() - since));
  }
  return now;
}

/** The clocks from now on: that side's runs, and these milliseconds are added. */
export function turned(clock: Clock, running: Color | null, more: Partial<Record<Color, number>> = {}): Clock {
  const { W, B } = timesOf(clock);
  return { left: { W: W + (more.W ?? 0), B: B + (more.B ?? 0) }, since: performance.now(), running };
}

export function drawClock(box: HTMLElement, clock: Clock): void {
  const times = timesOf(clock);
  box.replaceChildren(
    ...(['W', 'B'] as const).map((side) =>
      html(
        'span',
        {
          class: `clock${clock.running === side ? ' running' : ''}`,
          role: 'timer',
          'aria-label': S.play.clockOf(side),
        },
        html('small', {}, S.side(side)),
        clockText(times[side]),
      ),
    ),
  );
}
