import assert from "node:assert/strict";
import { test } from "node:test";
import { hear, silence, wording } from "../../games/static/games/table/heard.js";

const line = (n, v = "thanks", k = "phrase") => ({ n, seat: 1, name: "Dalia", k, v });
const choices = { muted: [], all: false, text: false };

test("a line is told once, however often it comes", () => {
  const once = hear(silence(), { lines: [line(1)] });

  assert.deepEqual(hear(once, { lines: [line(1), line(2)] }).lines, [line(1), line(2)]);
});

test("the last thirty lines are kept", () => {
  const many = Array.from({ length: 40 }, (_, n) => line(n + 1));

  assert.deepEqual(hear(silence(), { lines: many }).lines.at(0), line(11));
});

test("a whole frame takes the place of all that was known", () => {
  const before = hear(silence(), { lines: [line(1)] });

  const after = hear(before, { whole: true, ...choices, muted: [1], lines: [] });

  assert.deepEqual(after, { ...choices, muted: [1], lines: [] });
});

test("a line alone changes nothing of whom one hears", () => {
  const before = { ...silence(), muted: [2], all: false, text: true };

  assert.deepEqual(hear(before, { lines: [line(1)] }), { ...before, lines: [line(1)] });
});

test("phrases and emotes are said in the reader's language, texts as they were written", () => {
  const words = { strings: { phrases: { thanks: "شكرا" }, emotes: { heart: "قلب" } } };

  assert.equal(wording(line(1), words), "شكرا");
  assert.equal(wording(line(2, "heart", "emote"), words), "قلب");
  assert.equal(wording(line(3, "hello", "text"), words), "hello");
});
