import assert from "node:assert/strict";
import { test } from "node:test";
import { isLevel, pointsOf, sideName } from "../../games/static/games/table/names.js";
import { told } from "../../games/static/games/table/story.js";
import { Words } from "../../games/static/games/table/words.js";
import { seated, stateFrame, VIEW } from "./table.mjs";
import { receive, unheard } from "../../games/static/games/table/protocol.js";

const words = new Words(
  {
    you: "You",
    us: "Us",
    them: "Them",
    seat: "Seat {n}",
    points_of: "{name} {points}",
    bid_names: { 7: "1", 13: "kaboot" },
  },
  "en",
  "latn",
);

/** Bob's page at a table where everybody plays for himself. */
const solo = (totals = [31, 31, 12, -7]) => {
  const view = { ...VIEW, totals, target: 31, rules: { ...VIEW.rules, seating: "solo" } };
  return receive(unheard(), stateFrame({ view })).table;
};

const plain = (text) => text.replace(/[\u2066-\u2069]/g, "");
const keys = (sentences) => sentences.map(({ key }) => key);
const scoreFrame = (d) => ({
  t: "ev",
  k: "score",
  seat: null,
  by: "user",
  d: { made: true, points: [8, 0], honour: null, bonus: 0, ...d },
});

test("a side is us or them in pairs, and a name where everybody plays for himself", () => {
  assert.equal(sideName(seated(), 0, words), "Us");
  assert.equal(sideName(solo(), 0, words), "You");
  assert.equal(sideName(solo(), 3, words), "Dana");
});

test("the points of all sides are one text, ours first", () => {
  assert.equal(plain(pointsOf(seated(), ["+8", "0"], words)), "Us +8 and Them 0");
  assert.equal(
    plain(pointsOf(solo(), ["1", "2", "3", "4"], words)),
    "You 1, Alice 2, Charlie 3, and Dana 4",
  );
});

test("a bid is called as these rules call it", () => {
  const [sentence] = told({ k: "bid", seat: 1, d: { bid: 13 } }, seated(), words);

  assert.equal(sentence.values.bid, "kaboot");
  assert.equal(words.bid("7"), "1");
});

test("leaders who are level at the target play on", () => {
  assert.equal(isLevel({ totals: [31, 31, 12, 7], target: 31 }), true);
  assert.equal(isLevel({ totals: [33, 31, 12, 7], target: 31 }), false);
  assert.equal(isLevel({ totals: [12, 12, 7, 0], target: 31 }), false);
});

test("another deal is announced to level leaders, unless the match ends there", () => {
  const reveal = (phase) => ({ t: "ev", k: "reveal", seat: null, by: "table", d: {}, phase });

  assert.deepEqual(keys(told(reveal("result"), solo(), words)), ["told_level"]);
  assert.deepEqual(keys(told(reveal("over"), solo(), words)), []);
  assert.deepEqual(keys(told(reveal("result"), solo([33, 31, 0, 0]), words)), []);
});

test("the bonus is told when it is earned, and when it is paid or lapses", () => {
  const card = { t: "ev", k: "card", seat: 1, by: "user", d: { card: "AS", honour: 1 } };

  assert.deepEqual(keys(told(card, seated(), withCards())), [
    "told_card",
    "told_honour",
  ]);
  assert.deepEqual(keys(told(scoreFrame({ honour: 1, bonus: 5 }), seated(), words)), [
    "told_made",
    "told_bonus",
  ]);
  assert.deepEqual(keys(told(scoreFrame({ honour: 1 }), seated(), words)), ["told_made", "told_lapsed"]);
});

/** Words that can name a card. */
function withCards() {
  return new Words(
    { ...words.strings, card_of: "{rank} of {suit}", ranks: { A: "ace" }, suits: { S: "spades" } },
    "en",
    "latn",
  );
}

test("an answer to another match is told by name", () => {
  const frame = (yes) => ({ k: "rematch", seat: 2, by: "user", d: { seat: 2, yes } });

  assert.deepEqual(keys(told(frame(true), seated(), words)), ["told_rematch"]);
  assert.deepEqual(keys(told(frame(false), seated(), words)), ["told_no_rematch"]);
});

test("a ruling is told to whoever is sent it, and the others hear that the call is settled", () => {
  const settled = (d) => ({ t: "ev", k: "call_settled", seat: null, by: "director", d });

  const [ruled] = told(settled({ seat: 0, ruling: "The card stays." }), seated(), words);

  assert.equal(ruled.key, "told_ruled");
  assert.equal(ruled.values.ruling.person, "The card stays.");
  assert.deepEqual(keys(told(settled({ seat: 0 }), seated(), words)), ["told_settled"]);
});
