import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_TRUMP, sorted, symbolOf, winning } from "../../games/static/games/table/cards.js";

test("a hand is sorted so that suits of one colour are not neighbours, highest cards first", () => {
  assert.deepEqual(sorted(["2D", "TS", "AH", "KC", "AS", "9S"]), ["AS", "TS", "9S", "AH", "KC", "2D"]);
});

test("the highest card of the suit led is winning until somebody trumps", () => {
  const trick = [
    [1, "TH"],
    [2, "KH"],
    [3, "AC"],
    [0, "2S"],
  ];

  assert.deepEqual(winning(trick.slice(0, 3), "S"), [2, "KH"]);
  assert.deepEqual(winning(trick, "S"), [0, "2S"]);
  assert.deepEqual(winning(trick, "C"), [3, "AC"]);
  assert.equal(winning([], "S"), null);
});

test("without trump the highest card of the suit led is winning", () => {
  const trick = [
    [1, "TH"],
    [2, "AC"],
    [3, "JH"],
  ];

  assert.deepEqual(winning(trick, NO_TRUMP), [3, "JH"]);
});

test("a card has the drawing of its face and suit", () => {
  assert.equal(symbolOf("TH"), "c-10h");
  assert.equal(symbolOf("QS"), "c-Qs");
});
