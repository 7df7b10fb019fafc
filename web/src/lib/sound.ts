/** Short sounds made on the spot with Web Audio: nothing to download, and silent until the first gesture. */

import { settings } from './settings.svelte';

export type Sound = 'move' | 'capture' | 'flip' | 'drop' | 'tile' | 'notify' | 'win' | 'lose' | 'refuse' | 'tick';

interface Tone {
  hertz: number;
  /** Seconds after the start of the sound. */
  at?: number;
  length: number;
  type?: OscillatorType;
  gain?: number;
  /** Where the pitch slides to. */
  to?: number;
}

const TONES: Record<Sound, Tone[]> = {
  move: [{ hertz: 220, to: 150, length: 0.07, type: 'triangle' }],
  capture: [
    { hertz: 260, to: 120, length: 0.09, type: 'triangle' },
    { hertz: 180, to: 90, at: 0.06, length: 0.1, type: 'triangle' },
  ],
  flip: [
    { hertz: 420, to: 300, length: 0.05, type: 'triangle', gain: 0.7 },
    { hertz: 360, to: 240, at: 0.07, length: 0.06, type: 'triangle', gain: 0.7 },
  ],
  drop: [{ hertz: 520, to: 110, length: 0.16, type: 'sine' }],
  tile: [{ hertz: 900, to: 700, length: 0.035, type: 'square', gain: 0.25 }],
  notify: [
    { hertz: 660, length: 0.09, type: 'sine' },
    { hertz: 880, at: 0.1, length: 0.12, type: 'sine' },
  ],
  win: [
    { hertz: 523, length: 0.12 },
    { hertz: 659, at: 0.12, length: 0.12 },
    { hertz: 784, at: 0.24, length: 0.25 },
  ],
  lose: [
    { hertz: 392, length: 0.14 },
    { hertz: 330, at: 0.15, length: 0.14 },
    { hertz: 262, at: 0.3, length: 0.25 },
  ],
  refuse: [{ hertz: 140, to: 110, length: 0.12, type: 'sawtooth', gain: 0.35 }],
  tick: [{ hertz: 1200, length: 0.02, type: 'square', gain: 0.2 }],
};

let context: AudioContext | undefined;

// Browsers refuse sound before a gesture; asking for it earlier would only log a warning.
function wake(): void {
  context ??= new AudioContext();
  void context.resume();
}

export function listenForGesture(): void {
  if (typeof AudioContext === 'undefined') return;
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, wake, { once: true });
}

export function play(sound: Sound): void {
  if (!settings.sound || settings.volume <= 0 || context?.state !== 'running') return;
  const now = context.currentTime;
  for (const tone of TONES[sound]) {
    const start = now + (tone.at ?? 0);
    const end = start + tone.length;
    const oscillator = context.createOscillator();
    const envelope = context.createGain();
    oscillator.type = tone.type ?? 'sine';
    oscillator.frequency.setValueAtTime(tone.hertz, start);
    if (tone.to) oscillator.frequency.exponentialRampToValueAtTime(tone.to, end);
    envelope.gain.setValueAtTime(0.0001, start);
    envelope.gain.exponentialRampToValueAtTime(settings.volume * 0.4 * (tone.gain ?? 1), start + 0.008);
    envelope.gain.exponentialRampToValueAtTime(0.0001, end);
    oscillator.connect(envelope).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(end + 0.02);
  }
}
