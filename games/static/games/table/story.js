/**
 * The match in sentences, for the log on the page and for those who listen. Fetched with the first. Pure.
 *
 * A sentence is `{ key, values, weight }`: `weight` says who wants to hear it, "card" only those
 * who listen to everything, "result" also those who only want results.
 */

import { isLevel, nameOf, pointsOf, sideName } from "./names.js";
import { sideOf, sideTricks } from "./places.js";
import { person } from "./words.js";

/** Return the sentences an event is told in; none for what everybody sees anyway. */
export function told(frame, table, words) {
  const tell = TELL[frame.k];
  if (!tell) return [];
  const name = person(frame.seat === null ? "" : nameOf(table, frame.seat, words));
  const sentences = [tell(frame, table, words, name)].flat();
  return frame.by in BY && frame.seat !== null
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
  bid: ({ d }, _, words, name) => say("told_bid", { name, bid: words.bid(d.bid) }),
  pass: (_, __, ___, name) => say("told_pass", { name }),
  all_pass: () => say("told_all_pass", {}, "result"),
  contract: ({ d }, table, words) =>
    say("told_contract", { name: person(nameOf(table, d.declarer, words)), bid: words.bid(d.bid) }, "result"),
  trump: ({ d }, _, words) => say("told_trump", { suit: words.strings.suits[d.suit] }, "result"),
  card: (frame, table, words, name) => playedCard(frame, table, words, name),
  score: ({ d }, table, words) => scored(d, table, words),
  reveal: (frame, table) => (goesOn(frame, table) ? say("told_level", {}, "result") : []),
  over: ({ d }, table, words) => ended(d, table, words),
  sit: ({ d }) => say("told_sit", { name: person(d.name) }),
  leave: ({ d }, { seats }) => say("told_leave", { name: person(seats[d.seat].name) }),
  call_director: (_, __, ___, name) => say("told_call", { name }, "result"),
  call_settled: ({ d }) =>
    d.ruling ? say("told_ruled", { ruling: person(d.ruling) }, "result") : say("told_settled", {}, "result"),
  away: ({ d }, _, __, name) => say(d.away ? "told_away" : "told_back", { name }),
  time_up: () => say("told_time_up", {}, "result"),
  adjust: ({ d }, table, words) => adjusted(d, table, words),
  retire: ({ d }, table, words) =>
    say("told_retire", { side: person(sideName(table, d.side, words)) }, "result"),
  entropy_end: ({ d }, table, words) =>
    d.missing.map((seat) => say("told_missing", { name: person(nameOf(table, seat, words)) }, "result")),
  match: () => say("told_match", {}, "result"),
  rematch: ({ d }, _, __, name) => say(d.yes ? "told_rematch" : "told_no_rematch", { name }, "result"),
};

/** The secret of a deal is shown when all is scored: with level leaders and no end, another follows. */
const goesOn = ({ phase }, { view }) => phase === "result" && isLevel(view);

function playedCard({ d }, table, words, name) {
  const told = [say("told_card", { name, card: words.card(d.card) })];
  const side = (number) => person(sideName(table, number, words));
  if (d.honour !== undefined) told.push(say("told_honour", { side: side(d.honour) }, "result"));
  if (d.won === undefined) return told;
  const { tricks, rules } = table.view;
  const won = sideOf(d.won, rules.seating);
  const n = sideTricks(tricks, won, rules.seating);
  const winner = person(nameOf(table, d.won, words));
  return [...told, say("told_trick", { name: winner, side: side(won), n })];
}

function scored(d, table, words) {
  const points = pointsOf(
    table,
    d.points.map((number) => words.points(number)),
    words,
  );
  return [say(d.made ? "told_made" : "told_set", { points }, "result"), bonus(d, table, words)].flat();
}

function adjusted({ side, points, totals }, table, words) {
  const name = person(sideName(table, side, words));
  const values = { side: name, points: words.points(points), score: words.number(totals[side]) };
  return say("told_adjust", values, "result");
}

/** Return what became of the bonus for the king of hearts in a deal; nothing where nobody earned it. */
export function bonus({ honour, bonus: paid }, table, words) {
  if (honour === null) return [];
  const values = { side: person(sideName(table, honour, words)), points: words.points(paid) };
  return [say(paid ? "told_bonus" : "told_lapsed", values, "result")];
}

function ended({ state, winner, totals }, table, words) {
  if (state !== "won") return say(`told_${state}`, {}, "result");
  const values = { side: person(sideName(table, winner, words)), score: words.number(totals[winner]) };
  return say("told_won", values, "result");
}
