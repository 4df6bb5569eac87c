/**
 * What lies on the felt after a deal and after the match.
 */

import { html, nothing } from "lit-html";
import { meter, meterLabel } from "./meter.js";
import { isLevel, nameOf, sideLabel, sideName } from "./names.js";
import { avatar, bdi, chip, icon, rich } from "./picture.js";
import { countOf, SEATS, sideOf } from "./places.js";
import { goesOn } from "./sequel.js";
import { bonus } from "./story.js";
import { leftToRight, person } from "./words.js";

const ALL_TRICKS = 13;

/** Draw what lies on the felt between deals. */
export function resultCard(page) {
  const draw = { result: dealCard, over: overCard }[page.table.view.phase];
  return draw ? draw(page) : nothing;
}

/** The result of the deal just played, and who is ready for the next. */
function dealCard(page) {
  const line = page.table.view.sheet.at(-1);
  return html`<section class="panel card-result" dir=${page.dir} aria-label=${page.words.strings.deal_result}>
    <header><h2>${page.words.strings.deal_result}</h2><span class="clock muted" data-clock></span></header>
    <div class="pad stack">${line ? outcome(page, line) : nothing}${readiness(page)}</div></section>`;
}

function outcome(page, line) {
  const { words, table, rules, sides } = page;
  const count = countOf(line.tricks, line, page);
  const values = { n: line.took };
  return html`<div class="row">${chip(words.bid(line.bid), line.trump)}<b>${words.text(line.made ? "made_with" : "set_with", values)}</b></div>
    ${meter(count, meterLabel(count, page, line.declarer))}
    <div class="gains">${sides.map((side) => gain(page, side, line))}</div>
    ${named(page, line).map((parts) => html`<p class="sub">${rich(parts)}</p>`)}
    ${rules.seating === "pairs" ? html`<div class="row"><span class="sub">${words.strings.match_score}</span>${score(page, "")}</div>` : nothing}
    ${isLevel(table.view) ? html`<p><b>${words.strings.told_level}</b></p>` : nothing}`;
}

/** A side's points of the deal. */
const gain = ({ table, words, kind }, side, line) => html`<div class="gain ${kind(side)}">
  <span class="ell"><bdi>${sideLabel(table, side, words)}</bdi></span><b class="signed">${words.signed(line.points[side])}</b></div>`;

/** Return what is out of the ordinary in a deal's score by its name, as sentences in parts. */
function named({ table, words, rules }, line) {
  const highest = line.bid === Math.max(...Object.keys(rules.bids).map(Number));
  const kaboot = rules.kaboot && !highest && line.took === ALL_TRICKS;
  const multiplied = rules.max_set_factor > 1 && highest && !line.made;
  const times = leftToRight(words.digits(`\u00d7${rules.max_set_factor}`));
  return [
    ...(kaboot ? [words.parts("kaboot")] : []),
    ...(multiplied ? [words.parts("multiplied", { times })] : []),
    ...bonus(line, table, words).map(({ key, values }) => words.parts(key, values)),
  ];
}

/** Both sides' points of the match, each number on its side's side. */
const score = ({ table, words, sides }, size) => {
  const [ours, theirs] = sides.map((side) => words.number(table.view.totals[side]));
  return html`<span class="score ${size}"><bdi class="signed us">${ours}</bdi><span aria-hidden="true">\u2013</span><bdi class="signed them">${theirs}</bdi></span>`;
};

function readiness({ table, words, ui, act }) {
  const { ready } = table.view;
  const can = table.you !== null && !ready.includes(table.you);
  return html`<div class="row wrap"><span class="pair">${SEATS.map((seat) => html`<span class=${ready.includes(seat) ? "is-ready" : "not-ready"}>${avatar(table.seats[seat]?.name || "?", "sm")}</span>`)}</span>
    <span class="sub">${words.text("ready_of_4", { n: ready.length })}</span><span class="grow"></span>
    ${can ? html`<button class="btn primary" data-confirm aria-disabled=${ui.pending ? "true" : nothing} @click=${act.ready}>${words.strings.ready}</button>` : nothing}</div>`;
}

/** The end of the match: who won, by how much, why it ended, and what may follow. */
function overCard(page) {
  const { table, words, dir, rules } = page;
  const { outcome: end, sheet } = table.view;
  return html`<section class="panel card-result over" dir=${dir} aria-label=${words.strings.match_over}>
    <div class="pad stack middle">${icon(end.state === "won" ? "trophy" : "flag")}<h2>${rich(words.parts(...title(page, end)))}</h2>
    ${end.state === "void" ? nothing : rules.seating === "solo" ? ranking(page) : score(page, "final")}
    <p class="sub">${words.strings[`end_${end.by}`] ?? ""} ${words.text("deals_played", { n: sheet.length })}</p>
    ${end.advances === null ? nothing : html`<p class="sub">${rich(words.parts("advances", { side: person(sideName(table, end.advances, words)) }))}</p>`}
    ${after(page)}${downloads(page)}${fairness(page)}</div></section>`;
}

