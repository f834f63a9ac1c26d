// A long line through tiny cells, set in pixels: a canvas takes tens of milliseconds to stroke one
// of 80,000 cells. It is kept as a picture until the line, or its place on the canvas, is another.

import { pixel } from "./palette.js";

const TINY = 4, MANY = 1000; // pixels per cell, and cells of a line

/** Whether a line on a view is set in pixels. */
export function isFine(view, cells) {
  return view.size < TINY && cells.length > MANY && view.context.isVector !== true;
}

export class FineLine {
  constructor() {
    this.made = 0; // pictures so far
  }

  /** looks: [{colour, width, dash}], the lowest first; a dash is a length in pixels, 0 for none. */
  draw(view, cells, looks) {
    const { canvas, map, size, left, top } = view;
    const key = JSON.stringify([canvas.width, canvas.height, size, left, top, looks]);
    if (cells !== this.cells || map !== this.map || key !== this.key) {
      Object.assign(this, { cells, map, key });
      this.#make(canvas, pointsOf(view, cells), looks);
      this.made++;
    }
    view.context.drawImage(this.picture, 0, 0);
  }

  #make({ width, height }, points, looks) {
    this.picture ??= document.createElement("canvas");
    const pen = this.picture.getContext("2d");
    if (this.image?.width !== width || this.image.height !== height) {
      this.picture.width = width;
      this.picture.height = height;
      this.image = pen.createImageData(width, height);
    }
    const pixels = new Uint32Array(this.image.data.buffer);
    pixels.fill(0);
    for (const look of looks) setLine(pixels, width, height, points, look);
    pen.putImageData(this.image, 0, 0);
  }
}

/** The middles of cells as pixels of the canvas: x and y in turn, without repetitions. */
function pointsOf(view, cells) {
  const { map: { rows, cols }, size, left, top } = view, points = new Int32Array(2 * cells.length);
  let count = 0;
  const add = (x, y) => {
    if (count && points[count - 2] === x && points[count - 1] === y) return;
    points[count++] = x;
    points[count++] = y;
  };
  if (view.hasSquares) {
    const xs = Int32Array.from({ length: cols }, (_, col) => (col + 0.5) * size - left);
    const ys = Int32Array.from({ length: rows }, (_, row) => (row + 0.5) * size - top);
    for (let i = 0; i < cells.length; i++) {
      const col = cells[i] % cols;
      add(xs[col], ys[(cells[i] - col) / cols]);
    }
  } else {
    for (const cell of cells) {
      const [x, y] = view.center(cell);
      add(Math.trunc(x), Math.trunc(y));
    }
  }
  return points.subarray(0, count);
}

function setLine(pixels, across, down, points, { colour, width, dash }) {
  const value = pixel(colour), side = Math.max(1, Math.round(width)), before = side >> 1;
  let length = 0; // pixels from the beginning of the line
  const set = (x, y) => {
    if (dash && Math.floor(length / dash) % 2) return;
    const right = Math.min(across, x - before + side), low = Math.min(down, y - before + side);
    for (let row = Math.max(0, y - before); row < low; row++)
      for (let col = Math.max(0, x - before); col < right; col++) pixels[row * across + col] = value;
  };
  for (let i = 0; i < points.length; i += 2) {
    const x = points[i], y = points[i + 1];
    const dx = i ? x - points[i - 2] : 0, dy = i ? y - points[i - 1] : 0;
    const steps = Math.max(1, Math.abs(dx), Math.abs(dy));
    for (let step = 1; step <= steps; step++) {
      set(x - Math.round(dx * (steps - step) / steps), y - Math.round(dy * (steps - step) / steps));
      length++;
    }
  }
}
