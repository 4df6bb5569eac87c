/**
 * The finished trick that stays on the table for a moment and then goes to who took it.
 *
 * The state of the match is ahead of what is shown meanwhile; nothing waits for the showing.
 */

/** Shows one finished trick after another. */
export class Stage {
  #changed;
  #times;
  #timer = null;
  #landed = 0;

  /** What is on show: `{ plays, won, leaving }`, or null for the trick being played. */
  shown = null;

  /** @param times returns `flight`, `hold` and `slide` in milliseconds, `hold` null for "until it is cleared" @param changed called when the show changes */
  constructor(times, changed) {
    this.#times = times;
    this.#changed = changed;
  }

  /** Take note that a card leaves a hand. */
  fly() {
    this.#landed = Date.now() + this.#times().flight;
  }

  /** Whether a card is on its way: what a finger hits now is not what it was meant for. */
  get flying() {
    return Date.now() < this.#landed;
  }

  /** Show a finished trick, then let it go to its winner. */
  hold({ plays, won }) {
    const { hold, slide } = this.#times();
    this.#next({ plays, won, leaving: false }, hold, () => this.#next({ plays, won, leaving: true }, slide));
  }

  /** Show the trick being played. */
  clear() {
    clearTimeout(this.#timer);
    this.shown = null;
    this.#changed();
  }

  #next(shown, time, then = () => this.clear()) {
    clearTimeout(this.#timer);
    this.shown = shown;
    if (time !== null) this.#timer = setTimeout(then, time);
    this.#changed();
  }
}
