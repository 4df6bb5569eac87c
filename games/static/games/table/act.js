/**
 * What a person can do at the table, by button, tap or key. Every part of the page calls these.
 */

import { lastNow } from "./answers.js";
import { mine, ourCard } from "./hand.js";
import { choose } from "./settings.js";

/** Return the acts of a table page. */
export function actionsOf(app) {
  return { ...moves(app), ...choices(app), ...panels(app) };
}

function moves(app) {
  return {
    play: () => app.ui.card && play(app, app.ui.card),
    bid: () => app.ui.bid !== null && send(app, "bid", { bid: app.ui.bid }),
    pass: () => pass(app),
    nameTrump: () => app.ui.suit && send(app, "trump", { suit: app.ui.suit }),
    ready: () => send(app, "ready", {}),
    rematch: (yes) => send(app, "rematch", { yes }),
    sit: (seat) => send(app, "sit", { seat }),
    stand: () => stand(app),
    callDirector: () => callDirector(app),
    reconnect: () => app.line.open(),
  };
}

function choices(app) {
  return {
    tap: (card) => tap(app, card),
    lift: (card) => legal(app, card) && set(app, { card, reason: null }),
    throwCard: (card) => legal(app, card) && play(app, card),
    disarm: () => set(app, { card: null, reason: null }),
    focus: (card) => set(app, { focus: card }),
    chooseBid: (bid) => chooseBid(app, bid),
    chooseSuit: (suit) => set(app, { suit }),
  };
}

function panels(app) {
  return {
    show: (dialog) => set(app, { dialog }),
    hide: () => set(app, { dialog: null }),
    backdrop: ({ target, currentTarget }) => target === currentTarget && set(app, { dialog: null }),
    showLast: () => showLast(app),
    choose: (name, value) => chosen(app, name, value),
    look: (seat) => {
      app.lookFrom = seat;
      app.update();
    },
  };
}

function set(app, changes) {
  Object.assign(app.ui, changes);
  app.update();
}

/** One move at a time: the next waits for the answer to the one before. */
function send(app, kind, data) {
  if (app.ui.pending) return;
  const id = app.line.move(kind, data, app.table.have);
  set(app, { pending: { id, kind, data }, reason: null });
}

function stand(app) {
  send(app, "leave", {});
  set(app, { dialog: null });
}

function callDirector(app) {
  send(app, "call_director", {});
  set(app, { dialog: null });
}

function play(app, card) {
  if (!ourCard(app.page)) return;
  app.stage.clear();
  send(app, "card", { card });
}

const legal = (app, card) => ourCard(app.page) && app.table.view.legal.includes(card);

/** A first tap lifts the card, a second plays it; a card that cannot be played says why. */
function tap(app, card) {
  if (!ourCard(app.page)) return;
  if (!legal(app, card)) return refuse(app, mine(app.page));
  if (app.chosen.tap === "one" || app.ui.card === card) return play(app, card);
  set(app, { card, reason: null });
}

function refuse(app, reason) {
  app.announcer.urge(reason);
  set(app, { reason });
}

function chooseBid(app, bid) {
  const { strings } = app.words;
  if (app.table.view.legal.includes(String(bid))) set(app, { bid, reason: null });
  else refuse(app, strings.reasons[app.table.view.must ?? "bid_too_low"]);
}

function pass(app) {
  if (app.table.view.legal.includes("P")) send(app, "pass", {});
  else refuse(app, app.words.strings.reasons.must_bid);
}

function showLast(app) {
  if (!app.table.view?.last_trick) return;
  app.announcer.answer(lastNow(app.page));
  set(app, { last: !app.ui.last });
}

function chosen(app, name, value) {
  choose(app.chosen, name, value);
  app.retell();
  app.update();
}
