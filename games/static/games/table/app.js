/**
 * The table page: the state, what frames do to it, and when it is drawn.
 *
 * The server decides everything. What is kept here besides its state is what the reader has
 * chosen and not yet said, and one move that is on its way.
 */

import { actionsOf } from "./act.js";
import { Announcer } from "./announce.js";
import { Clocks, ServerTime } from "./clock.js";
import { held } from "./hand.js";
import { shuffling } from "./names.js";
import { kindOf, sidesFrom } from "./places.js";
import { receive, unheard } from "./protocol.js";
import { duration, settings } from "./settings.js";
import { Line } from "./socket.js";
import { Stage } from "./stage.js";
import { draw } from "./view.js";
import { isolated, Words } from "./words.js";

const NOTHING_CHOSEN = { card: null, bid: null, suit: null, reason: null, queued: null, lead: false };
const LOG_LENGTH = 60;
const TOAST_TIME = 5000;
const LONG_SILENCE = 2000;

/** How long a card that was chosen before waits: as long as a bot would think, whatever is in the hand. */
const pace = () => 600 + 900 * Math.random();

/** One table on one page. */
export class App {
  table = unheard();
  ui = {
    ...NOTHING_CHOSEN,
    focus: null,
    pending: null,
    last: false,
    dialog: null,
    toast: null,
    twice: false,
  };
  link = { status: "opening", latency: null, reason: null, long: false };
  chosen = settings();
  story = [];
  chat = null;
  signals = null;
  #missed = 0;
  #away = true;
  #due = false;
  #silent = new Set();
  #entropy = null;

  /** @param regions the elements `polite` and `urgent` of the page, and `root` to draw into */
  constructor(config, regions) {
    this.config = config;
    this.free = config.free;
    this.kept = config.kept;
    this.lookFrom = config.kept ?? 0;
    this.root = regions.root;
    this.time = new ServerTime();
    this.announcer = new Announcer(regions.polite, regions.urgent, this.chosen);
    this.title = document.title;
    this.clocks = new Clocks(this.root, this.time, (...late) => this.#late(...late));
    this.stage = new Stage(
      () => this.#times(),
      () => this.#staged(),
    );
    this.line = new Line(config, this.#handlers());
    this.act = actionsOf(this);
    this.retell();
  }

  /** Take the reader's digits; called again when he changes them. */
  retell() {
    const { lang } = document.documentElement;
    this.words = new Words(this.config.strings, lang, this.chosen.digits || "latn");
  }

  /** Return what the page is drawn from. */
  get page() {
    const { rules } = this.config;
    const south = this.table.you ?? this.lookFrom;
    return {
      ...this,
      update: () => this.update(),
      rules,
      sides: sidesFrom(south, rules.seating),
      kind: (side) => kindOf(side, south, rules.seating),
      dir: document.documentElement.dir,
      south,
      stage: this.stage.shown,
    };
  }

  /** Whether the table waits for us. */
  get mine() {
    const { view, you } = this.table;
    return you !== null && view?.turn === you;
  }

  /** Say what a listener asks; the answers are fetched with the first question. */
  async answer(question, aloud = "answer") {
    const answers = await import("./answers.js");
    this.announcer[aloud](answers[question](this.page));
  }

  /** Draw the page soon; several changes in a row are drawn once. */
  update() {
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => this.#draw());
  }

  #draw() {
    this.#due = false;
    const { page } = this;
    const before = document.activeElement;
    const at = held(page).indexOf(this.ui.focus);
    draw(page, this.root);
    this.#showDialog();
    if (before !== document.activeElement && !before.isConnected) this.#refocus(at);
    this.clocks.draw();
    this.#scrollLog();
    document.title = this.mine ? `${this.words.strings.your_turn} ${this.title}` : this.title;
  }

  /** The element that had the focus is gone: stay near, or the keyboard would start from the top. */
  #refocus(at) {
    const cards = this.root.querySelectorAll("[data-card]");
    const near = cards[Math.min(Math.max(at, 0), cards.length - 1)];
    (near ?? this.root.querySelector("#main")).focus({ preventScroll: true });
  }

