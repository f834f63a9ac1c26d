// Layers about the map itself, drawn on a board: a structure under the path and its route over it, a
// field as colours and arrows, and lines that need no cells.

import { disc, polyline, write } from "../board/canvas_shapes.js";
import { mix, rgb } from "../board/palette.js";

const ROOM = { lines: 3, chunk: 4 }; // pixels, at least: of a cell, of the side of a chunk
const ARROW = 13; // pixels between arrows, at least
const LABEL = 13; // pixels of a region's number
const FAINT = 0.4, FAINTER = 0.16; // lines between nodes: a few, and many
const MANY = 400; // lines

/** What a GridView draws of the layers of a map; board: the number of its board. */
export class MapDrawing {
  /** Each of {structure, field, straight} is null or a part of a message that is to be shown. */
  constructor({ structure, field, straight }, board) {
    Object.assign(this, { structure, field, straight, board });
    this.tints = structure?.tints ?? null;
    this.values = field?.values ?? null;
    this.range = field?.range ?? null;
  }

  /** Below paths. */
  under(view, colours) {
    const { structure, field } = this, { context } = view;
    context.setLineDash([]);
    if (structure && view.size >= ROOM.lines) {
      if (structure.labels) drawBorders(view, colours, structure.labels);
      if (structure.edges) drawEdges(view, colours, structure.edges);
      if (structure.nodes) drawNodes(view, colours, structure.nodes, structure.name === "islands");
    }
    if (structure?.rects) drawChunks(view, colours, structure.rects);
    if (field?.next) drawArrows(view, colours, field);
  }

  /** Above paths. */
  over(view, colours) {
    const { structure, field, straight, board } = this;
    if (field?.trail?.length) drawWay(view, colours, pointsOf(view, field.trail));
    if (structure?.route?.length) drawWay(view, colours, pointsOf(view, structure.route), pointsOf(view, structure.stops));
    if (structure?.middles && view.size >= ROOM.lines) drawNumbers(view, colours, structure.middles);
    if (field) drawHalos(view, colours);
    if (!straight) return;
    const smooth = straight.smooth?.[board];
    if (smooth?.length) drawLine(view, colours, placesOf(view, smooth), colours.full, [2.5, 1.5]);
    if (straight.angle?.length) drawLine(view, colours, placesOf(view, straight.angle), colours.quick, []);
  }
}

function pixels(count) {
  return count * (window.devicePixelRatio || 1);
}

function pointsOf(view, cells) {
  return Array.from(cells, (cell) => view.center(cell));
}

/** Points of rows and columns in turn, from the middle of the first cell. */
function placesOf(view, line) {
  const points = [];
  for (let i = 0; i < line.length; i += 2) points.push(view.onCanvas([line[i + 1] + 0.5, line[i] + 0.5]));
  return points;
}

function drawChunks(view, colours, rects) {
  const { context, size, canvas } = view, ratio = window.devicePixelRatio || 1;
  context.strokeStyle = colours.structure;
  context.lineWidth = Math.max(1, 1.25 * ratio);
  context.beginPath();
  for (let i = 0; i < rects.length; i += 4) {
    const high = rects[i + 2] * size, wide = rects[i + 3] * size;
    if (Math.min(high, wide) < ROOM.chunk) continue; // they would be all one colour
    const [x, y] = view.onCanvas([rects[i + 1], rects[i]]).map(Math.round);
    if (x > canvas.width || y > canvas.height || x + wide < 0 || y + high < 0) continue;
    context.rect(x + 0.5, y + 0.5, Math.round(wide), Math.round(high));
  }
  context.stroke();
}

function drawBorders(view, colours, labels) {
  const { rows, cols } = view.map, { size } = view;
  view.strokeSeen(view.context, colours.structure, Math.max(1, pixels(1.5)), (cell, x, y) => {
    const { context } = view, label = labels[cell];
    const isLast = cell % cols === cols - 1, isLow = cell >= (rows - 1) * cols;
    const differs = (other) => label !== labels[other] && label >= 0 && labels[other] >= 0;
    if (!isLast && differs(cell + 1)) {
      context.moveTo(x + size, y);
      context.lineTo(x + size, y + size);
    }
    if (!isLow && differs(cell + cols)) {
      context.moveTo(x, y + size);
      context.lineTo(x + size, y + size);
    }
  });
}

function drawEdges(view, colours, edges) {
  const { context, canvas } = view;
  context.globalAlpha = edges.length > 2 * MANY ? FAINTER : FAINT;
  context.strokeStyle = colours.structure;
  context.lineWidth = Math.max(1, pixels(1));
  context.beginPath();
  for (let i = 0; i < edges.length; i += 2) {
    const [x, y] = view.center(edges[i]), [right, low] = view.center(edges[i + 1]);
    const isOut = Math.max(x, right) < 0 || Math.max(y, low) < 0 || Math.min(x, right) > canvas.width || Math.min(y, low) > canvas.height;
    if (isOut) continue;
    context.moveTo(x, y);
    context.lineTo(right, low);
  }
  context.stroke();
  context.globalAlpha = 1;
}

