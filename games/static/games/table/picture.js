/**
 * Small drawings used all over the page: cards, suits, icons, avatars, names.
 */

import { html, nothing } from "lit-html";
import { symbolOf } from "./cards.js";

const ARABIC = /^[\u0600-\u06ff]/;
const HUES = 8;

let sprite = "";

/** Tell where the sprite is; once, before anything is drawn. */
export function useSprite(address) {
  sprite = address;
}

/** Draw an icon; `flip` for arrows, which follow the direction of the page. */
export const icon = (name, flip = false) =>
  html`<svg class="i ${flip ? "flip" : ""}" aria-hidden="true"><use href="${sprite}#i-${name}"></use></svg>`;

/** Draw a suit from its letter. */
export const suit = (letter) =>
  html`<svg class="suit ${letter.toLowerCase()}" aria-hidden="true"><use href="${sprite}#s-${letter.toLowerCase()}"></use></svg>`;

/** Draw a card; give a label where nothing else names it. */
export const cardFace = (card, kind = "", label = nothing) =>
  html`<svg class="pc ${kind}" role=${label === nothing ? nothing : "img"} aria-label=${label} aria-hidden=${label === nothing ? "true" : nothing}><use href="${sprite}#${symbolOf(card)}"></use></svg>`;

/** Draw a contract, "9 of spades", as a chip. */
export const chip = (text, letter) =>
  html`<span class="chip">${text}${letter ? suit(letter) : nothing}</span>`;

/** Draw the round picture of a person: the first letters of his name on a colour of his own. */
export const avatar = (name, kind = "") =>
  html`<span class="av ${kind} h${hueOf(name)}" aria-hidden="true">${initials(name)}</span>`;

/** Write a person's name so that it cannot disturb the text around it. */
export const bdi = (name, kind = "") => html`<bdi class="name ${kind}" dir="auto">${name}</bdi>`;

/** Arabic letters join, so two initials would read as a word: one is enough. */
function initials(name) {
  const words = name
    .trim()
    .split(/\s+/)
    .slice(0, ARABIC.test(name) ? 1 : 2);
  return words.map((word) => [...word][0] ?? "").join("");
}

const hueOf = (name) => [...name].reduce((sum, letter) => sum + letter.codePointAt(0), 0) % HUES;

/** Return the parts of a sentence with names isolated and other values in bold. */
export const rich = (parts) =>
  parts.map((part, at) => {
    if (at % 2 === 0) return part;
    return part?.person === undefined ? html`<b>${part}</b>` : bdi(part.person);
  });
