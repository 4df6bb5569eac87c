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
 * Draws the time left into `[data-ring]`, `[data-seconds]`, `[data-clock]` and `[data-bank]` under
 * `root`, four times a second. Only styles and texts change, so the page is not rendered for it. A bank
 * is used when the time of the turn itself is up.
 */
export class Clocks {
  #root;
  #time;
  #late;
  #deadline = null;
  #span = null;
  #bank = 0;
  #told = { deadline: null, seconds: null };

  /** @param {(first: boolean) => void} late called every second from ten seconds before a deadline */
  constructor(root, time, late) {
    this.#root = root;
    this.#time = time;
    this.#late = late;
    setInterval(() => this.draw(), 250);
  }

  /** Run towards a deadline, the last `bank` milliseconds before it from the bank; null stops the clocks. */
  run({ deadline, span, bank }) {
    this.#deadline = deadline;
    this.#span = span;
    this.#bank = bank;
    this.draw();
  }

  /** Draw the time left now. */
  draw() {
    const runs = this.#deadline !== null;
    const left = runs ? Math.max(0, this.#deadline - this.#time.now()) : 0;
    const kept = Math.min(left, this.#bank);
    const own = left - kept;
    const [shown, whole] = own || !kept ? [own, this.#span - this.#bank] : [kept, this.#bank];
    const late = runs && inSeconds(left) <= LATE;
    this.#each("[data-ring]", (ring) => turn(ring, runs ? shown / whole : 1, late, runs && kept && !own));
    this.#each("[data-seconds]", (it) =>
      write(it, runs && inSeconds(shown) <= SHOWN ? `${inSeconds(shown)}` : ""),
    );
    this.#each("[data-clock]", (it) => write(it, runs ? reading(inSeconds(own)) : ""));
    this.#each("[data-bank]", (it) => write(it, kept ? `+${reading(inSeconds(kept))}` : ""));
    if (late) this.#warn(inSeconds(left));
  }

  #each(selector, draw) {
    for (const element of this.#root.querySelectorAll(selector)) draw(element);
  }

  #warn(seconds) {
    const { deadline, seconds: before } = this.#told;
    this.#told = { deadline: this.#deadline, seconds };
    if (deadline !== this.#deadline || before !== seconds) this.#late(deadline !== this.#deadline);
  }
}

const inSeconds = (milliseconds) => Math.ceil(milliseconds / 1000);

function turn(ring, share, late, fromBank) {
  ring.style.setProperty("--p", Math.min(100, 100 * (share || 0)).toFixed(1));
  ring.classList.toggle("late", Boolean(late));
  ring.classList.toggle("bank", Boolean(fromBank));
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
