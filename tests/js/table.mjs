/** A table for the tests: Bob sits at seat 0 and holds three cards; it is his turn to follow hearts. */

import { receive, unheard } from "../../games/static/games/table/protocol.js";

export const VIEW = {
  phase: "play",
  dealer: 3,
  deal: 2,
  redeals: 0,
  hand: ["9H", "3H", "KS"],
  counts: [3, 2, 2, 3],
  calls: [
    [0, "8"],
    [1, "P"],
    [2, "P"],
    [3, "P"],
  ],
  contract: { declarer: 0, bid: 8 },
  trump: "S",
  trick: [
    [1, "TH"],
    [2, "AH"],
    [3, "4H"],
  ],
  last_trick: [],
  tricks: [4, 3, 2, 1],
  totals: [8, 5],
  deals: [[8, 5]],
  sheet: [],
  ready: [],
  played: [],
  honour: null,
  turn: 0,
  legal: ["9H", "3H"],
  must: "must_follow_suit",
  outcome: { state: "open", totals: [8, 5] },
  rules: { key: "levantine", version: 1, direction: "ccw", seating: "pairs" },
};

export const SEATS = ["Bob", "Alice", "Charlie", "Dana"].map((name) => ({ name, kind: "user", rematch: null }));

/** Return the `state` frame of the table after event 40. */
export const stateFrame = (changes = {}) => ({
  t: "state",
  s: 40,
  match: 2,
  view: VIEW,
  you: 0,
  seats: SEATS,
  now: 1_000,
  dl: 21_000,
  ...changes,
});

/** Return the table as Bob's page knows it after event 40. */
export const seated = () => receive(unheard(), stateFrame()).table;

/** Return the event of a card. */
export const cardEvent = (s, seat, card, more = {}) => ({
  t: "ev",
  s,
  k: "card",
  seat,
  by: "user",
  d: { card },
  turn: 1,
  phase: "play",
  now: 2_000,
  dl: 22_000,
  ...more,
});
