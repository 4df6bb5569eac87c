/**
 * The bar at the top: the way back, the match, the line to the server, the menu.
 */

import { html, nothing } from "lit-html";
import { icon } from "./picture.js";
import { standing } from "./series.js";

/** Draw the top bar. */
export const bar = ({ config, table, words, sides, link, act }) => html`
  <header class="t-top">
    <a class="btn quiet" href=${config.back} aria-label=${words.strings.back}>${icon("back", true)}</a>
    <h1 class="ttl ell"><b><bdi>${config.title}</bdi></b> <span>${subtitle(config, table, words, sides)}</span></h1>
    <span class="grow hide-sm"></span>
    ${connection(link, words)}
    <button class="btn quiet" aria-haspopup="dialog" aria-label=${words.strings.menu} @click=${() => act.show("menu")}>${icon("menu")}</button>
  </header>`;

function subtitle(config, { view, series }, words, sides) {
  const deal = view ? words.text("deal_n", { n: view.deal }) : "";
  const game = series ? words.text("game_of", { n: series.game, m: series.of }) : "";
  const games = series ? standing(series, words, sides) : "";
  return [config.subtitle, game, games, deal].filter(Boolean).join(" \u00b7 ");
}

function connection({ status, latency }, words) {
  const text = words.strings[`link_${status}`];
  const delay = status === "live" && latency !== null;
  return html`<span class="conn ${status}"><span class="dot"></span><span class="word">${text}</span>${
    delay ? html`<span class="clock">${words.number(latency)} ms</span>` : nothing
  }</span>`;
}
