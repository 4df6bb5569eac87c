/**
 * A first visitor's guided deal: eight short hints, each at the moment it is about. They ask for
 * nothing, stop nothing, and can be skipped; which were read is kept in the settings.
 */

import { html, nothing } from "lit-html";
import { HINT_NAMES, hintFor } from "./hints.js";

/** Draw the hint that is due. */
export function guide(page) {
  const { table, chosen, act, dir, config, words } = page;
  const read = chosen.guide.split(" ");
  const name = table.view === null || table.you === null ? null : hintFor(table.view, table.you, read);
  if (name === null || config.guide === null || read.includes("done")) return nothing;
  const { hints, next, skip, title } = config.guide;
  const at = HINT_NAMES.indexOf(name) + 1;
  const go = () => act.choose("guide", at === HINT_NAMES.length ? "done" : `${chosen.guide} ${name}`.trim());
  return html`<aside class="coach panel" dir=${dir} aria-label=${title} @click=${(event) => event.stopPropagation()}>
    <p role="status">${hints[name]}</p>
    <div class="row"><span class="sub num">${words.digits(`${at} / ${HINT_NAMES.length}`)}</span><span class="grow"></span>
    <button class="btn sm quiet" @click=${() => act.choose("guide", "done")}>${skip}</button>
    <button class="btn sm primary" @click=${go}>${next}</button></div></aside>`;
}
