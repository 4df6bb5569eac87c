/**
 * Keys, which end in the same acts as the buttons. Fetched when the first is pressed.
 */

import { faceOf, suitOf } from "./cards.js";

const RANK_KEYS = { 0: "10", J: "J", Q: "Q", K: "K", A: "A" };
const ASKED = { T: "trickNow", X: "scoreNow", N: "contractNow", W: "turnNow" };

/** Do what a key stands for; return whether it stands for anything. */
export function press(app, { key, target }) {
  if (walk(app, key, target)) return true;
  if (key === "Enter" && !target.closest("button, a")) return push(app, "[data-confirm]");
  return app.chosen.keys !== "off" && letter(app, key.toUpperCase());
}

/* ── moving through the hand ── */

const STEPS = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
};

const cardsOf = (app) => [...app.root.querySelectorAll("[data-card]")];

/** The hand lies on the table, left to right in every language: so do its arrow keys. */
function walk(app, key, target) {
  const cards = cardsOf(app);
  if (
    !STEPS[key] ||
    !cards.length ||
    target.closest("[tabindex='0']:not([data-card]), button:not([data-card])")
  )
    return false;
  const at = cards.findIndex((card) => card.tabIndex === 0);
  const here = cards.includes(document.activeElement);
  const next = here ? STEPS[key](at, cards.length - 1) : at;
  cards[Math.min(Math.max(next, 0), cards.length - 1)].focus();
  return true;
}

/** Go to the next card that fits, from the one after the focus and round again. */
function jump(app, fits) {
  const cards = cardsOf(app);
  const at = cards.indexOf(document.activeElement);
  const next = [...cards.slice(at + 1), ...cards.slice(0, at + 1)].find(({ dataset }) => fits(dataset.card));
  next?.focus();
  return Boolean(next);
}

/* ── single letters ── */

function letter(app, key) {
  if (key === "?") return did(app.act.show("keys"));
  const { view, you } = app.table;
  const phase = view?.turn === you ? view?.phase : "play";
  if (phase === "trump" && view.legal.includes(key)) return trumpKey(app, key);
  if (ASKED[key]) return did(app.answer(ASKED[key]));
  if (key === "L") return did(app.act.showLast());
  if (key === "Z") return did(app.act.zen());
  return (PHASE_KEYS[phase] ?? PHASE_KEYS.play)(app, key);
}

/** Something was done: the key is used up. */
const did = (_act) => true;

const PHASE_KEYS = { auction: bidKey, play: cardKey };

function bidKey(app, key) {
  if (key === "P") return push(app, "[data-pass]", "focus");
  const bid = bidOf(app, key);
  if (bid === undefined) return cardKey(app, key);
  app.act.chooseBid(bid);
  return push(app, "[data-confirm]", "focus");
}

/** The bid a key stands for; where it stands for two, the next one that can be made. */
function bidOf({ config, table, ui }, key) {
  const bids = Object.keys(config.rules.bids).map(Number);
  const meant = bids.filter((bid) => config.rules.bids[bid].key === key);
  const legal = meant.filter((bid) => table.view.legal.includes(String(bid)));
  return legal.find((bid) => bid > ui.bid) ?? legal[0] ?? meant[0];
}

function trumpKey(app, key) {
  app.act.chooseSuit(key);
  return push(app, "[data-confirm]", "focus");
}

function cardKey(app, key) {
  if ("SHDC".includes(key)) return jump(app, (card) => suitOf(card) === key);
  const face = RANK_KEYS[key] ?? (/^[2-9]$/.test(key) ? key : null);
  return face !== null && jump(app, (card) => faceOf(card) === face);
}

function push(app, selector, how = "click") {
  const button = app.root.querySelector(selector);
  button?.[how]();
  return Boolean(button);
}
