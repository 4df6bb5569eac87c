/* console.js — the pages of a desk. Single keys: `/` to the quick entry, J and K from table to table, U to the newest
   undo. They only move the focus: what acts is pressed as always. They can be switched off. What is typed into the
   quick entry is said back before it is entered. */

const STILL = 200;

/** @type {Record<string, () => Element | null | undefined>} */
const KEYS = {
  "/": () => document.getElementById("entry"),
  j: () => row(1),
  k: () => row(-1),
  u: () => document.querySelector("[data-undo]"),
};
/* On an Arabic keyboard the same keys write other letters. */
const PLACES = { Slash: "/", KeyJ: "j", KeyK: "k", KeyU: "u" };

/**
 * Return the first control of the next table that has one, from the one with the focus.
 * @param {1 | -1} step
 */
function row(step) {
  const all = [...document.querySelectorAll("tr[id^='table-']")];
  const rows = all.filter((one) => one.querySelector("a, button"));
  const here = rows.findIndex((one) => one.contains(document.activeElement));
  const next = here < 0 && step < 0 ? rows.length - 1 : Math.min(Math.max(here + step, 0), rows.length - 1);
  return rows[next]?.querySelector("a, button");
}

document.addEventListener("keydown", (event) => {
  const { key, code, target, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey || document.documentElement.dataset.keys === "off") return;
  const letter = key.toLowerCase();
  const meant = letter in KEYS ? letter : PLACES[code];
  const field = /** @type {HTMLElement} */ (target).closest("input, textarea, select");
  /* Whoever is in the quick entry already, and presses its key again, means the same. */
  const again = meant === "/" && field instanceof HTMLInputElement && field.id === "entry" && !field.value;
  const found = /** @type {HTMLElement | null | undefined} */ (field && !again ? null : KEYS[meant]?.());
  if (!found) return;
  event.preventDefault();
  found.focus();
  if (found instanceof HTMLInputElement) found.select();
});

let typing = 0;

/** Ask the server what the line means, and show that; an answer to what is no longer there is not shown.
 * @param {HTMLInputElement} field */
async function sayBack(field) {
  const line = field.value;
  const answer = await fetch(`${field.form?.action}?entry=${encodeURIComponent(line)}`).catch(() => null);
  if (!answer?.ok || field.value !== line) return;
  const meant = new DOMParser()
    .parseFromString(await answer.text(), "text/html")
    .getElementById("entry-help");
  if (meant && field.value === line) document.getElementById("entry-help")?.replaceWith(meant);
}

document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.id !== "entry") return;
  clearTimeout(typing);
  typing = setTimeout(sayBack, STILL, target);
});
