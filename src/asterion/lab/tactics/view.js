// The board of the tactics game: where cells are on the canvas, what the pointer means on them, and
// when it is drawn.
//
// The reach and targets of units come from the server once per state ("options"); the pointer's
// meaning is shown from it without asking.

import { say, STILL } from "../board/parts.js";
import { TOUCH, forFinger } from "../board/touch.js";
import { Motion } from "./motion.js";
import { drawPicture } from "./picture.js";
import { Stroke } from "./stroke.js";
import { KINDS, teamName } from "./units.js";

const SMALLEST = 14, LARGEST = 260; // pixels of a cell
const EDGE = 2, MARGIN = 20; // pixels around the board: at its right and below, and for the numbers
const EDITS = TOUCH ? "a tap creates; the object Nothing clears" : "the left button creates, the right one destroys";
const EVENTS = ["pointerdown", "pointermove", "pointerup", "pointercancel", "pointerleave", "contextmenu"];

export class TacticsView {
  /** page: has options, layers, plan, editor, act(action, cell), showHint(text), board {rows, cols}. */
  constructor(canvas, page) {
    this.canvas = canvas;
    this.page = page;
    this.hover = -1;
    this.attacks = false; // whether a click is an attack
    this.side = 40;
    this.margin = MARGIN;
    this.motion = new Motion();
    this.stroke = null; // of the editor, until the server has answered
    this.isDown = false; // whether the pointer draws a stroke
    this.touched = -1; // the cell that a finger is on
    this.shownTo = -1; // the cell whose path or line a tap has shown
    this.position = null;
    this.pointed = null; // an action behind a row of the plan
    this.frame = null; // that was asked for
    this.drawn = 0; // time of the last one
    canvas.tabIndex = 0;
    for (const type of EVENTS) canvas.addEventListener(type, (event) => this.onEvent(event));
  }

  close() {
    cancelAnimationFrame(this.frame);
  }

  show(position) {
    if (position.at !== this.position?.at) this.attacks = false;
    if (position !== this.position) {
      this.shownTo = -1;
      this.motion.end();
      if (!this.isDown) this.stroke = null;
    }
    this.position = position;
    this.#updateHint();
    this.draw();
  }

  /** Makes cells as large as the room allows; canvas pixels are screen pixels. */
  fit(width, height) {
    const { rows, cols } = this.page.board;
    const around = MARGIN + EDGE;
    const side = Math.floor(Math.min((width - around) / cols, (height - around) / rows));
    this.side = Math.max(SMALLEST, Math.min(LARGEST, side));
    const ratio = window.devicePixelRatio || 1;
    for (const [name, cells] of [["width", cols], ["height", rows]]) {
      const length = this.margin + this.side * cells + EDGE;
      this.canvas[name] = Math.round(length * ratio);
      this.canvas.style[name] = `${length}px`;
    }
    this.draw();
  }

  // --- Cells

  /** The cell under a point of the canvas; -1 if there is none. */
  cellAt({ x, y }) {
    const { rows, cols } = this.page.board;
    const row = Math.floor((y - this.margin) / this.side), col = Math.floor((x - this.margin) / this.side);
    return row >= 0 && row < rows && col >= 0 && col < cols ? row * cols + col : -1;
  }

  /** The middle of a cell on the canvas. */
  middle(cell) {
    const { cols } = this.page.board;
    return [cell % cols, Math.floor(cell / cols)].map((at) => this.margin + (at + 0.5) * this.side);
  }

  // --- Input

  onEvent(event) {
    const { left, top } = this.canvas.getBoundingClientRect();
    const cell = this.cellAt({ x: event.clientX - left, y: event.clientY - top });
    if (event.type === "contextmenu") event.preventDefault();
    else if (event.type === "pointermove") this.#moveTo(cell);
    else if (event.type === "pointerleave" && event.pointerType !== "touch") this.#point(-1);
    else if (event.type === "pointerdown" && cell >= 0) this.#putDown(cell, event);
    else if (event.type === "pointerup") this.#lift(cell);
    else if (event.type === "pointercancel") this.#lift(-1); // the finger scrolls the page
    this.draw();
  }

