// The plan of a computer on the board: its units' walks, their targets, and the order. During
// playback, finished parts are fainter.

import { drawAim, drawArrow, drawCross, drawLine, drawNumber } from "./signs.js";

/** Walks and attacks of a plan: {kind, cells, until}, `until` being the number of actions up to their end. */
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

/** done: the number of actions played; middle(cell): its place. */
export function drawPlan(context, { rows, team }, done, middle, side, colours) {
  for (const { kind, cells, until } of partsOf(rows)) {
    const points = cells.map(middle);
    context.globalAlpha = alphaOf(until, done, rows);
    if (kind === "move")
      drawArrow(context, points, colours[`team${team % 8}`], colours.free, { width: 4, head: side * 0.16 });
    else drawLine(context, points, colours.threat, colours.free, { width: 2.5, dashes: [7, 6] });
    if (kind === "attack" && until <= done) drawCross(context, ...points[1], side * 0.16, colours.threat, colours.free);
  }
  context.globalAlpha = 1;
}

/** Above the units: remaining targets, and the numbers of walks and attacks, side by side. */
export function drawOrder(context, { rows, team }, done, middle, side, colours) {
  const parts = partsOf(rows).map((part, i) => ({ ...part, number: i + 1, cell: part.cells.at(-1) }));
  for (const { kind, until, number, cell } of parts) {
    const [x, y] = middle(cell);
    const later = parts.filter((part) => part.cell === cell && part.number > number).length;
    context.globalAlpha = alphaOf(until, done, rows);
    const colour = kind === "move" ? colours[`team${team % 8}`] : colours.threat;
    if (kind === "attack" && until > done) drawAim(context, x, y, side * 0.38, colours.threat, colours.free);
    drawNumber(context, x + side * 0.38 - 20 * later, y - side * 0.38, number, colour, colours.onTeam);
  }
  context.globalAlpha = 1;
}

function alphaOf(until, done, rows) {
  return until <= done && done < rows.length ? 0.5 : 1;
}
