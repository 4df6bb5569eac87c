/* format.js — on the page of a new tournament: what cannot act in the format chosen is greyed, with the reason
   beside it. Without this script everything may be filled in, and the server refuses it in the same words. */

/** @typedef {HTMLInputElement & { dataset: { actsIn: string, whyNot: string } }} Choice */

const format = /** @type {HTMLSelectElement} */ (document.getElementById("id_format"));
const qualifiers = /** @type {HTMLInputElement} */ (document.getElementById("id_qualifiers"));

/**
 * Grey what a choice is asked with, or ungrey it.
 * @param {Choice} choice
 * @param {string[]} formats
 */
function offer(choice, formats) {
  const acts = choice.dataset.actsIn.split(" ").some((one) => formats.includes(one));
  const ask = /** @type {HTMLElement} */ (choice.closest(".ask"));
  choice.disabled = !acts;
  ask.classList.toggle("off", !acts);
  const told = ask.querySelector(".why") ?? ask.appendChild(document.createElement("p"));
  told.className = "why help";
  told.textContent = acts ? "" : choice.dataset.whyNot;
}

/* A knockout after the first stage acts as well, where there can be one. */
function offerAll() {
  const choices = /** @type {NodeListOf<Choice>} */ (document.querySelectorAll("[data-acts-in]"));
  for (const choice of choices) offer(choice, [format.value]);
  if (!qualifiers.value || qualifiers.disabled) return;
  for (const choice of choices) offer(choice, [format.value, "knockout"]);
}

format.form?.addEventListener("input", offerAll);
offerAll();
