// The units of a board, on a canvas above that of the map.

import { palette } from "../board/palette.js";
import { placeOf, tilingOf } from "../board/tiles.js";
import { bandsOf, Sprites, STATES, stamp, WIDEST } from "./sprites.js";

const GONE = 0.7; // of the way to the next tick: until then a unit that leaves is seen

export class UnitLayer {
  constructor(view) {
    this.view = view;
    this.canvas = document.createElement("canvas");
    this.canvas.className = "board-over";
    this.canvas.setAttribute("aria-hidden", "true");
    view.canvas.after(this.canvas);
    this.drawn = 0; // pictures so far
  }

  /**
   * Draws units between two moments. jam: ticks of waiting that are marked, or 0 for none; chosen: the
   * ids of units with a ring around them.
   */
  draw(before, after, share, jam, chosen) {
    const { view, canvas } = this, { map } = view;
    if (!map || !view.fit || !after) return;
    this.#fit();
    this.shown = [before, after, share, jam, chosen];
    const { width, height } = canvas, colours = palette(), { size } = view;
    if (this.sprites?.size !== size || this.sprites.colours !== colours) this.sprites = new Sprites(size, colours);
    const { sprites, pixels } = this, { side } = sprites, half = Math.floor(side / 2);
    pixels.fill(0);
    this.#each((x, y, team, state) => {
      const across = Math.floor(x), down = Math.floor(y);
      if (across < -side || down < -side || across > width + side || down > height + side) return;
      stamp(pixels, width, height, sprites.of(team, state, x - across, y - down), side, across - half, down - half);
    });
    this.canvas.getContext("2d").putImageData(this.image, 0, 0);
    this.drawn += 1;
  }

  /** Draws the same units as shapes, for pictures. */
  paintOn(context) {
    const colours = palette(), { radius } = this.sprites ?? {};
    if (!this.shown) return;
    this.#each((x, y, team, state) => {
      for (const [edge, colour] of bandsOf(team, state, radius, colours).reverse()) {
        if (!colour) continue; // a ring around it
        const far = edge * radius * (team === 2 ? WIDEST : 1);
        context.beginPath();
        if (team === 2) for (const [dx, dy] of [[0, -1], [1, 0], [0, 1], [-1, 0]]) context.lineTo(x + dx * far, y + dy * far);
        else context.arc(x, y, far, 0, 2 * Math.PI);
        context.closePath();
        context.fillStyle = context.strokeStyle = `rgb(${colour.join(" ")})`;
        context.lineWidth = Math.max(1, radius / 6);
        if (state === STATES.chosen) context.stroke();
        else context.fill();
      }
    });
  }

  /** Calls put(x, y, team, state) with the place of each unit on the canvas. */
  #each(put) {
    const [before, after, share, jam, chosen] = this.shown, { map, size, left, top } = this.view;
    const [xs, ys] = this.#middles(map);
    const { ids, cells, goals, teams, waits, from, gone } = after;
    for (let i = 0; i < cells.length; i++) {
      const to = cells[i], was = share < 1 && from[i] >= 0 ? before.cells[from[i]] : to;
      const state = goals[i] === to && share === 1 ? STATES.there
        : jam && waits[i] >= jam ? STATES.jammed : goals[i] === was && goals[i] === to ? STATES.there : STATES.walking;
      const x = (xs[was] + (xs[to] - xs[was]) * share) * size - left, y = (ys[was] + (ys[to] - ys[was]) * share) * size - top;
      put(x, y, teams[i], state);
      if (chosen.size && chosen.has(ids[i])) put(x, y, teams[i], STATES.chosen);
    }
    if (share < GONE)
      for (const row of gone) {
        const cell = before.cells[row];
        put(xs[cell] * size - left, ys[cell] * size - top, before.teams[row], STATES.there);
      }
  }

  /** Lies exactly over the canvas of the map. */
  #fit() {
    const { canvas, view: { canvas: under } } = this;
    const place = `${under.offsetLeft + under.clientLeft}px ${under.offsetTop + under.clientTop}px`;
    if (canvas.width === under.width && canvas.height === under.height && this.place === place) return;
    this.place = place;
    Object.assign(canvas, { width: under.width, height: under.height });
    [canvas.style.left, canvas.style.top] = place.split(" ");
    Object.assign(canvas.style, { width: under.style.width, height: under.style.height });
    this.image = canvas.getContext("2d").createImageData(canvas.width, canvas.height);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  /** The middles of all cells, in tiles; worked out once for a shape of map. */
  #middles(map) {
    const key = `${map.rows} ${map.cols} ${map.tiling}`;
    if (this.key !== key) {
      const count = map.rows * map.cols, tiling = tilingOf(map);
      this.middles = [new Float32Array(count), new Float32Array(count)];
      for (let cell = 0; cell < count; cell++)
        [this.middles[0][cell], this.middles[1][cell]] = tiling.center(...placeOf(cell, map.cols));
      this.key = key;
    }
    return this.middles;
  }
}
