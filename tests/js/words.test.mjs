import assert from "node:assert/strict";
import { test } from "node:test";
import { person, Words } from "../../games/static/games/table/words.js";

const STRINGS = {
  card_of: "{rank} of {suit}",
  suits: { H: "hearts" },
  ranks: { Q: "queen" },
  told: "{name}: {card}.",
  more: { one: "{n} more", two: "both", few: "{n} few", many: "{n} many", other: "{n} in all" },
};

const english = new Words(STRINGS, "en", "latn");
const arabic = new Words(STRINGS, "ar", "arab");

test("a sentence is filled, and a name in it is isolated from the text around it", () => {
  assert.equal(english.text("told", { name: person("Karim"), card: "ace" }), "\u2068Karim\u2069: ace.");
  assert.deepEqual(english.parts("told", { name: person("Karim"), card: "ace" })[1], { person: "Karim" });
});

test("a number takes the plural form of the language", () => {
  assert.equal(english.text("more", { n: 1 }), "1 more");
  assert.equal(english.text("more", { n: 2 }), "2 in all");
  assert.equal(arabic.text("more", { n: 2 }), "both");
  assert.equal(arabic.text("more", { n: 11 }), "١١ many");
});

test("a signed number has a real minus and the reader's digits", () => {
  assert.equal(english.signed(-9), "\u22129");
  assert.equal(english.signed(9), "+9");
  assert.equal(english.signed(0), "0");
  assert.equal(arabic.signed(9), "+٩");
});

test("a drawn game is half a game for each side", () => {
  assert.deepEqual([0, 1, 2, 5].map((halves) => english.games(halves)), ["0", "\u00bd", "1", "2\u00bd"]);
  assert.equal(arabic.games(5), "\u0662\u00bd");
});

test("a card is named in words, and a rank without a name is a number", () => {
  assert.equal(english.card("QH"), "queen of hearts");
  assert.equal(english.card("TH"), "10 of hearts");
});
