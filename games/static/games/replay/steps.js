/**
 * A deal after any number of cards, from the list of its cards in the order of play. Pure.
 *
 * @typedef {{seat: number, code: string, symbol: string, name: string, says: string, wins: boolean}} Card
 * @typedef {{step: number, trick: number, table: Card[], full: boolean, says: string}} Moment
 */

/** Cards of a trick. */
export const TRICK = 4;

/**
 * Return what is on the table after `step` cards; a full trick lies there until the next card.
 *
 * @param {Card[]} cards
 * @param {number} step
 * @returns {Moment}
 */
export function moment(cards, step) {
  const trick = Math.ceil(step / TRICK);
  const table = cards.slice(Math.max(0, trick - 1) * TRICK, step);
  return { step, trick, table, full: step > 0 && step % TRICK === 0, says: cards[step - 1]?.says ?? "" };
}

/**
 * Return how a card of a hand looks after `step` cards, being the one played at `played` (0: never).
 *
 * @param {number} played
 * @param {number} step
 */
export const look = (played, step) => (!played || played > step ? "" : played === step ? "now" : "gone");

/**
 * Return the step at the end of a trick.
 *
 * @param {number} trick
 * @param {number} last
 */
export const endOf = (trick, last) => Math.max(0, Math.min(last, trick * TRICK));

/**
 * Return the step a key leads to; null for a key that means nothing here.
 *
 * @param {string} key
 * @param {number} step
 * @param {number} last
 */
export function stepFor(key, step, last) {
  const trick = Math.ceil(step / TRICK);
  switch (key) {
    case "ArrowLeft":
      return Math.max(0, step - 1);
    case "ArrowRight":
      return Math.min(last, step + 1);
    case "ArrowUp":
      return endOf(step % TRICK ? trick - 1 : step / TRICK - 1, last);
    case "ArrowDown":
      return endOf(Math.floor(step / TRICK) + 1, last);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}
