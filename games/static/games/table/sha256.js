/**
 * SHA-256. The browser has its own, but locks it on a page that was not opened over https, and a
 * club's evening often is not. Source: FIPS 180-4; held against node's in tests/js/entropy.test.mjs.
 */

const primes = (count) => {
  const found = [];
  for (let number = 2; found.length < count; number += 1)
    if (found.every((prime) => number % prime)) found.push(number);
  return found;
};

/** The first 32 bits behind the point. */
const fraction = (number) => ((number - Math.floor(number)) * 2 ** 32) | 0;

const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));

const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** Return the hash of bytes as hexadecimal text. */
export function sha256(bytes) {
  let state = START;
  const message = padded(bytes);
  for (let at = 0; at < message.byteLength; at += 64) state = mixed(state, schedule(message, at));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Return the message with a one behind it, zeros, and its length in bits, in blocks of 64 bytes. */
function padded(bytes) {
  const view = new DataView(new ArrayBuffer(64 * Math.ceil((bytes.length + 9) / 64)));
  new Uint8Array(view.buffer).set(bytes);
  view.setUint8(bytes.length, 0x80);
  view.setUint32(view.byteLength - 4, 8 * bytes.length);
  return view;
}

/** Return the 64 words that are mixed in for a block. */
function schedule(message, at) {
  const words = Array.from({ length: 16 }, (_, n) => message.getInt32(at + 4 * n));
  for (let n = 16; n < 64; n += 1) {
    const [far, near] = [words[n - 15], words[n - 2]];
    const first = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    const second = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
    words.push((words[n - 16] + first + words[n - 7] + second) | 0);
  }
  return words;
}

function mixed(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (const [n, word] of words.entries()) {
    const chosen = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUNDS[n] + word) | 0;
    const other = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [a, b, c, d, e, f, g, h] = [(one + other) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, n) => (word + state[n]) | 0);
}
