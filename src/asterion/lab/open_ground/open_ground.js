// The open ground page: obstacles to draw, the shortest path among them with the intervals of its
// search, and beside it paths on a grid.

import { Boards } from "../board/boards.js";
import { Freshness, SEARCHING } from "../board/freshness.js";
import { boardFrame, button, element, range, say, setText, toggle } from "../board/parts.js";
import { grouped } from "../board/numbers.js";
import { Shortcuts } from "../board/shortcuts.js";
import { TOUCH, forFinger } from "../board/touch.js";
import { Transport } from "../board/transport.js";
import { Hand } from "./hand.js";
import { isInside } from "./shapes.js";
import { GroundView, HEIGHT, WIDTH } from "./view.js";

const LAYERS = [
  ["polygons", "o", "The convex polygons of the mesh"],
  ["intervals", "v", "Intervals that the search has expanded, and the present one with its root"],
  ["roots", "t", "Corners from which intervals are seen"],
  ["path", "p", "The paths, the shortest once it is found"],
];
const TOOLS = [
  ["move", "m", "move", "Drag obstacles, start and goal"],
  ["box", "b", "box", "Drag over the ground to draw a rectangle"],
  ["shape", "f", "shape", "Draw an outline with the pointer down; it closes by itself"],
  ["erase", "d", "erase", "Click obstacles, or drag over them, to erase them"],
];
const WIDEST = 3; // radius, as in setup.py

