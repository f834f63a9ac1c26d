// A moving picture on a card: a recorded search, walk or game; films.py has the format.

import { disc, polyline, ring, write } from "../board/canvas_shapes.js";
import { costColour, isDark, mix, palette, reachedColour } from "../board/palette.js";

const WHOLE = 6000, PAUSE = 1600; // milliseconds of all frames, and of the last one
const RING = 0.45; // width of a ring, as a share of its radius
const MARGIN = 10; // pixels around a graph
const STATES = ["", "open", "closed"];

export class Film {
  constructor(canvas, film) {
    this.canvas = canvas;
    this.film = film;
    this.begin();
  }

  begin() {
    const { film } = this;
    this.at = 0; // frames shown so far
    this.costs = film.cells ?? [];
    this.states = new Uint8Array((film.nodes ?? film.tree)?.length ?? film.rows * film.cols);
    this.path = [];
    this.tokens = film.frames[0].tokens ?? [];
    this.trails = [];
    this.marks = [];
    this.intervals = [];
    this.line = [];
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.scale = window.devicePixelRatio || 1;
    this.canvas.width = width * this.scale;
    this.canvas.height = height * this.scale;
    this.draw();
  }

  toEnd() {
    this.#advance(this.film.frames.length);
    this.draw();
  }

  playTo(now) {
    this.began ??= now;
    const { length } = this.film.frames;
    const share = (now - this.began) / WHOLE;
    if (now - this.began > WHOLE + PAUSE) {
      this.began = now;
      this.begin();
    }
    const wanted = Math.min(length, Math.ceil(share * length));
    if (wanted === this.at && this.at) return;
    this.#advance(wanted);
    this.draw();
  }

