// The floor of the tactics board, in two tones with a little grass, walls of stone, and the numbers
// of columns and rows.

import { write } from "../board/canvas_shapes.js";
import { mix } from "../board/palette.js";

const ROOM = { grass: 30, bricks: 18 }; // pixels per tile, at least
const FONT = "12px system-ui, sans-serif"; // of numbers

/** Floor and walls. board: {rows, cols}; left, top: of the first tile; side: of each, in pixels. */
export function drawTiles(context, cells, { rows, cols }, { left, top, side }, colours) {
  const tones = [mix(colours.free, colours.goal, 0.05), mix(colours.free, colours.goal, 0.11)];
  const isWall = (row, col) => cells[row * cols + col]?.kind === 1;
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const box = { x: left + col * side, y: top + row * side, side };
      if (isWall(row, col)) {
        drawWall(context, box, colours);
        continue;
      }
      context.fillStyle = tones[(row + col) % 2];
      context.fillRect(box.x, box.y, side, side);
      if (side >= ROOM.grass) drawGrass(context, box, row * cols + col, mix(colours.free, colours.goal, 0.34));
      if (row && isWall(row - 1, col)) drawShade(context, box);
    }
  }
  drawLines(context, rows, cols, { left, top, side }, colours.line);
  context.strokeStyle = colours.ink;
  context.globalAlpha = 0.45;
  context.strokeRect(left - 0.5, top - 0.5, cols * side + 1, rows * side + 1);
  context.globalAlpha = 1;
}

function drawLines(context, rows, cols, { left, top, side }, colour) {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  for (let col = 1; col < cols; col++) {
    context.moveTo(left + col * side + 0.5, top);
    context.lineTo(left + col * side + 0.5, top + rows * side);
  }
  for (let row = 1; row < rows; row++) {
    context.moveTo(left, top + row * side + 0.5);
    context.lineTo(left + cols * side, top + row * side + 0.5);
  }
  context.stroke();
}

/** A tuft or two near the lower edge; always the same ones. */
function drawGrass(context, { x, y, side }, cell, colour) {
  const some = (cell * 2654435761) >>> 0;
  context.strokeStyle = colour;
  context.lineWidth = Math.max(1, side / 60);
  context.beginPath();
  for (let tuft = 0; tuft < some % 3; tuft++) {
    const at = (some >>> (4 + 6 * tuft)) % 64 / 64;
    const foot = [x + side * (0.12 + 0.6 * at), y + side * (0.84 + 0.08 * ((some >>> (9 + tuft)) % 2))];
    for (const lean of [-0.035, 0, 0.035]) {
      context.moveTo(foot[0] + lean * side * 0.4, foot[1]);
      context.lineTo(foot[0] + lean * side, foot[1] - side * (lean ? 0.05 : 0.07));
    }
  }
  context.stroke();
}

/** A wall's shadow on the tile below it. */
function drawShade(context, { x, y, side }) {
  context.fillStyle = "#0000001f";
  context.fillRect(x, y, side, side * 0.1);
}

/** A wall fills its tile: stones in rows where there is room. */
function drawWall(context, { x, y, side }, colours) {
  context.fillStyle = mix(colours.wall, colours.free, 0.1); // mortar
  context.fillRect(x, y, side, side);
  if (side < ROOM.bricks) return;
  const stones = [colours.wall, mix(colours.wall, colours.free, 0.05)];
  const gap = Math.max(1, side / 40), height = side / 4;
  for (const row of [0, 1, 2, 3]) {
    const joints = row % 2 ? [0, 0.25, 0.75, 1] : [0, 0.5, 1];
    for (let i = 1; i < joints.length; i++) {
      const [from, to] = [x + joints[i - 1] * side, x + joints[i] * side];
      context.fillStyle = stones[(row + i) % 2];
      context.fillRect(from + gap / 2, y + row * height + gap / 2, to - from - gap, height - gap);
    }
  }
  context.fillStyle = "#ffffff2e"; // light on its upper edge
  context.fillRect(x, y, side, Math.max(1.5, side / 30));
}

/** The numbers of columns above the board, and of rows at its left. */
export function drawNumbers(context, { rows, cols }, { left, top, side }, colours) {
  const every = Math.ceil(20 / side); // numbers do not overlap
  context.globalAlpha = 0.7;
  context.fillStyle = colours.ink;
  for (let col = 0; col < cols; col += every) write(context, col, left + (col + 0.5) * side, top / 2, FONT);
  for (let row = 0; row < rows; row += every) write(context, row, left / 2, top + (row + 0.5) * side, FONT);
  context.globalAlpha = 1;
}
