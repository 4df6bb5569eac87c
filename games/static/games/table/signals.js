/**
 * What is heard and felt of a match: sounds, a buzz when it is our turn, a screen that stays on.
 * Fetched with the reader's first tap or key, as browsers allow none of it before. A sound is never
 * the only sign of anything.
 */

import { sideOf } from "./places.js";

/** Notes of each sound: frequency in hertz, when it begins and how long it lasts in seconds. */
const SOUNDS = {
  deal: [0, 0.06, 0.12].map((at) => [900, at, 0.02]),
  card: [[420, 0, 0.05]],
  trick_us: [
    [523, 0, 0.09],
    [659, 0.08, 0.12],
  ],
  trick_them: [
    [440, 0, 0.09],
    [349, 0.08, 0.12],
  ],
  turn: [
    [784, 0, 0.1],
    [988, 0.1, 0.14],
  ],
  late: [[1200, 0, 0.04]],
  made: [523, 659, 784].map((note, at) => [note, at / 10, 0.14]),
  set: [392, 330, 262].map((note, at) => [note, at / 10, 0.14]),
  message: [[880, 0, 0.05]],
};

/** The names of the sounds, each of which can be switched off. */
export const SOUND_NAMES = Object.keys(SOUNDS);

const LOUDEST = 5;
const BUZZ = 60;

/** Return the sound an event of the match has for this page; undefined for none. */
export function soundOf({ k, d }, { kind, rules }) {
  if (k === "score") return d.made ? "made" : "set";
  if (k === "card" && d.won !== undefined) return `trick_${kind(sideOf(d.won, rules.seating))}`;
  return { card: "card", deal: "deal" }[k];
}

/** Sounds, buzzes and keeps the screen on, as the reader has chosen. */
export class Signals {
  #chosen;
  #context = new AudioContext();
  #lock = null;

  /** @param chosen the reader's settings: `volume`, `silent`, `buzz` and `awake` are heeded */
  constructor(chosen) {
    this.#chosen = chosen;
    this.#stayAwake();
    document.addEventListener("visibilitychange", () => document.hidden || this.#stayAwake());
  }

  /** Give the signal of an event, and that of our turn when it comes with it. */
  heed(event, page) {
    const sound = soundOf(event, page);
    if (sound) this.play(sound);
    if (event.k === "over") this.#lock?.release();
    if (page.mine && event.legal) this.#turn();
  }

  /** Give the signal of a second that runs out. */
  tick() {
    this.play("late");
  }

  /** Play a sound, unless the reader wants to hear nothing or not this. */
  play(name) {
    const { volume, silent } = this.#chosen;
    if (!Number(volume) || silent.split(" ").includes(name)) return;
    for (const note of SOUNDS[name]) this.#sound(note, (Number(volume) / LOUDEST) ** 2);
  }

  #turn() {
    this.play("turn");
    if (!this.#chosen.buzz) navigator.vibrate?.(BUZZ);
  }

  #sound([frequency, at, length], loudness) {
    const start = this.#context.currentTime + at;
    const tone = new OscillatorNode(this.#context, { frequency, type: "triangle" });
    const gain = new GainNode(this.#context, { gain: 0 });
    gain.gain.setValueAtTime(loudness, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(gain).connect(this.#context.destination);
    tone.start(start);
    tone.stop(start + length);
  }

  /** The screen stays on as long as the page is looked at; a device may refuse, when its battery is low. */
  async #stayAwake() {
    if (this.#chosen.awake || !navigator.wakeLock) return;
    this.#lock = await navigator.wakeLock.request("screen").catch(() => null);
  }
}
