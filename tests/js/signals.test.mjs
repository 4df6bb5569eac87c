import assert from "node:assert/strict";
import { test } from "node:test";
import { SOUND_NAMES, soundOf } from "../../games/static/games/table/signals.js";
import { cardEvent } from "./table.mjs";

/** Bob's page at a table of pairs: sides 0 and 1, ours is 0. */
const page = { kind: (side) => (side === 0 ? "us" : "them"), rules: { seating: "pairs" } };

test("a trick sounds different for us and for them", () => {
  const won = (by) => ({ d: { card: "QH", won: by } });

  assert.equal(soundOf({ ...cardEvent(41, 0, "QH"), ...won(2) }, page), "trick_us");
  assert.equal(soundOf({ ...cardEvent(41, 0, "QH"), ...won(3) }, page), "trick_them");
});

test("a card, a deal and a contract that is made or set have sounds of their own", () => {
  const events = [
    cardEvent(41, 0, "QH"),
    { k: "deal", d: {} },
    { k: "score", d: { made: true } },
    { k: "score", d: { made: false } },
  ];

  const sounds = events.map((event) => soundOf(event, page));

  assert.deepEqual(sounds, ["card", "deal", "made", "set"]);
  assert.equal(sounds.every((name) => SOUND_NAMES.includes(name)), true);
});

test("what happens beside the cards is not heard", () => {
  assert.equal(soundOf({ k: "sit", d: {} }, page), undefined);
  assert.equal(soundOf({ k: "bid", d: { bid: 8 } }, page), undefined);
});
