/**
 * Our cards, and the bar under them with what can be done now.
 */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { faceOf, sorted, suitOf } from "./cards.js";
import { later } from "./later.js";
import { nameOf, shuffling } from "./names.js";
import { cardFace, chip, icon } from "./picture.js";
import { mine, ourCard, seatWithoutUs } from "./turn.js";
import { person } from "./words.js";

/** Return the cards shown in our hand: without the one that is on its way to the table. */
export function held({ table, ui }) {
  const gone = ui.pending?.kind === "card" ? ui.pending.data.card : null;
  return sorted((table.view?.hand ?? []).filter((card) => card !== gone));
}

/** Draw the hand: a toolbar of named buttons, one of which is in the order of the tab key. */
export function hand(page) {
  const cards = held(page);
  const { words, ui, table } = page;
  const legal = ourCard(page) ? table.view.legal : cards;
  const stop = cards.includes(ui.focus) ? ui.focus : (cards.find((card) => legal.includes(card)) ?? cards[0]);
  return html`<section class="hand-region" aria-label=${words.strings.your_hand}><div class="hand" role="toolbar" aria-label=${words.strings.your_hand}>
    ${repeat(
      cards,
      (card) => card,
      (card) => button(page, card, legal.includes(card), card === stop),
    )}
  </div></section>`;
}

function button({ words, ui, act }, card, legal, stop) {
  const queued = ui.queued === card;
  const chosen = ui.card === card || queued;
  return html`<button class="hc ${chosen ? "sel" : ""} ${queued ? "queued" : ""}" data-card=${card} tabindex=${stop ? "0" : "-1"}
    aria-label=${words.card(card)} aria-disabled=${legal ? nothing : "true"} aria-pressed=${chosen ? "true" : "false"}
    @click=${() => act.tap(card)} @focus=${() => act.focus(card)}>${cardFace(card)}</button>`;
}

const pad = later(
  () => import("./pad.js").then((part) => part.pad),
  ({ table }) => table.you !== null,
);

/** Draw the bar under the hand: the pad in the auction, else the hint and the play button. */
export function actions(page) {
  const { table, ui, words } = page;
  const without = seatWithoutUs(page);
  const ours = table.you !== null && table.view?.turn === table.you && !ui.pending;
  const answer = table.view && pad(page);
  if (without === null && ours && ["auction", "trump"].includes(table.view.phase)) return answer;
  const told =
    without === null ? hint(page) : (ui.reason ?? words.strings[`kept_${table.seats[without].kind}`]);
  return html`<section class="act" aria-label=${words.strings.actions}>
    ${tools(page)}<p class="hint">${told}${ours ? html` <span class="clock bank" data-bank></span>` : nothing}</p>${without === null ? playButton(page) : takeBackButton(page)}
  </section>`;
}

const takeBackButton = ({ ui, words, act }) =>
  html`<button class="btn primary" data-confirm aria-disabled=${ui.pending ? "true" : nothing} @click=${act.takeBack}>${words.strings.take_back}</button>`;

function tools({ table, ui, words, act }) {
  const last = table.view?.phase === "play" && table.view.last_trick;
  return html`<button class="btn icon sheet-btn" aria-haspopup="dialog" aria-label=${words.strings.score_sheet} @click=${() => act.show("sheet")}>${icon("list")}</button>
    ${last ? html`<button class="btn icon" aria-pressed=${ui.last ? "true" : "false"} aria-label=${words.strings.last_trick} @click=${act.showLast}>${icon("layers")}</button>` : nothing}`;
}

function playButton(page) {
  const { table, ui, words, act } = page;
  if (table.you === null || table.view?.phase !== "play") return nothing;
  const ready = ui.card !== null && ourCard(page);
  return html`<button class="btn primary play" data-confirm aria-disabled=${ready ? nothing : "true"} @click=${act.play}>${ui.card === null ? words.strings.play : named(ui.card, words)}</button>`;
}

/** Written short for the eye, in full for the ear. */
const named = (card, words) =>
  html`<span class="row" aria-hidden="true">${words.strings.play} ${chip(faceOf(card), suitOf(card))}</span><span class="vh">${words.text("play_card", { card: words.card(card) })}</span>`;

/** Say what is waited for, and why cards are dimmed. */
function hint(page) {
  const { table, ui, words } = page;
  if (ui.reason) return ui.reason;
  if (table.view === null) return "";
  if (ui.queued) return words.text("queued", { card: words.card(ui.queued) });
  if (ourCard(page)) return mine(page);
  const { phase, turn } = table.view;
  if (shuffling(table)) return words.strings.shuffling;
  if (turn === null || turn === table.you) return words.strings[`phase_${phase}`] ?? "";
  return words.text(`wait_${phase}`, { name: person(nameOf(table, turn, words)) });
}