  #advance(wanted) {
    for (; this.at < wanted; this.at += 1) {
      const frame = this.film.frames[this.at];
      for (const [cell, state] of frame.paint ?? []) this.states[cell] = state;
      if (frame.path) this.path = frame.path;
      if (frame.interval) this.intervals.push(pairs(frame.interval));
      if (frame.line) this.line = pairs(frame.line);
      if (frame.tokens) this.tokens = frame.tokens;
      if (this.film.trails) this.trails.push(...frame.tokens);
      this.marks.push(...frame.marks ?? []);
    }
  }

  draw() {
    const pen = this.canvas.getContext("2d");
    pen.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    pen.clearRect(0, 0, this.canvas.clientWidth, this.canvas.clientHeight);
    if (this.film.nodes) this.#drawGraph(pen, palette());
    else if (this.film.tree) this.#drawTree(pen, palette());
    else if (this.film.shapes) this.#drawGround(pen, palette());
    else this.#drawGrid(pen, palette());
  }

  #drawGrid(pen, colours) {
    const { rows, cols, start, goal, hidden } = this.film;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const isTurned = rows > cols; // it lies as the card does
    const [across, down] = isTurned ? [rows, cols] : [cols, rows];
    const side = Math.min(width / across, height / down);
    pen.fillStyle = hidden ? mix(colours.free, colours.unknown, 0.35) : colours.free;
    pen.fillRect(0, 0, width, height); // the card has no margins of another colour
    pen.translate((width - side * across) / 2, (height - side * down) / 2);
    pen.scale(side, side);
    if (isTurned) pen.transform(0, 1, 1, 0, 0, 0);
    for (let cell = 0; cell < rows * cols; cell += 1) {
      const state = this.states[cell];
      let colour = costColour(this.costs[cell], colours);
      if (hidden && state !== 3) colour = mix(colours.free, colours.unknown, this.costs[cell] ? 0.35 : 0.6);
      else if (this.costs[cell] && STATES[state]) colour = reachedColour(this.costs[cell], colours[STATES[state]], colours);
      pen.fillStyle = colour;
      pen.fillRect(cell % cols, Math.floor(cell / cols), 1.03, 1.03); // no seams
    }
    const centre = (cell) => [cell % cols + 0.5, Math.floor(cell / cols) + 0.5];
    line(pen, this.path.map(centre), colours.path, 0.5);
    if (!this.tokens.length && start !== undefined) disc(pen, ...centre(start), 0.42, colours.agent);
    if (goal !== undefined) ring(pen, ...centre(goal), 0.42, colours.goal, RING * 0.42);
    pen.globalAlpha = 0.16;
    for (const [row, col, team] of this.trails) disc(pen, col + 0.5, row + 0.5, 0.3, colours[`team${team % 8}`]);
    pen.globalAlpha = 1;
    for (const [row, col, team] of this.tokens)
      disc(pen, col + 0.5, row + 0.5, Math.max(0.4, 4 / side), colours[`team${team % 8}`]);
    this.#drawMarks(pen, colours);
  }

  #drawMarks(pen, colours) {
    if (!this.film.frames[0].marks) return;
    for (const at of [1, 2]) {
      line(pen, [[at, 0.1], [at, 2.9]], colours.unknown, 0.03);
      line(pen, [[0.1, at], [2.9, at]], colours.unknown, 0.03);
    }
    for (const [cell, mark] of this.marks) {
      const x = cell % 3, y = Math.floor(cell / 3);
      if (mark === "o") ring(pen, x + 0.5, y + 0.5, 0.27, colours.team1, RING * 0.27);
      else
        for (const [a, b] of [[0.25, 0.75], [0.75, 0.25]])
          line(pen, [[x + a, y + 0.25], [x + b, y + 0.75]], colours.team0, 0.12);
    }
  }

  #drawGround(pen, colours) {
    const { size, shapes, ends } = this.film, [start, goal] = pairs(ends);
    const side = this.canvas.clientWidth / size[0], px = 1 / side;
    pen.scale(side, side);
    pen.fillStyle = colours.free;
    pen.fillRect(0, 0, ...size);
    pen.fillStyle = colours.wall;
    for (const shape of shapes) fill(pen, pairs(shape));
    this.intervals.forEach(([left, right, root], i) => {
      const isNow = i === this.intervals.length - 1 && !this.line.length;
      pen.globalAlpha = isNow ? 0.3 : 0.06;
      pen.fillStyle = isNow ? colours.threat : colours.open;
      fill(pen, [left, right, root]);
      pen.globalAlpha = 1;
      line(pen, [left, right], isNow ? colours.threat : colours.open, (isNow ? 4 : 1.5) * px);
    });
    line(pen, this.line, colours.path, 5 * px);
    disc(pen, ...start, 6 * px, colours.agent);
    ring(pen, ...goal, 5 * px, colours.goal, 3 * px);
  }

  /** A box for each node that was reached, with its name. */
  #drawTree(pen, colours) {
    const { tree, arcs } = this.film, { clientWidth: width, clientHeight: height } = this.canvas;
    const columns = [];
    for (const [column, , name] of tree) columns[column] = Math.max(columns[column] ?? 0, name.length + 2);
    const letter = (width - MARGIN * (columns.length + 1)) / columns.reduce((sum, letters) => sum + letters, 0);
    const left = columns.map((_, i) => MARGIN * (i + 1) + letter * columns.slice(0, i).reduce((sum, letters) => sum + letters, 0));
    const down = (height - MARGIN) / (Math.max(...tree.map(([, row]) => row)) + 1), tall = down - MARGIN;
    const boxOf = ([column, row]) => [left[column], MARGIN + row * down, letter * columns[column]];
    const size = Math.min(14, tall * 0.6, 1.75 * letter);
    for (const [from, to] of arcs) {
      if (!this.states[to]) continue;
      const [x, y, wide] = boxOf(tree[from]), [end, top] = boxOf(tree[to]), isPath = this.path.includes(from) && this.path.includes(to);
      const bend = end - MARGIN / 2, middle = tall / 2;
      line(pen, [[x + wide, y + middle], [bend, y + middle], [bend, top + middle], [end, top + middle]],
        isPath ? colours.path : colours.unknown, isPath ? 5 : 1.5);
    }
    tree.forEach((node, i) => {
      if (!this.states[i]) return;
      const [x, y, wide] = boxOf(node), isPath = this.path.includes(i);
      pen.fillStyle = colours[STATES[this.states[i]]];
      pen.fillRect(x, y, wide, tall);
      pen.strokeStyle = isPath ? colours.path : colours.ink;
      pen.lineWidth = isPath ? 4 : 1;
      pen.strokeRect(x, y, wide, tall);
      pen.fillStyle = isDark() && this.states[i] === 1 ? "#06121b" : colours.ink;
      write(pen, node[2], x + wide / 2, y + tall / 2, `600 ${size}px system-ui, sans-serif`);
    });
  }

  #drawGraph(pen, colours) {
    const { nodes, arcs } = this.film;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const radius = Math.min(width, height) / 13;
    const room = MARGIN + radius;
    const place = ([x, y]) => [room + x * (width - 2 * room), room + y * (height - 2 * room)];
    for (const [from, to] of arcs) line(pen, [place(nodes[from]), place(nodes[to])], colours.unknown, 1.5);
    line(pen, this.path.map((node) => place(nodes[node])), colours.path, 5);
    nodes.forEach((node, i) => {
      const [x, y] = place(node);
      disc(pen, x, y, radius, colours[STATES[this.states[i]]] ?? colours.free);
      ring(pen, x, y, radius, colours.ink, 1.5);
      pen.fillStyle = colours.ink;
      write(pen, node[2], x, y, `600 ${radius}px system-ui, sans-serif`);
    });
  }
}

/** Points of an array x, y, x, y, ... */
function pairs(flat) {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
}

function fill(pen, points) {
  pen.beginPath();
  points.forEach(([x, y], i) => pen[i ? "lineTo" : "moveTo"](x, y));
  pen.fill();
}

function line(pen, points, colour, width) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.lineCap = pen.lineJoin = "round";
  polyline(pen, points);
}
