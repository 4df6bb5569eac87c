/**
 * What a seat answers with that has to call or to name trump. Fetched for those who sit.
 */

import { html, nothing } from "lit-html";
import { standingAt } from "./auction.js";
import { NO_TRUMP, SUITS, suitOf } from "./cards.js";
import { suit } from "./picture.js";

/** Draw the pad of the phase. */
export const pad = (page) => (page.table.view.phase === "trump" ? trumpPicker(page) : bidPad(page));

/** For a call: a number is chosen, then confirmed. */
function bidPad(page) {
  const { table, words, ui, rules } = page;
  const { legal, calls, must } = table.view;
  const standing = calls[standingAt(calls)]?.[1];
  const beat = must
    ? words.strings.reasons[must]
    : standing
      ? words.text("beat", { n: words.bid(standing) })
      : words.strings.open_bid;
  return html`<section class="bidpad" aria-label=${words.strings.your_bid}>
    <div class="hd"><b>${words.strings.your_bid}</b><span>${beat}</span><span class="end"><span class="clock" data-clock></span> <span class="clock bank" data-bank></span></span></div>
    <div class="bids" role="group" aria-label=${words.strings.bids} dir="ltr">${Object.keys(rules.bids).map((bid) => number(page, Number(bid), legal))}</div>
    <p class="why">${ui.reason ?? words.digits(rules.bids[ui.bid]?.line ?? words.strings.choose_bid)}</p>
    ${confirm(page, legal)}
  </section>`;
}

function number({ ui, words, act }, bid, legal) {
  const allowed = legal.includes(String(bid));
  const name = words.bid(bid);
  return html`<button data-bid=${bid} class=${name.length > 2 ? "word" : nothing} aria-disabled=${allowed ? nothing : "true"} aria-pressed=${ui.bid === bid ? "true" : "false"} @click=${() => act.chooseBid(bid)}>${name}</button>`;
}

function confirm({ ui, words, act }, legal) {
  const passes = legal.includes("P");
  const label = ui.bid === null ? words.strings.bid : words.text("bid_n", { n: words.bid(ui.bid) });
  return html`<div class="go">
    <button class="btn lg" data-pass aria-disabled=${passes ? nothing : "true"} @click=${act.pass}>${words.strings.pass}</button>
    <button class="btn lg primary" data-confirm aria-disabled=${ui.bid === null ? "true" : nothing} @click=${act.bid}>${label}</button>
  </div>`;
}

/** For the declarer's trump, with how many of each suit he holds. */
function trumpPicker({ table, words, ui, act }) {
  const held = (letter) => table.view.hand.filter((card) => suitOf(card) === letter).length;
  const count = (letter) => (letter === NO_TRUMP ? "" : words.text("you_hold", { n: held(letter) }));
  const button = (letter) =>
    html`<button data-suit=${letter} aria-pressed=${ui.suit === letter ? "true" : "false"} @click=${() => act.chooseSuit(letter)}>${suit(letter)}<span dir="auto">${words.strings.suit_names[letter]}</span><small dir="auto">${count(letter)}</small></button>`;
  const chosen =
    ui.suit === NO_TRUMP
      ? words.strings.without_trump
      : words.text("suit_is_trump", { suit: words.strings.suit_names[ui.suit] });
  const label = ui.suit ? chosen : words.strings.choose_trump;
  const offered = [...SUITS, NO_TRUMP].filter((letter) => table.view.legal.includes(letter));
  return html`<section class="bidpad trumps" aria-label=${words.strings.choose_trump}>
    <div class="hd"><b>${words.strings.choose_trump}</b><span class="end"><span class="clock" data-clock></span> <span class="clock bank" data-bank></span></span></div>
    <div class="picks" role="group" aria-label=${words.strings.suits_group}>${offered.map(button)}</div>
    <button class="btn primary lg" data-confirm aria-disabled=${ui.suit ? nothing : "true"} @click=${act.nameTrump}>${label}</button>
  </section>`;
}
