// Signs on the tactics board: lines, arrows, aims, and words on plates. Each has a casing, so that
// it is visible on everything.

import { disc, polyline, ring, write } from "../board/canvas_shapes.js";

/** A line between points. */
export function drawLine(context, points, colour, casing, { width = 4, dashes = [] } = {}) {
  context.lineJoin = "round";
  context.lineCap = "round";
  for (const [stroke, thick] of [[casing, width + 3], [colour, width]]) {
    context.setLineDash(dashes);
    context.strokeStyle = stroke;
    context.lineWidth = thick;
    polyline(context, points);
  }
  context.setLineDash([]);
}

/** An aim: a ring with four marks. */
export function drawAim(context, x, y, radius, colour, casing) {
  for (const [stroke, width] of [[casing, 5], [colour, 2.5]]) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    for (const [dx, dy] of [[0, -1], [1, 0], [0, 1], [-1, 0]]) {
      context.moveTo(x + dx * radius * 0.7, y + dy * radius * 0.7);
      context.lineTo(x + dx * radius * 1.25, y + dy * radius * 1.25);
    }
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.stroke();
  }
}

/** An x: the end of a blocked line, or a hit. */
export function drawCross(context, x, y, radius, colour, casing) {
  const ends = [[-1, -1, 1, 1], [-1, 1, 1, -1]];
  for (const [x0, y0, x1, y1] of ends)
    drawLine(context, [[x + x0 * radius, y + y0 * radius], [x + x1 * radius, y + y1 * radius]], colour, casing);
}

/** A word on a plate, beside a point. */
export function drawPlate(context, x, y, text, colours, width) {
  context.font = "600 13px system-ui, sans-serif";
  context.textBaseline = "middle";
  context.textAlign = "left";
  const wide = context.measureText(text).width + 12;
  const left = Math.max(2, Math.min(x - wide / 2, width - wide - 2));
  const top = Math.max(2, y - 11);
  context.fillStyle = colours.ink;
  context.beginPath();
  context.roundRect(left, top, wide, 22, 5);
  context.fill();
  context.fillStyle = colours.free;
  context.fillText(text, left + 6, top + 11.5);
}

/** A line whose end has a head. */
export function drawArrow(context, points, colour, casing, { width = 4, head = 12 } = {}) {
  const [x, y] = points.at(-1), [fromX, fromY] = points.at(-2);
  const angle = Math.atan2(y - fromY, x - fromX);
  const side = (turn) => [x - head * Math.cos(angle + turn), y - head * Math.sin(angle + turn)];
  drawLine(context, points, colour, casing, { width });
  drawLine(context, [side(0.5), [x, y], side(-0.5)], colour, casing, { width });
}

/** A number in a disc: the index of a plan's step. */
export function drawNumber(context, x, y, number, colour, casing) {
  disc(context, x, y, 9, colour);
  ring(context, x, y, 9, casing, 1.5);
  context.fillStyle = casing;
  write(context, number, x, y + 0.5, "700 11px system-ui, sans-serif");
}

/** A hit: a flash, and rays that fly away; share 0 is its beginning, 1 its end. */
export function drawBurst(context, x, y, radius, share, colour, casing) {
  const far = radius * (0.4 + 0.6 * share);
  context.save();
  context.globalAlpha = 0.6 * (1 - share);
  disc(context, x, y, far * 0.8, colour);
  context.globalAlpha = 1 - share;
  for (let ray = 0; ray < 8; ray++) {
    const [dx, dy] = [Math.cos(ray * Math.PI / 4), Math.sin(ray * Math.PI / 4)];
    const points = [0.85, 1.25].map((at) => [x + dx * far * at, y + dy * far * at]);
    drawLine(context, points, colour, casing, { width: 3 });
  }
  context.restore();
}
