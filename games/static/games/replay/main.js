/**
 * Moves the replay of a deal from card to card. The server has drawn one moment of it; this changes
 * what differs, keeps the address up to date, and plays by itself.
 */

import { endOf, look, moment, stepFor } from "./steps.js";

const SECOND = 1000;

const find = (id) => document.getElementById(id);

class Replay {
  constructor(config, root) {
    this.config = config;
    this.root = root;
    this.last = config.steps.length;
    this.step = config.step;
    this.timer = 0;
  }

  /** Show the deal after a number of cards. */
  show(step) {
    const now = moment(this.config.steps, step);
    this.step = step;
    this.hands(step);
    this.trick(now);
    this.scrubber(now.trick);
    find("calls").classList.toggle("away", step > 0);
    find("card-says").textContent = now.says;
    this.remember(now.trick);
  }

  hands(step) {
    for (const card of this.root.querySelectorAll("[data-card]")) {
      card.className = `rk ${look(Number(card.dataset.step), step)}`;
    }
  }

  trick({ table, full }) {
    for (const place of this.root.querySelectorAll(".trick [data-seat]")) {
      const card = table.find(({ seat }) => seat === Number(place.dataset.seat));
      place.classList.toggle("away", !card);
      place.classList.toggle("win", Boolean(card?.wins && full));
      if (!card) continue;
      place.setAttribute("aria-label", card.name);
      place.firstElementChild.setAttribute("href", `${this.root.dataset.sprite}#${card.symbol}`);
    }
  }

  scrubber(trick) {
    for (const link of this.root.querySelectorAll("a[data-trick]")) {
      if (Number(link.dataset.trick) === trick) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
    /** @type {NodeListOf<HTMLElement>} */
    const rows = document.querySelectorAll("tr[data-trick]");
    for (const row of rows) {
      row.classList.toggle("me", Number(row.dataset.trick) === trick);
    }
  }

  /** Keep the address that of the trick, so that it can be copied, reloaded and shared. */
  remember(trick) {
    const address = `?deal=${this.config.deal}&trick=${trick}`;
    history.replaceState(null, "", address);
    find("share").setAttribute("href", address);
  }

  /** Move somewhere by hand: what played by itself stops. */
  go(step) {
    this.stop();
    this.show(step);
  }

  run() {
    if (this.step === this.last) this.show(0);
    find("run").setAttribute("aria-pressed", "true");
    this.next();
  }

  next() {
    const pause = SECOND / Number(find("speed").querySelector("select").value);
    this.timer = setTimeout(() => {
      this.show(this.step + 1);
      if (this.step < this.last) this.next();
      else this.stop();
    }, pause);
  }

  stop() {
    clearTimeout(this.timer);
    find("run").setAttribute("aria-pressed", "false");
  }

  toggle() {
    if (find("run").getAttribute("aria-pressed") === "true") this.stop();
    else this.run();
  }
}

function listenToButtons(replay) {
  replay.root.addEventListener("click", (event) => {
    const link = event.target.closest("[data-move], a[data-trick], #run");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.id === "run") replay.toggle();
    else if (link.dataset.trick) replay.go(endOf(Number(link.dataset.trick), replay.last));
    else replay.go(stepFor(link.dataset.move === "1" ? "ArrowRight" : "ArrowLeft", replay.step, replay.last));
  });
}

/** Arrows along the row of tricks work everywhere; the others scroll the page unless the replay has the focus. */
function listenToKeys(replay) {
  document.addEventListener("keydown", (event) => {
    const { key } = event;
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest("input, select, textarea, .scrolls"))
      return;
    const step = stepFor(key, replay.step, replay.last);
    const meant = replay.root.contains(target) || ["ArrowLeft", "ArrowRight"].includes(key);
    if (step === null || !meant) return;
    event.preventDefault();
    replay.go(step);
  });
}

/** Hand the address over where the browser can; else following the link puts it into the address bar. */
function listenToShare(link) {
  link.addEventListener("click", (event) => {
    if (!navigator.share && !navigator.clipboard) return;
    event.preventDefault();
    if (navigator.share) navigator.share({ title: document.title, url: link.href }).catch(() => {});
    else {
      navigator.clipboard.writeText(link.href);
      link.lastElementChild.textContent = link.dataset.done;
    }
  });
}

function start() {
  const root = find("replay");
  const replay = new Replay(JSON.parse(find("replay-config").textContent), root);
  if (!replay.last) return;
  /** @type {NodeListOf<HTMLElement>} */
  const waiting = root.querySelectorAll("#run, #speed, .keys");
  for (const one of waiting) one.hidden = false;
  listenToButtons(replay);
  listenToKeys(replay);
  listenToShare(find("share"));
}

start();
