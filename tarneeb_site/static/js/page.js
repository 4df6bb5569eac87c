/* page.js — what every page needs beside its HTML: the reader's settings, and regions that change by themselves.
   Classic script in <head>: the settings are applied before anything is painted. htmx is loaded when a region
   changes for the first time, so a first visit does not pay for it. */
(() => {
  "use strict";
  const root = document.documentElement;
  const { htmx: htmxAddress, times: timesAddress } = document.currentScript.dataset;
  const SETTINGS = ["theme", "deck", "digits", "keys"];

  /* ── settings of this device; a page for paper has its own theme ── */
  for (const setting of SETTINGS) {
    const value = localStorage.getItem(setting);
    if (value) root.dataset[setting] ??= value;
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

  async function showHere() {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (!document.querySelector(`time[data-zone]:not([data-zone="${timeZone}"])`)) return;
    const times = await import(timesAddress);
    times.showHere(root.lang);
    showDigits(document.body);
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

  /* ── regions that change by themselves ── */
  let htmxArrives = null;
  function htmxReady() {
    htmxArrives ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = htmxAddress;
      script.onload = () => resolve(window.htmx);
      script.onerror = () => {
        htmxArrives = null;
        reject(new Error("htmx does not arrive: no network"));
      };
      document.head.append(script);
    });
    return htmxArrives;
  }

  /* A region may follow several topics: its versions stand in the order of its topics. */
  const topicsOf = (region) => region.dataset.topic.trim().split(/\s+/);
  const isBehind = (region, topic, version) =>
    Number(region.dataset.version.trim().split(/\s+/)[topicsOf(region).indexOf(topic)]) < version;

  /* A page where people wait for each other goes on to the table when it begins. */
  function goOn() {
    const region = document.querySelector("[data-go]");
    if (region) location.replace(region.dataset.go);
  }

  const newest = new Map();
  async function refresh(region) {
    const htmx = await htmxReady().catch(() => null);
    if (!htmx) return; // asked for again with the next notice
    htmx.process(region);
    htmx.trigger(region, "changed");
  }

  /* Tables in play change with every card and tell no notice: the page asks again every so often, each at its own
     moment, and is told when nothing has changed. */
  function askAgain(region) {
    const seconds = Number(region.dataset.again) || 10;
    setTimeout(() => {
      if (region.dataset.again && document.visibilityState === "visible") refresh(region);
      askAgain(region);
    }, seconds * 1000 * (0.75 + Math.random() / 2));
  }

  /* Coming back is no use when the session has ended, or where there is nothing for this reader. */
  const SIGNED_OUT = 4401;
  const FINAL = [SIGNED_OUT, 4404];

  function wireRegion(region) {
    let delay = 500;
    let socket = null;
    let timer = 0;
    let ended = false;
    const connect = () => {
      clearTimeout(timer);
      if (ended || (socket && socket.readyState <= WebSocket.OPEN)) return;
      socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/notices`);
      socket.onopen = () => {
        root.dataset.line = "on";
        for (const topic of topicsOf(region)) socket.send(JSON.stringify({ t: "hello", topic }));
      };
      socket.onmessage = (message) => {
        const notice = JSON.parse(message.data);
        if (notice.t !== "changed") return;
        delay = 500;
        newest.set(notice.topic, notice.version);
        if (isBehind(region, notice.topic, notice.version)) refresh(region);
      };
      /* Random at every step: a hall of phones must not come back in the same instant. */
      socket.onclose = ({ code }) => {
        root.dataset.line = "off";
        ended = FINAL.includes(code);
        if (code === SIGNED_OUT) document.getElementById("signed-out").hidden = false;
        if (ended) return;
        timer = setTimeout(connect, delay * (0.5 + Math.random()));
        delay = Math.min(delay * 2, 8000);
      };
    };
    const wake = () => { if (document.visibilityState === "visible") connect(); };
    document.addEventListener("visibilitychange", wake);
    addEventListener("online", wake);
    document.addEventListener("htmx:after:swap", () => {
      for (const [topic, version] of newest) {
        if (topicsOf(region).includes(topic) && isBehind(region, topic, version)) return void setTimeout(refresh, 1000, region);
      }
    });
    connect();
    askAgain(region);
  }

  document.addEventListener("DOMContentLoaded", () => {
    wireSettings();
    wireControls();
    const finish = () => { showDigits(document.body); showHere(); };
    finish();
    document.addEventListener("htmx:after:swap", finish);
    for (const region of document.querySelectorAll("[data-topic]")) wireRegion(region);
    for (const region of document.querySelectorAll("[data-again]:not([data-topic])")) askAgain(region);
    document.addEventListener("htmx:after:swap", goOn);
  });
})();
