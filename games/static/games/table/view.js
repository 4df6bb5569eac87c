/**
 * The page from its state. Every part is a function from the same `page` to markup:
 *
 * `table` the state of the match, `ui` what is chosen and open, `link` the line, `stage` the trick
 * on show, `chosen` the settings, `words`, `config`, `story` the log, `act` what can be done,
 * `update` draws again, `rules` what is played, `south` the seat drawn below, `sides` from there on and the `kind` of a side
 * or seat ("us" or "them"), `dir` of the text.
 */

import { html, render } from "lit-html";
import { bar } from "./bar.js";
import { felt } from "./felt.js";
import { actions, hand } from "./hand.js";
import { later } from "./later.js";
import { scoreStrip } from "./meter.js";

const dialog = later(
  () => import("./menu.js").then((menu) => menu.dialog),
  ({ ui }) => ui.dialog !== null,
);

/** The column beside the felt, where there is room for one. */
const side = later(
  () => import("./sheet.js").then((sheet) => sheet.side),
  () => matchMedia("(width >= 900px)").matches,
);

/** Draw the whole page into `root`. */
export function draw(page, root) {
  const parts = [bar, scoreStrip, felt, hand, actions, side, dialog];
  render(html`${parts.map((part) => part(page))}`, root);
}
