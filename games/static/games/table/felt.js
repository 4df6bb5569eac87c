/**
 * The felt: four seats, the cards on the table, the auction so far. A physical place that is never
 * mirrored; the text on it is isolated.
 */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { auctionGrid, isOut } from "./auction.js";
import { winning } from "./cards.js";
import { later } from "./later.js";
import { firstName, nameOf, shuffling, sideName } from "./names.js";
import { avatar, bdi, cardFace, chip, icon, suit } from "./picture.js";
import { placeOf, SEATS } from "./places.js";
import { seatWithoutUs } from "./turn.js";
import { person } from "./words.js";

/** Draw the felt and all that lies on it. */
export const felt = (page) => html`
  <main class="felt" dir="ltr" id="main" tabindex="-1" aria-label=${page.words.strings.table} @click=${page.act.disarm}>
    ${lastTrick(page)}${trump(page)}${pending(page)}
    ${SEATS.map((number) => seat(page, number))}
    ${middle(page)}${guide(page)}${toast(page)}
  </main>`;

/** Fetched while the cards are played, so that nobody waits for it. */
const result = later(
  () => import("./result.js").then(({ resultCard }) => resultCard),
  ({ table }) => ["play", "result", "over"].includes(table.view?.phase),
);

/** The hints of a first deal, where bots wait for us. */
const guide = later(
  () => import("./guide.js").then((part) => part.guide),
  ({ config, chosen, table }) => config.guide !== null && chosen.guide !== "done" && table.you !== null,
);

const inDeal = (view) => view !== null && ["trump", "play"].includes(view.phase);

function middle(page) {
  const { table, ui } = page;
  if (table.view === null || table.view.phase === "deal") return waiting(page);
  const card = result(page);
  if (page.stage || ui.last || inDeal(table.view)) return trick(page);
  return table.view.phase === "auction" ? auctionGrid(page) : card;
}

const waiting = ({ table, words, dir }) =>
  html`<p class="notice" dir=${dir}>${words.strings[table.view === null ? "loading" : waitsFor(table)]}</p>`;

const waitsFor = (table) => (shuffling(table) ? "shuffling" : "waiting_seats");

/* ── seats ── */

function seat(page, number) {
  const { table, words, south, rules } = page;
  const place = placeOf(number, south, rules.direction);
  const turn = table.view?.turn === number;
  const name = nameOf(table, number, words);
  const { kind } = table.seats[number] ?? {};
  const bot = kind === "bot";
  return html`<div class="seat ${place} ${page.kind(number)} ${turn ? "turn" : ""} ${isOut(page, number) ? "out" : ""}">
    <div class="ring" ?data-ring=${turn && !bot}>${avatar(table.seats[number]?.name || name, kind === "open" ? "open" : "")}${dealerMark(page, number)}${absent(page, number)}${
      turn && !bot ? html`<span class="secs" data-seconds></span>` : nothing
    }</div>
    <div class="plate">${bdi("ew".includes(place) ? firstName(name) : name, "ell")}<span class="meta" dir=${page.dir}>${meta(page, number)}</span></div>
    ${spoken(page, number)}${sitButton(page, number)}
  </div>`;
}

/** Only a seat the server would give us has a button; it is not there while we sit somewhere. */
function sitButton(page, number) {
  const { table, free, words, act } = page;
  if (table.you !== null || !free.includes(number) || table.seats[number]?.kind === "user") return nothing;
  if (number === seatWithoutUs(page)) return nothing;
  return html`<button class="btn sm" @click=${() => act.sit(number)}>${words.strings.sit}<span class="vh">, ${words.text("seat", { n: number + 1 })}</span></button>`;
}

function dealerMark({ table, words }, number) {
  const drawn = table.view !== null && table.view.phase !== "deal";
  if (!drawn || table.view.dealer !== number) return nothing;
  return html`<span class="d" role="img" aria-label=${words.strings.dealer} title=${words.strings.dealer}>${words.strings.dealer_mark}</span>`;
}

/** The word at a seat whose person does not play: a bot does, or he is away, or has closed the page. */
function absent({ table, words }, number) {
  const { kind, away } = table.seats[number] ?? {};
  const gone = kind === "user" && table.here?.includes(number) === false && "not_here";
  const why = (kind === "bot" && kind) || (away && "away") || gone;
  return why ? html`<span class="absent" dir="auto">${words.strings[why]}</span>` : nothing;
}

/** Tricks taken, and what this seat is to the deal. */
function meta({ table, words }, number) {
  const { view } = table;
  if (view === null) return nothing;
  const role = roleOf(table, number);
  const count = inDeal(view)
    ? html`${ticks(view.tricks[number])}<span class="num">${words.number(view.tricks[number])}</span>`
    : nothing;
  return html`${count}${role ? words.strings[role] : nothing}`;
}

function roleOf({ view, seats, you }, number) {
  if (number === you && view.turn === you && view.phase === "auction") return "to_call";
  if (view.phase === "trump" && view.turn === number) return "naming";
  if (inDeal(view) && view.contract?.declarer === number) return "declarer";
  if (inDeal(view)) return view.trick[0]?.[0] === number ? "led" : null;
  return seats[number]?.kind === "open" ? "free_seat" : null;
}

