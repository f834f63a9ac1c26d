// The look of units. A team is a colour and the shape of a plate, a kind of unit is a weapon on it:
// both can be distinguished without colours.

import { disc } from "../board/canvas_shapes.js";
import { palette } from "../board/palette.js";

export const KINDS = { 0: "nothing", 1: "wall", 2: "Melee", 3: "Blaster", 4: "Sniper", 5: "Laser" };
export const SHAPES = ["disc", "square", "diamond", "triangle", "hexagon", "pentagon", "cross", "star"];

/** The name of a team on the page, which counts from 1. */
export function teamName(team) {
  return `team ${team + 1}`;
}

const SMALL = 32; // pixels: on smaller tiles plates fill more of them
const SIGN = 18; // pixels: a plate among words

// Corners of shapes around (0, 0), for a disc of radius 1: all look about equally large.
const CORNERS = {
  square: polygon(4, 0.5, 1.3), diamond: polygon(4, 0, 1.26), triangle: polygon(3, 0, 1.28),
  hexagon: polygon(6, 0, 1.06), pentagon: polygon(5, 0, 1.1), star: star(5, 1.25, 0.72),
  cross: [[-0.65, -1.1], [0.65, -1.1], [0.65, -0.65], [1.1, -0.65], [1.1, 0.65], [0.65, 0.65], [0.65, 1.1], [-0.65, 1.1],
    [-0.65, 0.65], [-1.1, 0.65], [-1.1, -0.65], [-0.65, -0.65]],
};
// Weapons in a square from (-1, -1) to (1, 1). They draw in the colour of the context; `plate` is
// the colour below, for cut-outs.
const WEAPONS = { 2: drawSword, 3: drawBomb, 4: drawScope, 5: drawBolt };

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
  const radius = side * (side < SMALL ? 0.42 : 0.36);
  const shape = SHAPES[team % SHAPES.length], plate = colours[`team${team % SHAPES.length}`];
  context.save();
  context.globalAlpha = isFaint ? 0.35 : 1;
  context.translate(x, y);
  context.scale(radius, radius);
  drawPlateOf(context, shape, plate, colours, side >= SMALL);
  if (shape === "triangle") context.translate(0, 0.16); // where it is widest
  const size = { triangle: 0.5, diamond: 0.62, star: 0.62 }[shape] ?? 0.68;
  context.scale(size, size);
  context.fillStyle = context.strokeStyle = colours.onTeam;
  context.lineCap = context.lineJoin = "round";
  WEAPONS[kind](context, plate);
  context.restore();
}

function drawPlateOf(context, shape, plate, colours, hasShadow) {
  context.beginPath();
  if (shape === "disc") context.arc(0, 0, 1, 0, 2 * Math.PI);
  else CORNERS[shape].forEach(([dx, dy], i) => context[i ? "lineTo" : "moveTo"](dx, dy));
  context.closePath();
  context.save();
  if (hasShadow) Object.assign(context, { shadowColor: "#0006", shadowBlur: 6, shadowOffsetY: 2 });
  context.fillStyle = plate;
  context.fill();
  context.restore();
  context.lineWidth = 0.06;
  context.strokeStyle = colours.ink;
  context.stroke();
}

function drawShape(context, points) {
  context.beginPath();
  points.forEach(([x, y], i) => context[i ? "lineTo" : "moveTo"](x, y));
  context.closePath();
  context.fill();
}

/** Melee. */
function drawSword(context) {
  context.rotate(Math.PI / 4);
  drawShape(context, [[0, -1.15], [0.2, -0.85], [0.2, 0.3], [-0.2, 0.3], [-0.2, -0.85]]);
  context.fillRect(-0.5, 0.36, 1, 0.2);
  context.fillRect(-0.12, 0.5, 0.24, 0.4);
  disc(context, 0, 1, 0.2);
}

/** Blaster: a bomb with a fuse that burns. */
function drawBomb(context, plate) {
  disc(context, -0.14, 0.24, 0.7);
  context.lineWidth = 0.2;
  context.beginPath();
  context.moveTo(0.28, -0.26);
  context.quadraticCurveTo(0.42, -0.72, 0.66, -0.62);
  context.stroke();
  context.lineWidth = 0.14;
  context.beginPath();
  for (const [dx, dy] of [[0, -0.34], [0.3, -0.16], [0.32, 0.14]]) {
    context.moveTo(0.72 + dx * 0.5, -0.66 + dy * 0.5);
    context.lineTo(0.72 + dx, -0.66 + dy);
  }
  context.stroke();
  context.strokeStyle = plate; // a light on it
  context.beginPath();
  context.arc(-0.14, 0.24, 0.44, Math.PI, 1.4 * Math.PI);
  context.stroke();
}

/** Sniper: the view through a scope. */
function drawScope(context) {
  context.lineWidth = 0.2;
  context.beginPath();
  context.arc(0, 0, 0.66, 0, 2 * Math.PI);
  for (const [dx, dy] of [[0, -1], [1, 0], [0, 1], [-1, 0]]) {
    context.moveTo(dx * 0.36, dy * 0.36);
    context.lineTo(dx * 1.05, dy * 1.05);
  }
  context.stroke();
  disc(context, 0, 0, 0.13);
}

/** Laser: a bolt. */
function drawBolt(context) {
  drawShape(context, [[0.28, -1.1], [-0.62, 0.16], [-0.08, 0.16], [-0.28, 1.1], [0.62, -0.24], [0.08, -0.24]]);
}

/** A unit among words, as large as a letter or two. */
export function unitSign(thing, size) {
  return signOf(size, (context) => drawUnit(context, { x: size / 2, y: size / 2, side: size }, thing, palette()));
}

/** The plate of a team among words. */
export function teamSign(team) {
  return signOf(SIGN, (context) => {
    const colours = palette(), number = team % SHAPES.length;
    context.translate(SIGN / 2, SIGN / 2);
    context.scale(SIGN * 0.38, SIGN * 0.38);
    drawPlateOf(context, SHAPES[number], colours[`team${number}`], colours, false);
  });
}

function signOf(size, draw) {
  const canvas = document.createElement("canvas");
  const ratio = window.devicePixelRatio || 1;
  canvas.className = "unit-sign";
  canvas.width = canvas.height = Math.round(size * ratio);
  canvas.style.width = canvas.style.height = `${size}px`;
  canvas.setAttribute("aria-hidden", "true");
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  draw(context);
  return canvas;
}
