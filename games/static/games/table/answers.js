/**
 * Answers to what a listener may ask at any time with one key, and the summary after an absence.
 */

import { trickLabel, trumpOf } from "./felt.js";
import { meterLabel } from "./meter.js";
import { nameOf, pointsOf, shuffling } from "./names.js";
import { countOf } from "./places.js";
import { mine } from "./turn.js";
import { person } from "./words.js";

const nowhere = ({ words }) => words.strings.waiting_seats;

const whenPlaying = (answer) => (page) => (page.table.view === null ? nowhere(page) : answer(page));

/** What lies on the table. */
export const trickNow = whenPlaying((page) => trickLabel(page.table.view.trick, page));

/** The trick before. */
export const lastNow = whenPlaying((page) => trickLabel(page.table.view.last_trick, page));

/** The points of all sides. */
export const scoreNow = whenPlaying(({ table, words }) => {
  const totals = table.view.totals.map((total) => words.number(total));
  return words.text("score_now", { points: pointsOf(table, totals, words) });
});

/** The contract and how it stands. */
export const contractNow = whenPlaying((page) => {
  const { contract, tricks } = page.table.view;
  const trump = trumpOf(page);
  const suit = trump ? page.words.text("trump_is", { suit: page.words.strings.suits[trump] }) : "";
  const told = contract
    ? meterLabel(countOf(tricks, contract, page), page, contract.declarer)
    : page.words.strings.no_contract;
  return `${told} ${suit}`;
});

/** Whose turn it is, and what we may do if it is ours. */
export const turnNow = whenPlaying((page) => {
  const { table, words } = page;
  const { turn, phase } = table.view;
  if (shuffling(table)) return words.strings.shuffling;
  if (turn === null) return words.strings[`phase_${phase}`] ?? "";
  if (turn === table.you) return yourTurn(page);
  return words.text(`wait_${phase}`, { name: person(nameOf(table, turn, words)) });
});

/** What is asked of us now. */
function yourTurn(page) {
  const { phase } = page.table.view;
  const asked = phase === "play" ? mine(page) : page.words.strings[`ask_${phase}`];
  return `${page.words.strings.your_turn} ${asked}`;
}

/** Where everything stands, for one who comes to the table or comes back. */
export const summary = (page) => [scoreNow(page), contractNow(page), turnNow(page)].join(" ");
