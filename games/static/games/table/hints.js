/**
 * The hints of a first deal and the moments they are about. Pure.
 */

const inPlay = ({ phase }) => phase === "play";

/** When each hint is due, in the order they come: from the view of the match and our seat. */
/** @type {[string, (view: any, you: number) => boolean][]} */
const HINTS = [
  ["hand", ({ hand }) => hand.length > 0],
  ["bid", ({ phase, turn }, you) => phase === "auction" && turn === you],
  ["contract", ({ contract }) => contract !== null],
  ["trump", ({ phase, trump }) => phase === "play" && trump !== null && trump !== "N"],
  ["follow", (view, you) => inPlay(view) && view.turn === you],
  ["trick", ({ last_trick }) => last_trick !== null],
  ["meter", (view) => inPlay(view) && view.tricks.reduce((sum, count) => sum + count) > 1],
  ["result", ({ phase }) => phase === "result" || phase === "over"],
];

/** Return the names of all hints. */
export const HINT_NAMES = HINTS.map(([name]) => name);

/** Return the hint to show: the first that is due and was not read; null for none. */
export function hintFor(view, you, read) {
  const due = HINTS.find(([name, isDue]) => !read.includes(name) && isDue(view, you));
  return due ? due[0] : null;
}
