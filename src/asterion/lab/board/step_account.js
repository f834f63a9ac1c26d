// A step of a search explained from its trace: the node that was expanded, why it came before all
// other open nodes, and the head of the open list.
//
// open_order.py says what orders the open list of a search. Each sentence is checked against the
// trace before it is said: where the trace does not bear it out, or cannot, it says less.

import { grouped } from "./numbers.js";

const OPENED = 0, IMPROVED = 1, REOPENED = 2, CLOSED = 3; // as in asterion.trace.KINDS
const HEAD = 8; // entries of the open list that are shown
const ROUNDED = 2 ** -22; // sums of numbers of 24 bits that differ by less are equal

/** The open nodes of one search, or of one front of two. */
class OpenNodes {
  constructor(size) {
    this.list = new Int32Array(size);
    this.place = new Int32Array(size).fill(-1); // in the list
    this.count = 0;
    this.g = new Float32Array(size);
    this.h = new Float32Array(size);
    this.arrival = new Int32Array(size).fill(-1); // the event that put the node there
  }

  clear() {
    for (let i = 0; i < this.count; i++) this.place[this.list[i]] = -1;
    this.count = 0;
    this.arrival.fill(-1);
  }

  has(node) {
    return this.place[node] >= 0;
  }

  /** Takes note of a node's numbers, and puts it on open unless it is closed. */
  reach(node, g, h, event, isOpen = true) {
    this.g[node] = g;
    this.h[node] = h ?? NaN;
    this.arrival[node] = event;
    if (!isOpen || this.has(node)) return;
    this.place[node] = this.count;
    this.list[this.count++] = node;
  }

  close(node) {
    const at = this.place[node];
    if (at < 0) return;
    const last = this.list[--this.count];
    this.list[at] = last;
    this.place[last] = at;
    this.place[node] = -1;
  }

  /** All open nodes, in no order. */
  * [Symbol.iterator]() {
    for (let i = 0; i < this.count; i++) yield this.list[i];
  }
}

const MET = "The fronts have met. Costs of nodes that both have reached are no longer told apart in the trace, " +
  "so the order of open nodes is not in it.";

// What the smallest of is taken first: its name, and its value from g and h.
const KEYS = {
  f: (weight) => ({
    name: weight === 1 ? "f" : `f = g + ${weight} h`, of: (g, h) => g + weight * h, size: (g, h) => Math.abs(g) + Math.abs(weight * h),
  }),
  g: () => ({ name: "g", of: (g) => g, size: Math.abs }),
  h: () => ({ name: "h", of: (_, h) => h, size: (_, h) => Math.abs(h) }),
  queue: () => ({ name: "", of: (_g, _h, arrival) => arrival, size: () => 0 }),
  stack: () => ({ name: "", of: (_g, _h, arrival) => -arrival, size: () => 0 }),
};

// Of nodes with the same key, the rules of ties: [compare(a, b, open), words for the first one].
const byG = (sign) => (a, b, open) => {
  const gap = open.g[a] - open.g[b];
  return Math.abs(gap) <= ROUNDED * Math.abs(open.g[a]) ? 0 : sign * Math.sign(gap);
};
const last = [(a, b, open) => open.arrival[b] - open.arrival[a], "was reached last"];
const first = [(a, b, open) => open.arrival[a] - open.arrival[b], "was reached first"];
const large = [byG(-1), "has the largest g"], small = [byG(1), "has the smallest g"];
const TIES = {
  lifo: [last], fifo: [first], "high-g": [large, first], "low-g": [small, first], "high-g, lifo": [large, last],
};
const RULES = {
  lifo: "the one reached last comes first", fifo: "the one reached first comes first",
  "high-g": "the largest g comes first, then the one reached first",
  "low-g": "the smallest g comes first, then the one reached first",
  "high-g, lifo": "the largest g comes first, then the one reached last",
};

