/* sheet.js — the score sheet on a phone: sends what is written, keeps it until it is acknowledged, and puts the
   answer into the page. Nothing is computed here: points, dealer and end come with the answer. */

import { Unsent } from "./unsent.js";

const AGAIN = 3000;

const place = document.getElementById("unsent");
let sheet = document.getElementById("sheet");
const unsent = new Unsent(localStorage, String(sheet.dataset.pairing));
let sending = false;
let refused = false;

/** @returns {{ sheet: string, seen: string }} */
function page() {
  return { sheet: String(sheet.dataset.sheet), seen: String(sheet.dataset.seen) };
}

/**
 * Put the answer in place of the sheet.
 * @param {string} text
 */
function show(text) {
  const answer = new DOMParser().parseFromString(text, "text/html").getElementById("sheet");
  if (answer === null) return false;
  sheet.replaceWith(answer);
  sheet = answer;
  return true;
}

/** Send what waits, one line after another, each to the sheet that the one before has left. */
async function send() {
  if (sending || refused || !unsent.lines.length) return list();
  sending = true;
  try {
    while (unsent.lines.length && !refused) await sendOne();
  } catch {
    setTimeout(send, AGAIN); // no network, or no server: it stays where it is
  } finally {
    sending = false;
    list();
  }
}

async function sendOne() {
  const token = csrf();
  const response = await fetch(location.pathname, {
    method: "POST",
    body: new URLSearchParams(unsent.next()),
    headers: { "HX-Request": "true", "X-CSRFToken": token },
    redirect: "error",
  });
  if (response.status >= 500) throw new Error(String(response.status));
  const shown = show(await response.text());
  if (response.ok && shown) unsent.taken(page());
  else refused = true;
}

/** Show what waits, and why. */
function list() {
  place.hidden = unsent.lines.length === 0;
  const words = place.dataset;
  const note = document.createElement("p");
  note.className = refused ? "alert bad" : "alert warn";
  note.textContent = String(refused ? words.refused : words.waiting);
  place.replaceChildren(note, ...unsent.lines.map(row));
  if (refused)
    place.append(
      button(String(words.again), () => {
        refused = false;
        send();
      }),
    );
}

/** @param {import("./unsent.js").Line} line */
function row(line) {
  const item = document.createElement("div");
  item.className = "panel pad unsent";
  const text = document.createElement("span");
  text.textContent = told(Object.fromEntries(line.fields), line);
  const away = button(String(place.dataset.remove), () => {
    unsent.drop(line.key);
    refused = false;
    list();
    send();
  });
  item.append(text, away);
  return item;
}

/**
 * Say in a few words what a line says.
 * @param {Record<string, string>} values
 * @param {import("./unsent.js").Line} line
 */
function told(values, line) {
  const words = place.dataset;
  const named = {
    pass: words.passed,
    remove: words.removed,
    stop: words.stopped,
    totals: `${words.totals}: ${line.fields
      .filter(([name]) => name === "totals")
      .map(([, value]) => value)
      .join(" – ")}`,
  };
  return named[values.do] ?? `${values.who ?? ""} ${values.bid ?? ""} · ${values.took ?? ""} ${words.took}`;
}

/**
 * @param {string} text
 * @param {() => void} press
 */
function button(text, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "btn sm";
  made.textContent = text;
  made.addEventListener("click", press);
  return made;
}

/**
 * Return a form's fields as they are sent, with the name of who was chosen for the eye.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} pressed
 * @returns {string[][]}
 */
function fields(form, pressed) {
  const skipped = ["csrfmiddlewaretoken", "sheet", "seen", "key"];
  const all = [...new FormData(form, pressed)].map(([name, value]) => [name, String(value)]);
  const who = form.querySelector("[name=declarer]:checked + span");
  const kept = all.filter(([name]) => !skipped.includes(name));
  return who ? [...kept, ["who", String(who.textContent)]] : kept;
}

/**
 * Keep what a form of the sheet says, and send it.
 * @param {SubmitEvent} event
 * @param {any} form
 */
function submitted(event, form) {
  const keeps = form.querySelector("[data-keep]");
  if (!sheet.contains(form) || !(keeps || "line" in form.dataset)) return;
  event.preventDefault();
  const line = { key: newKey(), fields: fields(form, event.submitter) };
  if (keeps) {
    const { sheet: mine, seen: known } = Object.fromEntries(new FormData(form));
    unsent.clear();
    refused = false;
    Object.assign(line, { sheet: mine, seen: known });
  }
  unsent.add(line, page());
  send();
}

/** @param {any} pressed */
function dropped(pressed) {
  if (pressed.closest("[data-drop]")) unsent.clear();
}

document.addEventListener("submit", (event) => submitted(event, event.target));
document.addEventListener("click", (event) => dropped(event.target));

/** A hall is often plain http, where `randomUUID` does not exist. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {string} */
function csrf() {
  return document.querySelector("input[name=csrfmiddlewaretoken]").getAttribute("value");
}

/** Tell the server, once each, which of the others' words stood on this screen. */
const seen = new Set();
function tellShown() {
  if (document.hidden) return;
  for (const word of document.querySelectorAll("[data-shown]")) {
    const address = word.getAttribute("data-shown");
    if (!address || seen.has(address)) continue;
    seen.add(address);
    const token = csrf();
    fetch(address, { method: "POST", headers: { "X-CSRFToken": token } }).catch(() => seen.delete(address));
  }
}

addEventListener("online", send);
document.addEventListener("visibilitychange", tellShown);
new MutationObserver(tellShown).observe(document.body, { childList: true, subtree: true });
tellShown();
send();
