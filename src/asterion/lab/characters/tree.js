// The search for a plan as a tree: a box for each state, right of the state from which the cheapest
// known actions lead to it. The plan that is found is its top line.

import { isLecture } from "../board/lecture.js";
import { isDark, mix, palette } from "../board/palette.js";
import { exact, hatching, make, paintSvg, words } from "../board/svg_shapes.js";

const TALL = 54, ROW = 64, GAP = 26, EDGE = 8; // pixels: a box, a line of boxes, between columns, around
const LETTER = 7.9, INSIDE = 20; // pixels: a letter of a box, and around its words
const SMALLEST = 0.85, LARGER = 1.3; // how far a wide tree shrinks; in lecture mode

/** What is known after so many expansions: g of the states, how each was reached, and which are closed. */
export function momentOf({ nodes, steps }, step) {
  const g = nodes.map(() => null), from = nodes.map(() => null), closed = new Set();
  g[0] = 0;
  for (const { node, moves } of steps.slice(0, step)) {
    closed.add(node);
    for (const [name, to, price] of moves) {
      if (g[to] !== null && g[to] <= g[node] + price) continue;
      g[to] = g[node] + price;
      from[to] = { node, name };
      closed.delete(to); // a cheaper way to a closed state opens it again
    }
  }
  return { g, from, closed, now: steps[step - 1]?.node ?? -1 };
}

/** The box of each state, {x, y, width}, and the size of all; nothing moves while the search is played. */
export function layoutOf(search) {
  const { nodes, steps, path } = search, { from } = momentOf(search, steps.length);
  const below = nodes.map(() => []), depth = nodes.map(() => 0), line = nodes.map(() => 0);
  from.forEach((each, node) => each && below[each.node].push(node));
  const rank = (node) => (path.includes(node) ? 0 : 1);
  let lines = 0;
  const place = (node, at) => {
    depth[node] = at;
    line[node] = lines;
    below[node].sort((a, b) => rank(a) - rank(b) || a - b).forEach((each, i) => {
      if (i) lines += 1;
      place(each, at + 1);
    });
  };
  place(0, 0);
  const wide = nodes.map(({ h, exact: cost }) => Math.max(10, remainder(h, cost).length));
  for (const { moves } of steps) for (const [name, to] of moves) wide[to] = Math.max(wide[to], name.length);
  const columns = [];
  wide.forEach((letters, node) => {
    columns[depth[node]] = Math.max(columns[depth[node]] ?? 0, letters * LETTER + INSIDE);
  });
  const left = columns.map((_, i) => EDGE + columns.slice(0, i).reduce((sum, width) => sum + width + GAP, 0));
  const boxes = nodes.map((_, node) => ({ x: left[depth[node]], y: EDGE + ROW * line[node], width: columns[depth[node]] }));
  return { boxes, width: left.at(-1) + columns.at(-1) + EDGE, height: EDGE * 2 + ROW * lines + TALL };
}

export class SearchTree {
  /** hover(node): a state is pointed at; -1 is none. */
  constructor(parent, hover) {
    this.parent = parent;
    this.search = null;
    this.svg = make("svg", { class: "character-states", role: "group", "aria-label": "States" });
    parent.append(this.svg);
    const nodeOf = (event) => Number(event.target.closest?.("[data-node]")?.dataset.node ?? -1);
    for (const name of ["pointerover", "pointerdown"]) this.svg.addEventListener(name, (event) => hover(nodeOf(event)));
    this.svg.addEventListener("pointerleave", (event) => event.pointerType === "touch" || hover(-1));
  }

  /** Takes another search, or null. */
  take(search) {
    this.search = search;
    this.svg.style.display = search ? "" : "none";
    if (search) Object.assign(this, layoutOf(search));
    this.resize();
  }

  /** A tree that is wider than its place is drawn smaller, down to a limit. */
  resize() {
    if (!this.search) return;
    const room = this.parent.clientWidth / this.width;
    this.scale = isLecture() ? LARGER : Math.max(SMALLEST, Math.min(1, room));
    this.svg.setAttribute("width", this.width * this.scale);
    this.svg.setAttribute("height", this.height * this.scale);
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
  }

  /** Shows the search after so many expansions. */
  show(step) {
    if (!this.search) return;
    this.step = step;
    this.moment = momentOf(this.search, step);
    this.draw();
    this.#keepInSight(this.moment.now);
  }

  get isOver() {
    return this.step >= this.search.steps.length;
  }