  #showDialog() {
    const dialog = this.root.querySelector("dialog");
    if (!dialog) return;
    if (this.ui.dialog && !dialog.open) dialog.showModal();
    if (!this.ui.dialog && dialog.open) dialog.close();
  }

  #scrollLog() {
    for (const log of this.root.querySelectorAll(".log")) log.scrollTop = log.scrollHeight;
  }

  /* ── cards on their way ── */

  #times() {
    const { hold } = this.chosen;
    return {
      flight: duration("--t-card"),
      hold: hold === "tap" ? null : Number(hold),
      slide: duration("--t-trick"),
    };
  }

  /** A lead that was chosen while the trick lay there follows when it has gone. */
  #staged() {
    if (!this.stage.shown && this.ui.lead) this.act.release(this.ui.queued);
    this.update();
  }

  /** Queue the only card we may play, if we want that; a card queued before may have become illegal. */
  #foresee() {
    const { ui, chosen, config } = this;
    const { legal } = this.table.view;
    if (ui.queued && !legal.includes(ui.queued))
      Object.assign(ui, { queued: null, reason: this.words.strings.queue_lapsed });
    if (chosen.forced && config.rules.casual && legal.length === 1) [ui.queued] = legal;
    const { queued } = ui;
    if (queued) setTimeout(() => this.act.release(queued), pace());
  }

  /* ── the line ── */

  #handlers() {
    return {
      frame: (frame) => this.#hear(frame),
      status: (status, reason = null) => this.#linked(status, reason),
      latency: (latency) => this.#measured(latency),
      have: () => this.table.have,
    };
  }

  #linked(status, reason) {
    if (status === "lost" && this.link.status !== "lost") setTimeout(() => this.#stillLost(), LONG_SILENCE);
    if (status !== "live") this.#away = true;
    if (status === "lost") this.time.forget();
    this.link = { ...this.link, status, reason, long: status === "lost" && this.link.long };
    this.update();
  }

  #stillLost() {
    if (this.link.status !== "lost") return;
    this.link = { ...this.link, long: true };
    this.announcer.urge(this.words.strings.link_lost);
    this.update();
  }

  #measured(latency) {
    this.link = { ...this.link, latency };
  }

  /* ── frames ── */

  #hear(frame) {
    if (frame.t === "chat") this.#spoken(frame);
    const before = this.table;
    const { table, ask, events, fresh } = receive(this.table, frame);
    this.table = table;
    if (frame.now !== undefined)
      this.time.hear(frame.now, frame.t === "pong" ? Date.now() - frame.c : undefined);
    if (ask) this.line.hello(ask === "missed" ? before.have : null);
    if (fresh) this.#refreshed(before);
    for (const event of events) this.#happened(event);
    if (shuffling(table) && table.you !== null) this.#putIn();
    this.#answered(frame);
    this.clocks.run(table);
    this.update();
  }

  /** Take note of what was said; what is needed for it comes with the first word. */
  async #spoken(frame) {
    const { hear, wording } = await import("./heard.js");
    this.chat = hear(this.chat, frame);
    this.update();
    const last = frame.lines.at(-1);
    if (frame.whole || !last || this.ui.dialog === "chat") return;
    this.toast(this.words.text("chat_said", { name: isolated(last.name), line: wording(last, this.words) }));
  }

  /** Put our part into the deals, with what is fetched for it; a table without us does not wait for it. */
  async #putIn() {
    this.#entropy ??= import("./entropy.js").then(
      ({ Entropy }) => new Entropy((...move) => this.#whisper(...move)),
    );
    (await this.#entropy).heed(this.table);
  }

  #whisper(kind, data) {
    this.#silent.add(this.line.move(kind, data, this.table.have));
  }

  #answered(frame) {
    if (this.#silent.has(frame.id)) return;
    if (frame.t === "nack" && frame.code !== "retry") this.#refused(frame);
    if (frame.t === "ack" && frame.s === null) this.ui.pending = null;
    if (frame.t === "pong" && this.#away) this.#back();
  }

  #refreshed({ you }) {
    this.stage.clear();
    if (you !== null && this.table.you === null) this.#gotUp(you);
    Object.assign(this.ui, NOTHING_CHOSEN, { pending: null, last: false });
    if (this.table.view.phase !== "deal") this.#recall();
    this.#lift();
  }

  /** The seat we have got up from is kept for us, and we go on looking from there. */
  #gotUp(from) {
    this.free = [...this.free, from];
    this.kept = from;
    this.lookFrom = from;
  }

  #happened(event) {
    const { ui, table } = this;
    const ours = event.seat === table.you && table.you !== null;
    if (ours || event.k === "deal") Object.assign(ui, NOTHING_CHOSEN, { pending: null });
    if (event.k === "deal") ui.last = false;
    ui.reason = null;
    if (event.k === "card") this.#carded(event);
    this.#tell(event);
    this.#lift();
    if (!this.#away) this.signals?.heed(event, this.page);
    if (this.mine && event.legal) this.#turn(event.phase);
  }

  #carded({ d, seat }) {
    this.stage.fly();
    if (this.#away && seat !== this.table.you) this.#missed += 1;
    if (d.won === undefined) return;
    this.ui.last = false;
    if (!this.#away) this.stage.hold({ plays: this.table.view.last_trick, won: d.won });
  }

  /** Tell what happened; the words for it come with the first event, and events stay in order. */
  async #tell(event) {
    const { table } = this;
    const silent = this.#away;
    const { told } = await import("./story.js");
    for (const sentence of told(event, table, this.words)) {
      this.story = [...this.story, sentence].slice(-LOG_LENGTH);
      if (silent) continue;
      const text = this.words.text(sentence.key, sentence.values);
      this.announcer.say(text, sentence.weight);
      if (sentence.key === "told_ruled") this.toast(text);
    }
    this.update();
  }

  /** Tell the deal so far to one who was not there. */
  async #recall() {
    const { table } = this;
    const { recalled } = await import("./story.js");
    if (!this.story.length) this.story = recalled(table, this.words);
    this.update();
  }

  /** A card chosen before may have become illegal; a card that is the only one is lifted for us. */
  #lift() {
    const { view } = this.table;
    if (view?.phase !== "play" || !this.mine) return;
    if (!view.legal.includes(this.ui.card)) this.ui.card = view.legal.length === 1 ? view.legal[0] : null;
  }

  #turn(phase) {
    if (phase === "play") this.#foresee();
    if (!this.#away) this.answer("turnNow", "urge");
  }

  #late(first) {
    if (!this.mine) return;
    if (first) this.announcer.urge(this.words.strings.ten_seconds);
    this.signals?.tick();
  }

  #refused({ msg, s }) {
    if (s > this.table.have) this.line.hello(this.table.have);
    Object.assign(this.ui, NOTHING_CHOSEN, { pending: null, reason: msg });
    this.announcer.urge(msg);
  }

  /** The answer to the first heartbeat comes after all that was missed: we are up to date. */
  #back() {
    this.#away = false;
    this.link = { ...this.link, long: false };
    if (this.#missed) this.toast(this.words.text("missed_cards", { n: this.#missed }));
    this.#missed = 0;
    this.answer("summary");
  }

  /** Show a text over the felt for a moment. */
  toast(text) {
    this.ui.toast = text;
    this.update();
    setTimeout(() => {
      this.ui.toast = null;
      this.update();
    }, TOAST_TIME);
  }
}
