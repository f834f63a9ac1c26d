// The graphs page: a graph to draw, a search of it, and its lists, iteration by iteration.

import { Boards } from "../board/boards.js";
import { exact } from "../board/svg_shapes.js";
import { GraphView } from "./view.js";
import { element, keepInSight, say, setText, toggle, wordButton, WIDE } from "../board/parts.js";
import { Replay } from "../board/replay.js";
import { Shortcuts } from "../board/shortcuts.js";
import { StepAccount } from "../board/step_account.js";
import { TOUCH, forFinger } from "../board/touch.js";
import { Transport } from "../board/transport.js";

const LAYERS = [
  ["path", "p", "The path, once it is found"],
  ["tree", "t", "The connections by which nodes were reached"],
  ["estimates", "h", "The estimate h below each node, if the search uses estimates"],
  ["numbers", "v", "Cost so far g, and estimated total f, below each node"],
];
const MODES = [
  ["move", "m", "move", "Drag nodes; click to select; double-click to add a node"],
  ["node", "n", "add node", "Click to add a node"],
  ["connect", "c", "connect", "From a node to another: drag, or click one and then the other"],
  ["both", "b", "both ways", "The same, with a connection each way"],
  ["delete", "d", "delete", "Click a node or a connection to delete it"],
];
const BESIDE = 620; // pixels of the stage: above this the lists stand beside the drawing

export class Graphs extends Boards {
  constructor(root, session) {
    super(root, "graphs", session, LAYERS, LAYERS.map(([name]) => name));
    this.first = true;
    this.placed = 0; // the number of the last message that moved a node
  }

  /** Whether the page shows the result of the last edit. */
  ready() {
    return !this.busy && this.connection.settled && Boolean(this.graph);
  }

  build() {
    this.hint = TOUCH ? "Drag nodes. Tap a node or a cost to select it and to read about it."
      : "Drag nodes, or click one to select it. Point at a node or a cost to read about it.";
    this.pointed = null;
    this.tellCell();
    this.#buildModes();
    this.grid.classList.add("graph-grid");
    this.title = element("h3");
    this.drawing = element("div");
    this.caption = element("p", "caption");
    this.picker = element("div", "picker layer-bar");
    const frame = element("section", "board", this.title, this.drawing, this.caption, this.picker);
    this.about = this.explains().add(frame);
    this.lists = element("section", { class: "lists", tabIndex: 0, label: "Iterations" });
    this.grid.append(frame, this.lists);
    this.view = new GraphView(this.drawing, this.#hands());
    this.view.layers = this.layers;
    this.transport = new Transport(this.root, "iterations", (step) => this.#show(step));
    this.#buildKeys();
  }

  #buildModes() {
    const bar = element("div", { class: "layer-bar", role: "group", label: "Tools" });
    this.modes = {};
    for (const [name, key, label, title] of MODES) {
      this.modes[name] = toggle(label, `${title} (${key})`, name === "move", () => {});
      this.modes[name].classList.add("choice");
      this.modes[name].addEventListener("click", () => this.setMode(name));
      bar.append(this.modes[name]);
    }
    this.root.prepend(element("div", "graph-top", bar, this.layerBar));
  }

  #buildKeys() {
    const modes = MODES.map(([name, key, label]) => [[key], `tool: ${label}`, () => this.setMode(name)]);
    this.shortcuts = new Shortcuts([
      ...this.transport.keys("iteration"),
      ...modes,
      [["Escape"], "deselect", () => this.#pick(null)],
      [["Delete"], "delete the selection", () => this.picked && this.#remove(this.picked)],
      [["ctrl+z", "u"], "undo", () => this.connection.send({ type: "undo" })],
      [["ctrl+y", "r"], "redo", () => this.connection.send({ type: "redo" })],
      [["x"], "remove all nodes but start and goal", () => this.connection.send({ type: "clear" })],
      ...this.dockKeys(),
      ...this.sharedKeys(),
    ], [
      [["Tab"], "to the next node or control"],
      [["Enter"], "on a node or a cost: click it"],
      [["Arrows"], "on a node: move it"],
      [["s", "g"], "on a node: make it the start or the goal"],
    ]);
  }

  showMoment(moment) {
    this.#pick(null);
    super.showMoment(moment);
  }

  get toolName() {
    return this.view.mode;
  }

  chooseTool(name) {
    this.setMode(name);
  }

  setMode(name) {
    this.view.mode = name;
    this.view.from = -1;
    this.view.svg.dataset.mode = name;
    for (const [each, made] of Object.entries(this.modes))
      made.setAttribute("aria-pressed", String(each === name));
    this.redraw();
  }

  // --- Input

  #hands() {
    const send = (type, more) => this.connection.send({ type, ...more });
    const name = (node) => this.graph.names[node];
    return {
      isFixed: this.isFixed,
      add: (x, y) => {
        this.pickNewest = true;
        send("add", { x, y });
      },
      begin: () => {
        this.busy = true;
        send("begin");
      },
      place: (node, x, y) => {
        send("place", { node: name(node), x, y });
        this.placed = this.connection.sent;
      },
      end: () => {
        this.busy = false;
        send("end");
      },
      connect: (a, b) => {
        this.pickNewest = true;
        send("connect", { source: name(a), target: name(b), both: this.view.mode === "both" });
      },
      pick: (what) => {
        this.#pick(what);
        this.#typeCost();
      },
      remove: (what) => this.#remove(what),
      endAt: (key, node) => send(key === "s" ? "start" : "goal", { node: name(node) }),
      hover: (what) => {
        this.pointed = what ?? this.pointed; // the words stay when the pointer goes to a button
        this.tellCell();
      },
    };
  }

  /** Everything known of the last pointed node or connection, at the moment shown. */
  tellCell() {
    setText(this.hoverText, this.#describe(this.pointed));
  }

  #remove(what) {
    this.#pick(null);
    if (what.node !== undefined) this.connection.send({ type: "remove", node: this.graph.names[what.node] });
    else this.connection.send({ type: "cut", connection: what.arc });
  }

  #describe(what) {
    if (what?.node !== undefined && what.node < this.graph.names.length) return this.view.describe(what.node);
    const arc = this.graph?.connections[what?.arc];
    return arc ? `${this.#named(arc)} costs ${exact(arc[2])}` : this.hint;
  }