  #moveTo(cell) {
    this.#point(cell);
    if (this.isDown && cell >= 0) this.stroke.reach(cell);
  }

  /** A mouse presses at once; a finger when it goes up on the same cell, since it may scroll. */
  #putDown(cell, event) {
    const isRight = event.button === 2;
    if (this.page.editor.open) {
      const { kind, team } = this.page.editor;
      this.#point(cell);
      this.stroke = new Stroke(cell, isRight ? 0 : kind, team, this.page.board.cols);
      this.isDown = true;
      this.canvas.setPointerCapture(event.pointerId); // also where it leaves the board
    } else if (event.pointerType === "touch") this.touched = cell;
    else this.press(cell, isRight);
  }

  #lift(cell) {
    const { touched } = this;
    this.touched = -1;
    if (this.isDown) {
      this.isDown = false;
      this.page.edit([...this.stroke.cells], this.stroke.kind);
    } else if (touched >= 0 && touched === cell) this.#tap(cell);
  }

  /** A finger cannot point: its first tap shows the path or the line, the next one goes or attacks. */
  #tap(cell) {
    const { action } = this.page.editor.open ? {} : this.meant(cell);
    if (!["walk", "attack"].includes(action) || this.shownTo === cell) {
      this.shownTo = -1;
      return this.press(cell, false);
    }
    this.shownTo = this.hover = cell;
    return this.#updateHint();
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
    say(this.page.hoverText.textContent);
    this.draw();
    return true;
  }

  /** A click: its meaning depends on the cell, and on which team is to play. */
  press(cell, isRight) {
    this.#point(cell);
    const { editor } = this.page;
    if (editor.open) return this.page.edit([cell], isRight ? 0 : editor.kind);
    if (isRight) return this.toggleAttack();
    const meant = this.meant(cell);
    if (meant.action) this.page.act(meant.action, cell);
    else this.page.complain(meant.text);
    return undefined;
  }

  toggleAttack() {
    if (this.unit) this.attacks = !this.attacks;
    else this.page.complain(forFinger("Select a unit first: click one of the team whose turn it is."));
    this.#updateHint();
    this.page.drawOrders();
    this.draw();
  }

  /** The selected unit, with its options. */
  get unit() {
    const { selected } = this.position ?? {};
    return selected === null || selected === undefined ? undefined : this.page.options?.units[selected];
  }

  /** The effect of a click on a cell: {action, text}; without an action the text says why not. */
  meant(cell) {
    const { waits, team, cells, mp, ap, selected } = this.position;
    const place = this.page.nameOf(cell);
    const there = cells[cell];
    const said = there.kind > 1 ? `${KINDS[there.kind]} of ${teamName(there.team)} at ${place}` : `${place}, ${KINDS[there.kind]}`;
    if (waits === null) return { text: `${said}. The game is over.` };
    if (waits !== "person") return { text: `${said}. A computer plays ${teamName(team)}.` };
    const { unit } = this;
    if (!this.attacks) {
      if (cell === selected) return { action: "cancel", text: `${said}, selected. ${forFinger("Click")} to deselect it.` };
      if (there.kind > 1 && there.team === team)
        return { action: "select", text: `${said}. ${forFinger("Click")} to select it.${this.#traitsOf(cell)}` };
      if (!unit) return { text: `${said}. Select a unit of ${teamName(team)} first.` };
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

  /** The options of a unit, as far as they are known. */
  #traitsOf(cell) {
    const unit = this.page.options?.units[cell];
    return unit ? ` A step takes ${unit.mp} MP, an attack ${unit.ap} AP; it reaches ${unit.range} tiles.` : "";
  }

  #updateHint() {
    if (!this.position) return;
    if (this.hover < 0) this.page.showHint("");
    else if (this.page.editor.open) this.page.showHint(`${this.page.nameOf(this.hover)}: ${EDITS}`);
    else {
      const { text, action } = this.meant(this.hover);
      this.page.showHint(this.shownTo === this.hover ? `${text}. Tap again to ${action}.` : text);
    }
  }

  // --- The picture

  /** Animates the game's own actions, unless the person prefers that nothing moves. */
  play(positions, seconds) {
    if (STILL) return;
    this.motion.start(positions, seconds);
    this.draw();
  }

  /** Draws with the next frame, and with later ones as long as something moves. */
  draw() {
    this.frame ??= requestAnimationFrame((now) => {
      this.frame = null;
      const isMoving = this.motion.update((now - this.drawn) / 1000);
      this.drawn = now;
      this.drawNow();
      if (isMoving) this.draw();
    });
  }

  /** Draws, on another context in the units of its own canvas. */
  drawNow(context = this.canvas.getContext("2d")) {
    const { canvas } = this, ratio = window.devicePixelRatio || 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, canvas.width / ratio, canvas.height / ratio);
    if (this.position) drawPicture(context, this, canvas.width / ratio);
  }
}
