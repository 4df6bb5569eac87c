/**
 * What follows a match that is a game of a series. Pure; fetched with the results.
 */

/** Return whether another game follows a match that is over: nobody has won most, and there is time. */
export function goesOn({ series, view: { outcome, time_up: timeUp } }) {
  if (!series || timeUp || outcome.state === "void" || outcome.by === "retirement") return false;
  const won = (side) => (outcome.state === "won" ? 2 * Number(outcome.winner === side) : 1);
  return series.game < series.of && series.halves.every((halves, side) => halves + won(side) <= series.of);
}
