/**
 * A match that is a game of a series: how the series stands. Pure.
 *
 * The server counts; `halves` is twice what each side has of the games before this one.
 */

import { isolated } from "./words.js";

/** Return the games of both sides, those of the seat drawn below first; nothing before the first. */
export const standing = ({ halves }, words, sides) =>
  halves.some(Boolean) ? sides.map((side) => isolated(words.games(halves[side]))).join("\u2013") : "";
