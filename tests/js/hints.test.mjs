import assert from "node:assert/strict";
import { test } from "node:test";
import { HINT_NAMES, hintFor } from "../../games/static/games/table/hints.js";
import { VIEW } from "./table.mjs";

const auction = { ...VIEW, phase: "auction", contract: null, trump: null, last_trick: null, tricks: [0, 0, 0, 0] };

test("the first hint is about the cards, and comes before our turn", () => {
  assert.equal(hintFor({ ...auction, turn: 2 }, 0, []), "hand");
});

test("the hint about bidding waits for our turn", () => {
  assert.equal(hintFor({ ...auction, turn: 2 }, 0, ["hand"]), null);
  assert.equal(hintFor({ ...auction, turn: 0 }, 0, ["hand"]), "bid");
});

test("there are eight hints, and at the end of a deal all but those of the auction are due", () => {
  const played = { ...VIEW, last_trick: VIEW.trick };
  const read = [];
  for (const view of [auction, played, { ...played, phase: "result", turn: null }]) {
    for (let name = hintFor(view, 0, read); name; name = hintFor(view, 0, read)) read.push(name);
  }

  assert.deepEqual(read, HINT_NAMES);
  assert.equal(read.length, 8);
});

test("where there is no trump nothing is said of it", () => {
  assert.equal(hintFor({ ...VIEW, trump: "N" }, 0, ["hand", "contract"]), "follow");
});
