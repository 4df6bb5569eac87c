/**
 * What a person can do at the table, by button, tap or key. Every part of the page calls these.
 */

import { choose } from "./settings.js";
import { mayQueue, mine, ourCard } from "./turn.js";

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
    takeBack: () => send(app, "take_back", {}),
    callDirector: () => callDirector(app),
    reconnect: () => app.line.open(),
    moveHere: () => moveHere(app),
  };
}

function choices(app) {
  return {
    tap: (card) => tap(app, card),
    lift: (card) => legal(app, card) && set(app, { card, reason: null }),
    throwCard: (card) => legal(app, card) && play(app, card),
    release: (card) => release(app, card),
    disarm: () => disarm(app),
    focus: (card) => set(app, { focus: card }),
    chooseBid: (bid) => chooseBid(app, bid),
    chooseSuit: (suit) => set(app, { suit }),
  };
}

function panels(app) {
  return {
    show: (dialog) => set(app, { dialog }),
    toast: (text) => app.toast(text),
    hide: () => set(app, { dialog: null }),
    backdrop: ({ target, currentTarget }) => target === currentTarget && set(app, { dialog: null }),
    twice: () => set(app, { twice: true }),
    showLast: () => showLast(app),
    guide: () => guide(app),
    zen: () => chosen(app, "zen", app.chosen.zen ? "" : "on"),
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

/** The other tabs of this browser leave the table to this one. */
function moveHere(app) {
  app.tabs.postMessage("moved");
  set(app, { twice: false });
  app.line.open();
}

function stand(app) {
  send(app, "leave", {});
  set(app, { dialog: null });
}

function callDirector(app) {
  send(app, "call_director", {});
  set(app, { dialog: null });
}

/** A lead chosen while the last trick still lies there waits until it has gone. */
function play(app, card) {
  if (!ourCard(app.page) || app.stage.flying) return;
  if (app.stage.shown) set(app, { queued: card, lead: true });
  else send(app, "card", { card });
}

/** Play a card that waited, unless it was taken back or something else was done. */
function release(app, card) {
  if (app.ui.queued === card && legal(app, card)) play(app, card);
}

/** Choose a card before our turn, or take it back. */
function queue(app, card) {
  if (mayQueue(app.page)) set(app, { queued: app.ui.queued === card ? null : card, reason: null });
}

function disarm(app) {
  if (app.chosen.hold === "tap") app.stage.clear();
  set(app, { card: null, queued: null, lead: false, reason: null });
}

const legal = (app, card) => ourCard(app.page) && app.table.view.legal.includes(card);

/** A first tap lifts the card, a second plays it; a card that cannot be played says why. */
function tap(app, card) {
  if (!ourCard(app.page)) return queue(app, card);
  if (app.stage.flying) return;
  if (app.ui.queued) return set(app, { queued: null, lead: false });
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
  app.answer("lastNow");
  set(app, { last: !app.ui.last });
}

/** Show the hints of the first deal again. */
function guide(app) {
  chosen(app, "guide", "");
  set(app, { dialog: null });
}

function chosen(app, name, value) {
  choose(app.chosen, name, value);
  app.retell();
  app.update();
}
