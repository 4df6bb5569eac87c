import assert from "node:assert/strict";
import { test } from "node:test";
import { receive, unheard } from "../../games/static/games/table/protocol.js";
import { cardEvent, seated, stateFrame } from "./table.mjs";

const winningCard = (s) => cardEvent(s, 0, "9H", { d: { card: "9H", won: 2 } });

test("the first frame heard is the whole state", () => {
  const { table, fresh, ask } = receive(unheard(), stateFrame());

  assert.equal(table.have, 40);
  assert.equal(table.match, 2);
  assert.equal(table.span, 20_000);
  assert.equal(fresh, true);
  assert.equal(ask, null);
});

test("the next event is applied and the state before stays as it was", () => {
  const before = seated();

  const { table, events } = receive(before, winningCard(41));

  assert.equal(table.have, 41);
  assert.deepEqual(table.view.hand, ["3H", "KS"]);
  assert.deepEqual(table.view.tricks, [4, 3, 3, 1]);
  assert.equal(table.view.trick.length, 0);
  assert.equal(table.view.last_trick.length, 4);
  assert.equal(events.length, 1);
  assert.equal(before.view.trick.length, 3);
});

test("an event that is known is dropped", () => {
  const before = seated();

  const { table, events, ask } = receive(before, winningCard(40));

  assert.equal(table, before);
  assert.deepEqual(events, []);
  assert.equal(ask, null);
});

test("after a gap the client asks once for what it missed, and goes on from the answer", () => {
  const first = receive(seated(), winningCard(42));
  const second = receive(first.table, winningCard(43));
  const answer = receive(second.table, winningCard(41));

  assert.equal(first.ask, "missed");
  assert.equal(second.ask, null);
  assert.equal(answer.table.have, 41);
  assert.equal(answer.table.asked, false);
});

test("an event that is not ours to see is counted and changes nothing else", () => {
  const before = seated();

  const { table, events } = receive(before, { t: "ev", s: 41 });

  assert.equal(table.have, 41);
  assert.equal(table.view, before.view);
  assert.deepEqual(events, []);
});

test("a heartbeat that is ahead of us makes us ask, also when we have asked before", () => {
  const asked = receive(seated(), winningCard(43)).table;

  const { ask } = receive(asked, { t: "pong", c: 1, now: 2, s: 44 });

  assert.equal(ask, "missed");
});

test("a heartbeat that is where we are asks for nothing", () => {
  assert.equal(receive(seated(), { t: "pong", c: 1, now: 2, s: 40 }).ask, null);
});

test("an event before any state makes us ask for the state", () => {
  assert.equal(receive(unheard(), winningCard(41)).ask, "snapshot");
});

test("the promise of a new match at the table makes us ask for the state", () => {
  const { table, ask } = receive(seated(), { t: "ev", s: 41, k: "commitments", seat: null, d: {} });

  assert.equal(ask, "snapshot");
  assert.equal(table.have, 41);
});

test("what is legal is forgotten with the next event unless it says so again", () => {
  const { table } = receive(seated(), winningCard(41));

  assert.deepEqual(table.view.legal, []);
  assert.equal(table.view.must, null);
  assert.equal(table.view.turn, 1);
});

test("a seat keeps its name when its player leaves, and shows who plays on", () => {
  const leave = { t: "ev", s: 41, k: "leave", seat: 1, by: "user", d: { seat: 1, kind: "bot" } };
  const sit = { t: "ev", s: 42, k: "sit", seat: 1, by: "user", d: { seat: 1, kind: "user", name: "Karim" } };

  const left = receive(seated(), leave).table;
  const taken = receive(left, sit).table;

  assert.deepEqual(left.seats[1], { name: "Alice", kind: "bot", rematch: null, away: false });
  assert.deepEqual(taken.seats[1], { name: "Karim", kind: "user", rematch: null, away: false });
});

test("a seat says whether it wants another match, and getting up after the match says no", () => {
  const answer = { t: "ev", s: 41, k: "rematch", seat: 1, by: "user", d: { seat: 1, yes: true }, phase: "over" };
  const leave = { t: "ev", s: 42, k: "leave", seat: 2, by: "user", d: { seat: 2, kind: "bot" }, phase: "over" };

  const asked = receive(seated(), answer).table;
  const left = receive(asked, leave).table;

  assert.deepEqual(
    left.seats.map(({ rematch }) => rematch),
    [null, true, false, null],
  );
});

test("a deadline of nobody stops the clock", () => {
  const { table } = receive(seated(), winningCard(41, { dl: null }));

  assert.equal(receive(table, { ...cardEvent(42, 1, "2C"), dl: null }).table.deadline, null);
});

test("a frame of a kind we do not know is ignored", () => {
  const before = seated();

  assert.equal(receive(before, { t: "away", seat: 1 }).table, before);
});

test("a clock that was moved on counts, one of another moment does not", () => {
  const moved = { t: "clock", s: 40, now: 2_000, dl: 60_000, bank: 30_000 };

  const { table, ask } = receive(seated(), moved);

  assert.deepEqual([table.deadline, table.bank, ask], [60_000, 30_000, null]);
  assert.equal(receive(seated(), { ...moved, s: 39 }).table.deadline, 21_000);
});

test("who has the table open is known from the last that was told", () => {
  const { table } = receive(seated(), { t: "here", seats: [0, 2] });

  assert.deepEqual(table.here, [0, 2]);
  assert.deepEqual(receive(table, cardEvent(41, 0, "9H")).table.here, [0, 2]);
});
