// Input on a board: pointer and keyboard paint cells and move start and goal.
//
// The first cell of a stroke decides: on cells that the tool already paints, the stroke erases. The
// right button always erases. Painted cells are handed on once per frame, not once per event. Two
// fingers zoom and scroll, whatever the tool.

import { ARROWS, beside } from "./cursor.js";
import { MoveStrokes } from "./move_tools.js";
import { zoomByWheel } from "./wheel.js";

const FLOOR = 1, CLICK = 4; // pixels: a pointer that has moved less has clicked

export class Painter {
  /**
   * hands: {map(), tool(), begin(), paint(cells, cost, layer), move(end, cell), end(), hover(cell),
   * cursor(cell), select(cell)}; the last may be missing. A tool may paint another layer of the map than its costs. map() is the one that is drawn on; the view may show what an agent believes
   * about it. takesFocus: a click gives the keyboard to the board. clicks(): whether the tool acts
   * on one cell alone, by click(cell).
   */
  constructor(view, hands) {
    this.view = view;
    this.hands = hands;
    this.stroke = null; // {kind: "paint", cost} or {kind: "start" | "goal"} or {kind: "scroll"}
    this.fresh = []; // cells painted since the last frame
    this.moves = new MoveStrokes(view, hands);
    this.fingers = new Map(); // their places, by the number of the pointer
    const canvas = view.canvas;
    canvas.tabIndex = 0;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    // A click leaves the keyboard to pages made of boards; there, Tab gives it to the board.
    canvas.addEventListener("mousedown", (event) => {
      event.preventDefault();
      if (hands.takesFocus) canvas.focus({ preventScroll: true });
      else document.activeElement?.blur();
    });
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    for (const kind of ["pointerup", "pointercancel"])
      canvas.addEventListener(kind, (event) => {
        this.fingers.delete(event.pointerId);
        if (kind === "pointercancel") this.#drop();
        this.#up(kind === "pointerup");
      });
    canvas.addEventListener("pointerleave", (event) => {
      view.side = null;
      if (event.pointerType !== "touch") hands.hover(-1); // what a finger has tapped stays
    });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    zoomByWheel(view);
    canvas.addEventListener("keydown", (event) => this.#key(event));
    canvas.addEventListener("blur", () => {
      view.cursor = -1;
      this.moves.forget();
      view.draw();
    });
  }

  #down(event) {
    if (event.pointerType === "touch") this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size > 1) { // a one-finger stroke ends here
      this.#drop();
      return this.#up(false);
    }
    const cell = this.view.cellAt(event.clientX, event.clientY);
    const tool = this.hands.tool();
    const scrolls = this.hands.isFixed || event.button === 1 || event.altKey || (event.button === 0 && tool.kind === "hand");
    if (!this.view.map || (cell < 0 && !scrolls)) return;
    this.view.canvas.setPointerCapture(event.pointerId);
    if (event.pointerType === "touch") this.hands.hover(cell); // it may not move
    this.last = [event.clientX, event.clientY];
    this.at = cell;
    if (scrolls) {
      this.stroke = { kind: "scroll", from: this.last };
      event.preventDefault();
      return;
    }
    const { start, goal } = this.hands.map();
    const isLeft = event.button === 0;
    if (this.hands.clicks?.()) {
      this.stroke = { kind: "click" };
    } else if (isLeft && (cell === start || cell === goal)) {
      this.stroke = { kind: cell === goal ? "goal" : "start" };
    } else if (MoveStrokes.takes(tool)) {
      this.stroke = { kind: tool.kind, erases: event.button === 2 };
    } else if (isLeft && tool.kind !== "paint") {
      this.stroke = { kind: tool.kind };
    } else {
      this.stroke = this.#brush(cell, event.button === 2);
    }
    this.stroke.first = cell;
    // A second finger may follow, to zoom: then the first has drawn nothing.
    this.stroke.waits = event.pointerType === "touch";
    if (!this.stroke.waits) this.#begin();
  }

  #begin() {
    const { kind, first, erases } = this.stroke;
    this.stroke.waits = false;
    if (kind === "click") return this.hands.click(first);
    this.hands.begin();
    if (MoveStrokes.takes(this.stroke)) this.moves.begin(this.last, first, erases);
    else if (kind === "paint") this.#paint([first]);
    else this.#put(kind, first);
  }

  /** Forgets a stroke that has not begun. */
  #drop() {
    if (this.stroke?.waits) this.stroke = null;
  }

  /** A stroke of the tool's layer, or of its erasure. */
  #brush(cell, erase) {
    const { cost = 0, layer = "costs", isThing } = this.hands.tool();
    const isThere = this.hands.map()[layer][cell] === cost, blank = layer === "costs" ? FLOOR : 0;
    const erases = erase || isThere;
    return { kind: "paint", layer, cost: erases ? blank : cost, isOne: isThing && !erases };
  }

  /** A stroke on one cell. */
  #dab(cell, erase) {
    this.hands.begin();
    this.stroke = this.#brush(cell, erase);
    this.#paint([cell]);
    this.#up();
  }

  /** Keeps start and goal on two cells: neither is put on the other. */
  #put(end, cell) {
    const map = this.hands.map();
    if (cell !== map.start && cell !== map.goal) this.hands.move(end, cell);
  }

  #move(event) {
    if (this.fingers.size > 1 && this.fingers.has(event.pointerId)) return this.#pinch(event);
    const cell = this.view.cellAt(event.clientX, event.clientY);
    if (this.stroke) this.#drag(event, cell);
    this.moves.hover([event.clientX, event.clientY]);
    this.hands.hover(cell);
  }

  /** Moves the map with both fingers. */
  #pinch(event) {
    const [first, second] = [...this.fingers.values()];
    const before = { middle: middleOf(first, second), apart: distance(first, second) };
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const [one, two] = [...this.fingers.values()];
    const [x, y] = middleOf(one, two);
    this.view.zoomAt(...before.middle, distance(one, two) / Math.max(1, before.apart));
    this.view.scroll(before.middle[0] - x, before.middle[1] - y);
  }

  #drag(event, cell) {
    if (this.stroke.kind === "scroll") {
      this.view.scroll(this.last[0] - event.clientX, this.last[1] - event.clientY);
      this.last = [event.clientX, event.clientY];
    }
    if (MoveStrokes.takes(this.stroke)) {
      if (this.stroke.waits) this.#begin();
      this.moves.drag([event.clientX, event.clientY], cell);
      this.at = cell;
      return;
    }
    if (cell < 0 || cell === this.at) return;
    if (this.stroke.kind === "click") {
      if (this.stroke.waits) this.stroke = { kind: "scroll", from: this.last }; // a finger means the map
      return;
    }
    if (this.stroke.waits) this.#begin();
    if (this.stroke.isOne) return; // a thing is put on one cell
    if (this.stroke.kind === "paint") this.#paint(between(this.at, cell, this.view.map.cols));
    else if (this.stroke.kind !== "scroll") this.#put(this.stroke.kind, cell);
    this.at = cell;
  }

  /** isLift: not the beginning of something else. With the hand, a click selects a cell. */
  #up(isLift = true) {
    if (!this.stroke) return;
    if (this.stroke.waits) this.#begin(); // a tap
    const { kind, from } = this.stroke;
    if (kind === "scroll" && isLift && this.at >= 0 && distance(from, this.last) < CLICK) this.hands.select?.(this.at);
    if (MoveStrokes.takes(this.stroke)) this.moves.end(this.at);
    this.#flush();
    this.stroke = null;
    if (kind !== "scroll" && kind !== "click") this.hands.end();
  }

  #paint(cells) {
    const map = this.hands.map(), { start, goal } = map;
    const { cost, layer } = this.stroke, values = map[layer];
    for (const cell of cells) {
      if (values[cell] === cost || (cost === 0 && (cell === start || cell === goal))) continue;
      values[cell] = cost; // seen at once; the server gets it with the next frame
      this.fresh.push(cell);
    }
    if (this.fresh.length && !this.waiting) {
      this.waiting = true;
      requestAnimationFrame(() => this.#flush());
    }
  }

  #flush() {
    this.waiting = false;
    if (!this.fresh.length || !this.stroke) return;
    this.hands.paint(this.fresh, this.stroke.cost, this.stroke.layer);
    this.fresh = [];
  }

  // With the board in focus: arrows walk over the cells, Enter paints, Delete erases, s and g bring the ends.
  #key(event) {
    const { view, hands } = this;
    if (!view.map || event.ctrlKey || event.metaKey) return;
    const here = view.cursor >= 0 ? view.cursor : Math.max(0, view.map.start);
    if (event.key in ARROWS) {
      view.cursor = beside(view.map, here, event.key);
      this.moves.move(view.cursor);
      hands.cursor(view.cursor);
    } else if (event.key === "Enter" && (hands.isFixed || hands.tool().kind === "hand")) {
      hands.select?.(here);
    } else if (hands.isFixed) {
      return;
    } else if (event.key === "Enter" && MoveStrokes.takes(hands.tool())) {
      this.moves.enter(here, () => hands.begin(), () => hands.end());
    } else if (event.key === "Enter" && hands.clicks?.()) {
      hands.click(here);
    } else if (event.key === "Enter") {
      this.#dab(here, false);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.#dab(here, true);
    } else if (hands.hasEnds !== false && (event.key === "s" || event.key === "g")) {
      hands.begin();
      this.#put(event.key === "s" ? "start" : "goal", here);
      hands.end();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation(); // it is not a shortcut of the page
    view.draw();
  }
}

function middleOf([x, y], [right, low]) {
  return [(x + right) / 2, (y + low) / 2];
}

function distance([x, y], [right, low]) {
  return Math.hypot(right - x, low - y);
}

/** The cells of a straight line from one to another, without the first. */
export function between(from, to, cols) {
  const [r0, c0] = [Math.floor(from / cols), from % cols];
  const [r1, c1] = [Math.floor(to / cols), to % cols];
  const steps = Math.max(Math.abs(r1 - r0), Math.abs(c1 - c0));
  return Array.from({ length: steps }, (_, i) => {
    const share = (i + 1) / steps;
    return Math.round(r0 + (r1 - r0) * share) * cols + Math.round(c0 + (c1 - c0) * share);
  });
}
