/**
 * The match in sentences, for the log on the page and for those who listen. Pure.
 *
 * A sentence is `{ key, values, weight }`: `weight` says who wants to hear it, "card" only those
 * who listen to everything, "result" also those who only want results.
 */

import { sideOf } from "./places.js";
import { isolated, person } from "./words.js";

/** Return how a seat is called by this reader. */
export function nameOf(table, seat, words) {
  if (seat === table.you) return words.strings.you;
  return table.seats[seat]?.name || words.text("seat", { n: seat + 1 });
}

/** Return how a side is called by this reader: "Us" and "Them" at the table, names to a spectator. */
export function sideName(table, side, words) {
  if (table.you !== null) return words.strings[side === table.you % 2 ? "us" : "them"];
  return pair(side, (seat) => nameOf(table, seat, words));
}

/** Return how a side is called where there is little room. */
export function sideLabel(table, side, words) {
  if (table.you !== null) return sideName(table, side, words);
  return pair(side, (seat) => firstName(nameOf(table, seat, words)));
}

/** Return the first word of a name. */
export const firstName = (name) => name.trim().split(/\s+/)[0];

const pair = (side, name) => [side, side + 2].map((seat) => isolated(name(seat))).join(" \u2013 ");

/** Return the sentences an event is told in; none for what everybody sees anyway. */
export function told(frame, table, words) {
  const tell = TELL[frame.k];
  if (!tell) return [];
  const name = person(frame.seat === null ? "" : nameOf(table, frame.seat, words));
  const sentences = [tell(frame, table, words, name)].flat();
  return frame.by in BY
    ? [...sentences, { key: BY[frame.by], values: { name }, weight: "result" }]
    : sentences;
}

/** Return the deal in hand up to now in sentences, for one who was not there. */
export function recalled(table, words) {
  const { deal, dealer, calls, contract, trump } = table.view;
  const called = ([seat, call]) => ({ k: call === "P" ? "pass" : "bid", seat, d: { bid: Number(call) } });
  const events = [{ k: "deal", seat: null, d: { deal, dealer } }, ...calls.map(called)];
  if (contract) events.push({ k: "contract", seat: null, d: contract });
  if (trump) events.push({ k: "trump", seat: null, d: { suit: trump } });
  return events.flatMap((event) => told(event, table, words));
}

/** A move nobody made with his own hand is told as such. */
const BY = { timeout: "by_clock", director: "by_director" };

const say = (key, values, weight = "card") => ({ key, values, weight });

const TELL = {
  deal: ({ d }, table, words) =>
    say("told_deal", { n: d.deal, name: person(nameOf(table, d.dealer, words)) }, "result"),
  bid: ({ d }, _, words, name) => say("told_bid", { name, bid: words.number(d.bid) }),
  pass: (_, __, ___, name) => say("told_pass", { name }),
  all_pass: () => say("told_all_pass", {}, "result"),
  contract: ({ d }, table, words) =>
    say(
      "told_contract",
      { name: person(nameOf(table, d.declarer, words)), bid: words.number(d.bid) },
      "result",
    ),
  trump: ({ d }, _, words) => say("told_trump", { suit: words.strings.suits[d.suit] }, "result"),
  card: (frame, table, words, name) => playedCard(frame, table, words, name),
  score: ({ d }, table, words) => scored(d, table, words),
  over: ({ d }, table, words) => ended(d, table, words),
  sit: ({ d }) => say("told_sit", { name: person(d.name) }),
  leave: ({ d }, { seats }) => say("told_leave", { name: person(seats[d.seat].name) }),
  time_up: () => say("told_time_up", {}, "result"),
  entropy_end: ({ d }, table, words) =>
    d.missing.map((seat) => say("told_missing", { name: person(nameOf(table, seat, words)) }, "result")),
};

function playedCard({ d }, table, words, name) {
  const card = say("told_card", { name, card: words.card(d.card) });
  if (d.won === undefined) return card;
  const side = sideOf(d.won, table.view.rules.seating);
  const n = table.view.tricks.reduce((sum, count, seat) => sum + (seat % 2 === side ? count : 0), 0);
  const winner = person(nameOf(table, d.won, words));
  return [card, say("told_trick", { name: winner, side: person(sideName(table, side, words)), n })];
}

function scored(d, table, words) {
  const side = (number) => person(sideName(table, number, words));
  const point = (number) => words.signed(d.points[number]);
  const values = { first: side(0), one: point(0), second: side(1), other: point(1) };
  return say(d.made ? "told_made" : "told_set", values, "result");
}

function ended({ state, winner, totals }, table, words) {
  if (state !== "won") return say(`told_${state}`, {}, "result");
  const values = { side: person(sideName(table, winner, words)), score: words.number(totals[winner]) };
  return say("told_won", values, "result");
}
