/**
 * What the frames of a table mean: from one frame to the next state, and what to ask for. Pure.
 *
 * Every event has a number. An event is applied when it is the next one, dropped when it is known,
 * and when one is missing the client asks for what it missed. Start at `receive`.
 */

import { fold } from "./fold.js";

/** Return the state of a table nothing has been heard of yet. */
export const unheard = () => ({
  have: null,
  you: null,
  match: null,
  seats: [],
  view: null,
  series: null,
  entropy: null,
  deadline: null,
  span: null,
  bank: 0,
  here: null,
  asked: false,
});

const unchanged = (table) => ({ table, ask: null, events: [], fresh: false });

/**
 * Return what a frame leads to: `table` the next state, `ask` what to say hello for ("missed",
 * "snapshot" or null), `events` the events applied, `fresh` whether the whole state was replaced.
 */
export function receive(table, frame) {
  const take = { state, ev: event, pong, clock, here }[frame.t];
  return take ? take(table, frame) : unchanged(table);
}

function state(table, frame) {
  const { s, match, view, you, seats, series, entropy } = frame;
  const next = { ...table, have: s, match, view, you, seats, series, entropy, asked: false };
  return { table: timed(next, frame), ask: null, events: [], fresh: true };
}

/** A deadline with no time on the server's clock beside it says nothing of how long a turn is. */
function timed(table, { dl = null, now, bank = 0 }) {
  const left = dl === null ? null : dl - now;
  const span = left === null ? null : Math.max(left, table.deadline === dl ? (table.span ?? 0) : 0);
  return { ...table, deadline: dl, span, bank };
}

function event(table, frame) {
  if (table.have === null) return lacking(table, "snapshot");
  if (frame.s <= table.have) return unchanged(table);
  if (frame.s > table.have + 1) return lacking(table, "missed");
  return applied({ ...table, have: frame.s, asked: false }, frame);
}

/** Ask once; the answer, or the next heartbeat that is still ahead, makes asking possible again. */
function lacking(table, ask) {
  return { ...unchanged({ ...table, asked: true }), ask: table.asked ? null : ask };
}

function applied(table, frame) {
  if (frame.k === undefined) return unchanged(table);
  if (frame.k === "commitments") return lacking(table, "snapshot");
  const parts = { seats: seated(table.seats, frame), entropy: put(table.entropy, frame) };
  const next = { ...table, ...parts, view: fold(table.view, frame) };
  return { table: timed(next, frame), ask: null, events: [frame], fresh: false };
}

/**
 * Who sits where, and wants another match, after an event. The name stays with the seat that is
 * kept; getting up after the match is a no to another.
 */
function seated(seats, { k, d, phase }) {
  const change = {
    sit: { kind: d.kind, name: d.name, rematch: null, away: false },
    leave: { kind: d.kind, rematch: phase === "over" ? false : null, away: false },
    away: { away: d.away },
    rematch: { rematch: d.yes },
  }[k];
  return change ? seats.map((seat, at) => (at === d.seat ? { ...seat, ...change } : seat)) : seats;
}

/** What pages are asked to put into the deals, and whose hashes were taken. */
function put(entropy, { k, seat, d }) {
  if (k === "entropy_ask") return { ...entropy, step: d.step, seats: d.seats };
  if (k === "entropy_end") return { ...entropy, step: "done", seats: [] };
  if (k !== "entropy_hash" && k !== "entropy") return entropy;
  const hashes = entropy.hashes.map((before, at) => (at === seat && d.hash ? d.hash : before));
  return { ...entropy, hashes, seats: entropy.seats.filter((asked) => asked !== seat) };
}

/** The table moves by itself at another time than we know, though nothing has happened. */
const clock = (table, frame) => unchanged(frame.s === table.have ? timed(table, frame) : table);

/** Whose people have the table open. */
const here = (table, { seats }) => unchanged({ ...table, here: seats });

function pong(table, { s }) {
  const behind = table.have !== null && s > table.have;
  return behind ? lacking({ ...table, asked: false }, "missed") : unchanged(table);
}
