/**
 * The score sheet and the log of the match: the column beside the felt, a dialog on a phone.
 */

import { html, nothing } from "lit-html";
import { sideLabel } from "./names.js";
import { chip, rich, suit } from "./picture.js";

/** Draw the column beside the felt. */
export const side = (page) => html`<aside class="t-side" aria-label=${page.words.strings.score_and_log}>
  ${sheet(page)}${log(page)}</aside>`;

/** Draw the score sheet, the newest deal first: it is the one looked for. */
export function sheet(page) {
  const { table, words, rules, sides, kind } = page;
  const lines = table.view ? entries(table.view).reverse() : [];
  return html`<section class="panel"><header><h2>${words.strings.score_sheet}</h2><span class="badge"><bdi>${rules.name}</bdi></span></header>
    <div class="scroll" tabindex="0" role="group" aria-label=${words.strings.score_sheet}><table class="tbl sheet ${rules.seating}"><thead><tr><th class="n" scope="col">${words.strings.deal}</th><th scope="col">${words.strings.bid_column}</th><th class="n" scope="col">${words.strings.took}</th>
    ${sides.map((side) => html`<th class="n ${kind(side)}" scope="col"><bdi class="ell">${sideLabel(table, side, words)}</bdi></th>`)}</tr></thead>
    <tbody>${lines.map((line) => (line.given === undefined ? row(line, page) : ruling(line, page)))}${lines.length ? nothing : html`<tr><td colspan=${3 + sides.length} class="muted">${words.strings.no_deals}</td></tr>`}</tbody></table></div></section>`;
}

/** Return the scored deals in order, and what a director gave or took where he did. */
function entries({ sheet, deals, adjustments }) {
  const after = (entry) => deals.slice(0, entry).filter((points) => points !== null).length;
  const given = (scored) =>
    adjustments.filter(([entry]) => after(entry) === scored).map(([, to, points]) => ({ to, given: points }));
  return [...given(0), ...sheet.flatMap((line, at) => [line, ...given(at + 1)])];
}

const ruling = (
  { to, given },
  { words, sides, kind },
) => html`<tr><td></td><td colspan="2" class="muted">${words.strings.director}</td>
  ${sides.map((side) => html`<td class="n ${kind(side)}">${side === to ? html`<span class="signed">${words.signed(given)}</span>` : nothing}</td>`)}</tr>`;

const row = (line, { words, sides, kind }) => html`<tr><td class="n muted">${words.number(line.deal)}</td>
  <td><span class="row"><b class="num ${kind(line.declarer)}">${words.bid(line.bid)}</b>${suit(line.trump)}<span class="vh">${words.strings.suits[line.trump]}</span></span></td>
  <td class="n">${words.number(line.took)}</td>
  ${sides.map((side) => html`<td class="n">${side === line.honour ? mark(line.bonus, words) : nothing}<span class="signed">${words.signed(line.points[side])}</span></td>`)}</tr>`;

/** The bonus for the king of hearts beside the points of the side that earned it, struck out if it lapsed. */
const mark = (paid, { strings }) =>
  html`<span class="bonus ${paid ? "" : "lapsed"}" role="img" aria-label=${strings[paid ? "bonus" : "bonus_lapsed"]} title=${strings[paid ? "bonus" : "bonus_lapsed"]}>${chip("K", "H")}</span>`;

/** Draw the log: what happened since this page was opened, the newest at the end. */
export const log = ({
  words,
  story,
}) => html`<section class="panel calm"><header><h2>${words.strings.log}</h2></header>
  <div class="log" role="log" aria-live="off" tabindex="0" aria-label=${words.strings.log}>${story.map(({ key, values, weight }) => html`<p class=${weight === "card" ? nothing : "sys"}>${rich(words.parts(key, values))}</p>`)}</div></section>`;