function drawNodes(view, colours, cells, areLarge) {
  const { context, size, canvas } = view, r = Math.max(pixels(1.5), size * (areLarge ? 0.34 : 0.2));
  for (const cell of cells) {
    const [x, y] = view.center(cell);
    if (x < -r || y < -r || x > canvas.width + r || y > canvas.height + r) continue;
    disc(context, x, y, r + pixels(1), colours.paper);
    disc(context, x, y, r, colours.structure);
  }
}

/** A dashed way, with dots at its stops. */
function drawWay(view, colours, points, stops = []) {
  const { context, size } = view, width = Math.max(pixels(2), Math.min(pixels(4), size * 0.18));
  context.lineJoin = context.lineCap = "round";
  context.setLineDash([]);
  context.lineWidth = width + pixels(1.5);
  context.strokeStyle = colours.paper;
  polyline(context, points);
  context.setLineDash([width * 2.5, width * 2]);
  context.lineWidth = width;
  context.strokeStyle = colours.route;
  polyline(context, points);
  context.setLineDash([]);
  const r = Math.max(pixels(2.5), size * 0.26);
  for (const [x, y] of stops) {
    disc(context, x, y, r + pixels(1), colours.paper);
    disc(context, x, y, r, colours.route);
  }
}

function drawNumbers(view, colours, middles) {
  const { context, size } = view, high = Math.max(pixels(LABEL) * 0.8, Math.min(pixels(LABEL) * 1.4, size * 0.7));
  context.lineJoin = "round";
  context.lineWidth = pixels(3);
  middles.forEach((cell, i) => {
    const [x, y] = view.center(cell), font = `bold ${Math.floor(high)}px system-ui, sans-serif`;
    context.font = font;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.strokeStyle = colours.paper;
    context.strokeText(String(i), x, y);
    context.fillStyle = colours.ink;
    write(context, String(i), x, y, font);
  });
}

/** Arrows to the next cells: in each cell, or where cells are small in one of several. */
function drawArrows(view, colours, { next, values, range: [least, most] }) {
  const { context, map: { cols } } = view, ratio = window.devicePixelRatio || 1;
  const stride = Math.max(1, Math.ceil(ARROW * ratio / view.box)), length = Math.min(view.box * stride * 0.66, 24 * ratio);
  const first = stride >> 1, isFar = sharesLike(colours, view.ramp), arrows = [[], []]; // on cells like near, and like far
  view.eachSeen((cell) => {
    const row = Math.floor(cell / cols), to = next[cell];
    if (to < 0 || row % stride !== first || cell % cols % stride !== first) return;
    const [x, y] = view.center(cell), [right, low] = view.center(to);
    const share = (values[cell] - least) / (most - least || 1);
    arrows[isFar[Math.round(share * (isFar.length - 1))] ? 1 : 0].push([x, y, Math.atan2(low - y, right - x)]);
  });
  context.lineCap = context.lineJoin = "round";
  context.lineWidth = 1.5 * ratio;
  [colours.ink, colours.paper].forEach((colour, i) => {
    context.strokeStyle = colour;
    context.beginPath();
    for (const [x, y, angle] of arrows[i]) traceArrow(context, x, y, angle, length / 2);
    context.stroke();
  });
}

/** By the share of a field's range: whether arrows are seen better in the paper's colour than in ink. */
function sharesLike(colours, [near, far]) {
  const light = (colour) => rgb(colour).reduce((sum, part, i) => sum + [0.3, 0.59, 0.11][i] * part, 0);
  return Array.from({ length: 17 }, (_, i) => {
    const ground = light(mix(colours[near], colours[far], i / 16));
    return Math.abs(ground - light(colours.paper)) > Math.abs(ground - light(colours.ink));
  });
}

/** Light under start and goal, which would be lost in a dark field. */
function drawHalos(view, colours) {
  for (const cell of [view.map.start, view.map.goal])
    if (cell >= 0) disc(view.context, ...view.center(cell), Math.max(pixels(7), view.size * 0.46), colours.paper);
}

function traceArrow(context, x, y, angle, half) {
  const dx = half * Math.cos(angle), dy = half * Math.sin(angle);
  context.moveTo(x - dx, y - dy);
  context.lineTo(x + dx, y + dy);
  for (const turn of [2.6, -2.6]) {
    context.moveTo(x + dx, y + dy);
    context.lineTo(x + dx + half * 0.8 * Math.cos(angle + turn), y + dy + half * 0.8 * Math.sin(angle + turn));
  }
}

/** A line with its corners. */
function drawLine(view, colours, points, colour, dash) {
  const { context, size } = view, width = Math.max(pixels(1.75), Math.min(pixels(3.5), size * 0.14));
  context.lineJoin = "round";
  context.lineCap = "butt";
  for (const [each, wide] of [[colours.casing, width + pixels(1)], [colour, width]]) {
    context.setLineDash(dash.map((part) => part * 2 * width));
    context.strokeStyle = each;
    context.lineWidth = wide;
    polyline(context, points);
  }
  context.setLineDash([]);
  for (const [x, y] of points.slice(1, -1)) disc(context, x, y, width * 1.1, colour);
}
