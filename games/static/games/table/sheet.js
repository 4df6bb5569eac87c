/**
 * The score sheet and the log of the match: the column beside the felt, a dialog on a phone.
 */

import { html, nothing } from "lit-html";
import { rich, suit } from "./picture.js";
import { sideLabel } from "./story.js";

/** Draw the column beside the felt. */
export const side = (page) => html`<aside class="t-side" aria-label=${page.words.strings.score_and_log}>
  ${sheet(page)}${log(page)}</aside>`;

/** Draw the score sheet, the newest deal first: it is the one looked for. */
export function sheet({ table, words, south }) {
  const lines = [...(table.view?.sheet ?? [])].reverse();
  const sides = [south % 2, 1 - (south % 2)];
  const kinds = ["us", "them"];
  const rules = words.strings.rule_sets[table.view?.rules.key];
  return html`<section class="panel"><header><h2>${words.strings.score_sheet}</h2>${rules ? html`<span class="badge">${rules}</span>` : nothing}</header>
    <div class="scroll" tabindex="0" role="group" aria-label=${words.strings.score_sheet}><table class="tbl sheet"><thead><tr><th class="n" scope="col">${words.strings.deal}</th><th scope="col">${words.strings.bid_column}</th><th class="n" scope="col">${words.strings.took}</th>
    ${sides.map((number, at) => html`<th class="n ${kinds[at]}" scope="col"><bdi class="ell">${sideLabel(table, number, words)}</bdi></th>`)}</tr></thead>
    <tbody>${lines.map((line) => row(line, words, sides))}${lines.length ? nothing : html`<tr><td colspan="5" class="muted">${words.strings.no_deals}</td></tr>`}</tbody></table></div></section>`;
}

const row = (line, words, sides) => html`<tr><td class="n muted">${words.number(line.deal)}</td>
  <td><span class="row"><b class="num ${sides[0] === line.declarer % 2 ? "us" : "them"}">${words.number(line.bid)}</b>${suit(line.trump)}<span class="vh">${words.strings.suits[line.trump]}</span></span></td>
  <td class="n">${words.number(line.took)}</td>
  ${sides.map((number) => html`<td class="n"><span class="signed">${words.signed(line.points[number])}</span></td>`)}</tr>`;

/** Draw the log: what happened since this page was opened, the newest at the end. */
export const log = ({
  words,
  story,
}) => html`<section class="panel"><header><h2>${words.strings.log}</h2></header>
  <div class="log" role="log" aria-live="off" tabindex="0" aria-label=${words.strings.log}>${story.map(({ key, values, weight }) => html`<p class=${weight === "card" ? nothing : "sys"}>${rich(words.parts(key, values))}</p>`)}</div></section>`;
