/**
 * The dialogs of the table: the menu with the reader's settings, the keys, and the score sheet
 * where there is no room for a column.
 */

import { html, nothing } from "lit-html";
import { chat } from "./chat.js";
import { icon } from "./picture.js";
import { SEATS } from "./places.js";
import { log, sheet } from "./sheet.js";
import { nameOf } from "./story.js";

/** Draw the open dialog, if one is. */
export function dialog(page) {
  const { ui, words, act, dir } = page;
  const draw = { menu, keys, chat, sheet: scores }[ui.dialog];
  return html`<dialog class="dialog" dir=${dir} aria-labelledby="dialog-title" @close=${act.hide} @click=${act.backdrop}>
    ${draw ? html`<header class="row"><h2 id="dialog-title" class="grow">${words.strings[TITLES[ui.dialog]]}</h2><button class="btn quiet icon" aria-label=${words.strings.close} @click=${act.hide}>${icon("x")}</button></header>${draw(page)}` : nothing}
  </dialog>`;
}

const TITLES = { menu: "menu", chat: "chat", keys: "keys", sheet: "score_and_log" };

const scores = (page) => html`<div class="stack sheets">${sheet(page)}${log(page)}</div>`;

function menu(page) {
  const { words, table, act, dir, config } = page;
  return html`<div class="stack settings">
    ${choice(page, "theme", ["", "light", "dark"])}
    ${toggle(page, "deck", "4")}${toggle(page, "tap", "one")}${toggle(page, "rows", "2")}
    ${dir === "rtl" ? toggle(page, "digits", "arab") : nothing}
    ${toggle(page, "keys", "off")}
    ${choice(page, "voice", ["all", "turn", "results"])}
    ${table.you === null ? standpoint(page) : nothing}
    ${table.entropy ? promise(page) : nothing}
    <div class="row wrap"><button class="btn" @click=${() => act.show("keys")}>${words.strings.keys}</button>
    <a class="btn" href=${config.rules_page} target="_blank">${words.strings.rules_page}</a>
    ${table.you !== null && config.has_director ? html`<button class="btn" @click=${act.callDirector}>${words.strings.call_director}</button>` : nothing}
    ${table.you === null ? nothing : html`<button class="btn danger" @click=${act.stand}>${words.strings.stand}</button>`}</div>
  </div>`;
}

const toggle = ({ chosen, words, act }, name, on) =>
  html`<label class="row"><input type="checkbox" .checked=${chosen[name] === on} @change=${(event) => act.choose(name, event.target.checked ? on : "")}><span>${words.strings[`set_${name}`]}</span></label>`;

const choice = (
  { chosen, words, act },
  name,
  values,
) => html`<label class="row"><span class="grow">${words.strings[`set_${name}`]}</span><select class="field" @change=${(event) => act.choose(name, event.target.value)}>
  ${values.map((value) => html`<option value=${value} ?selected=${chosen[name] === value}>${words.strings[`${name}_${value || "system"}`]}</option>`)}</select></label>`;

/** A spectator looks from the seat he likes. */
const standpoint = ({
  table,
  words,
  south,
  act,
}) => html`<label class="row"><span class="grow">${words.strings.sit_behind}</span><select class="field" @change=${(event) => act.look(Number(event.target.value))}>
  ${SEATS.map((seat) => html`<option value=${seat} ?selected=${seat === south}>${nameOf(table, seat, words)}</option>`)}</select></label>`;

/** What the match has promised of its cards, and the list it is the hash of. */
const promise = ({ table: { entropy, match }, words }) => html`<details class="promise"><summary>${words.strings.promise}</summary>
  <code dir="ltr">${entropy.root}</code><p class="sub">${words.strings.promise_means}</p>
  <p><a href="matches/${match}/promise.json" download>${words.strings.promise_list}</a></p></details>`;

const keys = ({ words }) =>
  html`<dl class="keys">${Object.entries(words.strings.key_list).map(([key, meaning]) => html`<div class="row"><dt><kbd>${key}</kbd></dt><dd>${meaning}</dd></div>`)}</dl>`;
