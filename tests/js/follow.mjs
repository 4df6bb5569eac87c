/**
 * Follows matches through frames read from standard input, and holds the folded view against the
 * one the rules show after each move. Prints the first difference and fails.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { receive, unheard } from "../../games/static/games/table/protocol.js";

function follow({ state, moves }) {
  let { table } = receive(unheard(), state);
  for (const { frames, view } of moves) {
    for (const frame of frames) table = receive(table, frame).table;
    const { seat, ...shown } = view;
    const { ...known } = table.view;
    delete known.seat;
    assert.deepEqual(known, shown, `after event ${table.have} as seen from ${seat}`);
  }
  return moves.length;
}

const matches = JSON.parse(readFileSync(0, "utf8"));
console.log(`${matches.map(follow).reduce((sum, count) => sum + count)} moves followed`);