/** The way to the page that checks the deals. */
const fairness = ({ table, words, config }) =>
  html`<p><a href="${config.verify}?table=${config.table}&match=${table.match}">${words.strings.check_deals}</a></p>`;

/** The match to look at again, and as files; their addresses are below that of the page. */
const downloads = ({ table, words }) => html`<div class="row wrap middle">
  <a class="btn sm" href="matches/${table.match}/">${icon("play")}${words.strings.replay}</a>
  <a class="btn sm" href="matches/${table.match}/record.txt" download>${icon("dl")}${words.strings.download_text}</a>
  <a class="btn sm" href="matches/${table.match}/match.json" download>${icon("dl")}${words.strings.download_json}</a>
  <a class="btn sm" href="matches/${table.match}/deals.json" download>${icon("dl")}${words.strings.download_deals}</a></div>`;

function title({ table, words, rules }, { state, winner }) {
  if (state !== "won") return [`over_${state}`];
  if (table.you !== null && winner === sideOf(table.you, rules.seating)) return ["over_won_us"];
  if (table.you !== null && rules.seating === "pairs") return ["over_won_them"];
  return ["over_won", { side: person(sideName(table, winner, words)) }];
}

/** Where everybody plays for himself: all four, the most points first. */
function ranking({ table, words, kind }) {
  const { totals } = table.view;
  const order = [...SEATS].sort((one, other) => totals[other] - totals[one]);
  const line = (seat) =>
    html`<li class="gain ${kind(seat)}">${bdi(nameOf(table, seat, words), "ell")}<b class="signed">${words.number(totals[seat])}</b></li>`;
  return html`<ol class="ranking">${order.map(line)}</ol>`;
}

/* ── another match ── */

/** What may follow: another match where the people settle it themselves, and the way back. */
function after(page) {
  const { table, words, config, rules } = page;
  const closed = rules.casual && table.view.outcome.by === "all_pass";
  const offered = rules.casual && !closed && isOffered(table.seats);
  const told = offered ? wanted(page) : [closed ? words.strings.table_closed : words.strings.no_rematch];
  const lines = rules.casual ? told : goesOn(table) ? [nextGame(page)] : [];
  return html`${lines.map((line) => html`<p class="sub">${line}</p>`)}
    <div class="row wrap middle"><a class="btn ${offered ? "quiet" : "primary lg"}" href=${config.back}>${words.strings[closed ? "other_table" : "back"]}</a>
    ${offered ? answers(page) : nothing}</div>`;
}

/** Whether another match can be had: all seats are taken, and nobody has said no. */
const isOffered = (seats) =>
  seats.every(({ kind, rematch }) => kind !== "open" && rematch !== false) &&
  seats.some(({ kind }) => kind === "user");

let askedIn = null;

/** The next game of a series, and when it begins: nobody is told before he asks, once this one is off the felt. */
function nextGame({ table, words, line, stage }) {
  if (table.deadline === null && !stage && askedIn !== table.match) {
    askedIn = table.match;
    line.hello(null);
  }
  return html`${words.strings.next_game} <span class="clock" data-clock></span>`;
}

const comesByItself = ({ table, rules }) => rules.after_match === "fresh_match" && table.deadline !== null;

/** Who wants another match, where more than one is asked, and whether it comes without asking. */
function wanted(page) {
  const { words } = page;
  const people = page.table.seats.filter(({ kind }) => kind === "user");
  const n = people.filter(({ rematch }) => rematch).length;
  const told = comesByItself(page)
    ? [html`${words.strings.next_by_itself} <span class="clock" data-clock></span>`]
    : [];
  const ask = people.length > 1 && (n || !told.length);
  return ask ? [...told, words.text("want_rematch", { n, m: people.length })] : told;
}

function answers(page) {
  const { table, words, ui, act } = page;
  if (table.seats[table.you]?.rematch !== null) return nothing;
  const busy = ui.pending ? "true" : nothing;
  const yes = words.strings[comesByItself(page) ? "begin_now" : "play_again"];
  return html`<button class="btn" data-decline aria-disabled=${busy} @click=${() => act.rematch(false)}>${words.strings.no_more}</button>
    <button class="btn primary" data-confirm aria-disabled=${busy} @click=${() => act.rematch(true)}>${yes}</button>`;
}
