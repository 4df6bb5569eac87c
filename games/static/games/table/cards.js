/**
 * Cards as the server writes them: rank then suit, "TH" is the ten of hearts. Pure.
 */

const RANKS = "23456789TJQKA";

/** Suits as a hand is sorted on screen: black and red take turns, so neighbours never look alike. */
export const SUITS = ["S", "H", "C", "D"];

/** What stands for a suit where there is no trump. */
export const NO_TRUMP = "N";

/** Return the suit letter of a card. */
export const suitOf = (card) => card[1];

/** Return the rank of a card as printed on it: "10", not "T". */
export const faceOf = (card) => (card[0] === "T" ? "10" : card[0]);

/** Return the id of a card's drawing in the sprite. */
export const symbolOf = (card) => `c-${faceOf(card)}${suitOf(card).toLowerCase()}`;

const strength = (card) => RANKS.indexOf(card[0]);

/** Return cards by suit, highest first within a suit. */
export const sorted = (cards) =>
  [...cards].sort(
    (one, other) =>
      SUITS.indexOf(suitOf(one)) - SUITS.indexOf(suitOf(other)) || strength(other) - strength(one),
  );

/** Return the play that is winning a trick, a list of [seat, card]; null when nothing is played. */
export function winning(trick, trump) {
  const worth = ([, card]) =>
    strength(card) + (suitOf(card) === trump ? 200 : suitOf(card) === suitOf(trick[0][1]) ? 100 : 0);
  return trick.reduce((best, play) => (best && worth(best) >= worth(play) ? best : play), null);
}
