// The map under the units: besides its cells the goals of teams, narrow cells, and the way of the
// unit under the pointer.

import { GridView } from "../board/grid_view.js";
import { mix, palette } from "../board/palette.js";

const ROOM = 7; // pixels per cell, at least, for rings and hatching

export class CrowdView extends GridView {
  constructor(canvas) {
    super(canvas);
    this.ramp = ["free", "path"];
    this.way = null; // of the pointed unit: [its cell, its goal]
    this.frame = null; // around a group that is being chosen: two of its corners
  }

  drawNow() {
    super.drawNow();
    const colours = palette();
    if (this.layers.hints && this.map.hints) this.#drawHints(colours);
    if (this.layers.goals && this.map.targets) this.#drawTargets(colours);
    if (this.way) this.#drawWay(colours);
    if (this.frame) this.#drawFrame(colours);
  }

  #drawTargets(colours) {
    const { context, size, map: { targets, costs } } = this;
    const inset = size >= ROOM ? Math.max(1, Math.round(size * 0.1)) : 0;
    const box = this.box - 2 * inset;
    this.eachSeen((cell, x, y) => {
      const team = targets[cell];
      if (!team || !costs[cell]) return;
      const own = colours[`team${team - 1}`];
      context.fillStyle = mix(colours.free, own, size >= ROOM ? 0.22 : 0.5);
      context.fillRect(x + inset, y + inset, box, box);
      if (size < ROOM) return;
      context.strokeStyle = mix(colours.free, own, 0.75);
      context.lineWidth = Math.max(1, size * 0.07);
      context.strokeRect(x + inset, y + inset, box, box);
    });
  }

  #drawHints(colours) {
    const { context, box, map: { hints } } = this;
    const isNarrow = this.narrow?.of === hints ? this.narrow.cells : new Set(hints);
    this.narrow = { of: hints, cells: isNarrow };
    this.strokeSeen(context, mix(colours.free, colours.jam, 0.6), Math.max(1, box / 14), (cell, x, y) => {
      if (!isNarrow.has(cell)) return;
      for (const at of box >= ROOM ? [0.35, 0.7, 1] : [1]) {
        context.moveTo(x, y + box * at);
        context.lineTo(x + box * at, y);
      }
    });
  }

  #drawFrame(colours) {
    const { context, size } = this, [a, b] = this.frame.map((cell) => this.center(cell));
    const [x, y] = [0, 1].map((i) => Math.min(a[i], b[i]) - size / 2);
    context.strokeStyle = colours.ink;
    context.lineWidth = 1.5;
    context.setLineDash([6, 4]);
    context.strokeRect(x, y, Math.abs(a[0] - b[0]) + size, Math.abs(a[1] - b[1]) + size);
    context.setLineDash([]);
  }

  #drawWay(colours) {
    const { context, size } = this, [from, to] = this.way.map((cell) => this.center(cell));
    context.strokeStyle = colours.ink;
    context.lineWidth = Math.max(1.5, size * 0.08);
    context.setLineDash([6, 4]);
    context.beginPath();
    context.moveTo(...from);
    context.lineTo(...to);
    context.stroke();
    context.setLineDash([]);
    context.beginPath();
    context.arc(...to, Math.max(4, size * 0.4), 0, 2 * Math.PI);
    context.stroke();
  }
}
