// A graph as a drawing: nodes that can be dragged, connections with their costs, and a search's
// data about them. Everything is SVG, drawn again as a whole; graphs here are small.
//
// States have a second cue besides colour: open nodes have a double line, closed ones are hatched,
// the expanded one has a thick ring.

import { curve, exact, halo, hatching, head, labelAt, line, make, paintSvg, pointOf, words } from "../board/svg_shapes.js";
import { isLecture } from "../board/lecture.js";
import { isDark, mix, palette } from "../board/palette.js";
import { TOUCH } from "../board/touch.js";

const OPEN = 1, CLOSED = 2;
const LARGER = 1.35; // in lecture mode
const FAN = 30; // pixels between connections of the same two nodes
const BENDS = [0, 36, -36, 64, -64]; // how far a connection bends around a node between its ends
const FINGER = 20; // pixels around the middle of a node or a cost that a finger hits
const NUDGE = 0.02; // of the board: how far an arrow key moves a node

export class GraphView {
  /**
   * hands: {add(x, y), begin(), place(node, x, y), end(), connect(a, b), pick(what), remove(what),
   * endAt(key, node), hover(what)}; what is {node} or {arc}, or null.
   */
  constructor(parent, hands) {
    this.hands = hands;
    this.graph = null; // {names, places, estimates, estimated, connections, start, goal}
    this.shown = {}; // {state, parent, g, h, current, path, walked}
    this.layers = {};
    this.mode = "move";
    this.picked = null;
    this.from = -1; // the node that a connection is being drawn from
    this.svg = make("svg", { class: "graph-view", role: "group", "aria-label": "Graph" });
    parent.append(this.svg);
    this.#listen();
  }

  resize(width, height) {
    this.scale = isLecture() ? LARGER : 1;
    this.width = width / this.scale;
    this.height = height / this.scale;
    this.svg.setAttribute("width", width);
    this.svg.setAttribute("height", height);
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    this.draw();
  }

  get radius() {
    if (this.width * this.scale < 520) return 15;
    return this.graph.names.length > 30 ? 15 : 21;
  }

  /** A node's position in pixels. */
  at(node) {
    const [x, y] = this.graph.places[node];
    const [left, top, width, height] = this.#room();
    return [left + x * width, top + y * height];
  }

  /** A point of the page in board coordinates, 0 to 1. */
  placeOf(event) {
    const [x, y] = this.#pixel(event);
    const [left, top, width, height] = this.#room();
    return [(x - left) / width, (y - top) / height];
  }

