// Writes down what brackets-manager (MIT, run as it is) makes of 2 to 64 entries, for tests/formats to compare with.
// A match is real when neither side is a bye. Once, from this folder:
//   npm install --no-audit --no-fund && node brackets.mjs > ../../tests/formats/oracles/brackets.json

import { BracketsManager } from "brackets-manager";
import { InMemoryDatabase } from "brackets-memory-db";

/** Return the places of a bracket for so many entries; a seed nobody has is a bye. */
async function bracket(entries, type, settings) {
  const manager = new BracketsManager(new InMemoryDatabase());
  const places = 2 ** Math.ceil(Math.log2(entries));
  const seeding = Array.from({ length: places }, (_, at) => (at < entries ? `${at + 1}` : null));
  await manager.create.stage({ tournamentId: 0, name: "stage", type, seeding, settings });
  return manager.get.stageData(0);
}

/** Return how many matches have two sides, both of whom may come. */
function real(stage) {
  return stage.match.filter((match) => match.opponent1 !== null && match.opponent2 !== null).length;
}

/** Return the seeds of the first round down the page, two a match, with null for a bye. */
function firstRound(stage) {
  const seeds = new Map(stage.participant.map((one) => [one.id, Number(one.name)]));
  const seed = (side) => (side === null ? null : seeds.get(side.id));
  return stage.match
    .filter((match) => match.group_id === 0 && match.round_id === 0)
    .sort((one, other) => one.number - other.number)
    .map((match) => [seed(match.opponent1), seed(match.opponent2)]);
}

const facts = [];
for (let entries = 2; entries <= 64; entries++) {
  const single = await bracket(entries, "single_elimination", { seedOrdering: ["inner_outer"] });
  const fact = { entries, single: real(single), first: firstRound(single) };
  if (entries > 2) {
    const double = await bracket(entries, "double_elimination", {
      seedOrdering: ["inner_outer"],
      grandFinal: "double",
    });
    fact.double = real(double);
  }
  facts.push(JSON.stringify(fact));
}
console.log(`[\n${facts.join(",\n")}\n]`);
