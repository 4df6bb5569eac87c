import assert from "node:assert/strict";
import { test } from "node:test";
import { Outbox, patience, RESEND_AFTER } from "../../games/static/games/table/outbox.js";

const MOVE = { t: "do", id: "9f-1", s: 3, k: "pass", d: {} };

test("a move is sent again with the same id when no answer has come", () => {
  const outbox = new Outbox();
  outbox.add(MOVE, 0);

  assert.deepEqual(outbox.due(RESEND_AFTER - 1), []);
  assert.deepEqual(outbox.due(RESEND_AFTER), [MOVE]);
  assert.deepEqual(outbox.due(RESEND_AFTER + 1), []);
  assert.deepEqual(outbox.due(2 * RESEND_AFTER), [MOVE]);
});

test("a move that was answered is not sent again", () => {
  const outbox = new Outbox();
  outbox.add(MOVE, 0);

  assert.equal(outbox.settle(MOVE.id), true);
  assert.equal(outbox.settle(MOVE.id), false);
  assert.deepEqual(outbox.due(10 * RESEND_AFTER), []);
});

test("everything under way is sent again when the line is new", () => {
  const outbox = new Outbox();
  outbox.add(MOVE, 0);

  assert.deepEqual(outbox.due(1, 0), [MOVE]);
});

test("the wait before an attempt grows from half a second to eight, and is random at every step", () => {
  for (const attempt of [0, 1, 2, 5, 20]) {
    assert.equal(patience(attempt, 0), 500);
    assert.ok(patience(attempt, 0.999) > 900);
  }
  assert.ok(patience(20, 1) <= 8000);
  assert.ok(patience(20, 1) > 7900);
});
