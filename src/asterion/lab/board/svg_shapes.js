// Lines, arrows and letters of a drawing, as parts of an SVG.

import { mix, palette } from "./palette.js";

const SVG = "http://www.w3.org/2000/svg";
const ALONG = [0.5, 0.4, 0.6, 0.32, 0.68]; // possible places for a connection's cost
const HEAD = 11; // length of an arrow's head

/** A number without rounding errors. */
export function exact(value) {
  return String(Number(value.toPrecision(6)));
}

export function make(tag, attributes = {}) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

export function words(x, y, text, colour, size, more = {}) {
  const made = make("text", {
    x, y, fill: colour, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central",
    ...more,
  });
  made.textContent = text;
  return made;
}

/** Letters that stand out from the lines behind them. */
export function halo(colour) {
  return { stroke: colour, "stroke-width": 3.5, "paint-order": "stroke", "stroke-linejoin": "round" };
}

export function hatching(colours) {
  const defs = make("defs");
  const pattern = make("pattern", {
    id: "hatching", width: 7, height: 7, patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)",
  });
  pattern.append(make("rect", { width: 1.6, height: 7, fill: mix(colours.closed, colours.ink, 0.28) }));
  defs.append(pattern);
  return defs;
}

/** From node to node: {from, by, to}, a quadratic curve between their rims. */
export function curve([ax, ay], [bx, by], bend, radius) {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const control = [
    (ax + bx) / 2 - 2 * bend * (by - ay) / length, (ay + by) / 2 + 2 * bend * (bx - ax) / length,
  ];
  const rim = (x, y, away) => {
    const far = Math.hypot(control[0] - x, control[1] - y) || 1;
    return [x + (control[0] - x) / far * away, y + (control[1] - y) / far * away];
  };
  return { from: rim(ax, ay, radius), by: control, to: rim(bx, by, radius + 3) };
}

/** A point of a curve, by the share of it before the point. */
export function pointOf({ from, by, to }, share) {
  const rest = 1 - share;
  return [0, 1].map((i) => rest * rest * from[i] + 2 * rest * share * by[i] + share * share * to[i]);
}

/** A place for a cost that does not cover another one. */
export function labelAt(route, others) {
  const free = ([x, y]) =>
    others.every(([left, top]) => Math.abs(left - x) > 26 || Math.abs(top - y) > 19);
  const places = ALONG.map((share) => pointOf(route, share));
  return places.find(free) ?? places[0];
}

export function line({ from, by, to }, colour, width, more = {}) {
  return make("path", {
    d: `M ${from} Q ${by} ${to}`, fill: "none", stroke: colour, "stroke-width": width, ...more,
  });
}

export function head({ by, to }, colour, casing) {
  const far = Math.hypot(to[0] - by[0], to[1] - by[1]) || 1;
  const [x, y] = [(to[0] - by[0]) / far, (to[1] - by[1]) / far];
  const foot = [to[0] - HEAD * x, to[1] - HEAD * y], side = HEAD * 0.5;
  const points = [[to[0] + x, to[1] + y], [foot[0] - side * y, foot[1] + side * x], [foot[0] + side * y, foot[1] - side * x]];
  return make("polygon", {
    points: points.join(" "), fill: colour, stroke: casing ?? colour, "stroke-width": 1,
  });
}

/** Draws an SVG of this size on a context: of an SVG as it is, else as a picture. */
export async function paintSvg(context, svg, width, height) {
  const font = 'font-family="system-ui, sans-serif"';
  context.fillStyle = palette().free;
  context.fillRect(0, 0, width, height);
  const inside = [...svg.children].map((each) => new XMLSerializer().serializeToString(each)).join("");
  if (context.isVector) return context.add(`<g ${font}>${inside}</g>`);
  const size = `width="${width}" height="${height}"`, image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${font}>${inside}</svg>`)}`;
  await image.decode();
  context.drawImage(image, 0, 0, width, height);
}
