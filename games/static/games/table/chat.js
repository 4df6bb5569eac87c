/**
 * The dialog of words between players: what was said, phrases and emotes by name in the reader's
 * language, and whom one hears.
 */

import { html, nothing } from "lit-html";
import { silence, speaking, wording } from "./heard.js";
import { icon } from "./picture.js";
import { SEATS } from "./places.js";
import { isolated } from "./words.js";

/** Draw what was said and what can be said. */
export function chat(shown) {
  const { words, table, line, act } = shown;
  if (table.you === null) return nothing;
  const speak = speaking(line, () => act.toast(words.strings.chat_reported));
  const page = { ...shown, chat: shown.chat ?? silence(), speak };
  return html`<div class="stack chat-box">
    ${log(page)}
    <div class="quick" role="group" aria-label=${words.strings.chat}>${Object.entries(words.strings.phrases).map(([name, phrase]) => html`<button @click=${() => speak.say({ phrase: name })}>${phrase}</button>`)}</div>
    <div class="quick emotes" role="group" aria-label=${words.strings.chat_emotes}>${Object.entries(words.strings.emotes).map(([name, label]) => html`<button aria-label=${label} title=${label} @click=${() => speak.say({ emote: name })}>${icon(name)}</button>`)}</div>
    ${page.chat.text ? written(page) : html`<p class="sub">${words.strings.chat_phrases}</p>`}
    ${people(page)}
  </div>`;
}

const log = ({ chat: { lines }, words }) =>
  html`<div class="chat" role="log" aria-live="polite" aria-label=${words.strings.chat_log}>
    ${lines.length ? lines.map((line) => html`<p><b><bdi>${line.name}</bdi></b> <bdi>${sign(line)}${wording(line, words)}</bdi></p>`) : html`<p class="sub">${words.strings.chat_silence}</p>`}
  </div>`;

const sign = ({ k, v }) => (k === "emote" ? icon(v) : nothing);

const written = ({ words, speak }) =>
  html`<form class="row" @submit=${(event) => {
    event.preventDefault();
    const field = event.target.elements.text;
    if (field.value.trim()) speak.say({ text: field.value });
    field.value = "";
  }}><label class="vh" for="chat-text">${words.strings.chat_text}</label><input class="field grow" id="chat-text" name="text" maxlength="200" autocomplete="off" dir="auto"><button class="btn">${words.strings.chat_send}</button></form>`;

/** Whom one hears: everybody at the table in turn, and all at once. */
function people(page) {
  const { words, chat: known, speak, table } = page;
  const others = SEATS.filter((seat) => seat !== table.you && table.seats[seat]?.kind === "user");
  return html`<details class="people"><summary>${words.strings.chat_people}</summary><div class="stack">
    <label class="row"><input type="checkbox" .checked=${known.all} @change=${(event) => speak.mute(null, event.target.checked)}><span>${words.strings.chat_mute_all}</span></label>
    ${others.map((seat) => person(page, seat))}
  </div></details>`;
}

function person({ words, chat: known, speak, table }, seat) {
  const { name } = table.seats[seat];
  const named = (key) => words.text(key, { name: isolated(name) });
  return html`<fieldset class="stack"><legend><bdi>${name}</bdi></legend>
    <label class="row"><input type="checkbox" .checked=${known.muted.includes(seat)} @change=${(event) => speak.mute(seat, event.target.checked)}><span>${named("chat_mute")}</span></label>
    <details><summary>${named("chat_report")}</summary><div class="row wrap">${Object.entries(words.strings.report_reasons).map(([reason, label]) => html`<button class="btn sm" @click=${() => speak.report(seat, reason)}>${label}</button>`)}</div></details>
    <details><summary>${named("chat_block")}</summary><p class="sub">${named("chat_block_means")}</p><button class="btn sm danger" @click=${() => speak.block(seat)}>${icon("x")}${named("chat_block")}</button></details>
  </fieldset>`;
}
