/**
 * Checks the files of deals that come as a list of texts on standard input, as the page does, and
 * prints for each which checks failed.
 */

import { readFileSync } from "node:fs";
import { check } from "../../games/static/games/verify/checks.js";

const found = [];
for (const text of JSON.parse(readFileSync(0, "utf8"))) {
  const { checks } = await check(text);
  found.push(checks.filter(({ passed }) => !passed).map(({ code, about }) => [code, about]));
}
console.log(JSON.stringify(found));
