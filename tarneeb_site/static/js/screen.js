/* screen.js — the pictures of a hall's screen take turns, and its clock goes by the server's time.
   What changes comes in by page.js; nothing here needs a hand. */

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/* The clock of a television is often wrong: what counts is how far it is from the server's. */
const ahead = Date.now() - Date.parse(main.dataset.now ?? "");
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

/** Write how much time is left as 3:45, and 0:00 when it is over. */
function tick() {
  for (const clock of document.querySelectorAll("[data-until]")) {
    const until = Date.parse(/** @type {HTMLElement} */ (clock).dataset.until ?? "");
    const left = Math.max(0, Math.round((until - (Date.now() - ahead)) / 1000));
    const [hours, minutes, rest] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
    clock.textContent = hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
    clock.parentElement?.classList.toggle("late", left === 0);
  }
}

show();
tick();
setTimeout(next, seconds() * 1000);
setInterval(tick, 1000);
document.addEventListener("htmx:after:swap", () => { show(); tick(); });
