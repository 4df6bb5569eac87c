/**
 * The dialogs of the table: the menu with the reader's settings, the keys, and the score sheet
 * where there is no room for a column.
 */

import { html, nothing } from "lit-html";
import { chat } from "./chat.js";
import { nameOf } from "./names.js";
import { icon } from "./picture.js";
import { SEATS } from "./places.js";
import { log, sheet } from "./sheet.js";
import { SOUND_NAMES } from "./signals.js";

/** Draw the open dialog, if one is. */
export function dialog(page) {
  const { ui, words, act, dir } = page;
  const draw = { menu, keys, chat, sheet: scores }[ui.dialog];
  return html`<dialog class="dialog" dir=${dir} aria-labelledby="dialog-title" @close=${act.hide} @click=${act.backdrop}>
    ${draw ? html`<header class="row"><h2 id="dialog-title" class="grow">${words.strings[TITLES[ui.dialog]]}</h2><button class="btn quiet icon" aria-label=${words.strings.close} @click=${act.hide}>${icon("x")}</button></header>${draw(page)}` : nothing}
  </dialog>`;
}

/** How long a finished trick stays, in milliseconds. */
const HOLDS = ["400", "900", "1400", "2000"];

const TITLES = { menu: "menu", chat: "chat", keys: "keys", sheet: "score_and_log" };

const scores = (page) => html`<div class="stack sheets">${sheet(page)}${log(page)}</div>`;

function menu(page) {
  const { words, table, act, dir, config } = page;
  const { strings } = words;
  return html`<div class="stack settings">
    ${group(strings.group_look, [
      choice(page, "theme", ["", "light", "dark"]),
      choice(page, "zen", ["", "on", "still"]),
      toggle(page, "deck", "4"),
      toggle(page, "rows", "2"),
      dir === "rtl" ? toggle(page, "digits", "arab") : nothing,
      table.you === null ? standpoint(page) : nothing,
    ])}
    ${group(strings.group_play, [
      choice(page, "hold", config.rules.casual ? [...HOLDS, "tap"] : HOLDS),
      toggle(page, "tap", "one"),
      config.rules.casual ? toggle(page, "forced", "on") : nothing,
      toggle(page, "keys", "off"),
      choice(page, "voice", ["all", "turn", "results"]),
    ])}
    ${group(strings.group_sound, [
      choice(page, "volume", ["0", "1", "2", "3", "4", "5"]),
      html`<details><summary>${strings.which_sounds}</summary>${SOUND_NAMES.map((name) => sound(page, name))}</details>`,
      toggle(page, "buzz", "off"),
      toggle(page, "awake", "off"),
    ])}
    ${table.entropy ? promise(page) : nothing}
    <div class="row wrap"><button class="btn" @click=${() => act.show("keys")}>${strings.keys}</button>
    <button class="btn sheet-btn" @click=${() => act.show("sheet")}>${strings.score_sheet}</button>
    <a class="btn" href=${config.rules_page} target="_blank">${strings.rules_page}</a>
    ${config.guide ? html`<button class="btn" @click=${act.guide}>${strings.guide_again}</button>` : nothing}
    ${table.you !== null && config.has_director ? html`<button class="btn" @click=${act.callDirector}>${strings.call_director}</button>` : nothing}
    ${table.you === null ? nothing : html`<button class="btn danger" @click=${act.stand}>${strings.stand}</button>`}</div>
  </div>`;
}

const group = (title, rows) => html`<fieldset class="stack"><legend>${title}</legend>${rows}</fieldset>`;

const toggle = ({ chosen, words, act }, name, on) =>
  box(words.strings[`set_${name}`], chosen[name] === on, (checked) => act.choose(name, checked ? on : ""));

const box = (label, checked, change) =>
  html`<label class="row"><input type="checkbox" .checked=${checked} @change=${({ target }) => change(target.checked)}><span>${label}</span></label>`;

/** One of the sounds: the setting holds the names of those that are off. */
function sound({ chosen, words, act }, name) {
  const off = new Set(chosen.silent.split(" ").filter(Boolean));
  const change = (on) => {
    off[on ? "delete" : "add"](name);
    act.choose("silent", [...off].join(" "));
  };
  return box(words.strings[`sound_${name}`], !off.has(name), change);
}

const choice = ({ chosen, words, act }, name, values) =>
  html`<label class="row"><span class="grow">${words.strings[`set_${name}`]}</span><select class="field" @change=${({ target }) => act.choose(name, target.value)}>
  ${values.map((value) => html`<option value=${value} ?selected=${chosen[name] === value}>${words.digits(words.strings[`${name}_${value || "system"}`])}</option>`)}</select></label>`;

/** A spectator looks from the seat he likes. */
const standpoint = ({
  table,
  words,
  south,
  act,
}) => html`<label class="row"><span class="grow">${words.strings.sit_behind}</span><select class="field" @change=${(event) => act.look(Number(event.target.value))}>
  ${SEATS.map((seat) => html`<option value=${seat} ?selected=${seat === south}>${nameOf(table, seat, words)}</option>`)}</select></label>`;

/** What the match has promised of its cards, and the list it is the hash of. */
const promise = ({
  table: { entropy, match },
  words,
}) => html`<details class="promise"><summary>${words.strings.promise}</summary>
  <code dir="ltr">${entropy.root}</code><p class="sub">${words.strings.promise_means}</p>
  <p><a href="matches/${match}/promise.json" download>${words.strings.promise_list}</a></p></details>`;

const keys = ({ words }) =>
  html`<dl class="keys">${Object.entries(words.strings.key_list).map(([key, meaning]) => html`<div class="row"><dt><kbd>${key}</kbd></dt><dd>${meaning}</dd></div>`)}</dl>`;
