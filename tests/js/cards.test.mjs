import assert from "node:assert/strict";
import { test } from "node:test";
import { sorted, symbolOf, winning } from "../../games/static/games/table/cards.js";
import { placeOf, sideTricks } from "../../games/static/games/table/places.js";

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

test("a card has the drawing of its face and suit", () => {
  assert.equal(symbolOf("TH"), "c-10h");
  assert.equal(symbolOf("QS"), "c-Qs");
});

test("the next player sits at our right when play goes counter-clockwise, else at our left", () => {
  assert.deepEqual(
    [2, 3, 0, 1].map((seat) => placeOf(seat, 2, "ccw")),
    ["s", "e", "n", "w"],
  );
  assert.deepEqual(
    [2, 3, 0, 1].map((seat) => placeOf(seat, 2, "cw")),
    ["s", "w", "n", "e"],
  );
});

test("our tricks are those of both seats of our side", () => {
  assert.deepEqual(sideTricks([4, 3, 2, 1], 0), [6, 4]);
  assert.deepEqual(sideTricks([4, 3, 2, 1], 1), [4, 6]);
});
