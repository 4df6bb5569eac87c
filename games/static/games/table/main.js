/**
 * Starts the table page. The server leaves the table's config in the page as JSON.
 */

import { App } from "./app.js";
import { useSprite } from "./picture.js";

const find = (id) => document.getElementById(id);

/** Keys are for those who have some: what they mean is fetched when the first is pressed. */
function listenToKeys(app) {
  let press = null;
  document.addEventListener("keydown", (event) => {
    const typed = /** @type {Element} */ (event.target).closest("input, select, textarea");
    if (event.ctrlKey || event.metaKey || event.altKey || typed || app.ui.dialog) return;
    if (press) return press(app, event) && event.preventDefault();
    import("./keys.js").then((keys) => {
      press = keys.press;
      press(app, event);
    });
  });
}

/** Browsers let nothing sound, buzz or keep the screen on before the reader has touched the page. */
function listenForSignals(app) {
  const arm = async () => {
    const { Signals } = await import("./signals.js");
    app.signals ??= new Signals(app.chosen);
  };
  for (const gesture of ["click", "keydown"]) addEventListener(gesture, arm, { once: true });
}

/** Tabs of one browser at one table know of each other; the one looked at may ask the others to rest. */
function listenToTabs(app) {
  const heard = {
    opened: () => app.tabs.postMessage("open"),
    open: () => app.act.twice(),
    moved: () => app.line.rest("moved"),
  };
  app.tabs = new BroadcastChannel(`table ${app.config.table}`);
  app.tabs.onmessage = ({ data }) => heard[data]();
  app.tabs.postMessage("opened");
}

function start() {
  const config = JSON.parse(find("table-config").textContent);
  const root = find("table");
  useSprite(root.dataset.sprite);
  const app = new App(config, { root, polite: find("polite"), urgent: find("urgent") });
  listenToKeys(app);
  listenForSignals(app);
  listenToTabs(app);
  root.replaceChildren();
  app.update();
  app.line.open();
  import("./fingers.js").then(({ listenToFingers }) => listenToFingers(app));
}

start();
