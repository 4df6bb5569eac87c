import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { Entropy } from "../../games/static/games/table/entropy.js";
import { receive } from "../../games/static/games/table/protocol.js";
import { sha256 } from "../../games/static/games/table/sha256.js";
import { seated, stateFrame } from "./table.mjs";

test("our own SHA-256 is node's, whatever the length", () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (7 * at + length) % 256);
    assert.equal(sha256(bytes), createHash("sha256").update(bytes).digest("hex"), `${length} bytes`);
  }
});

/** Return an entropy and what it has said. */
function listening() {
  const said = [];
  return { said, entropy: new Entropy((kind, data) => said.push([kind, data])) };
}

const asking = (changes = {}) => ({
  match: "x/1",
  root: "",
  step: "hash",
  seats: [0, 2],
  hashes: ["", "", "", ""],
  ...changes,
});

test("the hash is told once when it is asked for, and the value only when all hashes are in", () => {
  const { said, entropy } = listening();

  for (let again = 0; again < 3; again += 1) entropy.heed({ entropy: asking(), you: 0 });
  assert.deepEqual(
    said.map(([kind]) => kind),
    ["entropy_hash"],
  );
  const { hash } = said[0][1];
  const hashes = [hash, "", "ff", ""];
  for (let again = 0; again < 3; again += 1) entropy.heed({ entropy: asking({ step: "value", hashes }), you: 0 });

  const [, [kind, { value }]] = said;
  assert.equal(said.length, 2);
  assert.equal(kind, "entropy");
  assert.equal(value.length, 64);
  assert.equal(hash, createHash("sha256").update(Buffer.from(value, "hex")).digest("hex"));
});

test("a tab whose hash was not the one taken keeps its value to itself", () => {
  const { said, entropy } = listening();
  entropy.heed({ entropy: asking(), you: 0 });

  entropy.heed({ entropy: asking({ step: "value", hashes: ["another tab's", "", "", ""] }), you: 0 });

  assert.equal(said.length, 1);
});

test("who only watches, or is not asked, says nothing", () => {
  const { said, entropy } = listening();

  entropy.heed({ entropy: asking(), you: null });
  entropy.heed({ entropy: asking(), you: 1 });
  entropy.heed({ entropy: null, you: 0 });

  assert.deepEqual(said, []);
});

test("another match gets another value", () => {
  const { said, entropy } = listening();

  entropy.heed({ entropy: asking(), you: 0 });
  entropy.heed({ entropy: asking({ match: "x/2" }), you: 0 });

  assert.equal(said.length, 2);
  assert.notEqual(said[0][1].hash, said[1][1].hash);
});

test("the page follows who was asked and whose hash was taken", () => {
  const start = receive(seated(), stateFrame({ entropy: asking({ step: "seats", seats: [] }) })).table;
  const event = (s, k, d, seat = null) => ({ t: "ev", s, k, seat, by: "table", d });

  const frames = [
    event(41, "entropy_ask", { step: "hash", seats: [0, 2] }),
    event(42, "entropy_hash", { hash: "aa" }, 2),
    event(43, "entropy_ask", { step: "value", seats: [2] }),
    event(44, "entropy", { value: "bb" }, 2),
  ];
  const { entropy } = frames.reduce((table, frame) => receive(table, frame).table, start);
  assert.deepEqual(entropy, asking({ step: "value", seats: [], hashes: ["", "", "aa", ""] }));

  const { table } = receive({ ...start, have: 44 }, event(45, "entropy_end", { missing: [0], public: "" }));
  assert.deepEqual([table.entropy.step, table.entropy.seats], ["done", []]);
});
