/**
 * The auction: the grid of calls on the felt, the pad to call with, the choice of trump.
 */

import { html, nothing } from "lit-html";
import { NO_TRUMP, SUITS, suitOf } from "./cards.js";
import { bdi, suit } from "./picture.js";
import { firstName, nameOf } from "./story.js";

/**
 * Return the calls in rows, as they are read: `order` is the order of speech. A seat that is out of
 * the auction leaves its cell empty. Each cell is the number of a call, or null.
 */
export function rowsOf(calls, order) {
  const rows = [];
  let last = order.length;
  calls.forEach(([seat], at) => {
    const column = order.indexOf(seat);
    if (column <= last || rows.length === 0) rows.push(order.map(() => null));
    rows.at(-1)[column] = at;
    last = column;
  });
  return rows;
}

/** Draw the calls in order of speech, one column a seat, the opener first. */
export function auctionGrid(page) {
  const { table, words, dir } = page;
  const { view, you } = table;
  const order = [1, 2, 3, 4].map((step) => (view.dealer + step) % 4);
  const asked = view.turn === null ? [] : [[view.turn, "?"]];
  const calls = [...view.calls, ...asked];
  const head = (seat) =>
    html`<th scope="col" class=${isOut(page, seat) ? "out" : nothing}>${bdi(seat === you ? words.strings.you : firstName(nameOf(table, seat, words)), "ell")}</th>`;
  const row = (cells) => html`<tr>${cells.map((at) => cell(calls, at, words))}</tr>`;
  return html`<table class="auction" dir=${dir}><caption class="vh">${words.strings.auction_caption}</caption>
    <thead><tr>${order.map(head)}</tr></thead>
    <tbody>${rowsOf(calls, order).map(row)}</tbody></table>`;
}

function cell(calls, at, words) {
  const call = calls[at]?.[1];
  if (call === undefined) return html`<td></td>`;
  if (call === "?") return html`<td class="you">?</td>`;
  if (call === "P") return html`<td class="ps">${words.strings.pass}</td>`;
  return html`<td class=${at === standingAt(calls) ? "hi" : nothing}>${words.bid(call)}</td>`;
}

/** Return whether a seat has nothing more to say in this auction: where a pass is final, it passed. */
export function isOut({ table, rules }, seat) {
  const { phase, calls } = table.view ?? {};
  if (phase !== "auction" || rules.auction === "reentry") return false;
  return calls.some(([caller, call]) => caller === seat && call === "P");
}

const standingAt = (calls) => calls.findLastIndex(([, call]) => Number(call) > 0);

/** Draw the pad for a seat that has to call: a number is chosen, then confirmed. */
export function bidPad(page) {
  const { table, words, ui, rules } = page;
  const { legal, calls, must } = table.view;
  const standing = calls[standingAt(calls)]?.[1];
  const beat = must
    ? words.strings.reasons[must]
    : standing
      ? words.text("beat", { n: words.bid(standing) })
      : words.strings.open_bid;
  return html`<section class="bidpad" aria-label=${words.strings.your_bid}>
    <div class="hd"><b>${words.strings.your_bid}</b><span>${beat}</span><span class="end"><span class="clock" data-clock></span></span></div>
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

/** Draw the choice of trump for the declarer, with how many of each suit he holds. */
export function trumpPicker({ table, words, ui, act }) {
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
    <div class="hd"><b>${words.strings.choose_trump}</b><span class="end"><span class="clock" data-clock></span></span></div>
    <div class="picks" role="group" aria-label=${words.strings.suits_group}>${offered.map(button)}</div>
    <button class="btn primary lg" data-confirm aria-disabled=${ui.suit ? nothing : "true"} @click=${act.nameTrump}>${label}</button>
  </section>`;
}