export class OpenGround extends Boards {
  constructor(root, session) {
    super(root, "open_ground", session, LAYERS, LAYERS.map(([name]) => name));
    this.map = { rows: HEIGHT, cols: WIDTH }; // for the layout
    this.ground = null; // {obstacles, start, goal, radius}, as drawn
    this.answer = null; // as answer_message in payload.py has it
    this.step = 0;
    this.edited = 0; // the number of the last message that was an edit
    this.answers = 0; // that the server has begun to send
    this.order = 0; // of the answer
    this.freshness = new Freshness(() => this.#refresh());
    this.carried = -1; // the obstacle that the keyboard moves
    this.first = true;
  }

  /** Whether the page shows the result of the last edit. */
  ready() {
    return !this.busy && this.connection.settled && Boolean(this.answer);
  }

  build() {
    this.#buildBar();
    this.setTitles(["Open ground", "The same ground as a grid"]);
    for (const { view } of this.boards) view.canvas.style.touchAction = "auto"; // as hand.js allows
    this.about = this.explains().add(this.boards[0].frame);
    this.transport = new Transport(this.root, "intervals", (step) => this.#show(step));
    this.#buildKeys();
    this.choose(TOUCH ? "move" : "box");
    this.tell(null);
  }

  makeBoard(index) {
    const { frame, title, canvas, caption } = boardFrame(index, index ? "img" : "application");
    this.grid.append(frame);
    this.observer?.observe(caption);
    const view = new GroundView(canvas, this, index === 1);
    if (index === 0 && !this.isFixed) new Hand(view, this);
    return { frame, title, caption, view };
  }

  #buildBar() {
    const tools = element("div", { class: "layer-bar", role: "group", label: "Tools" });
    this.toolButtons = {};
    for (const [name, key, label, title] of TOOLS) {
      const made = this.toolButtons[name] = toggle(label, `${title} (${key})`, false, () => this.choose(name));
      made.classList.add("choice");
      tools.append(made);
    }
    const ask = (type) => () => this.connection.send({ type });
    tools.append(button("Undo (ctrl+z)", "undo", ask("undo")), button("Redo (ctrl+y)", "redo", ask("redo")),
      button("Remove all obstacles (x)", "layers_clear", ask("clear")));
    this.radius = range("Radius of the disc", { max: WIDEST, step: 0.05 });
    this.radiusText = element("output", { class: "ground-radius" });
    this.radius.addEventListener("input", () => this.#setRadius(Number(this.radius.value)));
    for (const kind of ["pointerdown", "pointerup", "pointercancel"]) // a drag is one edit
      this.radius.addEventListener(kind, () => this.stroke(kind === "pointerdown"));
    this.radius.addEventListener("keydown", (event) => {
      if (event.key.startsWith("Arrow")) event.stopPropagation(); // they are its own
    });
    this.root.prepend(element("div", "ground-top", tools,
      element("label", "ground-disc", "radius ", this.radius, this.radiusText), this.layerBar));
  }

  #buildKeys() {
    const ask = (type) => () => this.connection.send({ type });
    this.shortcuts = new Shortcuts([
      ...this.transport.keys("interval"),
      ...TOOLS.map(([name, key, label]) => [[key], `tool: ${label}`, () => this.choose(name)]),
      [["ctrl+z", "u"], "undo", ask("undo")],
      [["ctrl+y", "r"], "redo", ask("redo")],
      [["x"], "remove all obstacles", ask("clear")],
      ...this.dockKeys(),
      ...this.sharedKeys(),
    ], [
      [["Tab"], "to the next board or control"],
      [["Arrows"], "on the ground: move the cursor"],
      [["Enter"], "on the ground: a corner of a box or shape; lift, put down or erase an obstacle"],
      [["s", "g"], "on the ground: bring start or goal to the cursor"],
      [["Delete"], "on the ground: erase the obstacle under the cursor"],
    ]);
  }

  get toolName() {
    return this.tool;
  }

  chooseTool(name) {
    this.choose(name);
  }

  choose(name) {
    this.tool = name;
    this.draft = null;
    this.carried = this.pointed = -1;
    for (const [each, made] of Object.entries(this.toolButtons))
      made.setAttribute("aria-pressed", String(each === name));
    this.redraw();
    this.tell(null);
  }

  // --- Edits, which are drawn at once

  edit(message) {
    this.connection.send(message);
    this.edited = this.connection.sent;
    this.freshness.edited(this.edited);
    this.#refresh();
  }

  /** The answer, unless it has been of another ground for a while; during a stroke it stays. */
  get shown() {
    return this.freshness.isLate(this.order) && !this.busy ? null : this.answer;
  }

  /** Tells and draws whether the answer is of the ground that is shown. */
  #refresh() {
    const isLate = this.freshness.isLate(this.order);
    for (const { frame, caption } of this.boards) {
      frame.classList.toggle("stale", this.freshness.isOld(this.order) && !isLate);
      if (isLate) setText(caption, SEARCHING);
    }
    this.transport.setWaiting(isLate);
    this.redraw();
  }

  stroke(isOn) {
    if (isOn === this.busy) return;
    this.busy = isOn;
    this.connection.send({ type: isOn ? "begin" : "end" });
  }

