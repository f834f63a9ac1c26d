// Layers about the map itself: which are chosen, what the server has told of them, and whether that is
// of the map that is shown. Knows nothing of how they are drawn.

import { Freshness } from "../board/freshness.js";
import { drawer, element, headings, say, setText } from "../board/parts.js";
import { grouped, short } from "../board/numbers.js";
import { MapDrawing } from "./map_drawing.js";

// By name: the words for people.
export const STRUCTURES = {
  quadtree: "Quadtree: chunks in which all cells cost the same, as large as that allows",
  portals: "Portals: square chunks, the cells that lead from one to the next, and the costs between them (HPA*)",
  rooms: "Rooms: regions between doors, and the paths from middle to middle",
  islands: "Islands: doors and corridors that most paths pass",
  visibility: "Points of visibility: corners of walls, and which see each other",
  clusters: "Clusters: regions with a table of the costs between them, which is a heuristic",
};
export const FIELDS = {
  distance: "Distance: what each cell costs from the start",
  flow: "Flow: from each cell the way to the goal",
  flee: "Flee: from each cell the way out of the goal's reach",
};
const COMPUTING = "computing\u2026", UNKNOWN = "not in this file";
const LARGEST = 40; // regions of a table that is shown

export class MapLayers {
  /** hands: {send(message), redraw(), map(), hover()}. */
  constructor(hands) {
    this.hands = hands;
    this.structure = this.field = "";
    this.straight = false;
    this.missing = COMPUTING; // the words for what is not there
    this.message = null; // the last one, and its place in the order of versions
    this.order = 0;
    this.drawings = new Map(); // by board
    this.freshness = new Freshness(() => this.#changed());
    this.root = element("span", { class: "map-layers", hidden: false });
    this.selects = {
      structure: this.#select("structure", "a", STRUCTURES, (name) => this.setStructure(name)),
      field: this.#select("field", "d", FIELDS, (name) => this.setField(name)),
    };
    this.note = element("p", { class: "map-note", hidden: true });
    this.table = element("table", "cluster-table");
    this.words = element("p");
    this.drawer = drawer("Cluster table", this.words, this.table);
    this.drawer.hidden = true;
  }

  #select(kind, key, names, choose) {
    const options = [["", "none"], ...Object.keys(names).map((name) => [name, name])];
    const select = element("select", { label: `Layer: ${kind}` }, ...options.map(([value, text]) =>
      element("option", { value, title: names[value] ?? "" }, text)));
    let isByPointer = false;
    select.addEventListener("pointerdown", () => { isByPointer = true; });
    select.addEventListener("keydown", () => { isByPointer = false; });
    select.addEventListener("change", () => {
      choose(select.value);
      if (isByPointer) select.blur(); // the page has the keys again
    });
    const title = `A ${kind} of the map (${key} for the next one)`;
    this.root.append(element("label", { class: "map-choice", title }, element("span", "", kind), select));
    return select;
  }

  /** The keys, for a table of shortcuts. */
  keys() {
    const next = (names, now) => {
      const all = ["", ...Object.keys(names)];
      return all[(all.indexOf(now) + 1) % all.length];
    };
    return [
      [["a"], "the next structure of the map", () => this.setStructure(next(STRUCTURES, this.structure))],
      [["d"], "the next field over the map", () => this.setField(next(FIELDS, this.field))],
    ];
  }

  /** With a frame budget there are none. */
  setHidden(isHidden) {
    this.root.hidden = isHidden;
    this.#changed();
  }

  /** Without a server there is what the file has. */
  fix() {
    this.missing = UNKNOWN;
    for (const select of Object.values(this.selects)) select.disabled = true;
  }

  get isOn() {
    return Boolean(this.structure || this.field || this.straight);
  }

  setStructure(name) {
    if (Object.hasOwn(STRUCTURES, name) || !name) this.#set({ structure: name });
  }

  setField(name) {
    if (Object.hasOwn(FIELDS, name) || !name) this.#set({ field: name });
  }

  setStraight(isOn) {
    this.#set({ straight: isOn });
  }

