/**
 * The auction: the grid of calls on the felt, the pad to call with, the choice of trump.
 */

import { html, nothing } from "lit-html";
import { SUITS, suitOf } from "./cards.js";
import { bdi, suit } from "./picture.js";
import { firstName, nameOf } from "./story.js";

const BIDS = [7, 8, 9, 10, 11, 12, 13];

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
export function auctionGrid({ table, words, dir }) {
  const { view, you } = table;
  const order = [1, 2, 3, 4].map((step) => (view.dealer + step) % 4);
  const asked = view.turn === null ? [] : [[view.turn, "?"]];
  const calls = [...view.calls, ...asked];
  const head = (seat) =>
    html`<th scope="col">${bdi(seat === you ? words.strings.you : firstName(nameOf(table, seat, words)), "ell")}</th>`;
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
  return html`<td class=${at === standingAt(calls) ? "hi" : nothing}>${words.number(Number(call))}</td>`;
}

const standingAt = (calls) => calls.findLastIndex(([, call]) => Number(call) > 0);

/** Draw the pad for a seat that has to call: a number is chosen, then confirmed. */
export function bidPad(page) {
  const { table, words, ui } = page;
  const { legal, calls, must } = table.view;
  const standing = calls[standingAt(calls)]?.[1];
  const beat = must
    ? words.strings.reasons[must]
    : standing
      ? words.text("beat", { n: Number(standing) })
      : words.strings.open_bid;
  return html`<section class="bidpad" aria-label=${words.strings.your_bid}>
    <div class="hd"><b>${words.strings.your_bid}</b><span>${beat}</span><span class="end"><span class="clock" data-clock></span></span></div>
    <div class="bids" role="group" aria-label=${words.strings.bids} dir="ltr">${BIDS.map((bid) => number(page, bid, legal))}</div>
    <p class="why">${ui.reason ?? words.digits(page.config.bid_lines[ui.bid] ?? words.strings.choose_bid)}</p>
    ${confirm(page, legal)}
  </section>`;
}

function number({ ui, words, act }, bid, legal) {
  const allowed = legal.includes(String(bid));
  return html`<button data-bid=${bid} aria-disabled=${allowed ? nothing : "true"} aria-pressed=${ui.bid === bid ? "true" : "false"} @click=${() => act.chooseBid(bid)}>${words.number(bid)}</button>`;
}

function confirm({ ui, words, act }, legal) {
  const passes = legal.includes("P");
  const label = ui.bid === null ? words.strings.bid : words.text("bid_n", { n: ui.bid });
  return html`<div class="go">
    <button class="btn lg" data-pass aria-disabled=${passes ? nothing : "true"} @click=${act.pass}>${words.strings.pass}</button>
    <button class="btn lg primary" data-confirm aria-disabled=${ui.bid === null ? "true" : nothing} @click=${act.bid}>${label}</button>
  </div>`;
}

/** Draw the choice of trump for the declarer, with how many of each suit he holds. */
export function trumpPicker({ table, words, ui, act }) {
  const held = (letter) => table.view.hand.filter((card) => suitOf(card) === letter).length;
  const button = (letter) =>
    html`<button data-suit=${letter} aria-pressed=${ui.suit === letter ? "true" : "false"} @click=${() => act.chooseSuit(letter)}>${suit(letter)}<span dir="auto">${words.strings.suit_names[letter]}</span><small dir="auto">${words.text("you_hold", { n: held(letter) })}</small></button>`;
  const label = ui.suit
    ? words.text("suit_is_trump", { suit: words.strings.suit_names[ui.suit] })
    : words.strings.choose_trump;
  return html`<section class="bidpad trumps" aria-label=${words.strings.choose_trump}>
    <div class="hd"><b>${words.strings.choose_trump}</b><span class="end"><span class="clock" data-clock></span></span></div>
    <div class="pick4" role="group" aria-label=${words.strings.suits_group}>${SUITS.map(button)}</div>
    <button class="btn primary lg" data-confirm aria-disabled=${ui.suit ? nothing : "true"} @click=${act.nameTrump}>${label}</button>
  </section>`;
}
