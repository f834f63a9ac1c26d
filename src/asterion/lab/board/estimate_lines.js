// The g and the h of a closed cell as lines: g back along the tree to where the search began, h on
// to the end that it estimates, through walls. The lines are as long as the numbers wherever a
// distance in the plane can be: on floor of cost 1, with the usual heuristics.

import { polyline, write } from "./canvas_shapes.js";
import { short } from "./numbers.js";
import { branch } from "./replay.js";
import { placeOf, tilingOf } from "./tiles.js";

const CLOSED = 2;
const CLOSE = 1e-4; // of each other: a trace holds 32-bit numbers

/** {g, h, back, on} of a closed cell, where `back` and `on` are points in tiles; null of another. */
export function estimateLines(map, { state, parent, g, h }, cell) {
  if (!g || !parent || cell < 0 || cell >= state.length || state[cell] !== CLOSED || Number.isNaN(g[cell])) return null;
  const tiling = tilingOf(map), at = (node) => tiling.center(...placeOf(node, map.cols));
  const nodes = [...branch(parent, cell)];
  const end = nodes[0] === map.goal ? map.start : map.goal; // of a search from the goal, the start
  const estimate = h[cell] || 0;
  return { g: g[cell], h: estimate, back: nodes.map(at), on: onwards(at(cell), at(end), estimate) };
}

/** Points from one to another whose line has this length; straight, if no usual distance has. */
function onwards([x, y], [toX, toY], length) {
  const across = toX - x, down = toY - y, far = Math.hypot(across, down);
  if (!length || !far) return [[x, y]];
  const [wide, high] = [Math.abs(across), Math.abs(down)], diagonal = Math.min(wide, high);
  const is = (distance) => Math.abs(length - distance) <= CLOSE * Math.max(1, distance);
  if (length < far && !is(far)) return [[x, y], [x + across * length / far, y + down * length / far]];
  const corner = is(far) ? null
    : is(wide + high) ? [toX, y]
    : is(wide + high + (Math.SQRT2 - 2) * diagonal) ? [x + Math.sign(across) * diagonal, y + Math.sign(down) * diagonal]
    : null;
  return [[x, y], ...(corner ? [corner] : []), [toX, toY]];
}

/** Draws both lines of the selected cell of a view, each with its number. */
export function drawEstimate(view, colours) {
  const { context, map, overlay, selected } = view;
  const lines = overlay.state ? estimateLines(map, overlay, selected) : null;
  if (!lines) return;
  const ratio = window.devicePixelRatio || 1, width = Math.max(2.5 * ratio, Math.min(6 * ratio, view.size * 0.14));
  context.lineJoin = context.lineCap = "round";
  for (const [points, colour, dash] of [[lines.back, colours.agent, []], [lines.on, colours.goal, [width * 2, width * 2]]]) {
    const there = points.map((point) => view.onCanvas(point));
    context.strokeStyle = colours.paper;
    context.lineWidth = width + 2.5 * ratio;
    polyline(context, there);
    context.setLineDash(dash);
    context.strokeStyle = colour;
    context.lineWidth = width;
    polyline(context, there);
    context.setLineDash([]);
  }
  label(view, `g ${short(lines.g)}`, lines.back, colours.agent, colours);
  label(view, `h ${short(lines.h)}`, lines.on, colours.goal, colours);
}

/** A number on the middle of its line, on paper so that it can be read. */
function label(view, words, points, colour, colours) {
  if (points.length < 2) return;
  const { context } = view, high = 14 * (window.devicePixelRatio || 1), wide = high * (0.62 * words.length + 0.4);
  const [x, y] = view.onCanvas(middleOf(points));
  context.fillStyle = colours.paper;
  context.fillRect(x - wide / 2, y - high * 0.65, wide, high * 1.3);
  context.fillStyle = colour;
  write(context, words, x, y, `bold ${high}px system-ui, sans-serif`);
}

export function lengthOf(points) {
  return points.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - points[i][0], y - points[i][1]), 0);
}

/** The point half-way along a line. */
function middleOf(points) {
  let left = lengthOf(points) / 2;
  for (let i = 1; i < points.length; i++) {
    const [[x, y], [toX, toY]] = [points[i - 1], points[i]], far = Math.hypot(toX - x, toY - y);
    if (left <= far) return far ? [x + (toX - x) * left / far, y + (toY - y) * left / far] : [x, y];
    left -= far;
  }
  return points.at(-1);
}
