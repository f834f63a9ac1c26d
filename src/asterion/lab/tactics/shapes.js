// How units, walls and lines of the tactics board are drawn. A team is a colour and a shape, a kind
// of unit is a letter: both can be distinguished without colours.

export const LETTERS = { 2: "M", 3: "B", 4: "S", 5: "L" };
export const KINDS = { 0: "nothing", 1: "wall", 2: "Melee", 3: "Blaster", 4: "Sniper", 5: "Laser" };
export const SHAPES = ["disc", "square", "diamond", "triangle", "hexagon", "pentagon", "cross", "star"];

// Corners of shapes around (0, 0), for a disc of radius 1: all look about as large.
const CORNERS = {
  square: polygon(4, 0.5, 1.3), diamond: polygon(4, 0, 1.26), triangle: polygon(3, 0, 1.28),
  hexagon: polygon(6, 0, 1.06), pentagon: polygon(5, 0, 1.1), star: star(5, 1.25, 0.72),
  cross: [[-0.65, -1.1], [0.65, -1.1], [0.65, -0.65], [1.1, -0.65], [1.1, 0.65], [0.65, 0.65], [0.65, 1.1], [-0.65, 1.1],
    [-0.65, 0.65], [-1.1, 0.65], [-1.1, -0.65], [-0.65, -0.65]],
};

function polygon(count, turn, radius) {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i + turn) / count * 2 * Math.PI - Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

function star(count, outer, inner) {
  return polygon(2 * count, 0, 1).map(([x, y], i) => [x, y].map((at) => at * (i % 2 ? inner : outer)));
}

/** A unit in the middle of a cell: {x, y, side} in pixels. */
export function drawUnit(context, { x, y, side }, { kind, team }, colours, isFaint = false) {
  const radius = side * 0.34;
  context.save();
  context.globalAlpha = isFaint ? 0.35 : 1;
  context.beginPath();
  const corners = CORNERS[SHAPES[team % SHAPES.length]];
  if (corners) {
    corners.forEach(([dx, dy], i) => context[i ? "lineTo" : "moveTo"](x + dx * radius, y + dy * radius));
    context.closePath();
  } else {
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.fillStyle = colours[`team${team % SHAPES.length}`];
  context.fill();
  context.fillStyle = colours.onTeam;
  context.font = `700 ${Math.round(side * 0.36)}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  const low = SHAPES[team % SHAPES.length] === "triangle" ? 0.06 : 0.02; // where a shape is widest
  context.fillText(LETTERS[kind], x, y + side * low);
  context.restore();
}

/** A wall fills its cell, with bricks on it where there is room. */
export function drawWall(context, left, top, side, colours) {
  context.fillStyle = colours.wall;
  context.fillRect(left, top, side, side);
  if (side < 18) return;
  context.strokeStyle = colours.free;
  context.globalAlpha = 0.28;
  context.lineWidth = 1;
  context.beginPath();
  for (const row of [1, 2, 3]) {
    const y = Math.round(top + side * row / 4) + 0.5;
    context.moveTo(left, y);
    context.lineTo(left + side, y);
  }
  for (const row of [0, 1, 2, 3]) {
    for (const col of row % 2 ? [0.25, 0.75] : [0.5]) {
      const x = Math.round(left + side * col) + 0.5;
      context.moveTo(x, top + side * row / 4);
      context.lineTo(x, top + side * (row + 1) / 4);
    }
  }
  context.stroke();
  context.globalAlpha = 1;
}

/** A line between points, cased so that it is seen on everything. */
export function drawLine(context, points, colour, casing, { width = 4, dashes = [] } = {}) {
  context.lineJoin = "round";
  context.lineCap = "round";
  for (const [stroke, thick] of [[casing, width + 3], [colour, width]]) {
    context.setLineDash(dashes);
    context.beginPath();
    points.forEach(([x, y], i) => context[i ? "lineTo" : "moveTo"](x, y));
    context.strokeStyle = stroke;
    context.lineWidth = thick;
    context.stroke();
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

/** An x: where a line is stopped, or what was hit. */
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
