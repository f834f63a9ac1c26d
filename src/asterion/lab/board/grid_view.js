// Draws a map and data about it on a canvas: cells as one picture, then lines, shapes and numbers
// where there is room for them. Knows nothing of servers, searches or pages.

import { cellColours, strokesOf, tintsOf } from "./cell_colours.js";
import { FineLine, isFine } from "./fine_line.js";
import { drawEstimate } from "./estimate_lines.js";
import { drawEnds } from "./markers.js";
import { short } from "./numbers.js";
import { mix, palette, reachedColour } from "./palette.js";
import { branch } from "./replay.js";
import { fillTiles, outline, strokeTiles } from "./tile_shapes.js";
import { extentOf, placeOf, tilingOf } from "./tiles.js";
import { drawFences, drawLinks } from "./link_signs.js";
import { MOST_ZOOM } from "./view_state.js";

export { short };

const WHOLE = 8; // CSS pixels: larger cells are a whole number of pixels, smaller ones any fraction
const ROOM = { hatch: 5, texture: 6, lines: 8, digit: 10, arrows: 22, numbers: 28, corners: 60 }; // pixels per cell, at least
const WALL = 0, OPEN = 1, CLOSED = 2;
const DASHES = { quick: [0.1, 2], full: [3, 2], splice: [] }; // of paths, in widths of the line

