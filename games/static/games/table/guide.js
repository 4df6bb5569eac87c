/**
 * A first visitor's guided deal: eight short hints, each at the moment it is about. They ask for
 * nothing, stop nothing, and can be skipped; which were read is kept in the settings.
 */

import { html, nothing } from "lit-html";

const inPlay = ({ phase }) => phase === "play";

/** When each hint is due, in the order they come: from the view of the match and our seat. */
const HINTS = [
  ["hand", ({ hand }) => hand.length > 0],
  ["bid", ({ phase, turn }, you) => phase === "auction" && turn === you],
  ["contract", ({ contract }) => contract !== null],
  ["trump", ({ phase, trump }) => phase === "play" && trump !== null && trump !== "N"],
  ["follow", (view, you) => inPlay(view) && view.turn === you],
  ["trick", ({ last_trick }) => last_trick !== null],
  ["meter", (view) => inPlay(view) && view.tricks.reduce((sum, count) => sum + count) > 1],
  ["result", ({ phase }) => phase === "result" || phase === "over"],
];

/** Return the names of all hints. */
export const HINT_NAMES = HINTS.map(([name]) => name);

/** Return the hint to show: the first that is due and was not read; null for none. */
export function hintFor(view, you, read) {
  const due = HINTS.find(([name, isDue]) => !read.includes(name) && isDue(view, you));
  return due ? due[0] : null;
}

/** Draw the hint that is due. */
export function guide(page) {
  const { table, chosen, act, dir, config, words } = page;
  const read = chosen.guide.split(" ");
  const name = table.view === null || table.you === null ? null : hintFor(table.view, table.you, read);
  if (name === null || config.guide === null || read.includes("done")) return nothing;
  const { hints, next, skip, title } = config.guide;
  const at = HINT_NAMES.indexOf(name) + 1;
  const go = () => act.choose("guide", at === HINTS.length ? "done" : `${chosen.guide} ${name}`.trim());
  return html`<aside class="coach panel" dir=${dir} aria-label=${title} @click=${(event) => event.stopPropagation()}>
    <p role="status">${hints[name]}</p>
    <div class="row"><span class="sub num">${words.digits(`${at} / ${HINTS.length}`)}</span><span class="grow"></span>
    <button class="btn sm quiet" @click=${() => act.choose("guide", "done")}>${skip}</button>
    <button class="btn sm primary" @click=${go}>${next}</button></div></aside>`;
}
