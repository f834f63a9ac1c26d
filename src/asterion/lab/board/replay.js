// A search at any number of expansions: from its event log, or from states at some moments where the
// log would be too long. Forward and back, only what changed in between is applied.

const REOPENED = 2, CLOSED = 3; // as in asterion.trace.KINDS, which begins with "opened"
const OPENED = 0;

const KINDS = ["opened", "improved", "reopened", "closed"];

export class Replay {
  /** log: {kind, node, parent, g, h} of equal length; size: cells of the map. */
  constructor(log, size) {
    this.log = log;
    this.ends = boundaries(log.kind);
    this.state = new Uint8Array(size);
    this.parent = new Int32Array(size).fill(-1);
    this.g = new Float32Array(size).fill(NaN);
    this.h = new Float32Array(size).fill(NaN);
    this.done = 0; // events applied
    this.step = -1;
    this.current = -1; // the node that was expanded last
    this.touched = { nodes: log.node, from: 0, to: 0 }; // the part of the log that the last seek went over
    this.revision = 0; // rises with every seek to another step
    // What each event has replaced, to go back; known of the first `noted` events.
    const count = log.kind.length;
    this.before = {
      state: new Uint8Array(count), parent: new Int32Array(count), g: new Float32Array(count), h: new Float32Array(count),
    };
    this.noted = 0;
    this.seek(0);
  }

  /** The number of expansions. */
  get steps() {
    return this.ends.length - 1;
  }

  seek(step) {
    step = Math.max(0, Math.min(step, this.steps));
    if (step === this.step) return;
    const from = this.done, to = this.ends[step];
    while (this.done < to) this.#apply(this.done++);
    while (this.done > to) this.#revert(--this.done);
    this.touched = { nodes: this.log.node, from: Math.min(from, to), to: Math.max(from, to) };
    this.current = step > 0 ? this.log.node[this.ends[step - 1]] : -1;
    this.step = step;
    this.revision++;
  }

  /** The actions of the last expansion: names of kinds of events. */
  get deeds() {
    const first = this.step > 0 ? this.ends[this.step - 1] : 0;
    return new Set(Array.from(this.log.kind.slice(first, this.ends[this.step]), (kind) => KINDS[kind]));
  }

  #apply(i) {
    const { log, before } = this, at = log.node[i], kind = log.kind[i];
    if (i === this.noted) {
      before.state[i] = this.state[at];
      before.parent[i] = this.parent[at];
      before.g[i] = this.g[at];
      before.h[i] = this.h[at];
      this.noted++;
    }
    this.g[at] = log.g[i];
    this.h[at] = log.h[i];
    if (kind !== CLOSED) this.parent[at] = log.parent[i];
    if (kind === CLOSED) this.state[at] = 2;
    else if (kind === REOPENED || kind === OPENED || this.state[at] === 0) this.state[at] = 1;
  }

  #revert(i) {
    const { before } = this, at = this.log.node[i];
    this.state[at] = before.state[i];
    this.parent[at] = before.parent[i];
    this.g[at] = before.g[i];
    this.h[at] = before.h[i];
  }
}

/** A Replay of a search that was recorded coarsely: at a step it shows the last moment until then. */
export class CoarseReplay {
  /**
   * moments: {expanded, ends, cells, states}. After expanded[i] expansions, the cells before ends[i]
   * have got their states.
   */
  constructor({ expanded, ends, cells, states }, size) {
    this.expanded = expanded;
    this.ends = ends;
    this.cells = cells;
    this.state = new Uint8Array(size);
    this.parent = this.g = this.h = null; // not recorded
    this.current = -1;
    this.deeds = new Set();
    this.after = states;
    this.before = new Uint8Array(cells.length);
    cells.forEach((cell, i) => {
      this.before[i] = this.state[cell];
      this.state[cell] = states[i];
    });
    this.state.fill(0);
    this.done = 0; // changes applied
    this.step = 0;
    this.touched = { nodes: cells, from: 0, to: 0 };
    this.revision = 0;
    this.seek(0);
  }

  /** The number of expansions. */
  get steps() {
    return this.expanded.at(-1) ?? 0;
  }

  seek(step) {
    this.step = Math.max(0, Math.min(step, this.steps));
    let moment = 0; // the first that is too late
    while (moment < this.expanded.length && this.expanded[moment] <= this.step) moment++;
    const from = this.done, to = moment ? this.ends[moment - 1] : 0;
    if (from === to) return;
    while (this.done < to) this.state[this.cells[this.done]] = this.after[this.done++];
    while (this.done > to) this.state[this.cells[--this.done]] = this.before[this.done];
    this.touched = { nodes: this.cells, from: Math.min(from, to), to: Math.max(from, to) };
    this.revision++;
  }
}

/** The replay in a result, null without one. */
export function replayOf({ log, moments }, size) {
  if (log) return new Replay(log, size);
  return moments ? new CoarseReplay(moments, size) : null;
}

/** After step k the events before boundaries[k] have happened: a step is an expansion. */
function boundaries(kinds) {
  const ends = [];
  for (let i = 0; i < kinds.length; i++) if (kinds[i] === CLOSED) ends.push(i);
  ends.push(kinds.length);
  return ends;
}

let chain = new Int32Array(1024); // of the last branch; it grows, and is used again

/** The nodes from the root of the tree to this one. */
export function branch(parent, node) {
  let length = 0;
  for (let at = node; at >= 0 && length <= parent.length; at = parent[at]) {
    if (length === chain.length) {
      const longer = new Int32Array(2 * length);
      longer.set(chain);
      chain = longer;
    }
    chain[length++] = at;
  }
  return chain.slice(0, length).reverse();
}