  #room() {
    const side = this.radius + 22, above = this.radius + 22, below = this.radius + 42;
    return [side, above, this.width - 2 * side, this.height - above - below];
  }

  // --- Drawing

  draw() {
    if (!this.graph || !this.width) return;
    const focused = whatIs(document.activeElement);
    const colours = palette();
    this.svg.replaceChildren(hatching(colours));
    this.#drawArcs(colours);
    if (this.from >= 0 && this.pointer) this.#drawDraft(colours);
    this.graph.names.forEach((_, node) => this.#drawNode(node, colours));
    if (focused) this.svg.querySelector(selector(focused))?.focus();
  }

  paintOn(context) {
    return paintSvg(context, this.svg, this.width, this.height);
  }

  #drawArcs(colours) {
    const { connections } = this.graph;
    const { walked = [], parent } = this.shown;
    const tree = this.layers.tree && parent ? this.#tree() : new Set();
    const path = new Set(this.layers.path ? walked : []);
    this.routes = this.#routes();
    const kindOf = (arc) => (path.has(arc) ? "path" : tree.has(arc) ? "tree" : "plain");
    const kinds = ["plain", "tree", "path"]; // more important kinds are drawn above
    for (const kind of kinds)
      connections.forEach((_, arc) => {
        if (kindOf(arc) === kind) this.svg.append(this.#arc(arc, kind, colours));
      });
    const labels = [];
    connections.forEach((_, arc) => this.svg.append(this.#cost(arc, labels, colours)));
  }

  #arc(arc, kind, colours) {
    const route = this.routes[arc];
    const colour = { path: colours.path, tree: colours.agent, plain: colours.unknown }[kind];
    const width = { path: 5, tree: 2.6, plain: 1.6 }[kind];
    const group = make("g", { "data-arc": arc, "data-kind": kind });
    if (this.picked?.arc === arc)
      group.append(line(route, colours.threat, width + 7, { opacity: 0.35 }));
    if (kind === "path") group.append(line(route, colours.casing, width + 2.5));
    group.append(line(route, colour, width), head(route, colour, kind === "path" ? colours.casing : null));
    group.append(line(route, "transparent", 16)); // for the pointer
    return group;
  }

  /** labels: the places of other labels, to which this one is added. */
  #cost(arc, labels, colours) {
    const [a, b, cost] = this.graph.connections[arc], { names } = this.graph;
    const [x, y] = labelAt(this.routes[arc], labels);
    labels.push([x, y]);
    const text = exact(cost), wide = 8 * text.length + 8;
    const label = make("g", { "data-arc": arc, class: "cost", tabindex: 0, role: "button" });
    label.setAttribute("aria-label", `${names[a]} → ${names[b]} costs ${text}`);
    if (TOUCH) label.append(make("circle", { cx: x, cy: y, r: FINGER / this.scale, fill: "transparent" }));
    label.append(make("rect", {
      x: x - wide / 2, y: y - 9, width: wide, height: 18, rx: 5, fill: colours.paper,
      stroke: this.picked?.arc === arc ? colours.threat : "none", "stroke-width": 2,
    }), words(x, y, text, colours.ink, 14));
    return label;
  }

  /** The connections that reached the nodes; of parallel ones the cheapest. */
  #tree() {
    const { connections } = this.graph;
    const best = new Map();
    connections.forEach(([a, b, cost], arc) => {
      if (this.shown.parent[b] !== a) return;
      const other = best.get(b);
      if (other === undefined || cost < connections[other][2]) best.set(b, arc);
    });
    return new Set(best.values());
  }

  /** The route of each connection: between the same two nodes side by side, others around nodes. */
  #routes() {
    const { connections, names } = this.graph;
    const spots = names.map((_, node) => this.at(node));
    const between = new Map();
    connections.forEach(([a, b], arc) => {
      const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
      between.set(key, [...(between.get(key) ?? []), arc]);
    });
    const routes = [];
    for (const arcs of between.values())
      arcs.forEach((arc, i) => {
        const [a, b] = connections[arc];
        const turn = a < b ? 1 : -1; // both directions bend to the same side
        const run = (bend) => curve(spots[a], spots[b], turn * bend, this.radius);
        const others = spots.filter((_, node) => node !== a && node !== b);
        routes[arc] = arcs.length > 1
          ? run((i - (arcs.length - 1) / 2) * FAN)
          : BENDS.map(run).find((route) => this.#isClear(route, others)) ?? run(0);
      });
    return routes;
  }

  /** Whether a connection stays on the board, and clear of all nodes but its ends. */
  #isClear(route, spots) {
    return [0.15, 0.3, 0.4, 0.5, 0.6, 0.7, 0.85].every((share) => {
      const [x, y] = pointOf(route, share);
      const isInside = x > 8 && y > 8 && x < this.width - 8 && y < this.height - 8;
      return isInside && spots.every(([left, top]) => Math.hypot(left - x, top - y) >= this.radius + 6);
    });
  }

  #drawDraft(colours) {
    const [x, y] = this.at(this.from);
    this.svg.append(make("line", {
      x1: x, y1: y, x2: this.pointer[0], y2: this.pointer[1], stroke: colours.threat,
      "stroke-width": 2.5, "stroke-dasharray": "6 5", "pointer-events": "none",
    }));
  }

  #drawNode(node, colours) {
    const { names, estimates, estimated, start, goal } = this.graph;
    const { state, g, h, current, path = [] } = this.shown;
    const [x, y] = this.at(node), r = this.radius, name = names[node];
    const now = state?.[node] ?? 0;
    const fill = now === OPEN ? colours.open : now === CLOSED ? colours.closed : colours.free;
    const ink = isDark() && now === OPEN ? "#06121b" : colours.ink;
    const isOnPath = this.layers.path && path.includes(node);
    const group = make("g", { "data-node": node, tabindex: 0, role: "button" });
    group.setAttribute("aria-label", this.describe(node));
    const circle = (radius, more) => group.append(make("circle", { cx: x, cy: y, r: radius, ...more }));
    if (TOUCH) circle(Math.max(r, FINGER / this.scale), { fill: "transparent" });
    if (this.picked?.node === node || this.from === node)
      circle(r + 7, { fill: colours.threat, opacity: 0.3 });
    if (node === current)
      circle(r + 4.5, { fill: "none", stroke: colours.threat, "stroke-width": 4 });
    circle(r, {
      fill, stroke: isOnPath ? colours.path : mix(fill, colours.ink, 0.65),
      "stroke-width": isOnPath ? 4 : 1.6,
    });
    if (now === OPEN)
      circle(r - 4, { fill: "none", stroke: mix(colours.open, colours.ink, 0.55), "stroke-width": 1.4 });
    if (now === CLOSED) circle(r - 1, { fill: "url(#hatching)" });
    const size = Math.max(9, Math.min(r * 0.8, r * 3 / name.length));
    group.append(words(x, y, name, ink, size, { "font-weight": 700, ...halo(fill) }));
    // Words around it, which are not part of the button: its name has them in full.
    const beside = make("g", { "aria-hidden": "true", "pointer-events": "none" });
    const tags = [[start, "start", colours.agent], [goal, "goal", colours.goal]]
      .filter(([which]) => which === node);
    tags.forEach(([, text, colour], i) =>
      beside.append(words(x, y - r - 14 - 14 * i, text, colour, 13, { "font-weight": 700, ...halo(colours.paper) })));
    const lines = [];
    if (this.layers.numbers && now)
      lines.push(estimated ? `g ${exact(g[node])}  f ${exact(g[node] + h[node])}` : `g ${exact(g[node])}`);
    if (this.layers.estimates && estimated) lines.push(`h ${exact(estimates[node])}`);
    beside.append(...this.#beside(node, lines, tags.length, colours));
    this.svg.append(group, beside);
  }

  /** Lines of text on the side of a node with the fewest connections. */
  #beside(node, lines, tags, colours) {
    const [x, y] = this.at(node), r = this.radius, wide = 7 * Math.max(0, ...lines.map((l) => l.length));
    const obstacles = this.graph.connections.flatMap(([a, b], arc) =>
      a === node ? [this.routes[arc].from] : b === node ? [this.routes[arc].to] : []);
    const sides = [
      { to: [0, 1], at: (i) => [x, y + r + 15 + 15 * i], anchor: "middle", bad: 0 },
      { to: [1, 0], at: (i) => [x + r + 10, y + 15 * (i - (lines.length - 1) / 2)], anchor: "start",
        bad: x + r + 10 + wide > this.width ? 2 : 0 },
      { to: [-1, 0], at: (i) => [x - r - 10, y + 15 * (i - (lines.length - 1) / 2)], anchor: "end",
        bad: x - r - 10 - wide < 0 ? 2 : 0 },
      { to: [0, -1], at: (i) => [x, y - r - 14 - 14 * (tags + lines.length - 1 - i)], anchor: "middle",
        bad: y - r - 6 - 14 * (tags + lines.length) < 0 ? 2 : 0.3 * tags },
    ];
    const nearest = ({ to, bad }) => bad + Math.max(-1, ...obstacles.map(([left, top]) =>
      ((left - x) * to[0] + (top - y) * to[1]) / Math.hypot(left - x, top - y)));
    const best = sides.find((side) => nearest(side) < 0.7) ??
      sides.reduce((a, b) => (nearest(b) < nearest(a) ? b : a));
    return lines.map((text, i) =>
      words(...best.at(i), text, colours.ink, 12.5, { "text-anchor": best.anchor, ...halo(colours.paper) }));
  }

  /** "A, the start: closed, g 0, h 10, f 10" */
  describe(node) {
    const { names, estimates, estimated, start, goal } = this.graph;
    const { state, parent, g, h } = this.shown;
    const role = node === start ? ", the start" : node === goal ? ", the goal" : "";
    const estimate = estimated ? `, h ${exact(estimates[node])}` : "";
    if (!state?.[node]) return `${names[node]}${role}: unvisited${estimate}`;
    const back = parent[node] < 0 ? "" : `, from ${names[parent[node]]}`;
    const total = estimated ? `, f ${exact(g[node] + h[node])}` : "";
    const now = state[node] === CLOSED ? "closed" : "open";
    return `${names[node]}${role}: ${now}, g ${exact(g[node])}${estimate}${total}${back}`;
  }

  // --- Pointer and keyboard

  #listen() {
    const { svg } = this;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("pointercancel", () => this.#let());
    svg.addEventListener("pointerleave", (event) => event.pointerType === "touch" || this.hands.hover(null));
    svg.addEventListener("dblclick", (event) => {
      if (this.mode === "move" && !whatIs(event.target)) this.hands.add(...this.placeOf(event));
    });
    svg.addEventListener("keydown", (event) => this.#key(event));
  }

  #down(event) {
    if (event.button !== 0 || !this.graph || this.hands.isFixed) return;
    this.svg.setPointerCapture(event.pointerId);
    const what = whatIs(event.target);
    if (event.pointerType === "touch") this.hands.hover(what); // it may not move
    if (what?.node !== undefined && (this.mode === "move" || this.mode === "node")) {
      const [x, y] = this.placeOf(event), [left, top] = this.graph.places[what.node];
      this.dragged = { node: what.node, off: [left - x, top - y], begun: false };
      this.hands.pick(what);
    } else {
      this.#act(what, event);
    }
  }

  /** A click, or Enter, in the mode of the moment. */
  #act(what, event) {
    const isNode = what?.node !== undefined;
    if (this.mode === "delete") {
      if (what) this.hands.remove(what);
    } else if (this.mode === "connect" || this.mode === "both") {
      if (isNode && this.from >= 0 && this.from !== what.node) this.#connect(what.node);
      else this.#draftFrom(isNode && this.from < 0 ? what.node : -1, event);
      if (what?.arc !== undefined) this.hands.pick(what);
    } else if (this.mode === "node" && !what && event) {
      this.hands.add(...this.placeOf(event));
    } else {
      this.hands.pick(what);
    }
  }

  #draftFrom(node, event) {
    this.from = node;
    this.fresh = node >= 0; // the pointer has not left it yet
    this.pointer = event?.clientX === undefined ? null : this.#pixel(event);
    this.draw();
  }

  #connect(node) {
    const from = this.from;
    this.from = -1;
    this.hands.connect(from, node);
  }

  #pixel(event) {
    const box = this.svg.getBoundingClientRect();
    return [(event.clientX - box.left) / this.scale, (event.clientY - box.top) / this.scale];
  }

  #move(event) {
    if (this.dragged) {
      const { node, off } = this.dragged;
      if (!this.dragged.begun) {
        const [x, y] = this.at(node), [left, top] = this.#pixel(event);
        if (Math.hypot(left - x, top - y) < 3 && off[0] === 0) return;
        this.dragged.begun = true;
        this.hands.begin();
      }
      this.#place(node, this.placeOf(event).map((at, i) => at + off[i]));
    } else if (this.from >= 0) {
      this.pointer = this.#pixel(event);
      this.draw();
    }
    this.hands.hover(whatAt(event));
  }

  /** Puts a node somewhere, or as near as the board allows. */
  #place(node, place) {
    const inside = place.map((at) => Math.max(0, Math.min(1, at)));
    if (inside.join() === this.graph.places[node].join()) return;
    this.graph.places[node] = inside;
    this.hands.place(node, ...inside);
    this.draw();
  }

  #up(event) {
    if (this.dragged) return this.#let();
    const what = whatAt(event);
    if (this.from < 0 || event.button !== 0) return;
    // Drawn with the button down, or by a click on each end.
    if (what?.node !== undefined && what.node !== this.from) this.#connect(what.node);
    else if (!this.fresh || what?.node !== this.from) this.#draftFrom(-1);
    this.fresh = false;
  }

  #let() {
    if (this.dragged?.begun) this.hands.end();
    this.dragged = null;
  }

  #key(event) {
    const what = whatIs(event.target);
    if (!what || event.ctrlKey || event.metaKey || this.hands.isFixed) return;
    const { node } = what, isNode = node !== undefined;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === "Enter" || event.key === " ") this.#act(what, null);
    else if (event.key === "Delete" || event.key === "Backspace") this.hands.remove(what);
    else if (isNode && (event.key === "s" || event.key === "g")) this.hands.endAt(event.key, node);
    else if (isNode && event.key in steps) {
      this.#place(node, this.graph.places[node].map((at, i) => at + NUDGE * steps[event.key][i]));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** {node} or {arc}, or null, of an element in the drawing. */
function whatIs(element) {
  const node = element?.closest?.(".graph-view [data-node]");
  if (node) return { node: Number(node.dataset.node) };
  const arc = element?.closest?.(".graph-view [data-arc]");
  return arc ? { arc: Number(arc.dataset.arc) } : null;
}

function selector({ node, arc }) {
  return node === undefined ? `.cost[data-arc="${arc}"]` : `[data-node="${node}"]`;
}

function whatAt(event) {
  return whatIs(document.elementFromPoint(event.clientX, event.clientY));
}