export class StepAccount {
  /**
   * log: the columns of a trace; size: the number of nodes; order: from open_order.py; names:
   * {of(node), one, many}, as a node and several are called; goal: where the search ended, or -1.
   */
  constructor(log, size, order, names, goal = -1) {
    this.log = log;
    this.order = order;
    this.names = names;
    this.goal = goal;
    this.key = KEYS[order.by]?.(order.weight ?? 1) ?? null;
    this.fronts = order.by === "fronts" ? [new OpenNodes(size), new OpenNodes(size)] : [new OpenNodes(size)];
    this.parent = new Int32Array(size).fill(-1);
    this.closed = new Uint8Array(size); // whether nodes are closed, on a single front
    this.backClosed = new Uint8Array(size); // or on the front from the goal
    this.closings = [];
    for (let i = 0; i < log.kind.length; i++) if (log.kind[i] === CLOSED) this.closings.push(i);
    if (order.by === "bound") this.rounds = roundsOf(log, this.#f.bind(this));
    if (order.by === "fronts") this.goesAtOnce = this.#goesAtOnce();
    this.#reset();
  }

  #f(i) {
    return this.log.g[i] + (this.order.weight ?? 1) * this.log.h[i];
  }

  /** Whether the front from the goal closes nodes as it reaches them: then it has none open. */
  #goesAtOnce() {
    const { kind, node } = this.log, roots = [node[0], node[1]];
    return kind[2] === CLOSED && node[2] === roots[1] && roots[0] !== roots[1];
  }

  #reset() {
    for (const front of this.fronts) front.clear();
    this.done = 0; // events applied
    this.front = 0; // the front of the last expansion
    this.haveMet = false; // both fronts have reached a node
    this.expanded = -1; // the last node expanded, on any front
    this.atOnce = -1; // the event that opened a node on a front that closes it at once
    this.closed.fill(0);
    this.backClosed.fill(0);
    this.parent.fill(-1);
  }

  /** Applies events up to this one. */
  #advance(end) {
    if (end < this.done) this.#reset();
    for (; this.done < end; this.done++) this.#apply(this.done);
  }

  #apply(i) {
    const { log: { kind, node, parent, g, h }, order } = this, at = node[i];
    if (order.by === "fronts") return this.#applyToFront(i);
    const [open] = this.fronts;
    if (kind[i] === CLOSED) {
      open.close(at);
      this.closed[at] = 1;
      return;
    }
    this.parent[at] = parent[i];
    if (kind[i] !== IMPROVED) this.closed[at] = 0;
    open.reach(at, g[i], h[i], i, !this.closed[at]);
  }

  /** The first two events open the roots of the fronts; later ones belong to the front that was expanded. */
  #applyToFront(i) {
    const { log: { kind, node, g, h } } = this, at = node[i];
    if (kind[i] === CLOSED) {
      this.front = this.#frontOf(i);
      this.fronts[this.front].close(at);
      if (this.front) this.backClosed[at] = 1;
      this.expanded = at;
      return;
    }
    const front = i < 2 ? i : this.#frontOfOpening(i);
    if (front && this.goesAtOnce) this.atOnce = i;
    this.fronts[front].reach(at, g[i], h[i], i);
    this.haveMet ||= !this.goesAtOnce && this.fronts[1 - front].arrival[at] >= 0;
  }

  /** Where the front from the goal closes nodes at once, the other opens only what its last one leads to. */
  #frontOfOpening(i) {
    if (!this.goesAtOnce) return this.front;
    const isAhead = this.front === 0 && this.log.parent[i] === this.expanded && !this.backClosed[this.expanded];
    return isAhead ? 0 : 1;
  }

  /** The front of an expansion: the smaller one is expanded, the one from the start if they are equal. */
  #frontOf(i) {
    const [ahead, back] = this.fronts;
    if (this.goesAtOnce) return this.atOnce === i - 1 ? 1 : 0;
    return ahead.count <= back.count ? 0 : 1;
  }

  /** The steps of the trace. */
  get steps() {
    return this.closings.length;
  }

  /**
   * The account of a step: {sentence, more, head, heads, columns, title, note}. head: the first entries of
   * the open list then, [{place, node, name, g, h, key, tied}], or null where their order is not
   * known; heads: the headings of place and name; columns: numbers that are shown, with headings.
   */
  at(step) {
    step = Math.max(0, Math.min(step, this.steps));
    if (step === 0) {
      this.#advance(this.closings[0] ?? this.log.kind.length);
      return this.#told(`Before the first expansion: ${this.#many(this.open.count)} open.`, step);
    }
    const event = this.closings[step - 1];
    this.#advance(event);
    const sentence = this.#sentence(event);
    // IDA* goes back before it opens the node that it closes next.
    this.#advance(this.order.by === "bound" ? event + 1 : this.closings[step] ?? this.log.kind.length);
    return this.#told(sentence, step);
  }

  /** The open nodes of the front that the list is of. */
  get open() {
    return this.fronts[0];
  }

  #told(sentence, step) {
    const more = [step && this.order.by !== "bound" ? this.#effects(step) : "", this.#ending(step)].filter(Boolean).join(" ");
    const { by } = this.order;
    const columns = this.#columns();
    if (by === "bound") return { sentence, more, head: this.#branch(step), heads: ["depth", this.names.one], columns, title: "The present branch, its end first", note: "" };
    if (!this.key && by !== "fronts") return { sentence, more, head: null, note: this.order.why };
    if (this.haveMet) return { sentence, more, head: null, note: MET };
    const { head, isByRule } = this.#head(this.key ?? KEYS.f(1), this.log.node[this.closings[step]] ?? -1);
    const title = `Open${by === "fronts" ? " on the front from the start" : ""} after this step: ${this.#many(this.open.count)}`;
    return { sentence, more, head, heads: ["order", this.names.one], columns, title, note: [this.#backNote(), this.#tieNote(head, isByRule)].filter(Boolean).join(" ") };
  }

  /** The numbers of an entry that matter: [heading, name]. */
  #columns() {
    const { by, weight = 1 } = this.order;
    if (by === "queue" || by === "stack" || by === "g") return [["g", "g"]];
    if (by === "h") return [["g", "g"], ["h", "h"]];
    return [["g", "g"], ["h", "h"], [weight === 1 ? "f" : `g + ${weight} h`, "key"]];
  }

  #backNote() {
    if (this.order.by !== "fronts") return "";
    return this.goesAtOnce ? "This is the front from the start; the other closes cells as it reaches them."
      : `This is the front from the start; ${this.#many(this.fronts[1].count)} open on the other.`;
  }

  #tieNote(head, isByRule) {
    if (!this.key?.name && this.order.by !== "fronts" || !head.some(({ tied }) => tied)) return "";
    const equal = `Equal ${this.order.by === "fronts" ? "f" : this.order.by}`, rule = RULES[this.order.ties];
    return rule && isByRule ? `${equal}: ${rule}.` : `${equal}: the first is the next one; the order of the others is not in the trace.`;
  }

  #many(count) {
    return `${grouped(count)} ${count === 1 ? this.names.one : this.names.many}`;
  }

  // --- Sentences

  #sentence(event) {
    const { log, order, names } = this, node = log.node[event], name = names.of(node);
    if (order.by === "bound") return this.#boundSentence(event, name);
    if (order.by === "fronts") return this.#frontSentence(event, name);
    if (!this.key && order.seen) return `Expanded ${name}; ${this.#others(node)} seen and not yet expanded.`;
    if (!this.key) return `Expanded ${name}${reached(log.g[event])}.`;
    if (!this.open.has(node)) return `Expanded ${name}${reached(log.g[event])}.`;
    if (order.by === "queue" || order.by === "stack") return this.#lineSentence(node, name);
    return `Expanded ${name}${this.#smallest(this.open, this.key, node, this.names.many)}`;
  }

  #others(node) {
    const count = this.open.count - (this.open.has(node) ? 1 : 0);
    return `${grouped(count)} other ${count === 1 ? this.names.one : this.names.many}`;
  }

  #lineSentence(node, name) {
    const { open, key } = this, place = `the ${this.order.by} of ${this.#many(open.count)}`;
    if (open.count === 1) return `Expanded ${name}: it was alone ${this.order.by === "queue" ? "in the queue" : "on the stack"}.`;
    for (const other of open)
      if (key.of(0, 0, open.arrival[other]) < key.of(0, 0, open.arrival[node])) return `Expanded ${name}, from ${place}.`;
    return `Expanded ${name}: it came ${this.order.by === "queue" ? "first into" : "last onto"} ${place}.`;
  }

  /** ": its f of 35.2 is the smallest of 41 open cells.": what the trace bears out of that. */
  #smallest(open, key, node, many, where = "") {
    const value = key.of(open.g[node], open.h[node]), count = open.count;
    const short = key.name[0], own = `its ${key.name} of ${written(value)}`;
    if (!Number.isFinite(value)) return `${reached(open.g[node])}; ${grouped(count)} ${many} were open${where}.`;
    if (count === 1) return `: it was the only open ${this.names.one}${where}.`;
    const tied = [];
    for (const other of open) {
      const gap = key.of(open.g[other], open.h[other]) - value;
      if (Math.abs(gap) <= slack(key, open, node)) tied.push(other);
      else if (gap < 0) return `, with ${short} ${written(value)}; ${grouped(count)} ${many} were open${where}.`;
    }
    const smallest = `: ${own} is the smallest of ${grouped(count)} open ${many}${where}`;
    if (tied.length === 1) return `${smallest}.`;
    return `${smallest}, shared by ${grouped(tied.length)}${this.#amongTied(open, node, tied)}.`;
  }

  /** "; of these it was reached last": if that is so. */
  #amongTied(open, node, tied) {
    const words = [];
    let rest = tied;
    for (const [compare, told] of TIES[this.order.ties] ?? []) {
      if (rest.some((other) => compare(other, node, open) < 0)) return "";
      const alike = rest.filter((other) => compare(other, node, open) === 0);
      if (alike.length < rest.length) words.push(told);
      rest = alike;
    }
    if (this.order.ties === "random") return "; the tie was broken at random";
    if (this.order.ties === "straight") return "; the rule straight chose among these";
    return rest.length === 1 && words.length ? `; of these it ${words.join(", and of those it ")}` : "";
  }

  #boundSentence(event, name) {
    const f = this.#f(event), at = this.rounds.findIndex(({ end }) => event < end);
    const { largest } = this.rounds[at - 1] ?? {}, round = `Round ${at + 1}: expanded ${name} at depth ${this.#depth(this.log.node[event])}`;
    if (!Number.isFinite(f)) return `${round}.`;
    const own = `its ${this.order.weight && this.order.weight !== 1 ? `f = g + ${this.order.weight} h` : "f"} of ${written(f)}`;
    if (at === 0) return `${round}; ${own} is within the bound of ${written(this.#f(0))}, the f of the start.`;
    return `${round}; ${own} is within this round's bound, which is above all f of the round before, up to ${written(largest)}.`;
  }

  #frontSentence(event, name) {
    const { log, fronts } = this, node = log.node[event], front = this.#frontOf(event), { count } = fronts[front];
    if (front && this.goesAtOnce) return `The front from the goal reached ${name} at a cost of ${written(log.g[event])}, and closed it at once.`;
    const side = `Expanded ${name} on the front from the ${front ? "goal" : "start"}`;
    if (!front && !this.haveMet && fronts[0].has(node))
      return `${side}${this.#smallest(fronts[0], KEYS.f(1), node, this.names.many, " there")}`;
    return `${side}, ${count === 1 ? `the only ${this.names.one} open there` : `one of ${this.#many(count)} open there`}.`;
  }

  /** The results of an expansion. */
  #effects(step) {
    const { kind, node } = this.log, counts = [0, 0, 0];
    const end = this.closings[step] ?? kind.length;
    for (let i = this.closings[step - 1] + 1; i < end; i++) if (kind[i] !== CLOSED) counts[kind[i]]++;
    // A front that closes nodes at once opens its next one before that step.
    if (this.goesAtOnce && counts[OPENED] && node[end] === node[end - 1]) counts[OPENED]--;
    const words = [[OPENED, "opened"], [IMPROVED, "reached more cheaply"], [REOPENED, "opened again"]]
      .filter(([what]) => counts[what]).map(([what, told]) => `${this.#many(counts[what])} ${told}`);
    return words.length ? `${capital(words.join(", "))}.` : "";
  }

  /** At the end of a search that has found its goal. */
  #ending(step) {
    const { goal, open, key } = this;
    if (step < this.steps || goal < 0 || !key || !open.has(goal) || !["f", "g", "h"].includes(this.order.by)) return "";
    const value = key.of(open.g[goal], open.h[goal]), least = slack(key, open, goal);
    for (const other of open) if (key.of(open.g[other], open.h[other]) < value - least) return "";
    return `The goal ${this.names.of(goal)} is next: no open ${this.names.one} has a smaller ${key.name[0]}. The search ends.`;
  }

  // --- The open list

  /** Its first entries: by key, and of equal keys by the tie rule. */
  #head(key, next) {
    const { open } = this, rules = TIES[this.order.ties] ?? [];
    let isByRule = rules.length > 0;
    const keys = (node) => key.of(open.g[node], open.h[node], open.arrival[node]);
    const byRule = (a, b) => {
      for (const [compare] of rules) {
        const order = compare(a, b, open);
        if (order) return order;
      }
      return open.arrival[a] - open.arrival[b];
    };
    const head = [];
    let above = -Infinity; // all keys up to here are in the head
    while (head.length < HEAD) {
      let least = Infinity, least_at = -1;
      for (const node of open) {
        const value = keys(node);
        if (value > above && value < least) [least, least_at] = [value, node];
      }
      if (least_at < 0) break;
      const limit = least + (key.name ? slack(key, open, least_at) : 0);
      const alike = [...open].filter((node) => keys(node) > above && keys(node) <= limit);
      const few = firstOf(alike, byRule, HEAD - head.length);
      if (!head.length && alike.length > 1 && few[0] !== next && open.has(next) && keys(next) <= limit) {
        isByRule = false; // the trace knows better: rounding or chance decides
        few.splice(0, few.length, ...[next, ...few.filter((node) => node !== next)].slice(0, HEAD));
      }
      for (const node of few)
        head.push({ place: head.length + 1, node, name: this.names.of(node), g: open.g[node], h: open.h[node], key: key.name ? keys(node) : NaN, tied: alike.length > 1 });
      above = limit;
    }
    return { head, isByRule };
  }

  /** The present branch of IDA*, the deepest node first. */
  #branch(step) {
    const nodes = [];
    for (let at = step ? this.log.node[this.closings[step - 1]] : -1; at >= 0 && nodes.length < HEAD; at = this.parent[at]) nodes.push(at);
    const { g, h } = this.open, weight = this.order.weight ?? 1;
    const depth = nodes.length ? this.#depth(nodes[0]) : 0;
    return nodes.map((node, i) => ({ place: depth - i, node, name: this.names.of(node), g: g[node], h: h[node], key: g[node] + weight * h[node], tied: false }));
  }

  #depth(node) {
    let depth = 0;
    for (let at = this.parent[node]; at >= 0; at = this.parent[at]) depth++;
    return depth;
  }
}

