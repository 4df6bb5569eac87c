import assert from "node:assert/strict";
import { test } from "node:test";
import { countOf, kindOf, placeOf, sidesFrom, sideTricks } from "../../games/static/games/table/places.js";

const TRICKS = [4, 3, 2, 1];
const seen = (south, seating) => ({ south, rules: { seating } });

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

test("in pairs there are two sides, else four, and ours comes first", () => {
  assert.deepEqual(sidesFrom(3, "pairs"), [1, 0]);
  assert.deepEqual(sidesFrom(3, "solo"), [3, 0, 1, 2]);
});

test("our partner is one of us, and where everybody plays for himself nobody is", () => {
  assert.equal(kindOf(2, 0, "pairs"), "us");
  assert.equal(kindOf(1, 0, "pairs"), "them");
  assert.deepEqual(
    [0, 1, 2, 3].map((seat) => kindOf(seat, 0, "solo")),
    ["us", "them", "them", "them"],
  );
});

test("the tricks of a side are those of its seats", () => {
  assert.equal(sideTricks(TRICKS, 0, "pairs"), 6);
  assert.equal(sideTricks(TRICKS, 1, "pairs"), 4);
  assert.equal(sideTricks(TRICKS, 1, "solo"), 3);
});

test("a contract of a pair counts the tricks of both partners", () => {
  const count = countOf(TRICKS, { declarer: 1, bid: 8 }, seen(0, "pairs"));

  assert.deepEqual(count, { ours: 6, theirs: 4, declaring: false, bid: 8, toMake: 4, toSet: 0 });
});

test("a contract of one against three counts his own tricks, and those of the three together", () => {
  const declarer = countOf(TRICKS, { declarer: 0, bid: 7 }, seen(0, "solo"));
  const defender = countOf(TRICKS, { declarer: 0, bid: 7 }, seen(2, "solo"));

  assert.deepEqual(declarer, { ours: 4, theirs: 6, declaring: true, bid: 7, toMake: 3, toSet: 1 });
  assert.deepEqual(defender, { ...declarer, ours: 6, theirs: 4, declaring: false });
});
