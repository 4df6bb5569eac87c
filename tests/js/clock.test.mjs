import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Clocks } from "../../games/static/games/table/clock.js";

/** A page with one of each that a clock writes into, and what it says at a time. */
function pageOf(turn) {
  const classes = new Set();
  const element = () => ({
    textContent: "",
    style: { setProperty: (_, value) => Object.assign(page, { share: Number(value) }) },
    classList: { toggle: (name, on) => classes[on ? "add" : "delete"](name) },
  });
  const page = {
    share: null,
    late: 0,
    elements: Object.fromEntries(["ring", "seconds", "clock", "bank"].map((it) => [`[data-${it}]`, element()])),
  };
  const root = { querySelectorAll: (selector) => [page.elements[selector]] };
  const time = { now: () => page.now };
  const clocks = new Clocks(root, time, () => {
    page.late += 1;
  });
  page.at = (now) => {
    page.now = now;
    clocks.run(turn);
    const { textContent: clock } = page.elements["[data-clock]"];
    const { textContent: bank } = page.elements["[data-bank]"];
    const { textContent: seconds } = page.elements["[data-seconds]"];
    return { clock, bank, seconds, share: page.share, classes: [...classes].sort() };
  };
  return page;
}

beforeEach(() => mock.timers.enable({ apis: ["setInterval"] }));
afterEach(() => mock.timers.reset());

test("a turn with no bank runs down, shows its seconds from twenty on and presses from ten on", () => {
  const { at } = pageOf({ deadline: 40_000, span: 40_000, bank: 0 });

  assert.deepEqual(at(0), { clock: "0:40", bank: "", seconds: "", share: 100, classes: [] });
  assert.deepEqual(at(20_000), { clock: "0:20", bank: "", seconds: "20", share: 50, classes: [] });
  assert.deepEqual(at(30_000), { clock: "0:10", bank: "", seconds: "10", share: 25, classes: ["late"] });
});

test("a bank stands beside the time of the turn, and is used when that is up", () => {
  const { at } = pageOf({ deadline: 110_000, span: 110_000, bank: 90_000 });

  assert.deepEqual(at(5_000), { clock: "0:15", bank: "+1:30", seconds: "15", share: 75, classes: [] });
  assert.deepEqual(at(65_000), { clock: "0:00", bank: "+0:45", seconds: "", share: 50, classes: ["bank"] });
  assert.deepEqual(at(105_000).classes, ["bank", "late"]);
});

test("where nobody is waited for, a clock shows nothing", () => {
  const { at } = pageOf({ deadline: null, span: null, bank: 0 });

  assert.deepEqual(at(0), { clock: "", bank: "", seconds: "", share: 100, classes: [] });
});

test("each of the last ten seconds presses once", () => {
  const page = pageOf({ deadline: 10_000, span: 20_000, bank: 0 });

  for (const now of [0, 200, 400, 1_100]) page.at(now);

  assert.equal(page.late, 2);
});