/** The rounds of IDA*: where each ends, and the largest f of a node in it; its bound may be larger. */
function roundsOf({ kind, node }, f) {
  const rounds = [];
  for (let i = 0; i < kind.length; i++) {
    if (kind[i] !== OPENED) continue;
    if (node[i] === node[0]) {
      if (rounds.length) rounds.at(-1).end = i;
      rounds.push({ end: Infinity, largest: f(i) });
    }
    rounds.at(-1).largest = Math.max(rounds.at(-1).largest, f(i));
  }
  return rounds;
}

/** By how much two keys about that of a node may differ and be the same. */
function slack(key, open, node) {
  return ROUNDED * key.size(open.g[node], open.h[node]);
}

/** The first few in the order of a comparison. */
function firstOf(nodes, compare, count) {
  if (nodes.length <= 64) return nodes.sort(compare).slice(0, count);
  const best = [];
  for (const node of nodes) {
    if (best.length === count && compare(node, best.at(-1)) >= 0) continue;
    let at = best.length;
    while (at > 0 && compare(node, best[at - 1]) < 0) at--;
    best.splice(at, 0, node);
    if (best.length > count) best.pop();
  }
  return best;
}

function reached(g) {
  return Number.isFinite(g) ? `, reached at a cost of ${written(g)}` : "";
}

/** A number with up to two decimals. */
export function written(value) {
  return Number.isFinite(value) ? String(Number(value.toFixed(2))) : "\u2212";
}

function capital(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}`;
}
