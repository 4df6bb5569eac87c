/**
 * How seats and sides are called by this reader, and what a table is at. Pure.
 */

import { sidesFrom } from "./places.js";
import { isolated, person } from "./words.js";

/** Return how a seat is called by this reader. */
export function nameOf(table, seat, words) {
  if (seat === table.you) return words.strings.you;
  return table.seats[seat]?.name || words.text("seat", { n: seat + 1 });
}

/**
 * Return how a side is called by this reader: "Us" and "Them" at a table of pairs, names to a
 * spectator and where everybody plays for himself.
 */
export function sideName(table, side, words, short = (name) => name) {
  const name = (seat) => short(nameOf(table, seat, words));
  if (table.view?.rules.seating === "solo") return name(side);
  if (table.you !== null) return words.strings[side === table.you % 2 ? "us" : "them"];
  return [side, side + 2].map((seat) => isolated(name(seat))).join(" \u2013 ");
}

/** Return how a side is called where there is little room. */
export const sideLabel = (table, side, words) => sideName(table, side, words, firstName);

/** Return whether the table waits for what pages put into its deals. */
export const shuffling = ({ entropy }) => ["hash", "value"].includes(entropy?.step);

/** Return whether more than one side leads at the target or over it: the match is not decided. */
export function isLevel({ totals, target }) {
  const top = Math.max(...totals);
  return top >= target && totals.filter((total) => total === top).length > 1;
}

/** Return what each side has in one text, ours first: "You +8 and Amal 0"; `values` by side, written. */
export function pointsOf(table, values, words) {
  const told = (side) =>
    words.text("points_of", { name: person(sideName(table, side, words)), points: values[side] });
  return words.all(sidesFrom(table.you ?? 0, table.view.rules.seating).map(told));
}

/** Return the first word of a name. */
export const firstName = (name) => name.trim().split(/\s+/)[0];
