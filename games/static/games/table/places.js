/**
 * Where seats are drawn, whose side they are on, and what the sides have taken. Pure.
 *
 * The table is a physical place: the next player to act sits at the right when play goes
 * counter-clockwise, in every language.
 */

const AROUND = { ccw: ["s", "e", "n", "w"], cw: ["s", "w", "n", "e"] };

export const SEATS = [0, 1, 2, 3];

/** Return "s", "e", "n" or "w" for a seat, seen from the seat drawn at the bottom. */
export const placeOf = (seat, south, direction) => AROUND[direction][(seat - south + 4) % 4];

const sidesIn = (seating) => (seating === "solo" ? 4 : 2);

/** Return the number of the side a seat plays for. */
export const sideOf = (seat, seating) => seat % sidesIn(seating);

/** Return the sides, that of the seat drawn below first, then in order of play. */
export function sidesFrom(south, seating) {
  const count = sidesIn(seating);
  return SEATS.slice(0, count).map((step) => (south + step) % count);
}

/** Return how a seat is drawn: "us" if it plays for the side of the seat drawn below, else "them". */
export const kindOf = (seat, south, seating) =>
  sideOf(seat, seating) === sideOf(south, seating) ? "us" : "them";

/** Return the tricks a side has taken, from the tricks of each seat. */
export const sideTricks = (tricks, side, seating) =>
  tricks.reduce((sum, count, seat) => (sideOf(seat, seating) === side ? sum + count : sum), 0);

/**
 * Return what a contract stands at, seen from the seat drawn below: the tricks of the declarer's side
 * and of the others, by whether they are `ours`, and what each needs to make it or to set it.
 */
export function countOf(tricks, { declarer, bid }, { south, rules: { seating } }) {
  const took = sideTricks(tricks, sideOf(declarer, seating), seating);
  const lost = tricks.reduce((sum, count) => sum + count) - took;
  const declaring = kindOf(declarer, south, seating) === "us";
  const [ours, theirs] = declaring ? [took, lost] : [lost, took];
  return {
    ours,
    theirs,
    declaring,
    bid,
    toMake: Math.max(0, bid - took),
    toSet: Math.max(0, 14 - bid - lost),
  };
}
