// Open ground on a canvas: as polygons with the intervals of a search, or as the cells of a grid.

import { disc, polyline, ring } from "../board/canvas_shapes.js";
import { mix, palette } from "../board/palette.js";

export const WIDTH = 24, HEIGHT = 24; // as in setup.py
const LEFT = 0, RIGHT = 1, ROOT = 2; // of an interval

export class GroundView {
  /** page: {ground, answer, step, layers, draft, cursor, pointed}, which it draws. */
  constructor(canvas, page, isGrid) {
    this.canvas = canvas;
    this.page = page;
    this.isGrid = isGrid;
    this.pen = canvas.getContext("2d");
    this.zoom = 1;
  }

  resize(width, height) {
    this.side = Math.max(4, Math.min(width / WIDTH, height / HEIGHT)); // pixels of a unit
    const ratio = window.devicePixelRatio || 1;
    this.canvas.style.width = `${this.side * WIDTH}px`;
    this.canvas.style.height = `${this.side * HEIGHT}px`;
    this.canvas.width = Math.round(this.side * WIDTH * ratio);
    this.canvas.height = Math.round(this.side * HEIGHT * ratio);
    this.drawNow();
  }

  /** The place of an event on the ground; one outside is moved to the edge. */
  placeOf({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect();
    const inside = (at, most) => Math.round(Math.max(0, Math.min(most, at)) * 1000) / 1000;
    return [inside((clientX - box.left) / this.side, WIDTH), inside((clientY - box.top) / this.side, HEIGHT)];
  }

  draw() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => this.drawNow());
  }

  /** Draws on another context, in the units of its own canvas. */
  paintOn(pen) {
    const { pen: own } = this;
    this.pen = pen;
    this.drawNow();
    this.pen = own;
  }

  drawNow() {
    this.isWaiting = false;
    const { pen, page } = this;
    if (!page.ground || !this.side) return;
    const scale = this.side * (window.devicePixelRatio || 1), colours = palette();
    this.px = 1 / this.side; // a pixel, in units
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.lineJoin = pen.lineCap = "round";
    pen.fillStyle = colours.free;
    pen.fillRect(0, 0, WIDTH, HEIGHT);
    if (this.isGrid) this.#drawGrid(colours);
    else this.#drawGround(colours);
    this.#drawEnds(colours);
    if (!this.isGrid) this.#drawHand(colours);
  }

  // --- Polygons

  #drawGround(colours) {
    const { page: { ground, shown: answer, layers, step, pointed }, pen, px } = this;
    if (ground.radius) { // where the middle of the disc has no room
      pen.strokeStyle = mix(colours.free, colours.unknown, 0.35);
      pen.lineWidth = 2 * ground.radius;
      for (const shape of ground.obstacles) this.#outline(shape).stroke();
      pen.strokeRect(0, 0, WIDTH, HEIGHT);
    }
    ground.obstacles.forEach((shape, i) => {
      pen.fillStyle = i === pointed ? mix(colours.wall, colours.threat, 0.35) : colours.wall;
      this.#outline(shape).fill();
    });
    if (!answer) return;
    if (layers.polygons) this.#drawMesh(answer.mesh, mix(colours.free, colours.ink, 0.32));
    const count = answer.f.length, isOver = step >= count;
    const now = isOver ? -1 : step - 1; // the interval that is expanded
    if (layers.intervals) this.#drawIntervals(answer.intervals, Math.min(step, count), now, colours);
    if (layers.roots) this.#drawRoots(answer.intervals, Math.min(step, count), now, colours);
    if (layers.path && isOver) this.#drawPath(answer.line.points, answer.radius, colours);
  }

  #outline(shape) {
    const { pen } = this;
    pen.beginPath();
    shape.forEach(([x, y], i) => pen[i ? "lineTo" : "moveTo"](x, y));
    pen.closePath();
    return pen;
  }

  #drawMesh({ points, corners, ends }, colour) {
    const { pen, px } = this;
    pen.strokeStyle = colour;
    pen.lineWidth = 0.8 * px;
    pen.beginPath();
    let first = 0;
    for (const end of ends) {
      for (let i = first; i < end; i++)
        pen[i > first ? "lineTo" : "moveTo"](points[2 * corners[i]], points[2 * corners[i] + 1]);
      pen.closePath();
      first = end;
    }
    pen.stroke();
  }

  #drawIntervals(intervals, count, now, colours) {
    const { pen, px } = this;
    const at = (i, end) => [intervals[6 * i + 2 * end], intervals[6 * i + 2 * end + 1]];
    pen.strokeStyle = mix(colours.open, colours.free, 0.25);
    pen.lineWidth = 2 * px;
    pen.beginPath();
    for (let i = 0; i < count; i++) {
      pen.moveTo(...at(i, LEFT));
      pen.lineTo(...at(i, RIGHT));
    }
    pen.stroke();
    if (now < 0) return;
    const triangle = [at(now, LEFT), at(now, RIGHT), at(now, ROOT)];
    pen.fillStyle = colours.threat;
    pen.globalAlpha = 0.22;
    this.#outline(triangle).fill();
    pen.globalAlpha = 1;
    pen.strokeStyle = colours.threat;
    pen.lineWidth = 4.5 * px;
    polyline(pen, triangle.slice(0, 2));
  }

  #drawRoots(intervals, count, now, colours) {
    const { pen, px } = this, seen = new Set();
    for (let i = 0; i < count; i++) {
      const x = intervals[6 * i + 4], y = intervals[6 * i + 5], key = `${x} ${y}`;
      if (seen.has(key)) continue;
      seen.add(key);
      disc(pen, x, y, 3.5 * px, colours.agent);
    }
    if (now < 0) return;
    ring(pen, intervals[6 * now + 4], intervals[6 * now + 5], 7 * px, colours.threat, 2.5 * px);
  }

  /** The shortest path, and the ground that the disc passes over. */
  #drawPath(points, radius, colours) {
    const { pen, px } = this, line = pairs(points);
    if (!line.length) return;
    pen.strokeStyle = colours.path;
    if (radius) {
      pen.globalAlpha = 0.3;
      pen.lineWidth = 2 * radius;
      polyline(pen, line);
      pen.globalAlpha = 1;
    }
    pen.strokeStyle = colours.casing;
    pen.lineWidth = 5.5 * px;
    polyline(pen, line);
    pen.strokeStyle = colours.path;
    pen.lineWidth = 3.5 * px;
    polyline(pen, line);
  }

  // --- The grid

  #drawGrid(colours) {
    const { page: { shown: answer, ground, layers }, pen } = this;
    if (answer) this.#drawFree(answer, colours);
    pen.fillStyle = colours.wall;
    for (const shape of ground.obstacles) this.#outline(shape).fill();
    if (!answer || !layers.path) return;
    const [anyAngle, theta, moves] = answer.lines;
    this.#drawPath(anyAngle.points, 0, colours);
    this.#drawLine(theta.points, colours.full, 3, [1, 6]);
    this.#drawLine(moves.points, colours.agent, 2.2, [7, 5]);
  }

  #drawFree({ cell, free }, colours) {
    const { pen, px } = this, cols = WIDTH / cell;
    pen.fillStyle = mix(colours.free, colours.unknown, 0.55);
    free.forEach((isFree, i) => {
      if (!isFree) pen.fillRect(i % cols * cell, Math.floor(i / cols) * cell, cell + px / 2, cell + px / 2);
    });
    if (this.side * cell >= 6) this.#drawCells(cell, mix(colours.free, colours.ink, 0.14));
  }

  #drawCells(cell, colour) {
    const { pen, px } = this;
    pen.strokeStyle = colour;
    pen.lineWidth = 0.6 * px;
    pen.beginPath();
    for (let x = cell; x < WIDTH; x += cell) {
      pen.moveTo(x, 0);
      pen.lineTo(x, HEIGHT);
    }
    for (let y = cell; y < HEIGHT; y += cell) {
      pen.moveTo(0, y);
      pen.lineTo(WIDTH, y);
    }
    pen.stroke();
  }

  #drawLine(points, colour, width, dashes) {
    const { pen, px } = this;
    pen.setLineDash(dashes.map((each) => each * px));
    pen.strokeStyle = colour;
    pen.lineWidth = width * px;
    polyline(pen, pairs(points));
    pen.setLineDash([]);
  }

  // --- Ends, and what is being drawn

  #drawEnds(colours) {
    const { page: { ground: { start, goal, radius } }, pen, px } = this, size = 6.5 * px;
    if (radius) {
      ring(pen, ...start, radius, colours.agent, 1.5 * px);
      ring(pen, ...goal, radius, colours.goal, 1.5 * px);
    }
    disc(pen, ...start, size, colours.agent);
    ring(pen, ...start, size, colours.paper, 1.5 * px);
    disc(pen, ...goal, size, colours.paper);
    ring(pen, ...goal, size, colours.goal, 3.5 * px);
    disc(pen, ...goal, 2 * px, colours.goal);
  }

  #drawHand(colours) {
    const { page: { draft, cursor }, pen, px } = this;
    pen.strokeStyle = colours.threat;
    pen.lineWidth = 2 * px;
    if (draft?.length) {
      pen.fillStyle = mix(colours.wall, colours.free, 0.4);
      pen.globalAlpha = 0.6;
      this.#outline(draft).fill();
      pen.globalAlpha = 1;
      this.#outline(draft).stroke();
    }
    if (!cursor) return;
    const [x, y] = cursor, long = 9 * px;
    polyline(pen, [[x - long, y], [x + long, y]]);
    polyline(pen, [[x, y - long], [x, y + long]]);
  }
}

/** Points of an array x, y, x, y, ... */
function pairs(flat) {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
}
