/**
 * The page that checks a file of deals: what is chosen, dropped, pasted or linked to is read here and
 * sent nowhere.
 */

import { check } from "./checks.js";

/** @returns {any} */
const find = (id) => document.getElementById(id);

/** Return an element with a class, and texts or elements in it. */
function made(name, className, ...content) {
  const element = document.createElement(name);
  element.className = className;
  element.append(...content);
  return element;
}

const { file: linked, checks, faults, words } = JSON.parse(find("verify-config").textContent);

const filled = (text, about) => text.replace("{about}", about);

/** Return a hash or a list of numbers, which read left to right and may break anywhere. */
function code(text) {
  const element = made("code", "hash", text);
  element.dir = "ltr";
  return element;
}

function line({ code: name, passed, about }) {
  const text = filled((passed ? checks : faults)[name], about);
  return made(
    "li",
    passed ? "passed" : "failed",
    made("span", "mark", passed ? "\u2713" : "\u2717"),
    made("span", "", text),
  );
}

function promise({ lists }) {
  return made(
    "div",
    "pad stack",
    made("h3", "", words.root),
    code(lists[0].root),
    made("p", "sub", words.compare),
  );
}

function deals({ deals: shown }, packs) {
  return shown.map(({ deal, redeal, commitment }, place) => {
    const title = filled(words.deal, redeal ? `${deal}.${redeal}` : deal);
    const parts = [
      made("dt", "", words.commitment),
      made("dd", "", code(commitment)),
      made("dt", "", words.pack),
      made("dd", "", code(packs[place].join(" "))),
    ];
    return made("details", "deal", made("summary", "", title), made("dl", "", ...parts));
  });
}

function show({ passed, checks: found, file, packs }) {
  const head = made("header", "", made("h2", "", passed ? words.passed : words.failed));
  const panel = made(
    "section",
    `panel ${passed ? "passed" : "failed"}`,
    head,
    made("ul", "pad checks", ...found.map(line)),
  );
  if (passed) panel.append(promise(file), ...deals(file, packs));
  find("verdict").replaceChildren(panel);
}

const say = (text) => find("verdict").replaceChildren(made("p", "alert warn", text));

const checkText = async (text) => show(await check(text));

const checkFile = async (file) => file && checkText(await file.text());

async function checkLinked() {
  const answer = await fetch(linked);
  if (answer.ok) await checkText(await answer.text());
  else say(words.gone);
}

function listen() {
  find("choose").hidden = false;
  find("file").addEventListener("change", () => checkFile(find("file").files[0]));
  find("choose").addEventListener("submit", (event) => {
    event.preventDefault();
    checkText(find("text").value);
  });
  find("checker").addEventListener("dragover", (event) => event.preventDefault());
  find("checker").addEventListener("drop", (event) => {
    event.preventDefault();
    checkFile(event.dataTransfer.files[0]);
  });
}

if (globalThis.isSecureContext) {
  listen();
  if (linked) checkLinked();
} else {
  find("insecure").hidden = false;
}
