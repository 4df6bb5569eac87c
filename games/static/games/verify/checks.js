/**
 * Whether a file of deals is true: every check that anybody can make, one after another, the same as
 * in `games/dealing/checks.py`. Start at `check`.
 */

import { CARDS, digest, read, Unreadable } from "./file.js";
import {
  bytesOf,
  commitment,
  DEALS_A_LIST,
  dealSecret,
  firstDealer,
  handsOf,
  hexOf,
  packOrder,
  publicPart,
  root,
  sha256,
} from "./scheme.js";

/**
 * Check the text of a file. Return `passed`, the `checks` as `{ code, passed, about }`, the `file`
 * (null when it could not be read) and the `packs`: the order of the pack in each deal.
 */
export async function check(text) {
  let file = null;
  try {
    file = read(text);
  } catch (fault) {
    if (!(fault instanceof Unreadable)) throw fault;
    return verdict([{ code: "readable", passed: false, about: fault.where }], null, []);
  }
  const packs = await packsOf(file);
  return verdict([...(await ofMatch(file)), ...(await ofDeals(file, packs))], file, packs);
}

const verdict = (checks, file, packs) => ({
  passed: checks.every(({ passed }) => passed),
  checks,
  file,
  packs,
});

const packsOf = (file) =>
  Promise.all(
    file.deals.map(({ secret, redeal }) => packOrder(bytesOf(secret), bytesOf(file.public), redeal)),
  );

async function ofMatch(file) {
  const found = {
    readable: true,
    digest: file.digest === (await digest(file)),
    lists: await lists(file),
    master: await master(file),
    contributions: await contributions(file),
    public: file.public === hexOf(await publicPart(file.contributions.map(contributed), file.public_number)),
    dealer: await dealer(file),
    sequence: sequence(file),
  };
  return Object.entries(found).map(([code, passed]) => ({ code, passed, about: "" }));
}

const contributed = (contribution) => bytesOf(contribution?.value ?? "");

/** Whether the lists follow one another, as many as were needed, and give their roots. */
async function lists(file) {
  const most = Math.max(1, ...file.deals.map(({ deal }) => deal));
  if (file.lists.length !== 1 + Math.floor((most - 1) / DEALS_A_LIST)) return false;
  const fits = async (list, place) => {
    const first = place ? place * DEALS_A_LIST + 1 : 0;
    const last = first + list.commitments.length - 1;
    if (list.first !== first || last !== (place + 1) * DEALS_A_LIST) return false;
    return list.root === (await root(file.match, file.public_number, first, list.commitments));
  };
  return allOf(file.lists.map(fits));
}

const allOf = async (answers) => (await Promise.all(answers)).every(Boolean);

const promised = (file) =>
  file.lists.flatMap(({ first, commitments }) => commitments.map((text, place) => [first + place, text]));

/** Whether the master key gives every secret that was committed to. */
async function master(file) {
  const fits = async ([number, text]) =>
    text === (await commitment(await dealSecret(bytesOf(file.master), number)));
  return allOf(promised(file).map(fits));
}

async function contributions(file) {
  const given = file.contributions.filter((one) => one !== null);
  return allOf(given.map(async ({ hash, value }) => hash === hexOf(await sha256(bytesOf(value)))));
}

async function dealer({ dealer: { seat, secret }, master: key, public: publicHex }) {
  if (secret !== hexOf(await dealSecret(bytesOf(key), 0))) return false;
  return seat === (await firstDealer(bytesOf(secret), bytesOf(publicHex)));
}

/** Whether each deal follows the one before: the next number, or dealt again once more. */
function sequence({ deals, dealer: { seat } }) {
  const follows = ({ deal, redeal }, place) => {
    const before = deals[place - 1] ?? { deal: 0, redeal: 0 };
    const next = deal === before.deal + 1 && redeal === 0;
    return next || (deal > 0 && deal === before.deal && redeal === before.redeal + 1);
  };
  return deals.every(follows) && (!deals.length || deals[0].dealer === seat);
}

async function ofDeals(file, packs) {
  const lists = new Map(promised(file));
  const found = file.deals.map(async (shown, place) => {
    const about = shown.redeal ? `${shown.deal}.${shown.redeal}` : `${shown.deal}`;
    const kept = shown.commitment === (await commitment(bytesOf(shown.secret)));
    const hands = handsOf(packs[place], shown.dealer).map((hand) => hand.map((card) => CARDS[card]));
    return [
      { code: "commitment", passed: kept && shown.commitment === lists.get(shown.deal), about },
      { code: "hands", passed: JSON.stringify(hands) === JSON.stringify(shown.hands), about },
    ];
  });
  return (await Promise.all(found)).flat();
}
