import assert from "node:assert/strict";
import { test } from "node:test";
import { Unsent } from "../../tournaments/static/tournaments/unsent.js";

const PAGE = { sheet: "[]", seen: "3" };

/** A store like `localStorage`. */
function store() {
  const kept = new Map();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
    removeItem: (name) => kept.delete(name),
  };
}

const line = (key) => ({ key, fields: [["do", "pass"]] });

test("a line is sent with the sheet it was written to, and with its own key", () => {
  const unsent = new Unsent(store(), "7");
  unsent.add(line("a"), PAGE);

  assert.deepEqual(unsent.next(), [["do", "pass"], ["sheet", "[]"], ["seen", "3"], ["key", "a"]]);
});

test("what waits is there when the page is opened again, whatever the page shows by then", () => {
  const kept = store();
  new Unsent(kept, "7").add(line("a"), PAGE);

  const again = new Unsent(kept, "7");
  again.add(line("b"), { sheet: "[null]", seen: "9" });

  assert.deepEqual(again.lines.map(({ key }) => key), ["a", "b"]);
  assert.deepEqual(again.next().slice(1), [["sheet", "[]"], ["seen", "3"], ["key", "a"]]);
});

test("the next line is written to the sheet that the one before has left", () => {
  const unsent = new Unsent(store(), "7");
  unsent.add(line("a"), PAGE);
  unsent.add(line("b"), PAGE);
  unsent.taken({ sheet: "[null]", seen: "4" });

  assert.deepEqual(unsent.next().slice(1), [["sheet", "[null]"], ["seen", "4"], ["key", "b"]]);
});

test("when the last line was taken nothing is kept", () => {
  const kept = store();
  const unsent = new Unsent(kept, "7");
  unsent.add(line("a"), PAGE);
  unsent.taken(PAGE);

  assert.deepEqual(new Unsent(kept, "7").lines, []);
});

test("a line thrown away is not sent, and the others keep what they were written to", () => {
  const unsent = new Unsent(store(), "7");
  unsent.add(line("a"), PAGE);
  unsent.add(line("b"), PAGE);
  unsent.drop("a");

  assert.deepEqual(unsent.next().slice(1), [["sheet", "[]"], ["seen", "3"], ["key", "b"]]);
});

test("a sheet that replaces another's carries its own lines and what its author has seen by then", () => {
  const unsent = new Unsent(store(), "7");
  unsent.add({ ...line("a"), sheet: "[8]", seen: "5" }, PAGE);

  assert.deepEqual(unsent.next().slice(1), [["sheet", "[8]"], ["seen", "5"], ["key", "a"]]);
});

test("the sheets of two pairings do not mix", () => {
  const kept = store();
  new Unsent(kept, "7").add(line("a"), PAGE);

  assert.deepEqual(new Unsent(kept, "8").lines, []);
});
