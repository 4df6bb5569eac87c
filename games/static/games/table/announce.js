/**
 * What a screen reader says by itself: one polite region for what happens, one assertive for what
 * is asked of the reader now. Sentences that come close together are said together.
 */

const GATHER = 350;

/** Which sentences a reader hears, by the setting: everything, only his turns, or results. */
const HEARD = { all: ["card", "result"], results: ["result"], turn: [] };

/** Speaks through the two live regions of the page. */
export class Announcer {
  #polite;
  #urgent;
  #chosen;
  #waiting = [];
  #timer = null;

  /** @param chosen the reader's settings, of which `voice` is heeded */
  constructor(polite, urgent, chosen) {
    this.#polite = polite;
    this.#urgent = urgent;
    this.#chosen = chosen;
  }

  /** Say a sentence when the ones before it are said. */
  say(text, weight = "result") {
    if (!(HEARD[this.#chosen.voice] ?? HEARD.all).includes(weight)) return;
    this.answer(text);
  }

  /** Say what the reader asked to hear. */
  answer(text) {
    this.#waiting.push(text);
    this.#timer ??= setTimeout(() => this.#flush(), GATHER);
  }

  /** Say at once what the reader has to do. */
  urge(text) {
    tell(this.#urgent, text);
  }

  #flush() {
    this.#timer = null;
    tell(this.#polite, this.#waiting.splice(0).join(" "));
  }
}

/** The same text twice would be no change, and so not be heard: a space makes it one. */
function tell(region, text) {
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
