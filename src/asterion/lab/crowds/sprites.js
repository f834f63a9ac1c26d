// Pictures of units as pixels, which are copied one by one: with thousands of units that takes a
// tenth of the time of a canvas's own drawing.

import { mix, rgb } from "../board/palette.js";

export const STATES = { walking: 0, jammed: 1, there: 2, chosen: 3 }; // the last is only a ring
const FINE = 4; // samples per pixel and direction; also places between pixels, for small sprites
export const WIDEST = 1.25; // radii: from the middle of a diamond to a corner
const REACH = 1.45; // radii: of a diamond with a ring around it
const SMALL = 14; // pixels: larger sprites stand on whole pixels

/** Sprites of one size and theme, made when they are first needed. */
export class Sprites {
  constructor(size, colours) {
    this.size = size;
    this.colours = colours;
    this.radius = Math.max(1.3, size * 0.42);
    this.side = Math.ceil(2 * REACH * this.radius) + 3;
    this.phases = size < SMALL ? FINE : 1;
    this.made = new Map();
  }

  /** The pixels of a unit that stands this far, 0 to 1, beyond a pixel's corner. */
  of(team, state, across, down) {
    const { phases } = this, x = Math.floor(across * phases), y = Math.floor(down * phases);
    const key = ((team * 4 + state) * FINE + x) * FINE + y;
    let sprite = this.made.get(key);
    if (!sprite) this.made.set(key, sprite = this.#draw(team, state, (x + 0.5) / phases, (y + 0.5) / phases));
    return sprite;
  }

  #draw(team, state, across, down) {
    const { side, radius } = this, pixels = new Uint32Array(side * side);
    const bands = bandsOf(team, state, radius, this.colours), middle = Math.floor(side / 2);
    for (let row = 0; row < side; row++)
      for (let col = 0; col < side; col++) {
        const sum = [0, 0, 0], count = FINE * FINE;
        let covered = 0;
        for (let i = 0; i < count; i++) {
          const x = (col + (i % FINE + 0.5) / FINE - middle - across) / radius;
          const y = (row + (Math.floor(i / FINE) + 0.5) / FINE - middle - down) / radius;
          const away = team === 2 ? (Math.abs(x) + Math.abs(y)) / WIDEST : Math.hypot(x, y);
          const band = bands.find(([edge]) => away <= edge);
          if (!band?.[1]) continue;
          covered += 1;
          for (let k = 0; k < 3; k++) sum[k] += band[1][k];
        }
        if (!covered) continue;
        const [r, g, b] = sum.map((each) => Math.round(each / covered));
        pixels[row * side + col] = (Math.round(255 * covered / count) << 24 | b << 16 | g << 8 | r) >>> 0;
      }
    return pixels;
  }
}

/** The colours of a unit from its middle outwards: [[edge as a share of the radius, colour]]. */
export function bandsOf(team, state, radius, colours) {
  const own = colours[`team${team - 1}`], isTiny = radius < 3.2;
  if (state === STATES.jammed)
    return isTiny ? [[0.5, rgb(own)], [1, rgb(colours.jam)]]
      : [[0.45, rgb(own)], [0.62, rgb(colours.free)], [1, rgb(colours.jam)]];
  if (state === STATES.there)
    return isTiny ? [[1, rgb(mix(own, colours.free, 0.45))]]
      : [[0.5, rgb(mix(own, colours.free, 0.8))], [1, rgb(own)]];
  if (state === STATES.chosen) return [[1.02, null], [team === 2 ? 1.16 : 1.3, rgb(colours.ink)]];
  return [[1, rgb(own)]];
}

/** Copies a sprite to a picture of this width; where sprites meet, the more solid pixel wins. */
export function stamp(pixels, width, height, sprite, side, left, top) {
  const firstRow = Math.max(0, -top), lastRow = Math.min(side, height - top);
  const firstCol = Math.max(0, -left), lastCol = Math.min(side, width - left);
  for (let row = firstRow; row < lastRow; row++) {
    const line = (top + row) * width + left, from = row * side;
    for (let col = firstCol; col < lastCol; col++) {
      const pixel = sprite[from + col];
      if (pixel >>> 24 > pixels[line + col] >>> 24) pixels[line + col] = pixel;
    }
  }
}
