import assert from "node:assert/strict";
import { test } from "node:test";
import { goesOn } from "../../games/static/games/table/sequel.js";
import { standing } from "../../games/static/games/table/series.js";
import { Words } from "../../games/static/games/table/words.js";

const won = (winner) => ({ state: "won", winner, by: "target" });
const DRAWN = { state: "drawn", winner: null, by: "cap" };
const over = (outcome, halves, game, rest = {}) => ({
  series: { game, of: 3, halves },
  view: { outcome, time_up: false, ...rest },
});

test("a series goes on while nobody has won most of its games and some are left", () => {
  assert.equal(goesOn(over(won(1), [0, 0], 1)), true);
  assert.equal(goesOn(over(won(0), [0, 2], 2)), true);
  assert.equal(goesOn(over(DRAWN, [2, 0], 2)), true);
  assert.equal(goesOn(over(won(1), [0, 2], 2)), false);
  assert.equal(goesOn(over(DRAWN, [2, 2], 3)), false);
});

test("nothing follows by itself when time is up, a side has retired, or the match is void or single", () => {
  assert.equal(goesOn(over(won(1), [0, 0], 1, { time_up: true })), false);
  assert.equal(goesOn(over({ ...won(1), by: "retirement" }, [0, 0], 1)), false);
  assert.equal(goesOn(over({ ...DRAWN, state: "void" }, [0, 0], 1)), false);
  assert.equal(goesOn({ ...over(won(1), [0, 0], 1), series: null }), false);
});

test("our games stand first, each apart from the text around it", () => {
  const words = new Words({}, "en", "latn");

  assert.equal(standing({ halves: [3, 1] }, words, [1, 0]), "\u2068\u00bd\u2069\u2013\u20681\u00bd\u2069");
  assert.equal(standing({ halves: [0, 0] }, words, [0, 1]), "");
});
