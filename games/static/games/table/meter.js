/**
 * The strip with both sides' points, and the contract meter: thirteen cells, our tricks from one
 * end and theirs from the other, a mark where the contract is made.
 */

import { html, nothing } from "lit-html";
import { bdi, chip, rich } from "./picture.js";
import { sideTricks } from "./places.js";
import { nameOf, sideLabel, sideName } from "./story.js";
import { person } from "./words.js";

const CELLS = Array.from({ length: 13 }, (_, at) => at);

/** Draw the points of both sides, and between them what is played for. */
export function scoreStrip(page) {
  const { table, words, south } = page;
  const [ours, theirs] = [south % 2, 1 - (south % 2)];
  const totals = table.view?.totals ?? [0, 0];
  const side = (kind, number) =>
    html`<div class="side ${kind}"><small class="ell"><bdi>${sideLabel(table, number, words)}</bdi></small><b class="signed">${words.number(totals[number])}</b></div>`;
  return html`<section class="t-score" aria-label=${words.strings.match_score}>
    ${side("us", ours)}<div class="contract">${table.view ? playedFor(page) : nothing}</div>${side("them", theirs)}
  </section>`;
}

function playedFor(page) {
  const { contract, phase } = page.table.view;
  return contract && phase !== "over" ? underContract(page, contract) : beforeContract(page);
}

function beforeContract({ table, words, south }) {
  const { calls, target, phase } = table.view;
  const standing = calls.findLast(([, call]) => call !== "P");
  const kind = standing && standing[0] % 2 === south % 2 ? "us" : "them";
  const line = words.strings[phase === "over" ? "match_over" : "auction"];
  return html`<div class="line"><span>${line}</span>${
    standing && phase === "auction"
      ? html`<span class="badge ${kind}">${bdi(nameOf(table, standing[0], words))} <b>${words.number(Number(standing[1]))}</b></span>`
      : nothing
  }</div><div class="cap middle"><span>${rich(words.parts("first_to", { n: target }))}</span></div>`;
}

function underContract(page, { declarer, bid }) {
  const { table, words, south } = page;
  const { tricks, trump } = table.view;
  const count = countOf(tricks, south, declarer, bid);
  return html`
    <div class="line">${chip(words.number(bid), trump)}${bdi(nameOf(table, declarer, words), "ell")}</div>
    ${meter(count, meterLabel(count, page, declarer))}
    <div class="cap">${captions(count, words)}</div>`;
}

/** Return the counts a meter shows, [ours, theirs], and what each side still needs. */
export function countOf(tricks, south, declarer, bid) {
  const [ours, theirs] = sideTricks(tricks, south);
  const declaring = declarer % 2 === south % 2;
  const [took, lost] = declaring ? [ours, theirs] : [theirs, ours];
  return {
    ours,
    theirs,
    declaring,
    bid,
    toMake: Math.max(0, bid - took),
    toSet: Math.max(0, 14 - bid - lost),
  };
}

/** Draw the thirteen cells. */
export function meter({ ours, theirs, declaring, bid }, label) {
  const goal = declaring ? bid - 1 : 12 - bid;
  const kind = (at) => (at < ours ? "us" : at > 12 - theirs ? "them" : "");
  const mark = (at) => (at === goal ? "goal" : goal < 0 && at === 0 ? "goal first" : "");
  return html`<div class="meter" role="img" aria-label=${label}>${CELLS.map((at) => html`<i class="${kind(at)} ${mark(at)}"></i>`)}</div>`;
}

/** Return the meter in words. */
export function meterLabel({ ours, theirs, bid }, { table, words, south }, declarer) {
  const side = (number) => person(sideName(table, number, words));
  const sides = { us: side(south % 2), ours, them: side(1 - (south % 2)), theirs };
  return words.text("meter", { ...sides, bid, name: person(nameOf(table, declarer, words)) });
}

/** Each side reads what it needs at its own end. */
function captions({ declaring, toMake, toSet }, words) {
  const decided = toMake === 0 ? words.strings.made : toSet === 0 ? words.strings.set : null;
  const make = decided ?? rich(words.parts("more_to_make", { n: toMake }));
  const set = decided ? "" : rich(words.parts("more_to_set", { n: toSet }));
  return (declaring ? [make, set] : [set, make]).map((caption) => html`<span>${caption}</span>`);
}
