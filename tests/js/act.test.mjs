import assert from "node:assert/strict";
import { test } from "node:test";
import { actionsOf } from "../../games/static/games/table/act.js";
import { receive } from "../../games/static/games/table/protocol.js";
import { seated, stateFrame } from "./table.mjs";

/** Bob's page with what it says to the server; it is his turn to follow hearts, with the nine or the three. */
function pageOf({ frame = stateFrame(), casual = true, chosen = {} } = {}) {
  const said = [];
  const app = {
    table: receive(seated(), frame).table,
    ui: { card: null, queued: null, pending: null, lead: false },
    chosen,
    config: { rules: { casual } },
    words: { strings: new Proxy({}, { get: () => "" }), text: () => "", rank: () => "", either: () => "" },
    stage: { flying: false, shown: null, clear() {} },
    announcer: { urge() {} },
    line: { move: (kind, data) => said.push([kind, data]) },
    update() {},
    get page() {
      return this;
    },
  };
  app.act = actionsOf(app);
  return { app, said };
}

const otherTurn = stateFrame({ s: 41, view: { ...seated().view, turn: 1, legal: [], must: null } });

test("the first tap lifts a card and the second plays it", () => {
  const { app, said } = pageOf();

  app.act.tap("9H");
  assert.equal(app.ui.card, "9H");
  assert.deepEqual(said, []);
  app.act.tap("9H");

  assert.deepEqual(said, [["card", { card: "9H" }]]);
});

test("one tap plays where the reader wants that", () => {
  const { app, said } = pageOf({ chosen: { tap: "one" } });

  app.act.tap("3H");

  assert.deepEqual(said, [["card", { card: "3H" }]]);
});

test("a tap while a card is in the air does nothing", () => {
  const { app, said } = pageOf({ chosen: { tap: "one" } });
  app.stage.flying = true;

  app.act.tap("3H");

  assert.deepEqual([app.ui.card, said], [null, []]);
});

test("a lead chosen while the trick lies there is played when it has gone", () => {
  const { app, said } = pageOf({ chosen: { tap: "one" } });
  app.stage.shown = {};

  app.act.tap("3H");
  assert.deepEqual(said, []);
  app.stage.shown = null;
  app.act.release(app.ui.queued);

  assert.deepEqual(said, [["card", { card: "3H" }]]);
});

test("a card tapped before our turn waits, and a second tap takes it back", () => {
  const { app, said } = pageOf({ frame: otherTurn });

  app.act.tap("KS");
  assert.equal(app.ui.queued, "KS");
  app.act.tap("KS");

  assert.deepEqual([app.ui.queued, said], [null, []]);
});

test("no card waits in a tournament", () => {
  const { app } = pageOf({ frame: otherTurn, casual: false });

  app.act.tap("KS");

  assert.equal(app.ui.queued, null);
});

test("a card that waited and may not be played is not played", () => {
  const { app, said } = pageOf();
  app.ui.queued = "KS";

  app.act.release("KS");

  assert.deepEqual(said, []);
});
