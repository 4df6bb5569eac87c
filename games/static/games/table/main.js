/**
 * Starts the table page. The server leaves the table's config in the page as JSON.
 */

import { App } from "./app.js";
import { listenToFingers } from "./fingers.js";
import { useSprite } from "./picture.js";

const find = (id) => document.getElementById(id);

/** Keys are for those who have some: what they mean is fetched when the first is pressed. */
function listenToKeys(app) {
  let press = null;
  document.addEventListener("keydown", (event) => {
    const typed = event.target.closest("input, select, textarea");
    if (event.ctrlKey || event.metaKey || event.altKey || typed || app.ui.dialog) return;
    if (press?.(app, event)) event.preventDefault();
    if (!press) import("./keys.js").then((keys) => (press = keys.press)(app, event));
  });
}

function start() {
  const config = JSON.parse(find("table-config").textContent);
  const root = find("table");
  useSprite(root.dataset.sprite);
  const app = new App(config, { root, polite: find("polite"), urgent: find("urgent") });
  listenToKeys(app);
  listenToFingers(app);
  root.replaceChildren();
  app.update();
  app.line.open();
}

start();
