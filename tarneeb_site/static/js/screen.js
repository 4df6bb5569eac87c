/* screen.js — the pictures of a hall's screen take turns, and its clock goes by the server's time.
   What changes comes in by page.js; nothing here needs a hand. */

import "./countdown.js";

let turn = 0;

/** Show one picture and hide the others; the number of the first that is there for one that has gone. */
function show() {
  const pictures = document.querySelectorAll(".picture");
  turn %= pictures.length;
  pictures.forEach((picture, at) => picture.toggleAttribute("hidden", at !== turn));
}

function next() {
  turn += 1;
  show();
  setTimeout(next, seconds() * 1000);
}

/** @returns {number} how long a picture stays */
function seconds() {
  const region = /** @type {HTMLElement | null} */ (document.querySelector("[data-seconds]"));
  return Number(region?.dataset.seconds) || 12;
}

show();
setTimeout(next, seconds() * 1000);
document.addEventListener("htmx:after:swap", show);
