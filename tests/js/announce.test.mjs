import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { Announcer } from "../../games/static/games/table/announce.js";
import { receive } from "../../games/static/games/table/protocol.js";
import { told } from "../../games/static/games/table/story.js";
import { Words } from "../../games/static/games/table/words.js";
import { cardEvent, seated } from "./table.mjs";

/** A live region that remembers every change, which is what a screen reader hears. */
class Region {
  heard = [];
  #text = "";

  get textContent() {
    return this.#text;
  }

  set textContent(text) {
    if (text !== this.#text) this.heard.push(text);
    this.#text = text;
  }
}

const listening = (voice = "all") => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const polite = new Region();
  const urgent = new Region();
  return { polite, urgent, announcer: new Announcer(polite, urgent, { voice }) };
};

afterEach(() => mock.timers.reset());

test("a card and who takes the trick are told once each, in one breath", () => {
  const { polite, announcer } = listening();
  const strings = { suits: {}, ranks: {}, you: "You", us: "Us", them: "Them", card_of: "a card" };
  const words = new Words(strings, "en", "latn");
  const { table, events } = receive(seated(), cardEvent(41, 0, "9H", { d: { card: "9H", won: 2 } }));

  const keys = events.flatMap((event) => told(event, table, words)).map(({ key }) => key);
  for (const key of keys) announcer.say(key, "card");
  mock.timers.tick(1000);

  assert.deepEqual(keys, ["told_card", "told_trick"]);
  assert.deepEqual(polite.heard, [keys.join(" ")]);
});

test("what the reader has to do is said at once, and again when it is the same again", () => {
  const { polite, urgent, announcer } = listening();

  announcer.urge("Your turn");
  announcer.urge("Your turn");

  assert.equal(urgent.heard.length, 2);
  assert.deepEqual(polite.heard, []);
});

test("who wants results only hears no card", () => {
  const { polite, announcer } = listening("results");

  announcer.say("Dana plays a card", "card");
  announcer.say("The contract is made", "result");
  mock.timers.tick(1000);

  assert.deepEqual(polite.heard, ["The contract is made"]);
});
