/**
 * The strip with all sides' points, and the contract meter: thirteen cells, our tricks from one
 * end and theirs from the other, a mark where the contract is made. Where everybody plays for himself,
 * the declarer has one end and the other three have the other.
 */

import { html, nothing } from "lit-html";
import { nameOf, sideLabel, sideName } from "./names.js";
import { bdi, chip, rich } from "./picture.js";
import { countOf } from "./places.js";
import { person } from "./words.js";

const CELLS = Array.from({ length: 13 }, (_, at) => at);

/** Draw the points of all sides, and what is played for: between two, below four. */
export function scoreStrip(page) {
  const { table, words, rules, kind } = page;
  const side = (number) =>
    html`<div class="side ${kind(number)}"><small class="ell"><bdi>${table.view ? sideLabel(table, number, words) : nothing}</bdi></small><b class="signed">${words.number(table.view?.totals[number] ?? 0)}</b></div>`;
  const parts = page.sides.map(side);
  const contract = html`<div class="contract">${table.view ? playedFor(page) : nothing}</div>`;
  parts.splice(rules.seating === "solo" ? 4 : 1, 0, contract);
  return html`<section class="t-score ${rules.seating}" aria-label=${words.strings.match_score}>${parts}</section>`;
}

function playedFor(page) {
  const { contract, phase } = page.table.view;
  return contract && phase !== "over" ? underContract(page, contract) : beforeContract(page);
}

function beforeContract({ table, words, kind }) {
  const { calls, target, phase } = table.view;
  const standing = calls.findLast(([, call]) => call !== "P");
  const line = words.strings[phase === "over" ? "match_over" : "auction"];
  return html`<div class="line"><span>${line}</span>${
    standing && phase === "auction"
      ? html`<span class="badge ${kind(standing[0])}">${bdi(nameOf(table, standing[0], words))} <b>${words.bid(standing[1])}</b></span>`
      : nothing
  }</div><div class="cap middle"><span>${rich(words.parts("first_to", { n: target }))}</span></div>`;
}

function underContract(page, contract) {
  const { table, words } = page;
  const { tricks, trump } = table.view;
  const { declarer, bid } = contract;
  const count = countOf(tricks, contract, page);
  return html`
    <div class="line">${chip(words.bid(bid), trump)}${bdi(nameOf(table, declarer, words), "ell")}</div>
    ${meter(count, meterLabel(count, page, declarer))}
    <div class="cap">${captions(count, words)}</div>`;
}

/** Draw the thirteen cells. */
export function meter({ ours, theirs, declaring, bid }, label) {
  const goal = declaring ? bid - 1 : 12 - bid;
  const kind = (at) => (at < ours ? "us" : at > 12 - theirs ? "them" : "");
  const mark = (at) => (at === goal ? "goal" : goal < 0 && at === 0 ? "goal first" : "");
  return html`<div class="meter" role="img" aria-label=${label}>${CELLS.map((at) => html`<i class="${kind(at)} ${mark(at)}"></i>`)}</div>`;
}

/** Return the meter in words. */
export function meterLabel({ ours, theirs, bid, declaring }, { table, words, sides, rules }, declarer) {
  const name = person(nameOf(table, declarer, words));
  const [first, second] = sides.map((side) => person(sideName(table, side, words)));
  const alone = declaring ? [name, words.strings.others] : [words.strings.others, name];
  const [us, them] = rules.seating === "solo" ? alone : [first, second];
  return words.text("meter", { us, ours, them, theirs, bid: words.bid(bid), name });
}

/** Each side reads what it needs at its own end. */
function captions({ declaring, toMake, toSet }, words) {
  const decided = toMake === 0 ? words.strings.made : toSet === 0 ? words.strings.set : null;
  const make = decided ?? rich(words.parts("more_to_make", { n: toMake }));
  const set = decided ? "" : rich(words.parts("more_to_set", { n: toSet }));
  return (declaring ? [make, set] : [set, make]).map((caption) => html`<span>${caption}</span>`);
}
