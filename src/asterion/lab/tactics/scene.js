// The scene of the tactics game: the board on the canvas, and what the pointer means on it.
//
// What units can reach and hit comes from the server once a state ("options"); what is under the
// pointer is shown from it without asking.

import { palette } from "../shared/palette.js";
import { Scene } from "./scenes.js";
import { drawAim, drawCross, drawLine, drawPlate, drawUnit, drawWall, KINDS } from "./shapes.js";

const MARGIN = 22, SMALLEST = 14, LARGEST = 160; // pixels: for coordinates, of a cell

export class TacticsScene extends Scene {
  /** page: has position, options, layers, editor, act(action, cell), showHint(text), board {rows, cols}. */
  constructor(page) {
    super();
    this.page = page;
    this.hover = -1;
    this.attacks = false; // whether a click is an attack
    this.side = 40;
    this.position = null;
    this.pointed = null; // an action that a row of the plan stands for
  }

  showScene() {
    this.app.canvas.tabIndex = 0;
    this.page.layout();
  }

  hideScene() {
    this.app.canvas.tabIndex = -1;
    this.hover = -1;
  }

  draw(position) {
    if (position.at !== this.position?.at) this.attacks = false;
    this.position = position;
    this.#updateHint();
  }

  /** Cells as large as the room allows. */
  fit(width, height) {
    const { rows, cols } = this.page.board;
    const room = Math.min((width - MARGIN - 2) / cols, (height - MARGIN - 2) / rows);
    this.side = Math.max(SMALLEST, Math.min(LARGEST, Math.floor(room)));
    this.app.resize(MARGIN + this.side * cols + 2, MARGIN + this.side * rows + 2);
  }

  // --- Cells

  /** The cell under a point of the canvas; -1 if there is none. */
  cellAt({ x, y }) {
    const { rows, cols } = this.page.board;
    const row = Math.floor((y - MARGIN) / this.side), col = Math.floor((x - MARGIN) / this.side);
    return row >= 0 && row < rows && col >= 0 && col < cols ? row * cols + col : -1;
  }

  /** The middle of a cell on the canvas. */
  middle(cell) {
    const { cols } = this.page.board;
    return [MARGIN + (cell % cols + 0.5) * this.side, MARGIN + (Math.floor(cell / cols) + 0.5) * this.side];
  }

  // --- Input

  onEvent(event) {
    const cell = event.target === this.app.canvas || !event.target ? this.cellAt(this.app.cursor) : -1;
    if (event.type === "contextmenu") {
      event.preventDefault?.();
      return true;
    }
    if (event.type === "pointermove") this.#point(cell);
    else if (event.type === "pointerleave") this.#point(-1);
    else if (event.type === "pointerdown" && cell >= 0) this.press(cell, event.button === 2);
    else return false;
    return true;
  }

