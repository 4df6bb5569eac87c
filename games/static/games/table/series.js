/**
 * A match that is a game of a series: how the series stands, and whether it goes on. Pure.
 *
 * The server counts; `halves` is twice what each side has of the games before this one.
 */

import { isolated } from "./words.js";

/** Return the games of both sides, those of the seat drawn below first; nothing before the first. */
export const standing = ({ halves }, words, sides) =>
  halves.some(Boolean) ? sides.map((side) => isolated(words.games(halves[side]))).join("\u2013") : "";

/** Return whether another game follows a match that is over: nobody has won most, and there is time. */
export function goesOn({ series, view: { outcome, time_up: timeUp } }) {
  if (!series || timeUp || outcome.state === "void" || outcome.by === "retirement") return false;
  const won = (side) => (outcome.state === "won" ? 2 * (outcome.winner === side) : 1);
  return series.game < series.of && series.halves.every((halves, side) => halves + won(side) <= series.of);
}
