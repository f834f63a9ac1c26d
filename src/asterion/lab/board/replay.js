// A search at any number of expansions, from its event log. Forward, the events in between are
// applied; backward, it begins at the first event again, which takes milliseconds for the longest
// logs that the server sends.

const OPENED = 0, IMPROVED = 1, REOPENED = 2, CLOSED = 3; // as in asterion.trace.KINDS

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
    this.seek(0);
  }

  /** The number of expansions. */
  get steps() {
    return this.ends.length - 1;
  }

  seek(step) {
    step = Math.max(0, Math.min(step, this.steps));
    if (step === this.step) return;
    if (step < this.step) this.#reset();
    const { kind, node, parent, g, h } = this.log;
    for (const end = this.ends[step]; this.done < end; this.done++) {
      const i = this.done, at = node[i];
      this.g[at] = g[i];
      this.h[at] = h[i];
      if (kind[i] !== CLOSED) this.parent[at] = parent[i];
      if (kind[i] === CLOSED) {
        this.state[at] = 2;
        this.current = at;
      } else if (kind[i] === REOPENED || kind[i] === OPENED || this.state[at] === 0) {
        this.state[at] = 1;
      }
    }
    this.step = step;
  }

  /** The actions of the last expansion: names of kinds of events. */
  get deeds() {
    const first = this.step > 0 ? this.ends[this.step - 1] : 0;
    return new Set(Array.from(this.log.kind.slice(first, this.ends[this.step]), (kind) => KINDS[kind]));
  }

  #reset() {
    this.state.fill(0);
    this.parent.fill(-1);
    this.g.fill(NaN);
    this.h.fill(NaN);
    this.done = 0;
    this.current = -1;
  }
}

/** After step k the events before boundaries[k] have happened: a step is an expansion. */
function boundaries(kinds) {
  const ends = [];
  for (let i = 0; i < kinds.length; i++) if (kinds[i] === CLOSED) ends.push(i);
  ends.push(kinds.length);
  return ends;
}

/** The nodes from the root of the tree to this one. */
export function branch(parent, node) {
  const nodes = [];
  for (let at = node; at >= 0 && nodes.length <= parent.length; at = parent[at]) nodes.push(at);
  return nodes.reverse();
}
