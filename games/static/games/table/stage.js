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

  /** What is on show: `{ plays, won, leaving }`, or null for the trick being played. */
  shown = null;

  /** @param times `hold` and `slide` in milliseconds @param changed called when the show changes */
  constructor(times, changed) {
    this.#times = times;
    this.#changed = changed;
  }

  /** Show a finished trick, then let it go to its winner. */
  hold({ plays, won }) {
    this.#next({ plays, won, leaving: false }, this.#times.hold, () =>
      this.#next({ plays, won, leaving: true }, this.#times.slide, () => this.clear()),
    );
  }

  /** Show the trick being played. */
  clear() {
    clearTimeout(this.#timer);
    this.shown = null;
    this.#changed();
  }

  #next(shown, time, then) {
    clearTimeout(this.#timer);
    this.shown = shown;
    this.#timer = setTimeout(then, time);
    this.#changed();
  }
}
