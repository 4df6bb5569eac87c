/* page.js — what every page needs beside its HTML: the reader's settings, menus, copying. Classic script in <head>: the
   settings are applied before anything is painted. A page with regions that change by themselves gets regions.js too. */
(() => {
  "use strict";
  const root = document.documentElement;
  const { regions } = document.currentScript.dataset;
  const SETTINGS = ["theme", "deck", "digits"];

  /* ── settings of this device ── */
  for (const setting of SETTINGS) {
    const value = localStorage.getItem(setting);
    if (value) root.dataset[setting] = value;
  }

  function keep(setting, value) {
    if (value) { localStorage.setItem(setting, value); root.dataset[setting] = value; }
    else { localStorage.removeItem(setting); delete root.dataset[setting]; }
  }

  function wireSettings() {
    const buttons = document.querySelectorAll("[data-set]");
    const show = () => {
      for (const button of buttons) {
        const [setting, value] = button.dataset.set.split("=");
        button.setAttribute("aria-pressed", String((root.dataset[setting] ?? "") === value));
      }
    };
    show();
    for (const button of buttons) {
      button.addEventListener("click", () => {
        const [setting, value] = button.dataset.set.split("=");
        keep(setting, value);
        show();
        if (setting === "digits") location.reload();
      });
    }
    for (const element of document.querySelectorAll("[data-cookie]")) {
      element.addEventListener("click", () => {
        document.cookie = `${element.dataset.cookie}; path=/; max-age=31536000; samesite=lax`;
        if (element.tagName === "BUTTON") location.reload();
      });
    }
  }

  /* Arabic-Indic digits are a way of showing: the server always writes Western ones. */
  function showDigits(within) {
    if (root.dataset.digits !== "arab" || root.dir !== "rtl") return;
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node.parentElement.closest("script, style, textarea, code, pre, svg, .name, .latin, [dir=ltr]")) continue;
      const text = node.data.replace(/[0-9]/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[digit]);
      if (text !== node.data) node.data = text;
    }
  }

  /* ── menus, messages, printing, copying ── */
  function wireControls() {
    document.addEventListener("click", (event) => {
      for (const menu of document.querySelectorAll("details.menu[open], details.confirm[open]")) {
        if (!menu.contains(event.target)) menu.open = false;
      }
      const button = event.target.closest("[data-dismiss], [data-print], [data-copy]");
      if (!button) return;
      if ("dismiss" in button.dataset) button.parentElement.remove();
      else if ("print" in button.dataset) print();
      else copy(button);
    });
    document.addEventListener("keydown", (event) => {
      const menu = event.key === "Escape" && document.querySelector("details.menu[open], details.confirm[open]");
      if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
    });
  }

  /* A club's hall is often plain http on a local address, where the clipboard API does not exist. */
  function copy(button) {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    if (navigator.clipboard) navigator.clipboard.writeText(field.value);
    else document.execCommand("copy");
    button.lastElementChild.textContent = button.dataset.done;
  }

  function load(address) {
    const script = document.createElement("script");
    script.src = address;
    document.head.append(script);
  }

  document.addEventListener("DOMContentLoaded", () => {
    wireSettings();
    wireControls();
    showDigits(document.body);
    document.addEventListener("htmx:after:swap", () => showDigits(document.body));
    if (document.querySelector("[data-topic]")) load(regions);
  });
})();
