// The shapes of the maze game, drawn in code: tiles, keys, doors, pits, explorers and monsters.
// Each takes the middle of its place, and its size in pixels.

import { disc, ring } from "../board/canvas_shapes.js";
import { isDark, mix } from "../board/palette.js";
import { angleOf } from "./moment.js";

const HAT = "#c99a58", GOLD = "#e7b416", WOOD = "#7b5230", DEEP = "#07090c";
const METALS = { x: GOLD, y: "#b9c0c9", z: "#cf7f45" };

/** A wall has the shade of its letter, A to T. */
export function wallColour(letter, colours) {
  const share = (letter % 20) / 19;
  return mix(mix(colours.wall, colours.heavy, share * 0.55), colours.free, (letter % 3) * 0.1);
}

/** Courses of stone, chosen by the letter. x, y: the upper left corner. */
export function drawStones(context, x, y, size, letter) {
  const half = size / 2, shift = letter % 2 ? size / 4 : 0;
  context.moveTo(x, y + half);
  context.lineTo(x + size, y + half);
  context.moveTo(x + half - shift, y);
  context.lineTo(x + half - shift, y + half);
  context.moveTo(x + half / 2 + shift * 2, y + half);
  context.lineTo(x + half / 2 + shift * 2, y + size);
}

/** A hole in the floor, with a lit edge. */
export function drawPit(context, x, y, size, colours) {
  const r = Math.max(1.5, size * 0.42);
  disc(context, x, y, r, mix(colours.heavy, DEEP, isDark() ? 0.2 : 0.45));
  disc(context, x, y + r * 0.1, r * (isDark() ? 0.74 : 0.82), DEEP);
  if (size < 9) return;
  context.setLineDash([size * 0.16, size * 0.1]);
  ring(context, x, y, r, mix(colours.heavy, colours.ink, 0.1), Math.max(1, size * 0.05));
  context.setLineDash([]);
}

/** A key; one that this board's player has taken is faint. */
export function drawKey(context, x, y, size, letter, taken) {
  const unit = Math.max(10, size) / 10;
  context.save();
  context.globalAlpha = taken ? 0.28 : 1;
  context.translate(x, y);
  context.strokeStyle = mix(METALS[letter], "#000000", 0.55);
  for (const [width, colour] of [[unit * 2.6, context.strokeStyle], [unit * 1.35, METALS[letter]]]) {
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.lineCap = "round";
    context.beginPath();
    context.arc(-unit * 2.1, 0, unit * 1.6, 0, 2 * Math.PI);
    context.moveTo(-unit * 0.5, 0);
    context.lineTo(unit * 3.5, 0);
    context.moveTo(unit * 2, 0);
    context.lineTo(unit * 2, unit * 1.8);
    context.moveTo(unit * 3.5, 0);
    context.lineTo(unit * 3.5, unit * 1.5);
    context.stroke();
  }
  context.restore();
  if (size >= 18) letterAt(context, x + size * 0.3, y - size * 0.28, size * 0.34, letter);
}

/** A door in its frame; open to players with its key. */
export function drawDoor(context, x, y, size, letter, open) {
  const side = Math.max(10, size), w = side * 0.38, h = side * 0.46;
  context.fillStyle = METALS[letter.toLowerCase()];
  arch(context, x, y, w, h);
  context.fillStyle = open ? DEEP : WOOD;
  arch(context, x, y + side * 0.04, w * 0.76, h * 0.86);
  if (!open) {
    disc(context, x + w * 0.4, y + side * 0.08, Math.max(1, side * 0.06), GOLD);
  } else {
    context.fillStyle = WOOD; // the wing stands aside
    context.fillRect(x - w * 0.76, y - h * 0.3, w * 0.3, h * 1.16);
  }
  if (size >= 18) letterAt(context, x, y - side * 0.08, size * 0.34, letter, "#ffffff");
}

/** Seen from above: a hat of the player's colour, and a beak that points where the player looks. */
export function drawExplorer(context, x, y, size, { colour, ink, label, heading, ghost }) {
  const r = size * 0.44;
  context.save();
  context.globalAlpha = ghost ? 0.4 : 1;
  beak(context, x, y, r * 1.36, heading, colour);
  disc(context, x, y, r, colour);
  ring(context, x, y, r, ink, Math.max(1, size * 0.06));
  if (r >= 9) ring(context, x, y, r * 0.74, HAT, Math.max(1, size * 0.05));
  letterAt(context, x, y, r * 1.15, label, ink);
  context.restore();
}

/** Spikes, and eyes that look where it goes; they glow when it chases a player. */
export function drawMonster(context, x, y, size, { letter, heading, chasing }, colours) {
  const r = size * 0.44, type = letter.charCodeAt() - "a".charCodeAt();
  const body = mix(colours.threat, colours.wall, type * 0.06);
  const front = angleOf(heading) ?? Math.PI / 2;
  context.fillStyle = body;
  context.strokeStyle = colours.paper;
  context.lineWidth = Math.max(1, size * 0.04);
  context.beginPath();
  for (let i = 0; i < 18; i++) {
    const angle = front + Math.PI * i / 9, reach = i % 2 ? r : r * 0.74;
    context.lineTo(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
  }
  context.closePath();
  context.fill();
  context.stroke();
  for (const side of [-0.62, 0.62]) {
    const ex = x + r * 0.48 * Math.cos(front + side), ey = y + r * 0.48 * Math.sin(front + side);
    disc(context, ex, ey, r * 0.24, chasing ? "#ffe14d" : "#ffffff");
    disc(context, ex + r * 0.09 * Math.cos(front), ey + r * 0.09 * Math.sin(front), r * 0.12, DEEP);
  }
  if (size >= 15) letterAt(context, x - r * 0.3 * Math.cos(front), y - r * 0.3 * Math.sin(front), size * 0.42, letter, "#ffffff");
}

function beak(context, x, y, reach, heading, colour) {
  const angle = angleOf(heading);
  if (angle === null) return;
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x + reach * Math.cos(angle), y + reach * Math.sin(angle));
  for (const turn of [0.75, -0.75])
    context.lineTo(x + reach * 0.7 * Math.cos(angle + turn), y + reach * 0.7 * Math.sin(angle + turn));
  context.fill();
}

function arch(context, x, y, w, h) {
  context.beginPath();
  context.moveTo(x - w, y + h);
  context.lineTo(x - w, y - h * 0.2);
  context.arc(x, y - h * 0.2, w, Math.PI, 0);
  context.lineTo(x + w, y + h);
  context.fill();
}

function letterAt(context, x, y, height, text, colour) {
  context.font = `bold ${Math.max(7, Math.round(height))}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = Math.max(1, height * 0.16);
  if (!colour) {
    context.strokeStyle = isDark() ? "#0c0f14" : "#ffffff";
    context.strokeText(text, x, y);
  }
  context.fillStyle = colour ?? (isDark() ? "#e8edf4" : "#1c2430");
  context.fillText(text, x, y);
}