export class GridView {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.cells = document.createElement("canvas");
    // {rows, cols, costs, start, goal, tiling, links, fences, totals}; the last four are optional.
    // totals: the real costs of cells, where costs, whole numbers up to 9, are only levels.
    this.map = null;
    // {state, parent, g, h, current, path, newH, known, trails, marks, agents, goals, routes}; of a
    // Replay also {touched, revision}: how `state` differs from the revision before. A trail is
    // {cells, colour, band}: the cells of its band have a broad line.
    this.overlay = {};
    this.repaint = true; // whether more than the state of the overlay has changed since the last frame
    this.painted = { state: null, revision: 0, extra: null }; // in the picture of cells
    this.drawnOn = []; // cells that have got other costs since the last frame
    this.cellsSet = 0; // pixels of cells that were set, so far
    this.pathLine = new FineLine();
    this.branchLine = new FineLine();
    this.hoverLine = new FineLine();
    this.layers = { open: true, closed: true, path: true };
    // What is drawn of the map itself, or null: {tints, values, range, under(view, colours), over(...)}, the
    // class of the region of each cell, a field in place of states, and drawings below and above paths.
    this.extra = null;
    this.cursor = -1; // the cell that the keyboard is at
    this.hover = -1;
    this.selected = -1; // the cell whose g and h are drawn as lines, once it is closed
    this.zoom = 1;
    this.left = 0; // scrolled out, in pixels; below 0 where the map leaves room
    this.top = 0;
    this.waiting = false;
    this.whole = true; // large cells have a whole number of pixels
    this.fills = true; // the canvas fills the available room, with the map in its middle
    this.ramp = ["near", "far"]; // the colours of the least and of the most of `h`
    this.onScroll = () => {}; // called when another part of the map is shown
  }

  // --- Geometry

  /** Device pixels per cell. */
  get size() {
    return this.fit * this.zoom;
  }

  /** The side of the square in a cell in which its signs are drawn: a square cell's whole side. */
  get box() {
    return this.size * tilingOf(this.map).box;
  }

  /** Whether numbers fit into the cells at their present size. */
  get hasRoomForNumbers() {
    return this.box >= ROOM.numbers;
  }

  /** Sets its size, in CSS pixels. */
  resize(width, height) {
    if (!this.map) return;
    const ratio = window.devicePixelRatio || 1;
    const [across, down] = extentOf(this.map), { focus } = this;
    this.fit = Math.min(width * ratio / across, height * ratio / down);
    if (this.whole && this.fit >= WHOLE * ratio) this.fit = Math.floor(this.fit);
    const [wide, high] = this.fills ? [width * ratio, height * ratio] : [this.fit * across, this.fit * down];
    this.canvas.width = Math.max(1, Math.round(wide));
    this.canvas.height = Math.max(1, Math.round(high));
    this.canvas.style.width = `${this.canvas.width / ratio}px`;
    this.canvas.style.height = `${this.canvas.height / ratio}px`;
    this.#show(focus);
  }

  /** How many times it is zoomed in, and the point of the map in the middle, in tiles. */
  get focus() {
    const { zoom: times, size, canvas } = this;
    return {
      times, row: (this.top + canvas.height / 2) / size, col: (this.left + canvas.width / 2) / size,
    };
  }

  /** Zooms to a focus, for all boards. */
  focusOn(focus) {
    this.#show(focus);
    this.onScroll();
  }

  #show({ times, row, col }) {
    this.zoom = times;
    this.left = col * this.size - this.canvas.width / 2 || 0; // without a size at first
    this.top = row * this.size - this.canvas.height / 2 || 0;
    this.#clampScroll();
    this.draw();
  }

  /** The cell under a point of the page, -1 outside. */
  cellAt(clientX, clientY) {
    if (!this.map) return -1;
    const box = this.canvas.getBoundingClientRect();
    const ratio = this.canvas.width / box.width;
    const x = ((clientX - box.left) * ratio + this.left) / this.size;
    const y = ((clientY - box.top) * ratio + this.top) / this.size;
    const [row, col] = tilingOf(this.map).at(x, y);
    const { rows, cols } = this.map;
    return row >= 0 && row < rows && col >= 0 && col < cols ? row * cols + col : -1;
  }

  zoomAt(clientX, clientY, factor) {
    const box = this.canvas.getBoundingClientRect();
    const ratio = this.canvas.width / box.width;
    const x = (clientX - box.left) * ratio, y = (clientY - box.top) * ratio;
    const before = this.zoom;
    this.zoom = Math.min(MOST_ZOOM, Math.max(1, this.zoom * factor));
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

  /** Takes over the scroll and zoom of another view of a map of the same shape. */
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

  /** Keeps a map smaller than the canvas in its middle; a larger one covers it. */
  #clampScroll() {
    const [across, down] = extentOf(this.map);
    const within = (at, length, count) => {
      const beyond = count * this.size - length;
      return beyond <= 0 ? Math.round(beyond / 2) : Math.max(0, Math.min(at, beyond));
    };
    this.left = within(this.left, this.canvas.width, across);
    this.top = within(this.top, this.canvas.height, down);
  }

  /** The part of the canvas that the map covers: [left, top, right, bottom]. */
  get edges() {
    const [across, down] = extentOf(this.map);
    return [
      Math.max(0, -this.left), Math.max(0, -this.top),
      Math.min(this.canvas.width, across * this.size - this.left),
      Math.min(this.canvas.height, down * this.size - this.top),
    ];
  }

  /** The middle of a cell in page coordinates. */
  pointOf(cell) {
    const box = this.canvas.getBoundingClientRect();
    const ratio = this.canvas.width / box.width;
    const [x, y] = this.center(cell);
    return [box.left + x / ratio, box.top + y / ratio];
  }

  /** The first and last rows and columns that are at least partly visible. */
  get seen() {
    const { rows, cols } = this.map, { size } = this, tiling = tilingOf(this.map);
    const [firstRow, lastRow] = tiling.rows(this.top / size, (this.top + this.canvas.height) / size);
    const [firstCol, lastCol] = tiling.cols(this.left / size, (this.left + this.canvas.width) / size);
    return {
      firstRow: Math.max(0, firstRow), lastRow: Math.min(rows - 1, lastRow),
      firstCol: Math.max(0, firstCol), lastCol: Math.min(cols - 1, lastCol),
    };
  }

  /** A point of the map, in tiles, in canvas coordinates. */
  onCanvas([x, y]) {
    return [x * this.size - this.left, y * this.size - this.top];
  }

  /** The middle of a cell in canvas coordinates. */
  center(cell) {
    return this.onCanvas(tilingOf(this.map).center(...placeOf(cell, this.map.cols)));
  }

  /** The corners of a cell in canvas coordinates. */
  corners(cell) {
    return tilingOf(this.map).corners(...placeOf(cell, this.map.cols)).map((corner) => this.onCanvas(corner));
  }

  get hasSquares() {
    return tilingOf(this.map) === tilingOf({});
  }

  // --- Drawing

  /** Draws with the browser's next frame, however often it is called. */
  draw() {
    this.repaint = true;
    this.drawMoment();
  }

  /** Draws after these cells alone have got other costs. */
  drawCells(cells) {
    this.drawnOn.push(...cells);
    this.drawMoment();
  }

  /** The same where at most the overlay and what lies above it have changed: it sets fewer pixels. */
  drawMoment() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      if (this.map && this.fit) this.drawNow();
    });
  }

  /** Draws on another context, in the units of its own canvas. */
  paintOn(context) {
    const { context: own } = this;
    this.context = context;
    this.repaint = true;
    this.drawNow();
    this.context = own;
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
    if (this.hasSquares) context.drawImage(this.cells, -this.left, -this.top, cols * size, rows * size);
    else fillTiles(this, size >= ROOM.lines);
    this.#drawCues(colours);
    if (size >= ROOM.lines) this.#drawLines(colours);
    const hasDigits = size >= ROOM.digit && !this.map.totals;
    if (hasDigits && !(this.layers.numbers && this.hasRoomForNumbers)) this.#drawDigits(colours);
    else if (size >= ROOM.texture) this.#drawTexture(colours);
    this.extra?.under(this, colours);
    if (this.layers.tree) this.#drawTree(colours);
    if (this.map.fences?.length) drawFences(this, colours);
    if (this.map.links?.length) drawLinks(this, colours, size >= ROOM.digit);
    this.#drawDraft(colours);
    this.#drawTrails(colours);
    this.#drawPath(colours);
    this.#drawRoutes(colours);
    this.extra?.over(this, colours);
    this.#drawHovered(colours);
    if (this.layers.numbers && this.hasRoomForNumbers) this.#drawNumbers(colours);
    drawEnds(this, colours);
    drawEstimate(this, colours);
    this.#drawFocus(colours);
    this.frames = (this.frames ?? 0) + 1;
  }

  #drawCells(colours) {
    const { rows, cols } = this.map;
    const { state, h, known, touched, revision } = this.overlay;
    if (this.cells.width !== cols || this.cells.height !== rows) {
      this.cells.width = cols;
      this.cells.height = rows;
      this.repaint = true;
    }
    const context = this.cells.getContext("2d");
    if (this.image?.width !== cols || this.image.height !== rows) this.image = context.createImageData(cols, rows);
    const { painted, repaint, drawnOn, extra } = this, later = revision - painted.revision;
    this.repaint = false;
    this.painted = { state, revision, extra };
    this.drawnOn = [];
    const values = extra?.values ?? (this.layers.heuristic && h), isSame = painted.state === state && !known && !values && painted.extra === extra;
    // Without a revision the state is the same only if nobody writes into it: as in a result.
    if (!repaint && isSame && (touched ? later === 0 || later === 1 : drawnOn.length)) {
      const some = cellColours(colours, this.layers);
      if (drawnOn.length) this.#setSome(context, some, drawnOn, 0, drawnOn.length);
      if (touched && later === 1) this.#setSome(context, some, touched.nodes, touched.from, touched.to);
      return;
    }
    this.#setAll(context, cellColours(colours, this.layers, values, this.ramp, extra?.range), values);
  }

  #setAll(context, { shades, unseen, heat }, values) {
    const { cols, costs } = this.map, { state, known } = this.overlay, tints = this.extra?.tints;
    const tinted = tints && tintsOf(palette()), isTinted = [false, this.layers.open, this.layers.closed];
    const pixels = new Uint32Array(this.image.data.buffer);
    const { firstRow, lastRow, firstCol, lastCol } = this.seen;
    const isPlain = state && !known && !heat && !tints; // as nearly always: a million cells take a few milliseconds
    for (let row = firstRow; row <= lastRow; row++) {
      const first = row * cols + firstCol, last = row * cols + lastCol;
      if (isPlain) for (let i = first; i <= last; i++) pixels[i] = shades[costs[i] << 2 | state[i]];
      else for (let i = first; i <= last; i++) {
        const reached = state ? Math.min(state[i], CLOSED) : 0;
        if (known && !known[i]) pixels[i] = unseen[reached];
        else if (heat && Number.isFinite(values[i]) && costs[i] !== WALL) pixels[i] = heat(values[i]);
        else if (tints && !isTinted[reached]) pixels[i] = tinted[tints[i] * 10 + costs[i]];
        else pixels[i] = shades[costs[i] << 2 | reached];
      }
    }
    const [width, height] = [lastCol - firstCol + 1, lastRow - firstRow + 1];
    this.cellsSet += width * height;
    context.putImageData(this.image, 0, 0, firstCol, firstRow, width, height);
  }

  /** Sets a part of a list of cells, and copies the rectangle around them. */
  #setSome(context, { shades }, nodes, from, to) {
    const { cols, costs } = this.map, { state } = this.overlay, tints = this.extra?.tints;
    const tinted = tints && tintsOf(palette()), isTinted = [false, this.layers.open, this.layers.closed];
    if (from === to) return;
    const pixels = new Uint32Array(this.image.data.buffer);
    let top = Infinity, bottom = -1, left = Infinity, right = -1;
    for (let i = from; i < to; i++) {
      const cell = nodes[i], col = cell % cols, row = (cell - col) / cols;
      const reached = state ? Math.min(state[cell], CLOSED) : 0;
      pixels[cell] = tints && !isTinted[reached] ? tinted[tints[cell] * 10 + costs[cell]] : shades[costs[cell] << 2 | reached];
      if (row < top) top = row;
      if (row > bottom) bottom = row;
      if (col < left) left = col;
      if (col > right) right = col;
    }
    this.cellsSet += to - from;
    context.putImageData(this.image, 0, 0, left, top, right - left + 1, bottom - top + 1);
  }

  /** Calls visit(cell, x, y) with the corner of its box for each cell that is at least partly visible. */
  eachSeen(visit) {
    const { cols } = this.map, { size, box, hasSquares } = this;
    const { firstRow, lastRow, firstCol, lastCol } = this.seen;
    for (let row = firstRow; row <= lastRow; row++)
      for (let col = firstCol; col <= lastCol; col++) {
        const cell = row * cols + col;
        if (hasSquares) {
          visit(cell, col * size - this.left, row * size - this.top);
        } else {
          const [x, y] = this.center(cell);
          visit(cell, x - box / 2, y - box / 2);
        }
      }
  }

  /** Strokes, on a context, the path that draw(cell, x, y) adds for each visible cell. */
  strokeSeen(context, colour, width, draw) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    this.eachSeen(draw);
    context.stroke();
  }

  // Second cues besides colour: closed cells are hatched, open ones have a ring.
  #drawCues(colours) {
    const { state } = this.overlay;
    const size = this.box;
    if (!state || size < ROOM.hatch) return;
    const { context, layers } = this;
    const { costs } = this.map, width = Math.max(1, size / 14);
    if (layers.closed)
      this.strokeSeen(context, mix(colours.closed, colours.ink, 0.28), width, (cell, x, y) => {
        if (state[cell] < CLOSED || costs[cell] === WALL) return;
        context.moveTo(x + size * 0.15, y + size * 0.85);
        context.lineTo(x + size * 0.85, y + size * 0.15);
      });
    if (layers.open)
      this.strokeSeen(context, mix(colours.open, colours.ink, 0.55), width, (cell, x, y) => {
        if (state[cell] !== OPEN || costs[cell] === WALL) return;
        context.rect(x + size * 0.28, y + size * 0.28, size * 0.44, size * 0.44);
      });
  }

  #drawLines(colours) {
    const { context } = this;
    context.strokeStyle = colours.line;
    context.lineWidth = 1;
    this.strokeLines(context);
  }

  /** The lines between cells, in the style of a context. */
  strokeLines(context) {
    if (!this.hasSquares) return strokeTiles(this, context);
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
    const { size, box } = this;
    context.fillStyle = colours.ink;
    context.font = `${Math.floor(size * 0.5)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    this.eachSeen((cell, x, y) => {
      if (costs[cell] > 1 && (!known || known[cell]))
        context.fillText(costs[cell], x + box / 2, y + box / 2);
    });
  }

  /** Without room for digits: the more strokes, the more expensive the cell. */
  #drawTexture(colours) {
    const { context, box: size } = this;
    const { costs } = this.map;
    const { known } = this.overlay;
    this.strokeSeen(context, mix(colours.heavy, colours.ink, 0.4), 1, (cell, x, y) => {
      if (costs[cell] < 2 || (known && !known[cell])) return;
      const strokes = strokesOf(costs[cell]);
      for (let i = 1; i <= strokes; i++) {
        const at = Math.round(y + size * i / (strokes + 1)) + 0.5;
        context.moveTo(x + size * 0.2, at);
        context.lineTo(x + size * 0.8, at);
      }
    });
  }

  #drawTree(colours) {
    const { parent, state } = this.overlay;
    if (!parent) return;
    const { context, size } = this;
    this.strokeSeen(context, mix(colours.ink, colours.closed, 0.25), Math.max(1, size / 16), (cell) => {
      if (parent[cell] < 0 || (state && !state[cell])) return;
      const [x, y] = this.center(cell);
      const [px, py] = this.center(parent[cell]);
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
  }

  // In the four corners of a cell: g and f above, h and the learned h below. In smaller cells f alone.
  #drawNumbers(colours) {
    const { g, h, newH, state } = this.overlay;
    if (!g) return;
    const { context } = this;
    const { costs } = this.map;
    const size = this.box, edge = size * 0.06;
    context.fillStyle = colours.ink;
    if (size < ROOM.corners * (window.devicePixelRatio || 1)) {
      context.lineWidth = size / 8;
      context.lineJoin = "round";
      context.font = `bold ${Math.floor(size * 0.36)}px system-ui, sans-serif`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      this.eachSeen((cell, x, y) => {
        if (costs[cell] === WALL || Number.isNaN(g[cell])) return;
        const text = short(g[cell] + h[cell]), tint = state?.[cell] === OPEN ? colours.open : colours.closed;
        context.strokeStyle = reachedColour(costs[cell], tint, colours); // hatches and paths end around it
        context.strokeText(text, x + size / 2, y + size / 2);
        context.fillText(text, x + size / 2, y + size / 2);
      });
      return;
    }
    context.font = `${Math.max(8, Math.floor(size * 0.17))}px ui-monospace, monospace`;
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

  /** A line through cells; only its visible part is drawn: a path may be as long as a map is large. */
  #line(cells, aside = 0) {
    const { context, canvas } = this;
    const edge = context.lineWidth + Math.abs(aside);
    const isBeside = (one, other, length) => Math.max(one, other) < -edge || Math.min(one, other) > length + edge;
    let from = null, isOn = false; // whether the line has come to `from`
    context.beginPath();
    for (const cell of cells) {
      const to = this.center(cell);
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

  #drawTrails(colours) {
    const { trails, marks } = this.overlay;
    if (!trails) return;
    const { context } = this;
    const size = this.size, ratio = window.devicePixelRatio || 1;
    const width = Math.max(2 * ratio, size * 0.16);
    context.lineJoin = context.lineCap = "round";
    for (const { band, colour } of trails) {
      if (!band || band.length < 2) continue;
      context.globalAlpha = 0.28;
      context.strokeStyle = colour;
      context.lineWidth = Math.max(5 * ratio, size * 0.8);
      this.#line(band);
      context.globalAlpha = 1;
    }
    trails.forEach(({ cells, colour }, i) => {
      if (cells.length < 2) return;
      context.strokeStyle = colour;
      context.lineWidth = width;
      this.#line(cells, (i - (trails.length - 1) / 2) * width * 1.3);
    });
    // A replan is a diamond on the trail.
    context.fillStyle = colours.threat;
    const r = Math.max(2 * ratio, size * 0.18);
    for (const cell of marks ?? []) {
      const [x, y] = this.center(cell);
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
    if (path && isFine(this, path)) {
      this.pathLine.draw(this, path, [
        { colour: colours.casing, width: width + Math.max(1.5, ratio), dash: 0 }, { colour: colours.path, width, dash: 0 },
      ]);
    } else if (path && path.length) {
      context.setLineDash([]);
      context.strokeStyle = colours.casing;
      context.lineWidth = width + Math.max(1.5, ratio);
      this.#line(path);
      context.strokeStyle = colours.path;
      context.lineWidth = width;
      this.#line(path);
    } else if (parent && current >= 0) {
      const cells = branch(parent, current);
      if (isFine(this, cells)) {
        this.branchLine.draw(this, cells, [{ colour: colours.path, width, dash: Math.round(width * 3) }]);
        return;
      }
      context.setLineDash([width * 1.6, width * 1.6]);
      context.strokeStyle = colours.path;
      context.lineWidth = width;
      this.#line(cells);
      context.setLineDash([]);
    }
  }

  /** A link that is being drawn, and the side of a cell where a fence would be. */
  #drawDraft(colours) {
    if (this.draft && this.draft[0] !== this.draft[1]) drawLinks(this, colours, false, [[...this.draft, 1, true]]);
    if (!this.side) return;
    this.context.globalAlpha = 0.45;
    drawFences(this, colours, [[...this.side, true]]);
    this.context.globalAlpha = 1;
  }

  /** The branch of the tree to the cell under the pointer: how the search has reached it so far. */
  #drawHovered(colours) {
    const { parent, state } = this.overlay, { context, hover } = this;
    if (!this.layers.branch || !parent || hover < 0 || (state && !state[hover])) return;
    const cells = branch(parent, hover), ratio = window.devicePixelRatio || 1;
    const width = Math.max(1.5 * ratio, this.size * 0.1);
    if (isFine(this, cells)) {
      this.hoverLine.draw(this, cells, [{ colour: colours.ink, width, dash: 0 }]);
      return;
    }
    context.lineJoin = context.lineCap = "round";
    for (const [colour, wide] of [[colours.paper, width + 1.5 * ratio], [colours.ink, width]]) {
      context.strokeStyle = colour;
      context.lineWidth = wide;
      this.#line(cells);
    }
  }

  // The path of each unit, in parts by the step that found them: quick ones dotted, full ones
  // dashed, splices solid. Lines of several units lie a little beside each other.
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

  #drawFocus(colours) {
    const { context } = this;
    const box = (cell, dash, colour = colours.threat) => {
      const [x, y] = this.center(cell);
      const side = Math.max(this.size, 6);
      context.setLineDash(dash);
      context.lineWidth = 2;
      context.strokeStyle = colour;
      if (this.hasSquares) context.strokeRect(x - side / 2, y - side / 2, side, side);
      else outline(context, this.corners(cell));
      context.setLineDash([]);
    };
    if (this.selected >= 0 && this.selected < this.map.rows * this.map.cols) box(this.selected, [], colours.ink);
    if (this.hover >= 0) box(this.hover, []);
    if (this.cursor >= 0) box(this.cursor, [4, 3]);
  }
}
