/**
 * Answers to what a listener may ask at any time with one key, and the summary after an absence.
 */

import { shuffling } from "./entropy.js";
import { trickLabel } from "./felt.js";
import { mine } from "./hand.js";
import { countOf, meterLabel } from "./meter.js";
import { nameOf, sideName } from "./story.js";
import { person } from "./words.js";

const nowhere = ({ words }) => words.strings.waiting_seats;

const whenPlaying = (answer) => (page) => (page.table.view === null ? nowhere(page) : answer(page));

/** What lies on the table. */
export const trickNow = whenPlaying((page) => trickLabel(page.table.view.trick, page));

/** The trick before. */
export const lastNow = whenPlaying((page) => trickLabel(page.table.view.last_trick, page));

/** Both sides' points. */
export const scoreNow = whenPlaying(({ table, words, south }) => {
  const [us, them] = [south % 2, 1 - (south % 2)];
  const side = (number) => person(sideName(table, number, words));
  const values = {
    us: side(us),
    ours: table.view.totals[us],
    them: side(them),
    theirs: table.view.totals[them],
  };
  return words.text("score_now", values);
});

/** The contract and how it stands. */
export const contractNow = whenPlaying((page) => {
  const { contract, trump, tricks } = page.table.view;
  if (contract === null) return page.words.strings.no_contract;
  const count = countOf(tricks, page.south, contract.declarer, contract.bid);
  const suit = trump ? page.words.text("trump_is", { suit: page.words.strings.suits[trump] }) : "";
  return `${meterLabel(count, page, contract.declarer)} ${suit}`;
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
export function yourTurn(page) {
  const { phase } = page.table.view;
  const asked = phase === "play" ? mine(page) : page.words.strings[`ask_${phase}`];
  return `${page.words.strings.your_turn} ${asked}`;
}

/** Where everything stands, for one who comes to the table or comes back. */
export const summary = (page) => [scoreNow(page), contractNow(page), turnNow(page)].join(" ");
