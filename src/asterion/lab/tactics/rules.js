// The rules of the game on a sheet: points, the end of a turn, how to win, the abilities of units,
// and the signs on the board.

import { element, headings, sheet } from "../board/parts.js";
import { unitSign } from "./units.js";

const SIZE = 32; // pixels of a unit in the table
const RULES = [
  ["Turns", "Teams play one after the other. In its turn a team may use all of its units, in any order. " +
    "Only “End turn” ends it, also when no points are left; then the next team plays."],
  ["MP", "Movement points. A step to the next tile (not diagonally) costs the unit's MP. All units of a team share them."],
  ["AP", "Action points. An attack costs the unit's AP. It needs a free line of sight and the range; " +
    "one hit destroys whatever is there: an enemy, a friend or a wall. All units of a team share them."],
  ["New points", "Both are full again at the beginning of each turn; what was left over is lost."],
  ["Winning", "The last team with units wins, at once. If the game takes too long, the team with the most units does."],
];
const SIGNS = [
  ["gold frame", "the selected unit"],
  ["dots", "tiles it can walk to"],
  ["red tiles", "what can be hit; hatched: in range, but out of sight"],
  ["arrows and aims with numbers", "the plan of a computer: walks and targets, in their order; crosses: what it has hit"],
];

/** The sheet, opened. kinds: [{name, mp, ap, range}], from the server; team: whose colour they have. */
export function showRules(kinds, team) {
  const made = sheet("rules-sheet", "How to play",
    list(RULES), tableOf(kinds, team), element("h2", "", "On the board"), list(SIGNS));
  made.addEventListener("close", () => made.remove());
  made.addEventListener("keydown", (event) => event.stopPropagation()); // keys play no game meanwhile
  document.body.append(made);
  made.showModal();
}

function list(pairs) {
  return element("dl", "", ...pairs.flatMap(([name, text]) => [element("dt", "", name), element("dd", "", text)]));
}

function tableOf(kinds, team) {
  const table = element("table");
  table.createTHead().append(headings(["unit", "MP a step", "AP an attack", "range in tiles"]));
  const body = table.createTBody();
  kinds.forEach(({ name, mp, ap, range }, i) => {
    const row = body.insertRow();
    row.insertCell().append(unitSign({ kind: i + 2, team }, SIZE), ` ${name}`);
    for (const value of [mp, ap, range]) row.insertCell().textContent = value;
  });
  return table;
}