  draw() {
    if (!this.moment) return;
    const colours = palette(), { g, from } = this.moment;
    const path = new Set(this.isOver ? this.search.path : []);
    const edges = from.flatMap((each, node) => (each ? [[each.node, node, path.has(node) && path.has(each.node)]] : []));
    edges.sort((a, b) => a[2] - b[2]);
    this.svg.replaceChildren(hatching(colours),
      ...edges.flatMap(([a, b, isOnPath]) => this.#edge(a, b, isOnPath, colours)),
      ...g.flatMap((cost, node) => (cost === null ? [] : [this.#box(node, path.has(node), colours)])));
  }

  #edge(a, b, isOnPath, colours) {
    const one = this.boxes[a], two = this.boxes[b], right = one.x + one.width;
    const y = one.y + TALL / 2, end = two.y + TALL / 2, bend = two.x - GAP / 2;
    const d = two.x > right ? `M ${right} ${y} H ${bend} V ${end} H ${two.x}` : `M ${right} ${y} L ${two.x} ${end}`;
    const line = (colour, width) => make("path", { d, fill: "none", stroke: colour, "stroke-width": width });
    return isOnPath ? [line(colours.casing, 6), line(colours.path, 4)] : [line(colours.unknown, 1.4)];
  }

  #box(node, isOnPath, colours) {
    const { x, y, width } = this.boxes[node], { g, closed, now } = this.moment;
    const isClosed = closed.has(node), fill = isClosed ? colours.closed : colours.open;
    const ink = isDark() && !isClosed ? "#06121b" : colours.ink;
    const { h, exact: cost } = this.search.nodes[node], isHigh = isAbove(h, cost);
    const rect = (by, more) => make("rect", { x: x - by, y: y - by, width: width + 2 * by, height: TALL + 2 * by, rx: 7, ...more });
    const group = make("g", { "data-node": node, role: "img", "aria-label": this.describe(node) });
    if (node === now && !this.isOver) group.append(rect(3, { fill: "none", stroke: colours.threat, "stroke-width": 4 }));
    group.append(rect(0, {
      fill, stroke: isOnPath ? colours.path : mix(fill, colours.ink, 0.65), "stroke-width": isOnPath ? 4 : 1.4,
    }));
    if (isClosed) group.append(rect(-2, { fill: "url(#hatching)", opacity: 0.5 }));
    else group.append(rect(-3.5, { fill: "none", stroke: mix(colours.open, colours.ink, 0.55), "stroke-width": 1.2 }));
    const say = (line, text, more) =>
      group.append(words(x + width / 2, y + 13 + 15 * line, text, ink, 12.5, more));
    say(0, this.nameOf(node), { "font-weight": 700, "font-size": 13 });
    say(1, `f ${total(g[node], h)} = ${exact(g[node])} + ${shown(h)}`);
    if (isHigh) {
      const wide = remainder(h, cost).length * LETTER;
      group.append(make("rect", { x: x + (width - wide) / 2, y: y + 36, width: wide, height: 15, rx: 4, fill: colours.threat, class: "high" }));
    }
    say(2, remainder(h, cost), isHigh ? { "font-weight": 700, fill: isDark() ? "#06121b" : "#ffffff" } : {});
    return group;
  }

  /** The action that led to a state. */
  nameOf(node) {
    return this.moment.from[node]?.name ?? "now";
  }

  /** "After draw: armed, weapon. Open, g 2, h 1, f 3; the cheapest plan from there costs 7." */
  describe(node) {
    const { facts, h, exact: cost } = this.search.nodes[node], { g, closed } = this.moment, name = this.nameOf(node);
    const rest = cost === "∞" ? "there is no plan from there" : cost === "?" ? "the cost of the cheapest plan from there is not known"
      : `the cheapest plan from there costs ${exact(cost)}`;
    const high = isAbove(h, cost) ? ", less than h" : "";
    return `${node ? `After ${name}` : "Now"}: ${facts.join(", ") || "no fact is true"}. ` +
      `${closed.has(node) ? "Expanded" : "Open"}, g ${exact(g[node])}, h ${shown(h)}, f ${total(g[node], h)}; ${rest}${high}.`;
  }

  #keepInSight(node) {
    if (node < 0) return this.parent.scrollTo?.(0, 0);
    const { x, y, width } = this.boxes[node], { parent, scale } = this;
    const within = (from, to, at, room) => (from < at ? from : to > at + room ? to - room : at);
    parent.scrollLeft = within((x - EDGE) * scale, (x + width + EDGE) * scale, parent.scrollLeft, parent.clientWidth);
    parent.scrollTop = within((y - EDGE) * scale, (y + TALL + EDGE) * scale, parent.scrollTop, parent.clientHeight);
  }

  paintOn(context) {
    return paintSvg(context, this.svg, this.width, this.height);
  }
}

function isAbove(h, cost) {
  return h === "∞" ? cost !== "∞" : typeof cost === "number" && h > cost;
}

function shown(h) {
  return typeof h === "number" ? exact(h) : h;
}

function total(g, h) {
  return typeof h === "number" ? exact(g + h) : h;
}

/** "h 1 of 5": the estimate of what remains, and its true cost. */
function remainder(h, cost) {
  return cost === "∞" ? `h ${shown(h)}, no plan` : `h ${shown(h)} of ${shown(cost)}`;
}
