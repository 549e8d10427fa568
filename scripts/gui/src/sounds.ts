// SPDX-License-Identifier: GPL-3.0-or-later
// The sounds of a game: short knocks of wood and a few notes, made on the spot (Web Audio), without a file.

type Sound = 'move' | 'capture' | 'end' | 'refused';

/** A tone that dies away: when it begins and how long it lasts in seconds, its pitch in hertz, its loudness (0 to 1). */
interface Tone {
  readonly at: number;
  readonly length: number;
  readonly pitch: number;
  readonly gain: number;
  readonly shape: OscillatorType;
}

const knock = (at: number, pitch: number): Tone[] => [
  { at, length: 0.07, pitch, gain: 0.35, shape: 'triangle' },
  { at, length: 0.025, pitch: pitch * 4.7, gain: 0.12, shape: 'square' },
];
const note = (at: number, pitch: number): Tone => ({ at, length: 0.5, pitch, gain: 0.16, shape: 'sine' });

const SOUNDS: Readonly<Record<Sound, readonly Tone[]>> = {
  move: knock(0, 240),
  capture: [...knock(0, 240), ...knock(0.09, 170)],
  end: [note(0, 392), note(0.14, 494), note(0.28, 587)],
  refused: [{ at: 0, length: 0.16, pitch: 110, gain: 0.2, shape: 'triangle' }],
};

const SILENCE = 0.0001; // what an exponential curve can end at

export class Sounds {
  on = true;
  private context: AudioContext | null = null;

  /** Plays nothing before the reader has touched the page: browsers do not allow it. Some have no sound at all. */
  play(sound: Sound): void {
    try {
      if (this.on && navigator.userActivation.hasBeenActive) {
        this.sound(sound);
      }
    } catch {
      this.on = false;
    }
  }

  private sound(sound: Sound): void {
    this.context ??= new AudioContext();
    const { context } = this;
    void context.resume();
    for (const { at, length, pitch, gain, shape } of SOUNDS[sound]) {
      const begin = context.currentTime + at;
      const tone = new OscillatorNode(context, { type: shape, frequency: pitch });
      const volume = new GainNode(context, { gain });
      volume.gain.setValueAtTime(gain, begin);
      volume.gain.exponentialRampToValueAtTime(SILENCE, begin + length);
      tone.connect(volume).connect(context.destination);
      tone.start(begin);
      tone.stop(begin + length);
    }
  }
}
