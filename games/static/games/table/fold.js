/**
 * What an event changes in the view of a match. Pure.
 *
 * The server sends the whole view once, then events; folding them gives the view it would send
 * now, which a test holds against the rules themselves. Views are never changed in place, so a
 * caller can compare before and after.
 */

import { sideOf, sideTricks } from "./places.js";

const NONE = [0, 0, 0, 0];

const CLEARED = {
  calls: [],
  contract: null,
  trump: null,
  trick: [],
  last_trick: null,
  tricks: NONE,
  played: [],
  honour: null,
  ready: [],
  hand: [],
  counts: NONE,
};

const deal = (view, { d }) => ({
  ...view,
  ...CLEARED,
  deal: d.deal,
  redeals: d.redeal,
  dealer: d.dealer,
  commitment: d.commitment,
  hand: d.hand ?? [],
  counts: [13, 13, 13, 13],
});

const call = (word) => (view, frame) => ({
  ...view,
  calls: [...view.calls, [frame.seat, word(frame.d)]],
});

const allPass = (view) => ({ ...view, ...CLEARED, deals: [...view.deals, null] });

const contract = (view, { d }) => ({ ...view, contract: d });

const trump = (view, { d }) => ({ ...view, trump: d.suit });

function card(view, { seat, d }) {
  const moved = {
    ...view,
    played: [...view.played, [seat, d.card]],
    counts: view.counts.map((count, at) => (at === seat ? count - 1 : count)),
    hand: view.hand.filter((held) => held !== d.card),
    trick: [...view.trick, [seat, d.card]],
    honour: d.honour ?? view.honour,
  };
  return d.won === undefined ? moved : taken(moved, d.won);
}

/** Turn a full trick over. The server says who won it; the client never decides. */
function taken(view, won) {
  const tricks = view.tricks.map((count, seat) => (seat === won ? count + 1 : count));
  return { ...view, trick: [], last_trick: view.trick, tricks };
}

function score(view, { d }) {
  const { totals, ...line } = d;
  const { seating } = view.rules;
  const took = sideTricks(d.tricks, sideOf(d.declarer, seating), seating);
  const deals = [...view.deals, d.points];
  return {
    ...view,
    totals,
    deals,
    sheet: [...view.sheet, { ...line, took }],
    outcome: { ...view.outcome, totals },
  };
}

const ready = (view, { seat }) => ({ ...view, ready: [...view.ready, seat].sort() });

const over = (view, { d }) => ({ ...view, totals: d.totals, outcome: d });

function adjust(view, { d }) {
  const { entry, side, points, totals } = d;
  const adjustments = [...view.adjustments, [entry, side, points]];
  return { ...view, totals, adjustments, outcome: { ...view.outcome, totals } };
}

const timeUp = (view) => ({ ...view, time_up: true });

const FOLDS = {
  deal,
  bid: call(({ bid }) => String(bid)),
  pass: call(() => "P"),
  all_pass: allPass,
  contract,
  trump,
  card,
  score,
  ready,
  over,
  adjust,
  time_up: timeUp,
};

/** Return the view after an event; whose turn it is and what is legal come with the event. */
export function fold(view, frame) {
  const change = FOLDS[frame.k];
  const { turn = null, phase = view.phase, legal = [], must = null } = frame;
  return { ...(change ? change(view, frame) : view), turn, phase, legal, must };
}
