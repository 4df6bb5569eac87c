/**
 * What we may do with our cards now. Pure.
 */

import { sorted, suitOf } from "./cards.js";

/** Return whether it is ours to play a card now. */
export const ourCard = ({ table, ui }) =>
  table.you !== null && table.view?.phase === "play" && table.view.turn === table.you && !ui.pending;

/** Return whether a card may be queued: where no director watches, while others play. */
export const mayQueue = ({ table, ui, config }) =>
  config.rules.casual &&
  table.you !== null &&
  table.view?.phase === "play" &&
  table.view.turn !== table.you &&
  !ui.pending;

/**
 * Return the seat of ours that is played without us, since we got up from it or the clock took us for
 * away; null if there is none.
 */
export function seatWithoutUs({ table: { view, you, seats }, kept }) {
  const seat = you ?? kept;
  if (seat === null || !view || ["deal", "over"].includes(view.phase)) return null;
  return (you === null ? seats[seat].kind !== "user" : seats[seat].away) ? seat : null;
}

/** Return what we may play: the suit to follow and the ranks that do, or that all is allowed. */
export function mine({ table, words }) {
  const { trick, must, legal } = table.view;
  if (must !== "must_follow_suit") return words.strings[trick.length ? "any_card" : "your_lead"];
  const ranks = sorted(legal).map((card) => words.rank(card));
  const suit = words.strings.suits[suitOf(trick[0][1])];
  return words.text("follow", { suit, ranks: words.either(ranks) });
}
