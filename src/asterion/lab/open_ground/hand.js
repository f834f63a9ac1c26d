// Input on the ground: pointer and keyboard draw, move and erase obstacles, and move the ends.
//
// Start and goal can be dragged with every tool, and the right button always erases. A finger on
// free ground scrolls the page while the tool is "move".

import { area, isInside, simplified, untangled } from "./shapes.js";
import { HEIGHT, WIDTH } from "./view.js";

const LEAST = 0.05; // area of an obstacle; a smaller one is a slip of the hand
const REACH = 14; // pixels around an end in which it is taken
const ROUGH = 0.12; // how far an obstacle may be from the line that a hand has drawn
const STEP = 0.5; // of the cursor
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Hand {
  /** page: {ground, tool, draft, cursor, pointed, edit(message), stroke(isOn), redraw(), tell(place)} */
  constructor(view, page) {
    this.view = view;
    this.page = page;
    this.held = null; // {kind: "end", end}, {kind: "obstacle", at, last}, {kind: "box" | "shape" | "erase"}
    const { canvas } = view;
    canvas.tabIndex = 0;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", () => this.#up());
    canvas.addEventListener("pointercancel", () => this.#up());
    canvas.addEventListener("pointerleave", () => this.#point(null));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("mousedown", (event) => {
      event.preventDefault(); // a click leaves the keyboard to the page
      document.activeElement?.blur();
    });
    canvas.addEventListener("touchstart", (event) => {
      if (!page.ground) return;
      const place = view.placeOf(event.touches[0]);
      if (page.tool !== "move" || this.#endAt(place) || this.#obstacleAt(place) >= 0) event.preventDefault();
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => this.#key(event));
    canvas.addEventListener("blur", () => {
      page.cursor = page.draft = null;
      page.redraw();
    });
  }

  // --- Pointer

  #down(event) {
    const { page, view } = this;
    if (!page.ground || this.held || event.button === 1) return;
    const place = view.placeOf(event), end = event.button === 0 && this.#endAt(place);
    view.canvas.setPointerCapture(event.pointerId);
    if (end) this.held = { kind: "end", end };
    else if (event.button === 2 || page.tool === "erase") this.held = { kind: "erase" };
    else if (page.tool === "move") {
      const at = this.#obstacleAt(place);
      if (at < 0) return;
      this.held = { kind: "obstacle", at, last: place };
    } else {
      this.held = { kind: page.tool, first: place };
      page.draft = [place];
      return; // it is one edit, at its end
    }
    page.stroke(true);
    if (this.held.kind === "erase") this.#erase(place);
  }

  #move(event) {
    const place = this.view.placeOf(event), { held, page } = this;
    this.#point(place);
    if (!held) return;
    if (held.kind === "end") this.#putEnd(held.end, place);
    else if (held.kind === "erase") this.#erase(place);
    else if (held.kind === "obstacle") {
      const [x, y] = [place[0] - held.last[0], place[1] - held.last[1]];
      held.last = place;
      this.#shift(held.at, x, y);
    } else if (held.kind === "box") page.draft = boxOf(held.first, place);
    else page.draft.push(place);
    page.redraw();
  }

  #up() {
    const { held, page } = this;
    this.held = null;
    if (!held) return;
    if (held.kind !== "box" && held.kind !== "shape") return page.stroke(false);
    this.#add(held.kind === "box" ? page.draft : untangled(simplified(page.draft, ROUGH)));
  }

  #point(place) {
    const { page } = this, before = page.pointed;
    page.pointed = place && (page.tool === "move" || page.tool === "erase") ? this.#obstacleAt(place) : -1;
    page.tell(place);
    if (page.pointed !== before) page.redraw();
  }

  // --- Edits

  #add(shape) {
    const { page } = this;
    page.draft = null;
    if (shape.length > 2 && area(shape) >= LEAST) {
      page.ground.obstacles.push(shape);
      page.edit({ type: "add", points: shape });
    }
    page.redraw();
  }

  #erase(place) {
    const { page } = this, at = this.#obstacleAt(place);
    if (at < 0) return;
    page.ground.obstacles.splice(at, 1);
    page.pointed = -1;
    page.edit({ type: "erase", at });
  }

  #putEnd(end, [x, y]) {
    this.page.ground[end] = [x, y];
    this.page.edit({ type: "place", end, x, y });
  }

  #shift(at, x, y) {
    const { obstacles } = this.page.ground;
    obstacles[at] = obstacles[at].map(([left, top]) => [left + x, top + y]);
    this.page.edit({ type: "shape", at, points: obstacles[at] });
  }

  // --- What is where

  /** "start" or "goal" where a pointer would take it; null elsewhere. */
  #endAt([x, y]) {
    const { start, goal, radius } = this.page.ground, reach = Math.max(REACH / this.view.side, radius);
    const far = ([left, top]) => Math.hypot(left - x, top - y);
    const nearest = far(goal) <= far(start) ? "goal" : "start";
    return far(this.page.ground[nearest]) <= reach ? nearest : null;
  }

  /** The number of the uppermost obstacle at a place, or -1. */
  #obstacleAt(place) {
    return this.page.ground?.obstacles.findLastIndex((shape) => isInside(place, shape)) ?? -1;
  }

  // --- Keyboard: arrows move a cursor, Enter is a click, Delete erases, s and g bring the ends

  #key(event) {
    const { page } = this, { key } = event;
    if (!page.ground || event.ctrlKey || event.metaKey) return;
    const here = page.cursor ?? page.ground.start;
    if (key in ARROWS) this.#walk(here, ARROWS[key]);
    else if (key === "s" || key === "g") this.#putEnd(key === "s" ? "start" : "goal", here);
    else if (key === "Delete" || (key === "Enter" && page.tool === "erase")) this.#erase(here);
    else if (key === "Enter") this.#enter(here);
    else if (key === "Escape" && page.draft) page.draft = null;
    else return;
    event.preventDefault();
    event.stopPropagation(); // it is not a shortcut of the page
    page.redraw();
  }

  #walk([x, y], [right, down]) {
    const { page } = this, carried = page.carried;
    const next = [Math.max(0, Math.min(WIDTH, x + right * STEP)), Math.max(0, Math.min(HEIGHT, y + down * STEP))];
    page.cursor = next;
    if (carried >= 0) this.#shift(carried, next[0] - x, next[1] - y);
    if (page.draft && page.tool === "box") page.draft = boxOf(page.draft[0], next);
    page.tell(next, true);
  }

  /** Two corners make a box, any number a shape, which ends where it began; an obstacle is lifted and put down. */
  #enter(here) {
    const { page } = this;
    if (page.tool === "move") {
      page.carried = page.carried >= 0 ? -1 : this.#obstacleAt(here);
    } else if (!page.draft) {
      page.draft = [here];
    } else if (page.tool === "box") {
      this.#add(page.draft);
    } else if (page.draft[0].join() === here.join()) {
      this.#add(untangled(page.draft));
    } else {
      page.draft.push(here);
    }
  }
}

function boxOf([ax, ay], [bx, by]) {
  return [[ax, ay], [bx, ay], [bx, by], [ax, by]];
}