  #named([a, b]) {
    return `${this.graph.names[a]} → ${this.graph.names[b]}`;
  }

  /** Lets the selected node or connection be edited below the drawing. */
  #pick(what) {
    this.picked = this.view.picked = what;
    this.picker.replaceChildren();
    if (what?.node !== undefined) this.#pickNode(what.node);
    else if (what) this.#pickArc(what.arc);
    else this.picker.append(forFinger("Nothing is selected: click a node or a cost."));
    this.view.draw();
  }

  /** Lets the cost of a new or selected connection be typed at once. */
  #typeCost() {
    if (this.picked?.arc === undefined) return;
    const input = this.picker.querySelector("input");
    setTimeout(() => input.select()); // after the click has taken the focus
  }

  #pickNode(node) {
    const send = (type, more) => this.connection.send({ type, node: this.graph.names[node], ...more });
    this.picker.append(
      field("name", "text", this.graph.names[node], (value) => {
        this.named = value.trim();
        send("rename", { name: value });
      }),
      field("estimate h", "number", this.graph.estimates[node], (value) => send("estimate", { value })),
      wordButton("start", "Make it the start (s)", () => send("start")),
      wordButton("goal", "Make it the goal (g)", () => send("goal")),
      wordButton("delete", "Delete the node and its connections", () => this.#remove({ node })),
    );
  }

  #pickArc(connection) {
    const arc = this.graph.connections[connection];
    this.picker.append(element("strong", "", this.#named(arc)),
      field("cost", "number", arc[2], (cost) => this.connection.send({ type: "cost", connection, cost })),
      wordButton("reverse", "Reverse the connection", () => this.connection.send({ type: "turn", connection })),
      wordButton("delete", "Delete the connection", () => this.#remove({ arc: connection })));
  }

  // --- Messages from the server

  onMessage(message) {
    if (message.type === "graph") this.#take(message);
    else if (message.type === "places" && this.graph && !this.busy && message.n >= this.placed) {
      this.graph.places = this.graph.names.map((name, i) => message.places[name] ?? this.graph.places[i]);
      this.redraw();
    }
  }

  #take(graph) {
    const before = this.graph;
    const moved = before && (this.view.dragged || graph.n < this.placed); // since it was sent
    if (moved) graph.places = graph.names.map((name, i) => before.places[before.names.indexOf(name)] ?? graph.places[i]);
    if (before?.names.join() !== graph.names.join()) this.pointed = null; // it may be another one now
    this.graph = this.view.graph = graph;
    this.replay = graph.log ? new Replay(graph.log, graph.names.length) : null;
    this.title.textContent = graph.title;
    this.about.show(graph.about);
    this.caption.textContent = graph.message;
    this.caption.classList.toggle("bad", graph.status !== "found");
    say(`${graph.title}: ${graph.message}`);
    this.#pickAgain(before);
    this.#writeLists();
    if (!this.view.width) this.layout();
    this.#settle();
  }

  /** Selects the same node or connection as before, or the one just made. */
  #pickAgain(before) {
    const { names, connections } = this.graph;
    let what = this.picked;
    if (this.pickNewest && before && connections.length > before.connections.length)
      what = { arc: before.connections.length };
    else if (this.pickNewest && before && names.length > before.names.length)
      what = { node: names.length - 1 };
    else if (what?.node !== undefined && before) {
      const name = before.names[what.node];
      const now = names.includes(name) ? name : this.named;
      what = names.includes(now) ? { node: names.indexOf(now) } : null;
    } else if (what && connections.length !== before?.connections.length) what = null;
    const isNew = this.pickNewest;
    this.pickNewest = false;
    this.view.from = -1;
    const isTyping = this.picker.contains(document.activeElement) && document.activeElement.tagName === "INPUT";
    if (isTyping && JSON.stringify(what) === JSON.stringify(this.picked)) return;
    this.#pick(what);
    if (isNew) this.#typeCost();
  }

  #settle() {
    const steps = this.replay?.steps ?? 0;
    this.step = -1;
    this.transport.setSteps(steps);
    if (!this.first || steps === 0) return;
    this.first = false;
    if (!this.sceneView) this.transport.replay();
  }

  // --- Showing

  #writeLists() {
    const table = element("table");
    const heads = [["N", "node"], ["C", "closed"], ["O", "open"], ["U", "unvisited"]];
    table.createTHead().insertRow().append(element("td"), ...heads.map(([letter, meaning]) =>
      element("th", "", letter, element("small", "", ` ${meaning}`))));
    const body = table.createTBody();
    this.rows = this.graph.steps.map((step, i) => {
      const row = body.insertRow();
      row.insertCell().textContent = `[${step.number}]`;
      row.insertCell().textContent = step.node ?? "ϕ";
      for (const list of [step.closed, step.open]) row.insertCell().append(...entries(list, " "));
      row.insertCell().append(...entries(step.unvisited, ", "));
      row.addEventListener("click", () => {
        this.transport.pause();
        this.transport.seek(i);
      });
      return row;
    });
    this.lists.replaceChildren(table);
  }

  #show(step) {
    if (step === this.step || !this.graph) return;
    this.step = step;
    const { replay, graph } = this;
    const atEnd = step >= this.transport.steps;
    if (replay) replay.seek(step);
    this.about.light(replay?.deeds ?? new Set(), replay && (() => this.#account().at(step)));
    if (replay) {
      const { state, parent, g, h, current } = replay;
      this.view.shown = {
        state, parent, g, h, current: atEnd && graph.status === "found" ? -1 : current,
        path: atEnd ? graph.path : [], walked: atEnd ? graph.walked : [],
      };
    } else {
      this.view.shown = { path: graph.path, walked: graph.walked };
    }
    this.view.draw();
    this.rows.forEach((row, i) => {
      row.classList.toggle("later", i > step);
      if (i === step) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    });
    keepInSight(this.lists, this.rows[step]);
    this.tellCell();
  }

  /** The account of the search shown. */
  #account() {
    const { log, order, names, path, status } = this.graph;
    if (this.told?.log !== log)
      this.told = new StepAccount(log, names.length, order, { of: (node) => names[node], one: "node", many: "nodes" },
        status === "found" ? path.at(-1) : -1);
    return this.told;
  }

  redraw() {
    this.view.draw();
  }

  get pictures() {
    const { title, caption, view } = this;
    return [{
      title, caption, element: view.svg, scale: view.scale, paint: (context) => view.paintOn(context),
    }];
  }

  layout() {
    const width = this.grid.clientWidth;
    if (!this.graph || !width) return;
    const isWide = width >= BESIDE;
    this.grid.classList.toggle("wide", isWide);
    const home = isWide ? this.grid : this.root; // in a narrow window, below the controls
    if (this.lists.parentNode !== home) home.append(this.lists);
    const room = this.drawing.clientWidth;
    const words = this.title.offsetHeight + this.caption.offsetHeight + this.picker.offsetHeight + 16;
    const free = WIDE.matches ? this.grid.clientHeight - words : room * 0.72;
    this.lists.style.maxHeight = isWide ? "100%" : "280px";
    this.view.resize(room, Math.max(260, free));
  }
}

/** The entries of a list; new and changed ones stand out. */
function entries(list, between) {
  if (!list.length) return ["ϕ"];
  return list.flatMap(([text, isNew], i) => {
    const made = element(isNew ? "strong" : "span", "", text);
    return i ? [between, made] : [made];
  });
}

/** A labelled field; it calls take(value). */
function field(label, type, value, take) {
  const rules = type === "number" ? { min: 0, step: "any" } : { maxLength: 12 };
  const input = element("input", { type, value, ...rules });
  // For a letter that a number field refuses, the browser would delete the selection.
  input.addEventListener("beforeinput", (event) => {
    if (type === "number" && /[^\d.eE+-]/.test(event.data ?? "")) event.preventDefault();
  });
  input.addEventListener("change", () => take(input.value));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") input.blur();
  });
  return element("label", "", `${label} `, input);
}
