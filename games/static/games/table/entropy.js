/**
 * What our page puts into the deals of a match, without asking the reader: first the hash of a value
 * it has thought up, and when everybody's hashes are in, the value. See docs/dealing.md.
 */

import { sha256 } from "./sha256.js";

const BYTES = 32;

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Puts in our part when the table asks for it, once for each match. */
export class Entropy {
  #send;
  #match = null;
  #value = null;
  #hash = null;
  #told = new Set();

  /** @param send `(kind, data)` says an act to the server */
  constructor(send) {
    this.#send = send;
  }

  /** Answer what the table asks of our seat now. Another tab of ours may have been quicker. */
  heed({ entropy, you }) {
    if (!entropy || you === null || !entropy.seats.includes(you)) return;
    this.#think(entropy.match);
    if (entropy.step === "hash") this.#tell("entropy_hash", { hash: this.#hash });
    else if (entropy.hashes[you] === this.#hash) this.#tell("entropy", { value: hex(this.#value) });
  }

  #think(match) {
    if (match === this.#match) return;
    this.#match = match;
    this.#value = crypto.getRandomValues(new Uint8Array(BYTES));
    this.#hash = sha256(this.#value);
    this.#told.clear();
  }

  #tell(kind, data) {
    if (this.#told.has(kind)) return;
    this.#told.add(kind);
    this.#send(kind, data);
  }
}
