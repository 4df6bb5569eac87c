/**
 * Where seats are drawn, and whose side they are on. Pure.
 *
 * The table is a physical place: the next player to act sits at the right when play goes
 * counter-clockwise, in every language.
 */

const AROUND = { ccw: ["s", "e", "n", "w"], cw: ["s", "w", "n", "e"] };

export const SEATS = [0, 1, 2, 3];

/** Return "s", "e", "n" or "w" for a seat, seen from the seat drawn at the bottom. */
export const placeOf = (seat, south, direction) => AROUND[direction][(seat - south + 4) % 4];

/** Return the number of the side a seat plays for. */
export const sideOf = (seat, seating) => (seating === "solo" ? seat : seat % 2);

/** Return the tricks each side has taken, [ours, theirs], from the tricks of each seat. */
export const sideTricks = (tricks, south) =>
  tricks.reduce(
    ([ours, theirs], count, seat) =>
      seat % 2 === south % 2 ? [ours + count, theirs] : [ours, theirs + count],
    [0, 0],
  );
