import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

const sockets = [];
const asked = [];
const answers = [];

/** A socket of the browser, told from here what the server does. */
class FakeSocket {
  static OPEN = 1;
  readyState = 0;
  sent = [];

  constructor(url) {
    this.url = url;
    sockets.push(this);
  }

  opened() {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  says(frame) {
    this.onmessage({ data: JSON.stringify(frame) });
  }

  close(code = 1000) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose({ code });
  }
}

globalThis.WebSocket = FakeSocket;
globalThis.location = { protocol: "http:", host: "localhost" };
globalThis.addEventListener = () => {};
globalThis.document = { hidden: false, addEventListener: () => {}, documentElement: { lang: "ar" } };
globalThis.fetch = async (url) => {
  asked.push(url);
  const status = answers.shift() ?? 200;
  return { status, json: async () => ({ ticket: `ticket-${asked.length}` }) };
};

const { Line } = await import("../../games/static/games/table/socket.js");

const settled = () => new Promise((done) => setImmediate(done));
const LONGEST_WAIT = 8000;

let status;
let line;

beforeEach(async () => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  for (const list of [sockets, asked, answers]) list.length = 0;
  const config = { socket: "/ws/table", ticket: "first", ticket_url: "/ticket", table: "x7Kq" };
  status = [];
  line = new Line(config, {
    frame: () => {},
    latency: () => {},
    have: () => 9,
    status: (now, reason) => status.push(reason ?? now),
  });
  line.open();
  await settled();
  sockets[0].opened();
});

/** Let the line be cut with this code, and wait for as long as a client waits at most. */
async function cut(code) {
  sockets.at(-1).close(code);
  mock.timers.tick(LONGEST_WAIT);
  await settled();
}

const kinds = (socket) => socket.sent.map(({ t }) => t);

test("a new line says hello with what is known, then what nobody has answered, by the same name", async () => {
  const id = line.move("card", { card: "QH" }, 9);
  await cut(1006);
  sockets[1].opened();

  assert.deepEqual(kinds(sockets[1]), ["hello", "do", "ping"]);
  assert.equal(sockets[1].sent[0].have, 9);
  assert.equal(sockets[1].sent[0].lang, "ar");
  assert.equal(sockets[1].sent[1].id, id);
  assert.equal(id.startsWith(`${sockets[1].sent[0].tab}-`), true);
});

test("a line that stays silent after a heartbeat is given up, and another is opened", async () => {
  mock.timers.tick(4000);
  assert.equal(status.at(-1), "lost");

  mock.timers.tick(LONGEST_WAIT);
  await settled();

  assert.equal(sockets.length, 2);
});

test("an answer to the heartbeat keeps the line", () => {
  sockets[0].says({ t: "pong", c: Date.now(), now: 0, s: 9 });
  mock.timers.tick(5000);

  assert.equal(status.at(-1), "live");
});

test("a ticket that was refused is asked for again, once", async () => {
  await cut(4403);
  assert.deepEqual(asked, ["/ticket"]);
  sockets[1].opened();

  await cut(4403);

  assert.equal(status.at(-1), "not_allowed");
  assert.equal(sockets.length, 2);
});

test("a ticket that was refused long ago does not count", async () => {
  await cut(4403);
  sockets[1].opened();
  sockets[1].says({ t: "pong", c: Date.now(), now: 0, s: 9 });
  await cut(4403);

  assert.equal(sockets.length, 3);
});

for (const [code, reason] of [
  [4401, "signed_out"],
  [4404, "no_table"],
  [4409, "elsewhere"],
]) {
  test(`a line closed with ${code} is not opened again`, async () => {
    await cut(code);

    assert.equal(status.at(-1), reason);
    assert.equal(sockets.length, 1);
  });
}

for (const [answer, reason] of [
  [401, "signed_out"],
  [404, "no_table"],
]) {
  test(`where the page for a ticket answers ${answer} the line ends`, async () => {
    answers.push(answer);
    await cut(1006);

    assert.equal(status.at(-1), reason);
  });
}

test("the server's word of when to come back is kept", async () => {
  sockets[0].says({ t: "bye", code: 1012, retry: [100, 2000] });
  sockets[0].close(1012);
  mock.timers.tick(99);
  await settled();
  assert.equal(sockets.length, 1);

  mock.timers.tick(1901);
  await settled();
  assert.equal(sockets.length, 2);
});