  #point(cell) {
    if (cell === this.hover) return;
    this.hover = cell;
    this.#updateHint();
  }

  /** Arrows on the board walk over its cells; Enter and Delete are the two buttons of a mouse. */
  onKey(event) {
    const { rows, cols } = this.page.board;
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const row = Math.floor(Math.max(0, this.hover) / cols), col = Math.max(0, this.hover) % cols;
    if (step) {
      const next = [row + step[0], col + step[1]];
      if (this.hover < 0) this.#point(this.position.selected ?? 0);
      else if (next[0] >= 0 && next[0] < rows && next[1] >= 0 && next[1] < cols) this.#point(next[0] * cols + next[1]);
    } else if (event.key === "Enter" && this.hover >= 0) this.press(this.hover, false);
    else if (["Delete", "Backspace"].includes(event.key) && this.hover >= 0) this.press(this.hover, true);
    else return false;
    this.app.wake();
    return true;
  }

  /** A click: its meaning depends on the cell, and on which team is to play. */
  press(cell, isRight) {
    this.#point(cell);
    const { editor } = this.page;
    if (editor.open) return this.page.edit(cell, isRight);
    if (isRight) return this.toggleAttack();
    const meant = this.meant(cell);
    if (meant.action) this.page.act(meant.action, cell);
    else this.page.complain(meant.text);
    return undefined;
  }

  toggleAttack() {
    if (this.unit) this.attacks = !this.attacks;
    else this.page.complain("Select a unit first: click one of the team whose turn it is.");
    this.#updateHint();
    this.page.drawOrders();
    this.app.wake();
  }

  /** The unit that is selected, with what it can do. */
  get unit() {
    const { selected } = this.position ?? {};
    return selected === null || selected === undefined ? undefined : this.page.options?.units[selected];
  }

  /** What a click on a cell would do: {action, text}; without an action the text says why not. */
  meant(cell) {
    const { waits, team, cells, mp, ap, selected } = this.position;
    const place = this.page.nameOf(cell);
    const there = cells[cell];
    const said = there.kind > 1 ? `${KINDS[there.kind]} of team ${there.team} at ${place}` : `${place}, ${KINDS[there.kind]}`;
    if (waits === null) return { text: `${said}. The game is over.` };
    if (waits !== "person") return { text: `${said}. Team ${team} is played by a computer.` };
    const { unit } = this;
    if (!this.attacks) {
      if (cell === selected) return { action: "cancel", text: `${said}, selected. Click to deselect it.` };
      if (there.kind > 1 && there.team === team) return { action: "select", text: `${said}. Click to select it.` };
      if (!unit) return { text: `${said}. Select a unit of team ${team} first.` };
      if (there.kind === 0) {
        const walk = unit.reach[cell];
        if (walk) return { action: "walk", path: walk[1], text: `Walk to ${place}: ${walk[0]} of ${mp} MP` };
        return { text: `${place} cannot be reached: the ${unit.name} needs ${unit.mp} MP a tile; ${mp} left.` };
      }
    }
    if (!unit) return { text: said };
    const { name } = unit;
    if (unit.ap > ap) return { text: `The ${name} needs ${unit.ap} AP; ${ap} left.` };
    if (unit.hits.includes(cell)) return { action: "attack", text: `Attack ${place} with the ${name}: ${unit.ap} of ${ap} AP` };
    if (cell in unit.blocked)
      return { text: `${place} is out of sight: ${this.page.nameOf(unit.blocked[cell])} is in the way.`, by: unit.blocked[cell] };
    return { text: `${place} is out of range: the ${name} reaches ${unit.range}.` };
  }

  #updateHint() {
    if (!this.position) return;
    if (this.hover < 0) this.page.showHint("");
    else if (this.page.editor.open) this.page.showHint(`${this.page.nameOf(this.hover)}: left click creates, right click destroys`);
    else this.page.showHint(this.meant(this.hover).text);
  }

  // --- The picture

  onRender(context, size) {
    if (!this.position) return;
    const colours = palette();
    this.#drawCells(context, colours);
    const { open } = this.page.editor;
    if (!open) this.#drawReach(context, colours);
    const { action } = this.position;
    if (action && this.page.layers.trace) this.#drawAction(context, colours, action, colours.unknown);
    const meant = this.hover >= 0 && !open ? this.meant(this.hover) : {};
    this.#drawWay(context, colours, meant);
    this.#drawUnits(context, colours);
    if (this.pointed) this.#drawAction(context, colours, this.pointed, colours.path);
    if (this.hover >= 0) this.#drawHover(context, colours, size, meant);
  }

  #box(cell) {
    const [x, y] = this.middle(cell);
    return [x - this.side / 2, y - this.side / 2, this.side, this.side];
  }

  #drawCells(context, colours) {
    const { rows, cols } = this.page.board;
    const width = cols * this.side, height = rows * this.side;
    context.fillStyle = colours.free;
    context.fillRect(MARGIN, MARGIN, width, height);
    this.position.cells.forEach(({ kind }, cell) => {
      if (kind === 1) drawWall(context, ...this.#box(cell).slice(0, 3), colours);
    });
    context.strokeStyle = colours.line;
    context.lineWidth = 1;
    context.beginPath();
    for (let col = 0; col <= cols; col++) {
      context.moveTo(MARGIN + col * this.side + 0.5, MARGIN);
      context.lineTo(MARGIN + col * this.side + 0.5, MARGIN + height);
    }
    for (let row = 0; row <= rows; row++) {
      context.moveTo(MARGIN, MARGIN + row * this.side + 0.5);
      context.lineTo(MARGIN + width, MARGIN + row * this.side + 0.5);
    }
    context.stroke();
    context.fillStyle = colours.ink;
    context.globalAlpha = 0.65;
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    const every = Math.ceil(20 / this.side); // numbers do not run into each other
    for (let col = 0; col < cols; col += every) context.fillText(col, MARGIN + (col + 0.5) * this.side, MARGIN / 2 + 1);
    for (let row = 0; row < rows; row += every) context.fillText(row, MARGIN / 2, MARGIN + (row + 0.5) * this.side);
    context.globalAlpha = 1;
  }

  /** What the selected unit can walk to, or what it or the one pointed at can hit. */
  #drawReach(context, colours) {
    const { unit } = this;
    const pointed = this.page.options?.units[this.hover];
    const shooter = this.attacks ? unit : pointed && pointed !== unit && this.page.layers.sight ? pointed : null;
    if (shooter) {
      for (const cell of shooter.hits) this.#tint(context, cell, colours.threat, 0.2);
      for (const cell of shooter.hidden) this.#hatch(context, cell, colours.unknown);
    } else if (unit && this.page.layers.reach && this.position.waits === "person") {
      for (const cell of Object.keys(unit.reach)) this.#dot(context, Number(cell), colours.open);
    }
  }

  #tint(context, cell, colour, alpha) {
    context.globalAlpha = alpha;
    context.fillStyle = colour;
    context.fillRect(...this.#box(cell));
    context.globalAlpha = 1;
  }

  #dot(context, cell, colour) {
    this.#tint(context, cell, colour, 0.16);
    context.beginPath();
    context.arc(...this.middle(cell), Math.max(2, this.side * 0.08), 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
  }

  #hatch(context, cell, colour) {
    const [left, top, side] = this.#box(cell);
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

  #drawUnits(context, colours) {
    const { cells, selected } = this.position;
    cells.forEach((there, cell) => {
      if (there.kind < 2) return;
      const [x, y] = this.middle(cell);
      drawUnit(context, { x, y, side: this.side }, there, colours);
    });
    if (selected === null) return;
    const [left, top, side] = this.#box(selected);
    const thick = side < 24 ? 1.5 : 3, inset = side < 24 ? 1 : 3;
    for (const [colour, width] of [[colours.casing, thick + 2], [colours.path, thick]]) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.strokeRect(left + inset, top + inset, side - 2 * inset, side - 2 * inset);
    }
  }

  #drawAction(context, colours, { kind, from, to }, colour) {
    if (kind === "move") drawLine(context, [from, to].map((cell) => this.middle(cell)), colour, colours.free, { width: 3 });
    else if (kind === "attack") {
      drawLine(context, [from, to].map((cell) => this.middle(cell)), colours.threat, colours.free, { width: 2, dashes: [6, 6] });
      drawCross(context, ...this.middle(to), this.side * 0.18, colours.threat, colours.free);
    }
  }

  /** The path to the tile under the pointer, or the line to it: units are drawn above it. */
  #drawWay(context, colours, { action, path, by }) {
    const line = (to, style) =>
      drawLine(context, [this.position.selected, to].map((cell) => this.middle(cell)), colours.threat, colours.free, style);
    if (path) drawLine(context, path.map((cell) => this.middle(cell)), colours.path, colours.casing);
    else if (action === "attack") line(this.hover, { width: 3 });
    else if (by !== undefined) line(by, { width: 2, dashes: [5, 6] });
  }

  /** The tile under the pointer, and what a click on it costs. */
  #drawHover(context, colours, size, { action, path, by, text }) {
    const [left, top, side] = this.#box(this.hover);
    context.strokeStyle = colours.ink;
    context.lineWidth = 2;
    context.strokeRect(left + 1, top + 1, side - 2, side - 2);
    const [x, y] = this.middle(this.hover);
    const { editor } = this.page;
    if (editor.open) {
      if (editor.kind === 1) this.#tint(context, this.hover, colours.wall, 0.5);
      else if (editor.kind > 1) drawUnit(context, { x, y, side }, editor, colours, true);
      return;
    }
    if (action === "attack") drawAim(context, x, y, side * 0.4, colours.threat, colours.free);
    if (by !== undefined) drawCross(context, ...this.middle(by), side * 0.2, colours.threat, colours.free);
    if (path || action === "attack")
      drawPlate(context, x, y - side * 0.36, text.replace(/^.*: /, ""), colours, size.width);
  }
}