  #setRadius(radius) {
    if (!this.ground) return;
    this.ground.radius = radius;
    this.#showRadius();
    this.edit({ type: "radius", value: radius });
  }

  #showRadius() {
    const { radius } = this.ground;
    this.radius.value = radius;
    setText(this.radiusText, radius ? radius.toFixed(2) : "0, a point");
    this.radius.setAttribute("aria-valuetext", this.radiusText.textContent);
  }

  // --- Messages from the server

  onMessage(message) {
    if (message.type === "setup") this.#takeSetup(message);
    else if (message.type === "answer") this.#takeAnswer(message);
    else if (message.type === "done") this.#takeDone(message);
  }

  /** Every edit is answered, also one that has changed nothing. */
  #takeDone({ n }) {
    this.freshness.told(this.answers, n);
    this.freshness.answered(this.freshness.orderOf(this.answers));
    this.#refresh();
  }

  /** Takes the ground as the server has it, unless something was drawn since. */
  #takeSetup({ n, obstacles, start, goal, radius }) {
    this.freshness.told(++this.answers, n); // its answer comes next
    if (this.busy || n < this.edited) return;
    if (obstacles.length !== this.ground?.obstacles.length) this.carried = -1;
    this.ground = { obstacles, start, goal, radius };
    this.#showRadius();
    this.redraw();
  }

  #takeAnswer(answer) {
    const { line, lines, f } = this.answer = answer;
    this.order = this.freshness.orderOf(this.answers);
    this.freshness.answered(this.order);
    const [open, grid] = this.boards;
    this.about.show(answer.about);
    setText(grid.title, `The same ground as a grid of ${answer.cell} x ${answer.cell}`);
    grid.caption.textContent = lines.every(({ length }) => length === null)
      ? sentence(lines[0].message) : lines.map(told).join("; ");
    open.caption.classList.toggle("bad", line.length === null);
    say(this.#ending());
    this.step = -1;
    this.transport.setSteps(f.length);
    this.#refresh();
    if (this.first && !this.sceneView && f.length) this.transport.replay();
    this.first = false;
  }

  // --- Showing

  #show(step) {
    if (step === this.step || !this.answer) return;
    this.step = step;
    const [{ caption }] = this.boards;
    if (!this.freshness.isLate(this.order)) setText(caption, this.#tellStep(step));
    this.about.light(this.#deeds(step), () => this.#account(step));
    this.redraw();
  }

  /** The step in a sentence. */
  #tellStep(step) {
    const { f, intervals, start } = this.answer, count = f.length;
    if (step >= count) return this.#ending();
    if (step === 0) return "The search begins with the edges that the start can see.";
    const x = intervals[6 * step - 2], y = intervals[6 * step - 1];
    const atStart = Math.hypot(x - start[0], y - start[1]) < 1e-3;
    const root = atStart ? "the start" : `(${x.toFixed(1)}, ${y.toFixed(1)})`;
    return `Expanded ${grouped(step)} of ${grouped(count)}: its f of ${f[step - 1].toFixed(2)} is the smallest; its root is ${root}.`;
  }

  /** The actions of a step, as about.py names them. */
  #deeds(step) {
    const { f, line } = this.answer;
    if (step === 0) return new Set();
    return new Set(step >= f.length && line.length !== null ? ["closed"] : ["closed", "opened"]);
  }

  /** The step for the dock; the open intervals themselves are not sent. */
  #account(step) {
    const { f, line } = this.answer, last = f[step - 1] * (1 + 1e-6);
    const later = f.subarray(step).every((each) => each >= f[step - 1] * (1 - 1e-6));
    const isOver = step >= f.length && line.length !== null;
    return {
      sentence: this.#tellStep(step),
      more: step && step < f.length && later ? "No interval that is expanded later has a smaller f." : "",
      note: isOver && f.length && line.length >= f[step - 1] / (1 + 1e-6) && line.length <= last
        ? "The length of the path is the f of the last interval." : "",
    };
  }

  #ending() {
    const { line, f } = this.answer;
    if (line.length === null) return sentence(line.message);
    const after = f.length ? `after ${grouped(f.length)} interval${f.length > 1 ? "s" : ""}` : "in a straight line";
    return `Length ${line.length.toFixed(2)}, ${after}.`;
  }

  /** Says what is at a place; the tool's hint elsewhere. isSpoken: for a screen reader too. */
  tell(place, isSpoken = false) {
    const [, , , hint] = TOOLS.find(([name]) => name === this.tool);
    const { ground } = this;
    let text = `${forFinger(hint)}. Start and goal can be dragged with every tool${TOUCH ? "" : "; the right button erases"}.`;
    if (place && ground) {
      const shape = ground.obstacles.findLast((each) => isInside(place, each));
      const what = shape ? `an obstacle with ${shape.length} corners` : "free ground";
      text = `(${place.map((at) => at.toFixed(1)).join(", ")}): ${what}`;
    }
    setText(this.hoverText, text);
    if (isSpoken) say(text);
  }
}

function told({ title, message, length, overrun }) {
  return `${title} ${length === null ? `: ${message}` : `${length.toFixed(2)} (${overrun})`}`;
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}
