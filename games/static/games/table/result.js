/**
 * What lies on the felt after a deal and after the match.
 */

import { html, nothing } from "lit-html";
import { avatar, chip, icon, rich } from "./picture.js";
import { SEATS } from "./places.js";
import { countOf, meter, meterLabel } from "./meter.js";
import { sideLabel, sideName } from "./story.js";
import { person } from "./words.js";

/** Draw the result of the deal just played, and who is ready for the next. */
export function resultCard(page) {
  const line = page.table.view.sheet.at(-1);
  return html`<section class="panel card-result" dir=${page.dir} aria-label=${page.words.strings.deal_result}>
    <header><h2>${page.words.strings.deal_result}</h2><span class="clock muted" data-clock></span></header>
    <div class="pad stack">${line ? outcome(page, line) : nothing}${readiness(page)}</div></section>`;
}

function outcome(page, line) {
  const { words, south } = page;
  const count = countOf(line.tricks, south, line.declarer, line.bid);
  const values = { n: line.took };
  return html`<div class="row">${chip(words.number(line.bid), line.trump)}<b>${words.text(line.made ? "made_with" : "set_with", values)}</b></div>
    ${meter(count, meterLabel(count, page, line.declarer))}
    <div class="gains">${gain(page, south % 2, line, "us")}${gain(page, 1 - (south % 2), line, "them")}</div>
    <div class="row"><span class="sub">${words.strings.match_score}</span>${score(page, "")}</div>`;
}

/** A side's points of the deal. */
const gain = ({ table, words }, side, line, kind) => html`<div class="gain ${kind}">
  <span class="ell"><bdi>${sideLabel(table, side, words)}</bdi></span><b class="signed">${words.signed(line.points[side])}</b></div>`;

/** Both sides' points of the match, each number on its side's side. */
const score = ({ table, words, south }, kind) =>
  html`<span class="score ${kind}"><bdi class="signed us">${words.number(table.view.totals[south % 2])}</bdi><span aria-hidden="true">\u2013</span><bdi class="signed them">${words.number(table.view.totals[1 - (south % 2)])}</bdi></span>`;

function readiness({ table, words, ui, act }) {
  const { ready } = table.view;
  const can = table.you !== null && !ready.includes(table.you);
  return html`<div class="row wrap"><span class="pair">${SEATS.map((seat) => html`<span class=${ready.includes(seat) ? "is-ready" : "not-ready"}>${avatar(table.seats[seat]?.name || "?", "sm")}</span>`)}</span>
    <span class="sub">${words.text("ready_of_4", { n: ready.length })}</span><span class="grow"></span>
    ${can ? html`<button class="btn primary" data-confirm aria-disabled=${ui.pending ? "true" : nothing} @click=${act.ready}>${words.strings.ready}</button>` : nothing}</div>`;
}

/** Draw the end of the match: who won, by how much, why it ended, and the way back. */
export function overCard(page) {
  const { table, words, config, dir } = page;
  const { outcome: end, sheet } = table.view;
  return html`<section class="panel card-result over" dir=${dir} aria-label=${words.strings.match_over}>
    <div class="pad stack middle">${icon("trophy")}<h2>${rich(words.parts(...title(page, end)))}</h2>
    ${score(page, "final")}
    <p class="sub">${words.strings[`end_${end.by}`] ?? ""} ${words.text("deals_played", { n: sheet.length })}</p>
    ${end.advances === null ? nothing : html`<p class="sub">${rich(words.parts("advances", { side: person(sideName(table, end.advances, words)) }))}</p>`}
    <a class="btn primary lg" href=${config.back}>${words.strings.back}</a>${downloads(page)}${fairness(page)}</div></section>`;
}

/** The way to the file of the deals, and to the page that checks it. */
const fairness = ({ table, words, config }) =>
  html`<p class="row wrap middle"><a href="${config.verify}?table=${config.table}&match=${table.match}">${words.strings.check_deals}</a>
    <a href="deals/${table.match}/" download>${words.strings.deals_file}</a></p>`;

/** The match as files; their addresses are below that of the page. */
const downloads = ({ table, words }) => html`<div class="row wrap">
  <a class="btn sm" href="matches/${table.match}/record.txt" download>${icon("dl")}${words.strings.download_text}</a>
  <a class="btn sm" href="matches/${table.match}/match.json" download>${icon("dl")}${words.strings.download_json}</a></div>`;

function title({ table, words }, { state, winner }) {
  if (state !== "won") return [`over_${state}`];
  if (table.you !== null) return [winner === table.you % 2 ? "over_won_us" : "over_won_them"];
  return ["over_won", { side: person(sideName(table, winner, words)) }];
}
