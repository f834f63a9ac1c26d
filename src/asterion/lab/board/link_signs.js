// Links and fences on a board. A link is a dashed curve between two rings, with an arrow head at
// each end that it leads to; a fence is a thick line between two posts on the side of two tiles.

import { polyline, ring, write } from "./canvas_shapes.js";
import { placeOf, tilingOf } from "./tiles.js";
import { short } from "./numbers.js";

const BEND = 0.16; // of a link, as a share of its length: so it is visible beside paths
const SAME = 1e-6; // tiles: distance of two corners that are the same

/** fences: those of the map, or others. */
export function drawFences(view, colours, fences = view.map.fences) {
  const { context, size } = view, ratio = window.devicePixelRatio || 1;
  const width = Math.max(1.5 * ratio, size * 0.12), post = Math.max(2.5 * ratio, size * 0.22);
  context.lineCap = "butt";
  context.setLineDash([]);
  for (const [from, to, both] of fences) {
    const [a, b] = sideOf(view, from, to);
    for (const [colour, more] of [[colours.paper, Math.min(2 * ratio, width)], [colours.fence, 0]]) {
      context.strokeStyle = context.fillStyle = colour;
      context.lineWidth = width + more;
      polyline(context, [a, b]);
      for (const [x, y] of [a, b]) {
        const side = post + more;
        context.fillRect(x - side / 2, y - side / 2, side, side);
      }
    }
    if (!both) pointTo(context, middle(a, b), view.center(to), view.center(from), size * 0.3);
  }
}

/** The two ends of the line between two cells; at a corner that they share, a short one across it. */
function sideOf(view, from, to) {
  const { map } = view, tiling = tilingOf(map);
  const [one, other] = [from, to].map((cell) => tiling.corners(...placeOf(cell, map.cols)));
  const shared = one.filter(([x, y]) => other.some(([u, v]) => Math.abs(x - u) + Math.abs(y - v) < SAME));
  if (shared.length > 1) return shared.map((corner) => view.onCanvas(corner));
  const [[x, y], [u, v]] = [from, to].map((cell) => tiling.center(...placeOf(cell, map.cols)));
  const [[at, low]] = shared, [right, down] = [(v - y) / 4, (x - u) / 4];
  return [[at - right, low - down], [at + right, low + down]].map((end) => view.onCanvas(end));
}

/** hasRoom: for the cost of a link; links: those of the map, or others. */
export function drawLinks(view, colours, hasRoom, links = view.map.links) {
  const { context, size } = view, ratio = window.devicePixelRatio || 1;
  const width = Math.max(1.5 * ratio, size * 0.1), r = Math.max(3 * ratio, size * 0.3);
  context.lineCap = "butt";
  for (const [from, to, cost, both] of links) {
    const ends = [view.center(from), view.center(to)], [[x, y], [u, v]] = ends;
    const bend = [(x + u) / 2 + (v - y) * BEND * 2, (y + v) / 2 - (u - x) * BEND * 2];
    const [start, end] = ends.map((at) => towards(at, bend, r));
    for (const [colour, more] of [[colours.paper, Math.min(2 * ratio, width)], [colours.link, 0]]) {
      context.strokeStyle = context.fillStyle = colour;
      context.lineWidth = width + more;
      context.setLineDash(more ? [] : [width * 3, width * 2]);
      context.beginPath();
      context.moveTo(...start);
      context.quadraticCurveTo(...bend, ...end);
      context.stroke();
      context.setLineDash([]);
      for (const at of ends) {
        ring(context, ...at, r);
      }
      pointTo(context, end, bend, ends[1], size * 0.34 + more);
      if (both) pointTo(context, start, bend, ends[0], size * 0.34 + more);
    }
    if (hasRoom) writeCost(context, middle(middle(start, bend), middle(bend, end)), short(cost), size, colours);
  }
}

function writeCost(context, [x, y], words, size, colours) {
  const high = Math.max(10 * (window.devicePixelRatio || 1), size * 0.42);
  const font = context.font = `${Math.floor(high)}px system-ui, sans-serif`;
  const wide = context.measureText(words).width + high * 0.5;
  context.fillStyle = colours.paper;
  context.fillRect(x - wide / 2, y - high * 0.6, wide, high * 1.2);
  context.fillStyle = colours.ink;
  write(context, words, x, y, font);
}

/** A head at a point, in the direction from one place to another. */
function pointTo(context, [x, y], [fromX, fromY], [toX, toY], length) {
  const angle = Math.atan2(toY - fromY, toX - fromX), long = Math.max(length, 4);
  const corner = (turn, far) => [x + far * Math.cos(angle + turn), y + far * Math.sin(angle + turn)];
  context.beginPath();
  context.moveTo(...corner(0, long * 0.5));
  context.lineTo(...corner(2.4, long * 0.7));
  context.lineTo(...corner(-2.4, long * 0.7));
  context.closePath();
  context.fill();
}

function middle([x, y], [u, v]) {
  return [(x + u) / 2, (y + v) / 2];
}

/** The point at a distance from one towards another. */
function towards([x, y], [u, v], far) {
  const share = far / (Math.hypot(u - x, v - y) || 1);
  return [x + (u - x) * share, y + (v - y) * share];
}
