/**
 * Starts the table page. The server leaves the table's config in the page as JSON.
 */

import { App } from "./app.js";
import { listenToFingers, listenToKeys } from "./input.js";
import { useSprite } from "./picture.js";

const find = (id) => document.getElementById(id);

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
