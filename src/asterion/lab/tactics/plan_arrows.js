// The plan of a computer on the board: where its units walk, what they hit, and in which order. What
// is done already is fainter.

import { drawArrow, drawCross, drawLine, drawNumber } from "./signs.js";

/** Walks and attacks of a plan: {kind, cells, until}, `until` being how many of its actions they end. */
export function partsOf(rows) {
  const parts = [];
  rows.forEach(({ action }, i) => {
    if (!action) return;
    const { kind, from, to } = action, last = parts.at(-1);
    if (kind === "move" && last?.kind === "move" && last.cells.at(-1) === from) {
      last.cells.push(to);
      last.until = i + 1;
    } else parts.push({ kind, cells: [from, to], until: i + 1 });
  });
  return parts;
}

/** done: how many of its actions were played; middle(cell): where a cell is. */
export function drawPlan(context, { rows, team }, done, middle, side, colours) {
  const colour = colours[`team${team % 8}`];
  const parts = partsOf(rows);
  for (const [i, { kind, cells, until }] of parts.entries()) {
    const points = cells.map(middle), end = points.at(-1);
    context.globalAlpha = until <= done ? 0.55 : 1;
    if (kind === "move") drawArrow(context, points, colour, colours.free, { width: 4, head: side * 0.16 });
    else {
      drawLine(context, points, colours.threat, colours.free, { width: 2.5, dashes: [7, 6] });
      drawCross(context, ...end, side * 0.16, colours.threat, colours.free);
    }
    drawNumber(context, end[0] + side * 0.3, end[1] - side * 0.3, i + 1, kind === "move" ? colour : colours.threat,
      colours.onTeam);
  }
  context.globalAlpha = 1;
}
