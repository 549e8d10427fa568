// SPDX-License-Identifier: GPL-3.0-or-later
// The players' clocks.
import { html } from './dom';
import type { Color } from './geometry';
import { S } from './strings';

const MINUTE = 60_000;
const SECOND = 1000;
const TICK_MS = 100;
const LOW_MS = 20_000; // tenths are shown below

const CONTROLS: Readonly<Record<string, { minutes: number; seconds: number }>> = {
  '1+0': { minutes: 1, seconds: 0 },
  '3+2': { minutes: 3, seconds: 2 },
  '5+3': { minutes: 5, seconds: 3 },
  '10+5': { minutes: 10, seconds: 5 },
  '30+0': { minutes: 30, seconds: 0 },
};

export const TIME_CONTROLS: readonly (readonly [string, string])[] = [
  ['none', S.play.noClock],
  ...Object.keys(CONTROLS).map((key) => [key, S.play.control(key)] as const),
];

export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  const minutes = Math.floor(left / MINUTE);
  const seconds = Math.floor((left % MINUTE) / SECOND);
  const tenths = left < LOW_MS ? `.${Math.floor((left % SECOND) / 100)}` : '';
  return `${minutes}:${String(seconds).padStart(2, '0')}${tenths}`;
}

/** Two clocks. They begin to run with the first move. */
export class MatchClock {
  private running: Color | null = null;
  private since = 0;
  private timer: ReturnType<typeof setInterval> | null = null;
  private box: HTMLElement | null = null;

  private constructor(
    private readonly left: Record<Color, number>,
    readonly increment: number,
    private readonly onFlag: (side: Color) => void,
  ) {}

  /** The clock of that time control, null for none; with the times that were left, if any. */
  static of(control: string, onFlag: (side: Color) => void, left: Record<Color, number> | null): MatchClock | null {
    const found = CONTROLS[control];
    if (found === undefined) {
      return null;
    }
    const full = found.minutes * MINUTE;
    return new MatchClock(left === null ? { W: full, B: full } : { ...left }, found.seconds * SECOND, onFlag);
  }

  /** Milliseconds left, as of now. */
  get times(): Record<Color, number> {
    const spent = this.running === null ? 0 : performance.now() - this.since;
    const now = { ...this.left };
    if (this.running !== null) {
      now[this.running] -= spent;
    }
    return now;
  }

  start(side: Color): void {
    if (this.running === side) {
      return;
    }
    this.stop();
    this.running = side;
    this.since = performance.now();
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  /** That side has moved. */
  pressed(side: Color): void {
    if (this.running === side) {
      this.stop();
      this.left[side] += this.increment;
    }
    this.start(side === 'W' ? 'B' : 'W');
  }

  stop(): void {
    Object.assign(this.left, this.times);
    this.running = null;
    if (this.timer !== null) {
      clearInterval(this.timer);
      this.timer = null;
    }
  }

  draw(box: HTMLElement): void {
    this.box = box;
    const times = this.times;
    box.replaceChildren(
      ...(['W', 'B'] as const).map((side) =>
        html(
          'span',
          {
            class: `clock${this.running === side ? ' running' : ''}`,
            role: 'timer',
            'aria-label': S.play.clockOf(side),
          },
          html('small', {}, S.side(side)),
          clockText(times[side]),
        ),
      ),
    );
  }

  private tick(): void {
    const side = this.running;
    if (side !== null && this.times[side] <= 0) {
      this.stop();
      this.left[side] = 0;
      this.onFlag(side);
    }
    if (this.box !== null) {
      this.draw(this.box);
    }
  }
}
