/**
 * The scheme `tarneeb-deal-v1` in the browser's own cryptography. It says the same as
 * `games/dealing/deals.py` and `promises.py`; docs/dealing.md describes it for strangers.
 *
 * Bytes are `Uint8Array`s, hashes and secrets in the file hexadecimal text. The browser answers
 * about hashes later, so nearly everything here is a promise.
 */

export const SCHEME = "tarneeb-deal-v1";
export const DEALS_A_LIST = 64;

const WORD = 2 ** 32;
const utf8 = new TextEncoder();

/** Return the bytes that a hexadecimal text stands for. */
export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Return bytes as hexadecimal text. */
export const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return a number as four bytes, the largest first. */
function fourBytes(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

function encoded(part) {
  if (typeof part === "number") return fourBytes(part);
  return typeof part === "string" ? utf8.encode(part) : part;
}

/** Return the parts as one run of bytes that no other parts give: each after its length. */
export function framed(...parts) {
  const pieces = parts.map(encoded).flatMap((part) => [fourBytes(part.length), part]);
  const run = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    run.set(piece, at);
    at += piece.length;
  }
  return run;
}

/** Return the SHA-256 hash of bytes. */
export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** Return the hash of a text, in hexadecimal. */
export const hashOfText = async (text) => hexOf(await sha256(utf8.encode(text)));

async function hmac(key, message) {
  const usable = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", usable, message));
}

/** Numbers drawn one after another from a key: HMAC in counter mode, read as 32-bit numbers. */
class Stream {
  #key;
  #counter = 0;
  #words = [];

  constructor(key) {
    this.#key = key;
  }

  async #word() {
    if (!this.#words.length) {
      const { buffer } = await hmac(this.#key, fourBytes(this.#counter));
      this.#counter += 1;
      this.#words = Array.from({ length: 8 }, (_, at) => new DataView(buffer).getUint32(4 * at));
    }
    return this.#words.shift();
  }

  /** Return a number from 0 to `bound - 1`, each as likely as any other. */
  async below(bound) {
    const limit = WORD - (WORD % bound);
    let drawn = await this.#word();
    while (drawn >= limit) drawn = await this.#word();
    return drawn % bound;
  }
}

const derived = async (secret, ...labels) => new Stream(await hmac(secret, framed(SCHEME, ...labels)));

/** Return the secret of a deal; secret 0 is the first dealer's. */
export const dealSecret = (master, number) => hmac(master, framed(SCHEME, "board", number));

/** Return what is published of a secret beforehand, in hexadecimal. */
export const commitment = async (secret) => hexOf(await sha256(framed(SCHEME, "commit", secret)));

/** Return what everybody is shown of a list of commitments, in hexadecimal. */
export async function root(match, publicNumber, first, commitments) {
  return hexOf(await sha256(framed(SCHEME, "list", match, publicNumber, first, ...commitments.map(bytesOf))));
}

/** Return the public part made of what the pages have put in, and of the public number. */
export const publicPart = (values, publicNumber) =>
  sha256(framed(...values, ...(publicNumber ? [publicNumber] : [])));

/** Return the seat that deals first. */
export async function firstDealer(secret, publicBytes) {
  return (await derived(secret, "dealer", publicBytes)).below(4);
}

/** Return the order of the pack; `redeal` counts the deals everyone passed before it. */
export async function packOrder(secret, publicBytes, redeal) {
  const stream = await derived(secret, "deal", publicBytes, redeal);
  const order = Array.from({ length: 52 }, (_, card) => card);
  for (let last = 51; last > 0; last -= 1) {
    const drawn = await stream.below(last + 1);
    [order[last], order[drawn]] = [order[drawn], order[last]];
  }
  return order;
}

/** Return the hands of seats 0 to 3, sorted: one card at a time, from the seat after the dealer. */
export function handsOf(pack, dealer) {
  const hand = (seat) => pack.filter((_, place) => place % 4 === (seat - dealer + 3) % 4);
  return [0, 1, 2, 3].map((seat) => hand(seat).sort((one, other) => one - other));
}