  #set(some) {
    if (Object.entries(some).every(([name, value]) => this[name] === value)) return;
    Object.assign(this, some);
    for (const [kind, select] of Object.entries(this.selects)) select.value = this[kind];
    this.tells = true;
    this.ask();
    this.#changed();
  }

  /** Asks the server for the layers that are chosen. */
  ask() {
    const { structure, field, straight } = this;
    this.hands.send({ type: "layers", structure, field, straight });
  }

  // --- Messages

  /** The n-th message was sent. */
  sent(message, n) {
    this.freshness.sent(message, n);
  }

  /** The server works on a version. */
  told(version, n) {
    const isNew = version !== this.freshness.version;
    this.freshness.told(version, n);
    if (this.isOn) return;
    this.freshness.answered(this.freshness.order);
    if (isNew) this.message = null; // there will be none of this map
  }

  take(message) {
    this.order = this.freshness.orderOf(message.version);
    this.message = message;
    this.freshness.answered(this.order);
    this.#changed();
    if (this.tells) say(this.text);
    this.tells = false;
  }

  /** Another map: nothing of the last one is shown. */
  forget() {
    this.message = null;
    this.#changed();
  }

  /** A part of the message that is chosen and of the map shown; null without one. */
  part(name) {
    const { message, order } = this;
    const at = ["structure", "field", "straight"].indexOf(name);
    if (!message || message.wanted[at] !== this[name] || this.freshness.isLate(order)) return null;
    return message[name];
  }

  /** Whether all that is chosen is shown, or is told to be impossible. */
  get isReady() {
    const chosen = ["structure", "field", "straight"].filter((name) => this[name]);
    return chosen.every((name) => this.part(name)) && !(this.isOn && this.freshness.isOld(this.order));
  }

  /** Whether a kind of sign is on the boards, for the legend. */
  shows(kind, sign) {
    const now = this.root.hidden ? "" : this[kind];
    if (sign === "any") return Boolean(now);
    if (sign === "route") return Boolean(now) && now !== "clusters";
    return sign === "arrows" ? ["flow", "flee"].includes(now) : now === sign;
  }

  #changed() {
    this.drawings.clear();
    this.#tell();
    this.#fillTable();
    this.hands.redraw();
  }

  /** What a board draws; null for nothing. */
  drawing(board) {
    if (!this.isOn || this.root.hidden) return null;
    if (!this.drawings.has(board)) {
      const parts = ["structure", "field", "straight"].map((name) => [name, drawable(this.part(name))]);
      this.drawings.set(board, new MapDrawing(Object.fromEntries(parts), board));
    }
    return this.drawings.get(board);
  }

  // --- Words

  get text() {
    const parts = ["structure", "field"].filter((name) => this[name]).map((name) => {
      const part = this.part(name);
      return `${this[name]}: ${part ? part.note ?? part.problem : this.missing}`;
    });
    if (this.straight) {
      const part = this.part("straight");
      if (!part) parts.push(`straight: ${this.missing}`);
      else if (part.problem) parts.push(`straight: ${part.problem}`);
      else if (part.length) parts.push(`straight: the shortest line at any angle is ${grouped(part.length)} long`);
    }
    return parts.join("  \u00b7  ");
  }

  #tell() {
    this.note.hidden = !this.isOn || this.root.hidden;
    setText(this.note, this.text);
  }

  /** What a board's caption adds: by how much its path gets shorter. */
  caption(board) {
    const length = this.straight && this.part("straight")?.lengths?.[board];
    return length ? `; smoothed ${grouped(length)} long` : "";
  }

  /** What is known of a cell. */
  describe(cell, cols) {
    const structure = drawable(this.part("structure")), field = drawable(this.part("field"));
    const told = [structure && structureAt(structure, cell, cols), field && fieldAt(field, cell, cols)];
    this.#light(structure, cell);
    return told.filter(Boolean);
  }

  // --- The table of clusters

  #fillTable() {
    const part = drawable(this.part("structure")), { table } = part ?? {};
    this.drawer.hidden = this.structure !== "clusters" || this.root.hidden;
    if (this.shownTable === table) return;
    this.shownTable = table;
    const count = table ? Math.sqrt(table.length) : 0, isSmall = count <= LARGEST;
    const large = `The table of ${grouped(count)} regions is too large to be read. Point at a cell: its entry is told below the boards.`;
    const small = "The smallest cost from a region (row) to another (column): what A* expects at least. The start's row and the goal's column are marked; point at a cell for its row.";
    setText(this.words, table ? (isSmall ? small : large) : this.missing);
    const numbers = Array.from({ length: isSmall ? count : 0 }, (_, i) => i);
    const rows = numbers.map((from) => element("tr", "", element("th", { scope: "row" }, String(from)),
      ...numbers.map((to) => element("td", to === part.goal ? "goal" : "", entry(table[from * count + to])))));
    const head = headings(["from \\ to", ...numbers.map(String)]);
    this.table.replaceChildren(...(numbers.length ? [element("thead", "", head), element("tbody", "", ...rows)] : []));
    this.rows = rows;
    this.lit = null;
    this.#light(part, -1);
  }

  /** Marks the row of a cell's region, or of the start's. */
  #light(part, cell) {
    const rowOf = (at) => part?.table && this.rows?.[part.labels[at]];
    const row = rowOf(cell) ?? rowOf(this.hands.map()?.start);
    if (row === this.lit) return;
    this.lit?.classList.remove("at");
    row?.classList.add("at");
    this.lit = row ?? null;
  }
}

/** A part that can be drawn; one that is impossible says why, and nothing is drawn. */
function drawable(part) {
  return part && !part.problem ? part : part?.smooth ? part : null;
}

function entry(cost) {
  return cost < 0 ? "\u221e" : short(cost);
}

function structureAt(part, cell, cols) {
  const { rects, labels, nodes, name, table, goal } = part;
  if (rects) {
    const row = Math.floor(cell / cols), col = cell % cols;
    for (let i = 0; i < rects.length; i += 4) {
      const [top, left, high, wide] = rects.subarray(i, i + 4);
      if (row >= top && row < top + high && col >= left && col < left + wide)
        return `${isAt(nodes, cell) ? "a portal of " : ""}chunk ${i / 4}, ${high} x ${wide} cells`;
    }
  }
  if (table) {
    const count = Math.sqrt(table.length), label = labels[cell];
    return label < 0 ? "in no region" : `region ${label}, at least ${entry(table[label * count + goal])} to region ${goal} by the table`;
  }
  if (labels) return labels[cell] < 0 ? "in no room" : `room ${labels[cell]}${isAt(nodes, cell) ? ", its middle" : ""}`;
  return isAt(nodes, cell) ? (name === "islands" ? "an island" : "a corner") : "";
}

function isAt(nodes, cell) {
  return Boolean(nodes?.includes(cell));
}

function fieldAt({ name, values, next }, cell, cols) {
  const value = values[cell];
  if (!Number.isFinite(value)) return `${name}: out of reach`;
  const to = next && next[cell] >= 0 ? `, next (${Math.floor(next[cell] / cols)}, ${next[cell] % cols})` : "";
  return `${name}: ${name === "flee" ? value.toFixed(1) : grouped(value)}${to}`;
}
