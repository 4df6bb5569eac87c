/**
 * The line to the server: opening it, keeping it, coming back, and sending moves until they are
 * acknowledged. It knows frames and nothing of the game.
 */

import { Outbox, patience, RESEND_AFTER } from "./outbox.js";

const HEARTBEAT = 10000;
const SILENCE = 4000;

/** Codes after which coming back is no use, and what they mean to the reader. */
const FINAL = { 4401: "signed_out", 4404: "no_table", 4409: "elsewhere" };

/** The ticket was old, or what we may has changed: another ticket is asked for, once. */
const NOT_ALLOWED = 4403;

/** Answers to asking for a ticket that mean "sign in again"; 0 is a redirect to the sign-in page. */
const REFUSED = [0, 401, 403];
const GONE = 404;

/** Return a short name for this tab; `randomUUID` exists in secure contexts only. */
const tabName = () => crypto.getRandomValues(new Uint32Array(1))[0].toString(36);

/** A line to a table that comes back by itself. */
export class Line {
  #config;
  #handlers;
  #socket = null;
  #outbox = new Outbox();
  #tab = tabName();
  #count = 0;
  #attempt = 0;
  #refused = false;
  #ticket = null;
  #retry = null;
  #wait = null;
  #pinged = null;
  #resting = false;

  /**
   * @param config the table's config: `socket`, `ticket`, `ticket_url`, `table`
   * @param handlers `frame(frame)`, `status(status, reason)`, `latency(ms)`, `have()` the last event known
   */
  constructor(config, handlers) {
    this.#config = config;
    this.#handlers = handlers;
    setInterval(() => this.#resend(), RESEND_AFTER / 3);
    setInterval(() => this.ping(), HEARTBEAT);
    this.#watchPage();
  }

  /** Open the line now, unless it is open. */
  async open() {
    clearTimeout(this.#retry);
    this.#resting = false;
    if (this.#socket) return;
    this.#handlers.status(this.#attempt ? "lost" : "opening");
    this.#ticket = await this.#nextTicket();
    if (this.#ticket && !this.#socket) this.#connect();
  }

  /** Leave the table to another tab: the line stays closed until it is opened. */
  rest(reason) {
    clearTimeout(this.#retry);
    this.#resting = true;
    this.#end(reason);
  }

  /** Ask for what was missed, or with null for everything. */
  hello(have) {
    const { table } = this.#config;
    const { lang } = document.documentElement;
    this.#send({ t: "hello", v: 1, ticket: this.#ticket, table, have, tab: this.#tab, lang });
  }

  /** Say a move; return its id. It is sent again until the server answers. */
  move(kind, data, seen) {
    this.#count += 1;
    const frame = { t: "do", id: `${this.#tab}-${this.#count}`, s: seen, k: kind, d: data };
    this.#outbox.add(frame, Date.now());
    this.#send(frame);
    return frame.id;
  }

  /** Say something, or whom to hear; unlike a move it is not sent again. Return its id. */
  chat(kind, data) {
    this.#count += 1;
    const frame = { t: "chat", id: `${this.#tab}-${this.#count}`, k: kind, d: data };
    this.#send(frame);
    return frame.id;
  }

  /** Measure the way to the server and back; a line that stays silent is given up. */
  ping() {
    if (!this.#opened || this.#pinged !== null) return;
    this.#pinged = setTimeout(() => this.#giveUp(), SILENCE);
    this.#send({ t: "ping", c: Date.now(), s: this.#handlers.have() ?? 0 });
  }

  get #opened() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #send(frame) {
    if (this.#opened) this.#socket.send(JSON.stringify(frame));
  }

  /** A ticket is good for a short time: the page brings the first, later ones are asked for. */
  async #nextTicket() {
    const { ticket } = this.#config;
    this.#config = { ...this.#config, ticket: null };
    if (ticket) return ticket;
    try {
      const answer = await fetch(this.#config.ticket_url, { cache: "no-store", redirect: "manual" });
      if (REFUSED.includes(answer.status)) return this.#end("signed_out");
      if (answer.status === GONE) return this.#end("no_table");
      return (await answer.json()).ticket;
    } catch {
      return this.#later();
    }
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.#config.socket}`);
    this.#socket = socket;
    socket.onopen = () => this.#greet();
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = ({ code }) => this.#closed(socket, code);
  }

  #greet() {
    this.hello(this.#handlers.have());
    for (const frame of this.#outbox.due(Date.now(), 0)) this.#send(frame);
    this.ping();
  }

  #hear(frame) {
    if (frame.t === "pong") this.#measured(frame);
    if (frame.t === "bye") this.#wait = frame.retry;
    if (frame.t === "ack" || (frame.t === "nack" && frame.code !== "retry")) this.#outbox.settle(frame.id);
    this.#handlers.frame(frame);
  }

  #measured({ c }) {
    clearTimeout(this.#pinged);
    this.#pinged = null;
    this.#attempt = 0;
    this.#refused = false;
    this.#handlers.latency(Date.now() - c);
    this.#handlers.status("live");
  }

  #resend() {
    if (this.#opened) for (const frame of this.#outbox.due(Date.now())) this.#send(frame);
  }

  #giveUp() {
    const socket = this.#socket;
    socket?.close();
    this.#closed(socket, 1006);
  }

  #closed(socket, code) {
    if (!socket || socket !== this.#socket) return null;
    this.#socket = null;
    clearTimeout(this.#pinged);
    this.#pinged = null;
    if (FINAL[code]) return this.#end(FINAL[code]);
    if (code === NOT_ALLOWED && this.#refused) return this.#end("not_allowed");
    this.#refused = code === NOT_ALLOWED;
    return this.#later();
  }

  #later() {
    const [from, to] = this.#wait ?? [0, 0];
    const wait = this.#wait ? from + Math.random() * (to - from) : patience(this.#attempt, Math.random());
    this.#wait = null;
    this.#attempt += 1;
    this.#handlers.status("lost");
    this.#retry = setTimeout(() => this.open(), wait);
    return null;
  }

  #end(reason) {
    this.#socket?.close();
    this.#socket = null;
    this.#handlers.status("ended", reason);
    return null;
  }

  /** Come back at once when the page is looked at again or the network is back. */
  #watchPage() {
    const back = () => this.#resting || (this.#socket ? this.ping() : this.open());
    addEventListener("online", back);
    addEventListener("pageshow", ({ persisted }) => persisted && back());
    document.addEventListener("visibilitychange", () => document.hidden || back());
    addEventListener("pagehide", () => this.#leave());
  }

  #leave() {
    this.#send({ t: "bye" });
    this.#socket?.close();
    this.#socket = null;
  }
}
