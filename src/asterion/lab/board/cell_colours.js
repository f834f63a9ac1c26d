// The colours of cells: by cost, tinted by a search, or by an estimate.

import { costColour, mix, pixel, reachedColour } from "./palette.js";

const HIGHEST = 9; // cost of a cell
const WALL = 0;

const TINTS = 6, TINT = 0.2; // classes of regions, in colours of teams

/**
 * Pixels: shades at cost * 4 + state up to 3, unseen by state, and heat(value), null where there is none.
 * values: an estimate per cell, or a field with its range.
 */
export function cellColours(colours, { open, closed }, values, ramp = ["near", "far"], range = null) {
  const tint = [null, open ? colours.open : null, closed ? colours.closed : null];
  return {
    shades: shadesOf(colours, [...tint, tint[2]]),
    // A search may enter unseen cells: they are tinted too.
    unseen: tint.map((each) => pixel(each ? mix(colours.unknown, each, 0.5) : colours.unknown)),
    heat: values ? heatOf(range ?? rangeOf(values), colours, ramp) : null,
  };
}

/** The number of strokes for a cost: one for 2 to 4, two for 5 to 7, three for more. */
export function strokesOf(cost) {
  return Math.min(3, Math.ceil((cost - 1) / 3));
}

/** The pixels of cells by cost and state: at cost * 4 + state. Walls are never tinted. */
function shadesOf(colours, tints) {
  const shades = new Uint32Array(4 * (HIGHEST + 1));
  for (let cost = 0; cost <= HIGHEST; cost++) {
    const plain = costColour(cost, colours);
    tints.forEach((tint, state) => {
      shades[cost << 2 | state] = pixel(tint && cost !== WALL ? reachedColour(cost, tint, colours) : plain);
    });
  }
  return shades;
}

/** The pixels of cells in regions, at class * 10 + cost. */
export function tintsOf(colours) {
  return Uint32Array.from({ length: (TINTS + 1) * (HIGHEST + 1) }, (_, i) => {
    const tint = Math.floor(i / (HIGHEST + 1)), cost = i % (HIGHEST + 1), plain = costColour(cost, colours);
    return pixel(tint && cost !== WALL ? mix(plain, colours[`team${tint}`], TINT) : plain);
  });
}

/** From 0 to the largest estimate. */
function rangeOf(h) {
  let most = 0;
  for (let i = 0; i < h.length; i++) if (h[i] < Infinity && h[i] > most) most = h[i];
  return [0, most];
}

/** The pixel of a value: by its share of the range. */
function heatOf([least, most], colours, [near, far]) {
  const ramp = Array.from({ length: 64 }, (_, i) => pixel(mix(colours[near], colours[far], i / 63)));
  return (value) => ramp[Math.round(63 * (value - least) / (most - least || 1))];
}
