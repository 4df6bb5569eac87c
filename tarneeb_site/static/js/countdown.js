/* countdown.js — clocks of a page that count to a moment, by the server's time: an element with `data-until` shows
   how much is left as 3:45. The page says what the server's time was in `data-now`. */

let seen = 0;
let ahead = 0;

/** The clock of a reader is often wrong: what counts is how far it is from the server's. An answer that the browser
    had kept says an older time than the page did, and is not asked. */
function compare() {
  for (const stamp of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-now]"))) {
    const said = Date.parse(stamp.dataset.now ?? "");
    if (!(said > seen)) continue;
    seen = said;
    ahead = Date.now() - said;
  }
}

/** Write how much time is left, and 0:00 when it is over. */
function tick() {
  for (const clock of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-until]"))) {
    const until = Date.parse(clock.dataset.until ?? "");
    const left = Math.max(0, Math.round((until - (Date.now() - ahead)) / 1000));
    const [hours, minutes, rest] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
    clock.textContent = hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
    clock.parentElement?.classList.toggle("late", left === 0);
  }
}

function look() {
  compare();
  tick();
}

look();
setInterval(tick, 1000);
document.addEventListener("htmx:after:swap", look);
