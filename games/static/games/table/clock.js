/**
 * Time as the server counts it, and the clocks on the page that run between two frames.
 */

/** The number on a clock appears from here down, and it presses from `LATE` down; in seconds. */
const SHOWN = 20;
const LATE = 10;

/** How far the server's clock is from ours, from the exchange that took the least time. */
export class ServerTime {
  #offset = null;
  #best = Infinity;

  /** Measure anew: after a pause of the device its clock may have been set. */
  forget() {
    this.#best = Infinity;
  }

  /** Take note of a time the server told; `rtt` is how long the exchange took, if it is known. */
  hear(now, rtt = 4000) {
    if (rtt > this.#best) return;
    this.#best = rtt;
    this.#offset = now - Date.now() + (rtt < 4000 ? rtt / 2 : 0);
  }

  /** Return the server's time now, in milliseconds. */
  now() {
    return Date.now() + (this.#offset ?? 0);
  }
}

/** Return seconds as a clock shows them, "1:05". */
export const reading = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/**
 * Draws the time left into `[data-ring]`, `[data-seconds]` and `[data-clock]` under `root`, four
 * times a second. Only styles and texts change, so the page is not rendered for it.
 */
export class Clocks {
  #root;
  #time;
  #late;
  #deadline = null;
  #span = null;
  #told = { deadline: null, seconds: null };

  /** @param {(first: boolean) => void} late called every second from ten seconds before a deadline */
  constructor(root, time, late) {
    this.#root = root;
    this.#time = time;
    this.#late = late;
    setInterval(() => this.draw(), 250);
  }

  /** Run towards a deadline; null stops the clocks. */
  run(deadline, span) {
    this.#deadline = deadline;
    this.#span = span;
    this.draw();
  }

  /** Draw the time left now. */
  draw() {
    const left = this.#deadline === null ? null : Math.max(0, this.#deadline - this.#time.now());
    const seconds = left === null ? null : Math.ceil(left / 1000);
    this.#each("[data-ring]", (ring) => this.#turn(ring, left, seconds));
    this.#each("[data-seconds]", (it) => write(it, seconds !== null && seconds <= SHOWN ? `${seconds}` : ""));
    this.#each("[data-clock]", (it) => write(it, seconds === null ? "" : reading(seconds)));
    if (seconds !== null && seconds <= LATE) this.#warn(seconds);
  }

  #each(selector, draw) {
    for (const element of this.#root.querySelectorAll(selector)) draw(element);
  }

  #turn(ring, left, seconds) {
    const share = left === null ? 100 : Math.min(100, (100 * left) / (this.#span || 1));
    ring.style.setProperty("--p", share.toFixed(1));
    ring.classList.toggle("late", seconds !== null && seconds <= LATE);
  }

  #warn(seconds) {
    const { deadline, seconds: before } = this.#told;
    this.#told = { deadline: this.#deadline, seconds };
    if (deadline !== this.#deadline || before !== seconds) this.#late(deadline !== this.#deadline);
  }
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