const ticks = (count) =>
  html`<span class="tk" aria-hidden="true">${Array.from({ length: count }, () => html`<i></i>`)}</span>`;

/** The last word of a seat in the auction. */
function spoken({ table, words }, number) {
  if (table.view?.phase !== "auction") return nothing;
  const call = table.view.calls.findLast(([seat]) => seat === number)?.[1];
  if (call === undefined) return nothing;
  const pass = call === "P";
  return html`<span class="say ${pass ? "pass" : ""}" dir="auto">${pass ? words.strings.pass : words.bid(call)}</span>`;
}

/* ── cards on the table ── */

function trick(page) {
  const { table, stage, ui } = page;
  const plays = stage?.plays ?? (ui.last ? table.view.last_trick : withPending(page));
  const best = winning(plays, table.view.trump);
  const place = (number) => placeOf(number, page.south, page.rules.direction);
  const leaving = stage?.leaving ? `leaving to-${place(stage.won)}` : "";
  return html`<div class="trick ${leaving} ${ui.last && !stage ? "past" : ""}" role="img" aria-label=${trickLabel(plays, page)}>
    ${slot(page, plays)}
    ${repeat(
      plays,
      ([, card]) => card,
      ([number, card]) => cardFace(card, `p-${place(number)} ${best[1] === card ? "win" : ""}`),
    )}
    ${best && html`<span class="best p-${place(best[0])}">\u2605</span>`}
  </div>`;
}

/** A card of ours lies on the table at once; it comes back if the server refuses it. */
function withPending({ table, ui }) {
  const { view, you } = table;
  return ui.pending?.kind === "card" ? [...view.trick, [you, ui.pending.data.card]] : view.trick;
}

function slot({ table, words, stage, ui }, plays) {
  const { you, view } = table;
  const empty = !stage && !ui.last && you !== null && view.phase === "play" && view.turn === you;
  return empty && !plays.some(([number]) => number === you)
    ? html`<div class="slot" dir="auto">${words.strings.your_card}</div>`
    : nothing;
}

/** Return a trick in words: who played what, and who has it so far. */
export function trickLabel(plays, { table, words }) {
  if (!plays?.length) return words.strings.no_cards;
  const told = ([seat, card]) =>
    words.text("told_card", { name: person(nameOf(table, seat, words)), card: words.card(card) });
  const [seat] = winning(plays, table.view.trump);
  const best = words.text("winning", { name: person(nameOf(table, seat, words)) });
  return [...plays.map(told), best].join(" ");
}

function lastTrick(page) {
  const plays = page.table.view?.last_trick;
  if (!plays || !inDeal(page.table.view)) return nothing;
  const label = `${page.words.strings.last_trick}: ${trickLabel(plays, page)}`;
  return html`<button class="last" aria-label=${label} @click=${page.act.showLast}>${plays.map(([, card]) => cardFace(card))}</button>`;
}

/** Return the letter of trump: as named, or as the rules have it before anybody bids. */
export const trumpOf = ({ table, rules }) => table.view.trump ?? rules.fixed_trump;

function trump(page) {
  const { table, words } = page;
  const letter = table.view && trumpOf(page);
  if (!letter || !["auction", "trump", "play"].includes(table.view.phase)) return nothing;
  const label = words.text("trump_is", { suit: words.strings.suits[letter] });
  return html`<div class="trump" role="img" aria-label=${label}><span dir="auto">${words.strings.trump}</span><span class="chip">${suit(letter)}</span></div>`;
}

/** The bonus for the king of hearts, from the card that earned it until the deal is scored. */
function pending({ table, words, rules, kind }) {
  const { view } = table;
  if (view === null || view.honour === null || !inDeal(view)) return nothing;
  const label = words.text("told_honour", { side: person(sideName(table, view.honour, words)) });
  return html`<div class="pending ${kind(view.honour)}" role="img" aria-label=${label} title=${label}>${chip("K", "H")}<b class="signed">${words.signed(rules.honour)}</b></div>`;
}

/* ── messages over the felt ── */

function toast(page) {
  const { table, link, ui, act } = page;
  const { strings } = page.words;
  const move = [strings.move_here, act.moveHere];
  if (link.status === "lost" && link.long)
    return message(page, "off", strings.link_lost, strings.lost_hint, [strings.try_now, act.reconnect]);
  if (link.status === "ended")
    return message(
      page,
      "off",
      strings.link_ended,
      strings[`ended_${link.reason}`],
      link.reason === "moved" && move,
    );
  if (ui.twice && table.you !== null) return message(page, "layers", strings.twice, "", move);
  const show = [strings.show_missed, () => act.show("sheet"), "sheet-btn"];
  return ui.toast ? message(page, "rot", ui.toast, "", show) : nothing;
}

const message = (
  { dir },
  drawing,
  text,
  more,
  button,
) => html`<div class="toast over" dir=${dir}>${icon(drawing)}
  <span class="grow"><b>${text}</b> <span class="sub">${more}</span></span>
  ${button ? html`<button class="btn sm ${button[2] ?? ""}" @click=${button[1]}>${button[0]}</button>` : nothing}</div>`;
