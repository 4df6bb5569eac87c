import assert from "node:assert/strict";
import { test } from "node:test";
import { endOf, look, moment, stepFor } from "../../games/static/games/replay/steps.js";

const cards = Array.from({ length: 52 }, (_, at) => ({ seat: at % 4, code: `${at}`, says: `card ${at + 1}` }));
const codes = (step) => moment(cards, step).table.map(({ code }) => code);

test("before the first card nothing lies on the table and nothing is said", () => {
  assert.deepEqual(moment(cards, 0), { step: 0, trick: 0, table: [], full: false, says: "" });
});

test("a full trick lies there until the next card is led", () => {
  assert.deepEqual(codes(8), ["4", "5", "6", "7"]);
  assert.deepEqual(codes(9), ["8"]);
  assert.equal(moment(cards, 8).full, true);
  assert.equal(moment(cards, 9).full, false);
  assert.deepEqual([moment(cards, 8).trick, moment(cards, 9).trick], [2, 3]);
});

test("what is said is said of the last card", () => {
  assert.equal(moment(cards, 9).says, "card 9");
});

test("a card is in the hand, then the one being played, then gone; one never played stays", () => {
  assert.deepEqual(
    [6, 7, 8].map((step) => look(7, step)),
    ["", "now", "gone"],
  );
  assert.equal(look(0, 52), "");
});

test("arrows go a card or a trick on and back, and not past an end", () => {
  assert.deepEqual([stepFor("ArrowRight", 51, 52), stepFor("ArrowRight", 52, 52)], [52, 52]);
  assert.deepEqual([stepFor("ArrowLeft", 1, 52), stepFor("ArrowLeft", 0, 52)], [0, 0]);
  assert.deepEqual([stepFor("ArrowDown", 0, 52), stepFor("ArrowDown", 6, 52), stepFor("ArrowDown", 52, 52)], [4, 8, 52]);
  assert.deepEqual([stepFor("ArrowUp", 8, 52), stepFor("ArrowUp", 6, 52), stepFor("ArrowUp", 0, 52)], [4, 4, 0]);
  assert.deepEqual([stepFor("Home", 9, 52), stepFor("End", 9, 52)], [0, 52]);
});

test("any other key is left to the page", () => {
  assert.equal(stepFor("a", 3, 52), null);
});

test("the last trick of a deal that was cut short ends where its cards do", () => {
  assert.equal(endOf(3, 10), 10);
});
