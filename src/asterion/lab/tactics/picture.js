// The picture of the tactics board: floor, reach and targets of units, the plan of a computer,
// units, and the pointer's meaning.

import { disc } from "../board/canvas_shapes.js";
import { palette } from "../board/palette.js";
import { drawOrder, drawPlan } from "./plan_arrows.js";
import { drawAim, drawCross, drawLine, drawPlate } from "./signs.js";
import { drawNumbers, drawTiles } from "./board_tiles.js";
import { drawUnit } from "./units.js";

/** view: a TacticsView with a position; width: of its canvas on the page. */
export function drawPicture(context, view, width) {
  new Picture(context, view).draw(width);
}

class Picture {
  constructor(context, view) {
    this.context = context;
    this.view = view;
    this.page = view.page;
    this.side = view.side;
    this.colours = palette();
    this.middle = (cell) => view.middle(cell);
  }

  draw(width) {
    const { context, view, page, colours } = this;
    const { position, hover, motion } = view;
    const cells = view.stroke ? view.stroke.on(position.cells) : motion.cells(position.cells);
    const room = { left: view.margin, top: view.margin, side: this.side };
    drawTiles(context, cells, page.board, room, colours);
    drawNumbers(context, page.board, room, colours);
    const { open } = page.editor, isMoving = motion.parts.length > 0;
    if (!open && !isMoving) this.#drawReach();
    const { plan } = page;
    const planned = plan && [context, plan, position.at - plan.from, this.middle, this.side, colours];
    if (plan) drawPlan(...planned);
    else if (position.action && page.layers.trace && !isMoving) this.#drawAction(position.action, colours.unknown);
    const meant = hover >= 0 && !open ? view.meant(hover) : {};
    this.#drawPath(meant);
    this.#drawUnits(cells);
    if (plan) drawOrder(...planned);
    if (view.pointed) this.#drawAction(view.pointed, colours.path);
    motion.draw(context, this.middle, this.side, colours, width);
    if (hover >= 0) this.#drawHover(width, meant);
  }

  #box(cell) {
    const [x, y] = this.middle(cell);
    return [x - this.side / 2, y - this.side / 2, this.side, this.side];
  }

  /** The cells that the selected unit can walk to, or the targets of it or the one pointed at. */
  #drawReach() {
    const { view: { unit, attacks, hover, position }, page, colours } = this;
    const pointed = page.options?.units[hover];
    const shooter = attacks ? unit : pointed && pointed !== unit && page.layers.sight ? pointed : null;
    if (shooter) {
      for (const cell of shooter.hits) this.#tint(cell, colours.threat, 0.2);
      for (const cell of shooter.hidden) this.#hatch(cell, colours.unknown);
    } else if (unit && page.layers.reach && position.waits === "person") {
      for (const cell of Object.keys(unit.reach)) this.#dot(Number(cell), colours.open);
    }
  }

  #tint(cell, colour, alpha) {
    this.context.globalAlpha = alpha;
    this.context.fillStyle = colour;
    this.context.fillRect(...this.#box(cell));
    this.context.globalAlpha = 1;
  }

  #dot(cell, colour) {
    this.#tint(cell, colour, 0.16);
    disc(this.context, ...this.middle(cell), Math.max(2, this.side * 0.08), colour);
  }

  #hatch(cell, colour) {
    const { context } = this, [left, top, side] = this.#box(cell);
    context.strokeStyle = colour;
    context.globalAlpha = 0.6;
    context.lineWidth = 1;
    context.beginPath();
    for (let at = 8; at < 2 * side; at += 8) {
      context.moveTo(left + Math.max(0, at - side), top + Math.min(side, at));
      context.lineTo(left + Math.min(side, at), top + Math.max(0, at - side));
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  #drawUnits(cells) {
    const { context, side, colours, view: { motion, position } } = this;
    cells.forEach((there, cell) => {
      if (there.kind < 2) return;
      const [x, y] = motion.placeOf(cell, this.middle);
      drawUnit(context, { x, y, side }, there, colours);
    });
    if (position.selected !== null && !motion.parts.length) this.#drawSelected(position.selected);
  }

  #drawSelected(cell) {
    const { context, colours } = this, [left, top, side] = this.#box(cell);
    const thick = side < 24 ? 1.5 : 3, inset = side < 24 ? 1 : 3;
    for (const [colour, width] of [[colours.casing, thick + 2], [colours.path, thick]]) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.strokeRect(left + inset, top + inset, side - 2 * inset, side - 2 * inset);
    }
  }

  #drawAction({ kind, from, to }, colour) {
    const { context, colours } = this, points = [from, to].map(this.middle);
    if (kind === "move") drawLine(context, points, colour, colours.free, { width: 3 });
    else if (kind === "attack") {
      drawLine(context, points, colours.threat, colours.free, { width: 2, dashes: [6, 6] });
      drawCross(context, ...points[1], this.side * 0.18, colours.threat, colours.free);
    }
  }

  /** The path to the tile under the pointer, or the line to it: units are drawn above it. */
  #drawPath({ action, path, by }) {
    const { context, colours, view: { position, hover } } = this;
    const line = (to, style) =>
      drawLine(context, [position.selected, to].map(this.middle), colours.threat, colours.free, style);
    if (path) drawLine(context, path.map(this.middle), colours.path, colours.casing);
    else if (action === "attack") line(hover, { width: 3 });
    else if (by !== undefined) line(by, { width: 2, dashes: [5, 6] });
  }

  /** The tile under the pointer, and the cost of a click on it. */
  #drawHover(width, { action, path, by, text }) {
    const { context, colours, page: { editor }, view: { hover } } = this;
    const [left, top, side] = this.#box(hover), [x, y] = this.middle(hover);
    context.strokeStyle = colours.ink;
    context.lineWidth = 2;
    context.strokeRect(left + 1, top + 1, side - 2, side - 2);
    if (editor.open) {
      if (editor.kind === 1) this.#tint(hover, colours.wall, 0.5);
      else if (editor.kind > 1) drawUnit(context, { x, y, side }, editor, colours, true);
      return;
    }
    if (action === "attack") drawAim(context, x, y, side * 0.4, colours.threat, colours.free);
    if (by !== undefined) drawCross(context, ...this.middle(by), side * 0.2, colours.threat, colours.free);
    if (path || action === "attack")
      drawPlate(context, x, y - side * 0.36, text.replace(/^.*: /, ""), colours, width);
  }
}
