/**
 * Reading a file of deals, strictly, so that nothing in it stands outside what is checked. It refuses
 * what `games/dealing/files.py` refuses.
 */

import { hashOfText, SCHEME } from "./scheme.js";

/** The card of each number, as files write it. */
export const CARDS = [..."SHDC"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));

/** This is no file of deals; `where` names the first field that is not as it should be. */
export class Unreadable extends Error {
  constructor(where) {
    super(where);
    this.where = where;
  }
}

function demand(right, where) {
  if (!right) throw new Unreadable(where);
}

const matching = (form) => (found, where) => demand(typeof found === "string" && form.test(found), where);
const HASH = matching(/^[0-9a-f]{64}$/);
const VALUE = matching(/^([0-9a-f]{2}){1,64}$/);
const MATCH = matching(/^[A-Za-z0-9]{1,12}\/[1-9][0-9]{0,4}$/);
const CARD = (found, where) => demand(CARDS.includes(found), where);
// Half of a surrogate pair is no text.
const TEXT = (found, where) => demand(typeof found === "string" && !/[\ud800-\udfff]/u.test(found), where);

const whole =
  (most = 2 ** 32 - 1) =>
  (found, where) =>
    demand(Number.isInteger(found) && found >= 0 && found <= most, where);

const each = (read) => (found, where) => {
  demand(Array.isArray(found), where);
  for (const [place, item] of found.entries()) read(item, `${where}[${place}]`);
};

const four = (read) => (found, where) => {
  each(read)(found, where);
  demand(found.length === 4, where);
};

const object = (fields) => (found, where) => {
  demand(typeof found === "object" && found !== null && !Array.isArray(found), where);
  demand(String(Object.keys(found).sort()) === String(Object.keys(fields).sort()), where);
  for (const [name, read] of Object.entries(fields))
    read(found[name], where === "file" ? name : `${where}.${name}`);
};

const CONTRIBUTION = object({ hash: HASH, value: VALUE });

const FILE = object({
  scheme: (found, where) => demand(found === SCHEME, where),
  match: MATCH,
  public_number: TEXT,
  lists: each(object({ first: whole(), root: HASH, commitments: each(HASH) })),
  contributions: four((found, where) => found === null || CONTRIBUTION(found, where)),
  public: HASH,
  master: HASH,
  dealer: object({ seat: whole(3), secret: HASH }),
  deals: each(
    object({
      deal: whole(),
      redeal: whole(),
      dealer: whole(3),
      commitment: HASH,
      secret: HASH,
      hands: four(each(CARD)),
    }),
  ),
  digest: () => undefined,
});

/** Return the file a text holds, or throw `Unreadable`. */
export function read(text) {
  let found = null;
  try {
    found = JSON.parse(text);
  } catch (fault) {
    if (!(fault instanceof SyntaxError)) throw fault;
  }
  FILE(found, "file");
  return found;
}

/** Return the hash of a file without its digest: of its canonical, compact JSON. */
export function digest({ digest: _, ...rest }) {
  return hashOfText(canonical(rest));
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}
