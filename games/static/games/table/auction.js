/**
 * The auction so far: the grid of calls on the felt.
 */

import { html, nothing } from "lit-html";
import { firstName, nameOf } from "./names.js";
import { bdi } from "./picture.js";

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

/** Return the number of the call that has to be beaten, or -1. */
export const standingAt = (calls) => calls.findLastIndex(([, call]) => Number(call) > 0);
