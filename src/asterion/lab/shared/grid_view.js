// Draws a map and what is known of it on a canvas: cells as one picture, then lines, shapes and
// numbers where there is room for them. Knows nothing of servers, searches or pages.

import { groundColour, mix, palette, pixel, reachedColour } from "./palette.js";
import { branch } from "./replay.js";

const WHOLE = 8; // CSS pixels: larger cells are a whole number of pixels, smaller ones any fraction
const ROOM = { hatch: 5, texture: 6, lines: 8, digit: 10, arrows: 22, numbers: 36 }; // pixels a cell, at least
const HIGHEST = 9; // cost of a cell
const WALL = 0, OPEN = 1, CLOSED = 2;
const DASHES = { quick: [0.1, 2], full: [3, 2], splice: [] }; // of paths, in widths of the line

export class GridView {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.cells = document.createElement("canvas");
    this.map = null; // {rows, cols, costs, start, goal}
    // {state, parent, g, h, current, path, newH, known, trail, marks, agents, goals, routes}
    this.overlay = {};
    this.layers = { open: true, closed: true, path: true };
    this.cursor = -1; // the cell that the keyboard is at
    this.hover = -1;
    this.zoom = 1;
    this.left = 0; // what is scrolled out, in pixels; below 0 where the map leaves room
    this.top = 0;
    this.waiting = false;
    this.whole = true; // large cells are so many pixels, not a fraction more
    this.fills = true; // the canvas takes all the room there is, and the map is in its middle
    this.onScroll = () => {}; // another part of the map is shown
  }

  // --- Where things are

  /** Device pixels a cell. */
  get size() {
    return this.fit * this.zoom;
  }

  /** Whether numbers fit into the cells as they are now. */
  get hasRoomForNumbers() {
    return this.size >= ROOM.numbers;
  }

  /** Takes so much room, in CSS pixels. */
  resize(width, height) {
    if (!this.map) return;
    const ratio = window.devicePixelRatio || 1;
    const { rows, cols } = this.map;
    this.fit = Math.min(width * ratio / cols, height * ratio / rows);
    if (this.whole && this.fit >= WHOLE * ratio) this.fit = Math.floor(this.fit);
    const [wide, high] = this.fills ? [width * ratio, height * ratio] : [this.fit * cols, this.fit * rows];
    this.canvas.width = Math.max(1, Math.round(wide));
    this.canvas.height = Math.max(1, Math.round(high));
    this.canvas.style.width = `${this.canvas.width / ratio}px`;
    this.canvas.style.height = `${this.canvas.height / ratio}px`;
    this.#clampScroll();
    this.draw();
  }

  /** The cell under a point of the page, -1 outside. */
  cellAt(clientX, clientY) {
    if (!this.map) return -1;
    const box = this.canvas.getBoundingClientRect();
    const ratio = this.canvas.width / box.width;
    const col = Math.floor(((clientX - box.left) * ratio + this.left) / this.size);
    const row = Math.floor(((clientY - box.top) * ratio + this.top) / this.size);
    const { rows, cols } = this.map;
    return row >= 0 && row < rows && col >= 0 && col < cols ? row * cols + col : -1;
  }

  zoomAt(clientX, clientY, factor) {
    const box = this.canvas.getBoundingClientRect();
    const ratio = this.canvas.width / box.width;
    const x = (clientX - box.left) * ratio, y = (clientY - box.top) * ratio;
    const before = this.zoom;
    this.zoom = Math.min(64, Math.max(1, this.zoom * factor));
    this.left = (this.left + x) * this.zoom / before - x;
    this.top = (this.top + y) * this.zoom / before - y;
    this.#clampScroll();
    this.draw();
    this.onScroll();
  }

  /** Zooms in or out around the middle. */
  zoomBy(factor) {
    const box = this.canvas.getBoundingClientRect();
    this.zoomAt(box.left + box.width / 2, box.top + box.height / 2, factor);
  }

  /** The whole map again. */
  resetZoom() {
    this.zoom = 1;
    this.#clampScroll();
    this.draw();
    this.onScroll();
  }

  /** Shows what another view of a map of the same shape shows. */
  scrollAs(other) {
    this.zoom = other.zoom;
    this.left = other.left;
    this.top = other.top;
    this.#clampScroll();
    this.draw();
  }

  scroll(dx, dy) {
    const ratio = window.devicePixelRatio || 1;
    this.left += dx * ratio;
    this.top += dy * ratio;
    this.#clampScroll();
    this.draw();
    this.onScroll();
  }

  /** A map that is smaller than the canvas stays in its middle, a larger one covers it. */
  #clampScroll() {
    const { rows, cols } = this.map;
    const within = (at, length, count) => {
      const beyond = count * this.size - length;
      return beyond <= 0 ? Math.round(beyond / 2) : Math.max(0, Math.min(at, beyond));
    };
    this.left = within(this.left, this.canvas.width, cols);
    this.top = within(this.top, this.canvas.height, rows);
  }

  /** The part of the canvas that the map covers: [left, top, right, bottom]. */
  get edges() {
    const { rows, cols } = this.map;
    return [
      Math.max(0, -this.left), Math.max(0, -this.top),
      Math.min(this.canvas.width, cols * this.size - this.left),
      Math.min(this.canvas.height, rows * this.size - this.top),
    ];
  }

  /** Where the middle of a cell is on the page. */
  pointOf(cell) {
    const box = this.canvas.getBoundingClientRect();
    const ratio = this.canvas.width / box.width;
    const [x, y] = this.#center(cell);
    return [box.left + x / ratio, box.top + y / ratio];
  }

  /** The first and last rows and columns that are at least partly seen. */
  get seen() {
    const { rows, cols } = this.map;
    const first = (scrolled) => Math.max(0, Math.floor(scrolled / this.size));
    const last = (scrolled, length, count) =>
      Math.min(count - 1, Math.floor((scrolled + length) / this.size));
    return {
      firstRow: first(this.top), lastRow: last(this.top, this.canvas.height, rows),
      firstCol: first(this.left), lastCol: last(this.left, this.canvas.width, cols),
    };
  }

  #center(cell) {
    const { cols } = this.map;
    const size = this.size;
    return [
      (cell % cols + 0.5) * size - this.left,
      (Math.floor(cell / cols) + 0.5) * size - this.top,
    ];
  }

  // --- Drawing

  /** Draws with the next frame of the browser, however often it is asked. */
  draw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      if (this.map && this.fit) this.drawNow();
    });
  }

  drawNow() {
    const { context, canvas } = this;
    const colours = palette();
    this.#drawCells(colours);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingEnabled = false;
    const size = this.size;
    const { rows, cols } = this.map;
    context.drawImage(this.cells, -this.left, -this.top, cols * size, rows * size);
    this.#drawCues(colours);
    if (size >= ROOM.lines) this.#drawLines(colours);
    if (size >= ROOM.digit && !(this.layers.numbers && this.hasRoomForNumbers)) this.#drawDigits(colours);
    else if (size >= ROOM.texture) this.#drawTexture(colours);
    if (this.layers.tree) this.#drawTree(colours);
    if (this.layers.numbers && this.hasRoomForNumbers) this.#drawNumbers(colours);
    this.#drawTrail(colours);
    this.#drawPath(colours);
    this.#drawRoutes(colours);
    this.#drawEnds(colours);
    this.#drawFocus(colours);
    this.frames = (this.frames ?? 0) + 1;
  }

  #drawCells(colours) {
    const { rows, cols, costs } = this.map;
    const { state, h, known } = this.overlay;
    if (this.cells.width !== cols || this.cells.height !== rows) {
      this.cells.width = cols;
      this.cells.height = rows;
    }
    const context = this.cells.getContext("2d");
    if (this.image?.width !== cols || this.image.height !== rows) this.image = context.createImageData(cols, rows);
    const pixels = new Uint32Array(this.image.data.buffer);
    const { open, closed, heuristic } = this.layers;
    const tint = [null, open ? colours.open : null, closed ? colours.closed : null];
    const shades = shadesOf(colours, tint);
    // A search may enter unseen cells: they are tinted too.
    const unseen = tint.map((each) => pixel(each ? mix(colours.unknown, each, 0.5) : colours.unknown));
    const heat = heuristic && h ? heatOf(h, colours) : null;
    const { firstRow, lastRow, firstCol, lastCol } = this.seen;
    for (let row = firstRow; row <= lastRow; row++) {
      const last = row * cols + lastCol;
      for (let i = row * cols + firstCol; i <= last; i++) {
        const reached = state ? Math.min(state[i], CLOSED) : 0;
        if (known && !known[i]) pixels[i] = unseen[reached];
        else if (heat && Number.isFinite(h[i]) && costs[i] !== WALL) pixels[i] = heat(h[i]);
        else pixels[i] = shades[costs[i] << 2 | reached];
      }
    }
    context.putImageData(this.image, 0, 0, firstCol, firstRow, lastCol - firstCol + 1, lastRow - firstRow + 1);
  }

  /** Calls visit(cell, x, y) for each cell that is at least partly seen. */
  eachSeen(visit) {
    const { cols } = this.map, { size } = this;
    const { firstRow, lastRow, firstCol, lastCol } = this.seen;
    for (let row = firstRow; row <= lastRow; row++)
      for (let col = firstCol; col <= lastCol; col++)
        visit(row * cols + col, col * size - this.left, row * size - this.top);
  }

  // Second cues besides colour: closed cells are hatched, open ones have a ring.
  #drawCues(colours) {
    const { state } = this.overlay;
    const size = this.size;
    if (!state || size < ROOM.hatch) return;
    const { context, layers } = this;
    const { costs } = this.map;
    context.lineWidth = Math.max(1, size / 14);
    context.strokeStyle = mix(colours.closed, colours.ink, 0.28);
    context.beginPath();
    if (layers.closed)
      this.eachSeen((cell, x, y) => {
        if (state[cell] < CLOSED || costs[cell] === WALL) return;
        context.moveTo(x + size * 0.15, y + size * 0.85);
        context.lineTo(x + size * 0.85, y + size * 0.15);
      });
    context.stroke();
    context.strokeStyle = mix(colours.open, colours.ink, 0.55);
    context.beginPath();
    if (layers.open)
      this.eachSeen((cell, x, y) => {
        if (state[cell] !== OPEN || costs[cell] === WALL) return;
        context.rect(x + size * 0.28, y + size * 0.28, size * 0.44, size * 0.44);
      });
    context.stroke();
  }

  #drawLines(colours) {
    const { context } = this;
    context.strokeStyle = colours.line;
    context.lineWidth = 1;
    this.strokeLines(context);
  }

  /** The lines between cells, in the style of a context. */
  strokeLines(context) {
    const { size } = this;
    const { firstRow, lastRow, firstCol, lastCol } = this.seen;
    const [left, top, right, bottom] = this.edges;
    context.beginPath();
    for (let col = firstCol; col <= lastCol + 1; col++) {
      const x = Math.round(col * size - this.left) + 0.5;
      context.moveTo(x, top);
      context.lineTo(x, bottom);
    }
    for (let row = firstRow; row <= lastRow + 1; row++) {
      const y = Math.round(row * size - this.top) + 0.5;
      context.moveTo(left, y);
      context.lineTo(right, y);
    }
    context.stroke();
  }

  #drawDigits(colours) {
    const { context } = this;
    const { costs } = this.map;
    const { known } = this.overlay;
    const size = this.size;
    context.fillStyle = colours.ink;
    context.font = `${Math.floor(size * 0.5)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    this.eachSeen((cell, x, y) => {
      if (costs[cell] > 1 && (!known || known[cell]))
        context.fillText(costs[cell], x + size / 2, y + size / 2);
    });
  }

  /** Where there is no room for digits: the more strokes, the dearer the ground. */
  #drawTexture(colours) {
    const { context, size } = this;
    const { costs } = this.map;
    const { known } = this.overlay;
    context.strokeStyle = mix(colours.heavy, colours.ink, 0.4);
    context.lineWidth = 1;
    context.beginPath();
    this.eachSeen((cell, x, y) => {
      if (costs[cell] < 2 || (known && !known[cell])) return;
      const strokes = strokesOf(costs[cell]);
      for (let i = 1; i <= strokes; i++) {
        const at = Math.round(y + size * i / (strokes + 1)) + 0.5;
        context.moveTo(x + size * 0.2, at);
        context.lineTo(x + size * 0.8, at);
      }
    });
    context.stroke();
  }

  #drawTree(colours) {
    const { parent, state } = this.overlay;
    if (!parent) return;
    const { context } = this;
    const size = this.size;
    context.strokeStyle = mix(colours.ink, colours.closed, 0.25);
    context.lineWidth = Math.max(1, size / 16);
    context.beginPath();
    this.eachSeen((cell) => {
      if (parent[cell] < 0 || (state && !state[cell])) return;
      const [x, y] = this.#center(cell);
      const [px, py] = this.#center(parent[cell]);
      context.moveTo(x, y);
      context.lineTo(px, py);
      if (size < ROOM.arrows) return;
      // A head at the parent's side: the arrow points to where the cell was reached from.
      const angle = Math.atan2(py - y, px - x), length = size * 0.16;
      const mx = x + (px - x) * 0.62, my = y + (py - y) * 0.62;
      for (const turn of [2.6, -2.6]) {
        context.moveTo(mx, my);
        context.lineTo(mx + length * Math.cos(angle + turn), my + length * Math.sin(angle + turn));
      }
    });
    context.stroke();
  }

  // In the four corners of a cell: g and f above, h and the learned h below.
  #drawNumbers(colours) {
    const { g, h, newH } = this.overlay;
    if (!g) return;
    const { context } = this;
    const { costs } = this.map;
    const size = this.size, edge = size * 0.06;
    context.fillStyle = colours.ink;
    context.font = `${Math.max(8, Math.floor(size * 0.19))}px ui-monospace, monospace`;
    this.eachSeen((cell, x, y) => {
      if (costs[cell] === WALL || Number.isNaN(g[cell])) return;
      const corner = (value, right, low) => {
        if (value === undefined || Number.isNaN(value)) return;
        context.textAlign = right ? "right" : "left";
        context.textBaseline = low ? "bottom" : "top";
        context.fillText(short(value), right ? x + size - edge : x + edge,
          low ? y + size - edge : y + edge);
      };
      corner(g[cell], false, false);
      corner(g[cell] + h[cell], true, false);
      corner(h[cell], false, true);
      corner(newH ? newH(cell) : NaN, true, true);
    });
  }

  /** A line through cells, of which only what may be seen is drawn: a path may be as long as a map is large. */
  #line(cells, aside = 0) {
    const { context, canvas } = this;
    const edge = context.lineWidth + Math.abs(aside);
    const isBeside = (one, other, length) => Math.max(one, other) < -edge || Math.min(one, other) > length + edge;
    let from = null, isOn = false; // whether the line has come to `from`
    context.beginPath();
    for (const cell of cells) {
      const to = this.#center(cell);
      if (from && !isBeside(from[0], to[0], canvas.width) && !isBeside(from[1], to[1], canvas.height)) {
        if (!isOn) context.moveTo(from[0] + aside, from[1] + aside);
        context.lineTo(to[0] + aside, to[1] + aside);
        isOn = true;
      } else {
        isOn = false;
      }
      from = to;
    }
    context.stroke();
  }

  #drawTrail(colours) {
    const { trail, marks } = this.overlay;
    if (!trail || trail.length < 2) return;
    const { context } = this;
    const size = this.size, ratio = window.devicePixelRatio || 1;
    context.lineJoin = context.lineCap = "round";
    context.strokeStyle = colours.agent;
    context.lineWidth = Math.max(1.5 * ratio, size * 0.12);
    this.#line(trail);
    // A replan is a diamond on the trail.
    context.fillStyle = colours.threat;
    const r = Math.max(2 * ratio, size * 0.2);
    for (const cell of marks ?? []) {
      const [x, y] = this.#center(cell);
      context.beginPath();
      context.moveTo(x, y - r);
      context.lineTo(x + r, y);
      context.lineTo(x, y + r);
      context.lineTo(x - r, y);
      context.fill();
    }
  }

  #drawPath(colours) {
    const { path, parent, current, fresh } = this.overlay;
    if (!this.layers.path) return;
    const { context } = this;
    const size = this.size, ratio = window.devicePixelRatio || 1;
    context.lineJoin = context.lineCap = "round";
    const width = Math.max(2 * ratio, size * (fresh ? 0.34 : 0.24));
    if (path && path.length) {
      context.setLineDash([]);
      context.strokeStyle = colours.casing;
      context.lineWidth = width + Math.max(1.5, ratio);
      this.#line(path);
      context.strokeStyle = colours.path;
      context.lineWidth = width;
      this.#line(path);
    } else if (parent && current >= 0) {
      context.setLineDash([width * 1.6, width * 1.6]);
      context.strokeStyle = colours.path;
      context.lineWidth = width;
      this.#line(branch(parent, current));
      context.setLineDash([]);
    }
  }

  // The path of each unit, in parts by the step that found them: quick ones dotted, full ones dashed,
  // splices solid. Lines of several units lie a little beside each other.
  #drawRoutes(colours) {
    const { routes } = this.overlay;
    if (!routes || !this.layers.path) return;
    const { context, size } = this, ratio = window.devicePixelRatio || 1;
    const width = Math.max(2.5 * ratio, size * 0.16), aside = Math.min(width, size * 0.1);
    context.lineJoin = context.lineCap = "round";
    routes.forEach(({ cells, quick, step }, i) => {
      const parts = [["quick", cells.subarray(0, quick + 1)], [step, cells.subarray(quick)]];
      for (const [role, part] of parts) {
        if (part.length < 2 || !role) continue;
        context.setLineDash(DASHES[role].map((length) => length * width));
        for (const [colour, thick] of [[colours.casing, width + Math.min(1.5 * ratio, width / 2)], [colours[role], width]]) {
          context.strokeStyle = colour;
          context.lineWidth = thick;
          this.#line(part, (i % 5 - 2) * aside);
        }
      }
    });
    context.setLineDash([]);
  }

  /** The centre of a cell, or so far beside it that a marker at the edge is seen whole. */
  #markerAt(cell, r) {
    const inside = (at, length) =>
      at < 0 || at > length ? at : Math.max(r + 1, Math.min(at, length - r - 1));
    const [x, y] = this.#center(cell);
    return [inside(x, this.canvas.width), inside(y, this.canvas.height)];
  }

  // Never smaller than can be seen, however small the cells.
  #drawEnds(colours) {
    const { context } = this;
    const ratio = window.devicePixelRatio || 1;
    const { goals } = this.overlay; // of several: with numbers, which need room
    const r = goals ? Math.max(7 * ratio, this.size * 0.46) : Math.max(5 * ratio, this.size * 0.34);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.font = `bold ${Math.floor(r * (goals ? 1.15 : 1.3))}px system-ui, sans-serif`;
    for (const goal of goals ?? []) this.#drawGoal(goal, r, colours);
    for (const agent of this.overlay.agents ?? [{ cell: this.map.start, label: "" }]) this.#drawAgent(agent, r, colours);
    if (!goals) this.#drawGoal({ cell: this.map.goal }, r, colours);
  }

  /** A disc; only its outline of an agent that has no path. */
  #drawAgent({ cell, label, hollow }, r, colours) {
    if (cell < 0) return;
    const { context } = this;
    const [x, y] = this.#markerAt(cell, r);
    const [ground, ink] = hollow ? [colours.paper, colours.agent] : [colours.agent, colours.paper];
    context.beginPath();
    context.arc(x, y, r, 0, 2 * Math.PI);
    context.fillStyle = ground;
    context.fill();
    context.lineWidth = Math.max(1.5, window.devicePixelRatio || 1);
    context.strokeStyle = ink;
    context.stroke();
    context.fillStyle = ink;
    context.fillText(label, x, y);
  }

  /** A ring, around a number if there are several. */
  #drawGoal({ cell, label }, r, colours) {
    if (cell < 0) return;
    const { context } = this;
    const [x, y] = this.#markerAt(cell, r);
    context.lineWidth = Math.max(2 * (window.devicePixelRatio || 1), r * (label ? 0.2 : 0.35));
    context.strokeStyle = colours.goal;
    context.beginPath();
    context.arc(x, y, r * 0.85, 0, 2 * Math.PI);
    if (label) {
      context.fillStyle = colours.paper; // a number is read on any ground
      context.fill();
    }
    context.stroke();
    context.fillStyle = colours.goal;
    if (label) return context.fillText(label, x, y);
    context.beginPath();
    context.arc(x, y, r * 0.3, 0, 2 * Math.PI);
    context.fill();
  }

  #drawFocus(colours) {
    const { context } = this;
    const box = (cell, dash) => {
      const [x, y] = this.#center(cell);
      const side = Math.max(this.size, 6);
      context.setLineDash(dash);
      context.lineWidth = 2;
      context.strokeStyle = colours.threat;
      context.strokeRect(x - side / 2, y - side / 2, side, side);
      context.setLineDash([]);
    };
    if (this.hover >= 0) box(this.hover, []);
    if (this.cursor >= 0) box(this.cursor, [4, 3]);
  }
}

/** How many strokes say that a cell is dear: one for 2 to 4, two for 5 to 7, three for more. */
function strokesOf(cost) {
  return Math.min(3, Math.ceil((cost - 1) / 3));
}

/** The pixels of cells by cost and state: at cost * 4 + state. Walls are never tinted. */
function shadesOf(colours, tints) {
  const shades = new Uint32Array(4 * (HIGHEST + 1));
  for (let cost = 0; cost <= HIGHEST; cost++) {
    const ground = groundColour(cost, colours);
    tints.forEach((tint, state) => {
      shades[cost << 2 | state] = pixel(tint && cost !== WALL ? reachedColour(cost, tint, colours) : ground);
    });
  }
  return shades;
}

/** A number in at most four characters or so. */
export function short(value) {
  if (!Number.isFinite(value)) return "∞";
  return value === Math.round(value) ? String(value) : value.toFixed(value < 100 ? 1 : 0);
}

/** The pixel of an estimate: by its share of the largest one. */
function heatOf(h, colours) {
  let most = 0;
  for (let i = 0; i < h.length; i++) if (h[i] < Infinity && h[i] > most) most = h[i];
  const ramp = Array.from({ length: 64 }, (_, i) => pixel(mix(colours.near, colours.far, i / 63)));
  return (value) => ramp[Math.round(63 * value / (most || 1))];
}
