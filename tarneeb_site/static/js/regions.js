/* regions.js — parts of a page that change by themselves: they hear of notices, and ask for their HTML again. htmx is
   loaded when a region changes for the first time, so a first visit does not pay for it. */
(() => {
  "use strict";
  const htmxAddress = document.querySelector("[data-htmx]").dataset.htmx;

  let htmxArrives = null;
  function htmxReady() {
    htmxArrives ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = htmxAddress;
      script.onload = () => resolve(window.htmx);
      script.onerror = reject;
      document.head.append(script);
    });
    return htmxArrives;
  }

  /* A region may follow several topics: its versions stand in the order of its topics. */
  const topicsOf = (region) => region.dataset.topic.trim().split(/\s+/);
  const isBehind = (region, topic, version) =>
    Number(region.dataset.version.trim().split(/\s+/)[topicsOf(region).indexOf(topic)]) < version;

  const newest = new Map();
  async function refresh(region) {
    const htmx = await htmxReady();
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

  function wireRegion(region) {
    let delay = 500;
    let socket = null;
    let timer = 0;
    const connect = () => {
      clearTimeout(timer);
      if (socket && socket.readyState <= WebSocket.OPEN) return;
      socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/notices`);
      socket.onopen = () => {
        delay = 500;
        for (const topic of topicsOf(region)) socket.send(JSON.stringify({ t: "hello", topic }));
      };
      socket.onmessage = (message) => {
        const notice = JSON.parse(message.data);
        if (notice.t !== "changed") return;
        newest.set(notice.topic, notice.version);
        if (isBehind(region, notice.topic, notice.version)) refresh(region);
      };
      /* Random at every step: a hall of phones must not come back in the same instant. */
      socket.onclose = () => {
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

  for (const region of document.querySelectorAll("[data-topic]")) wireRegion(region);
})();
