/**
 * What was said and not yet acknowledged, and how long to wait before trying again. Pure.
 */

/** A move the server has not confirmed is sent again after this long, with the same id. */
export const RESEND_AFTER = 1500;

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

/**
 * Return how long to wait before an attempt to connect. It is random at every step, also at the
 * longest, so that a hall full of phones does not come back in the same instant.
 */
export function patience(attempt, random) {
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt + 1));
  return FIRST_WAIT + random * (longest - FIRST_WAIT);
}

/** The moves under way, by id. */
export class Outbox {
  #waiting = new Map();

  /** Remember a move sent at a time. */
  add(frame, now) {
    this.#waiting.set(frame.id, { frame, sent: now });
  }

  /** Forget a move the server has answered; return whether it was waited for. */
  settle(id) {
    return this.#waiting.delete(id);
  }

  /** Return the moves to send again now, and take them as sent. */
  due(now, after = RESEND_AFTER) {
    const late = [...this.#waiting.values()].filter(({ sent }) => now - sent >= after);
    for (const move of late) move.sent = now;
    return late.map(({ frame }) => frame);
  }
}
