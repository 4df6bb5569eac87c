import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { check } from "../../games/static/games/verify/checks.js";

const VECTOR = readFileSync(new URL("../../docs/dealing-vector.json", import.meta.url), "utf8");

const failed = async (text) => (await check(text)).checks.filter(({ passed }) => !passed);

test("the published file passes every check and gives the published pack", async () => {
  const { passed, packs, file } = await check(VECTOR);

  assert.equal(passed, true);
  assert.match(file.deals[0].commitment, /^e75a0f59.*539cc5$/);
  assert.deepEqual(packs[0].slice(0, 5), [0, 39, 26, 12, 48]);
  assert.deepEqual(packs[0].slice(-3), [30, 20, 19]);
});

test("what is no file of deals is unreadable, and said where", async () => {
  for (const text of ["", "{", "null", "[]", "7", '{"scheme":"tarneeb-deal-v1"}']) {
    assert.deepEqual(await failed(text), [{ code: "readable", passed: false, about: "file" }]);
  }
});

test("a file whose digest does not fit was changed after it was written", async () => {
  const file = JSON.parse(VECTOR);
  file.deals.pop();

  assert.deepEqual(await failed(JSON.stringify(file)), [{ code: "digest", passed: false, about: "" }]);
});

test("a card that changed hands is found out, in the deal where it did", async () => {
  const file = JSON.parse(VECTOR);
  const [first, second] = file.deals[3].hands;
  [first[0], second[0]] = [second[0], first[0]];

  const found = await failed(JSON.stringify(file));

  assert.deepEqual(found.at(-1), { code: "hands", passed: false, about: "3" });
});
