// What happened on a terrain, record by record, and the state of the world at any time.
// recording_bytes.py beside this has the format.

import { readWays, tilingNamed } from "./ways.js";

const STARTED = 1, TICK = 2, MOVED = 3, SEEN = 4, PLANNED = 5, EDITED = 6, ENDED = 7, GOAL_MOVED = 8,
  PLANNING = 9;
export const CHANGING = 1; // the mode in which the agents know the world

export class Recording {
  constructor() {
    this.records = [];
    this.ticks = []; // where each time begins, as an index of records
    this.goal = -1;
  }

  /** How many moves were made. */
  get time() {
    return Math.max(0, this.ticks.length - 1);
  }

  /** Takes more records, from a place in a message on. */
  add(data, at) {
    while (at + 8 <= data.byteLength) {
      const kind = data.getUint8(at), agent = data.getUint8(at + 1);
      const length = data.getUint32(at + 4, true);
      const record = READERS[kind](data, at + 8, length);
      this.#take({ kind, agent, ...record });
      at += 8 + length + (4 - length % 4) % 4;
    }
  }

  #take(record) {
    if (record.kind === STARTED) { // what came before is another journey
      this.records = [];
      this.ticks = [];
      this.goal = record.goal;
      this.world = record.costs.slice();
      this.started = record;
      this.moment = null;
    } else if (record.kind === TICK) {
      this.ticks.push(this.records.length);
    } else if (record.kind === GOAL_MOVED) {
      this.goal = record.cell;
    } else if (record.kind === EDITED) {
      record.cells.forEach((cell, i) => {
        this.world[cell] = record.costs[i];
      });
    }
    this.records.push(record);
  }

  /** The moment after so many records, apart from the one that at() keeps. */
  after(count) {
    const moment = new Moment(this.started);
    while (moment.done < count) moment.take(this.records[moment.done]);
    return moment;
  }

  /** The moment after so many moves. */
  at(time) {
    const end = time + 1 < this.ticks.length ? this.ticks[time + 1] : this.records.length;
    if (!this.moment || this.moment.done > end) this.moment = new Moment(this.started);
    while (this.moment.done < end) this.moment.take(this.records[this.moment.done]);
    return this.moment;
  }
}

class Moment {
  constructor({ rows, cols, start, goal, mode, agents, costs }) {
    const size = rows * cols;
    this.done = 0; // records taken
    this.mode = mode;
    this.goal = goal;
    this.world = costs.slice();
    this.agents = Array.from({ length: agents }, () => ({
      position: start, trail: [start], marks: [], path: [], fresh: false, plan: null, state: null,
      message: "", expanded: 0, planning: null,
      known: mode === CHANGING ? null : new Uint8Array(size),
      presumed: mode === CHANGING ? this.world : new Uint8Array(size).fill(1),
    }));
  }

  take(record) {
    this.done += 1;
    const agent = this.agents[record.agent];
    switch (record.kind) {
      case TICK:
        for (const each of this.agents) each.fresh = false;
        break;
      case MOVED:
        agent.position = record.cell;
        agent.trail.push(record.cell);
        break;
      case SEEN:
        record.cells.forEach((cell, i) => {
          agent.known[cell] = 1;
          agent.presumed[cell] = record.costs[i];
        });
        break;
      case PLANNED:
        if (agent.plan) agent.marks.push(agent.position);
        Object.assign(agent, {
          path: record.path, plan: { ...record, index: this.done - 1 }, state: record.state,
          fresh: true, expanded: agent.expanded + record.expanded, planning: null,
        });
        break;
      case PLANNING:
        agent.planning = record.expanded;
        agent.message = "";
        break;
      case EDITED:
        record.cells.forEach((cell, i) => {
          this.world[cell] = record.costs[i];
        });
        for (const each of this.agents) each.message = "";
        break;
      case ENDED:
        agent.message = record.message;
        break;
      case GOAL_MOVED:
        this.goal = record.cell;
        for (const each of this.agents) each.message = "";
        break;
    }
  }
}

/** What is left of an agent's path. */
export function ahead({ path, position }) {
  const at = path.indexOf(position);
  return at < 0 ? path : path.slice(at);
}

const words = (data, at, count) =>
  Array.from({ length: count }, (_, i) => data.getUint32(at + 4 * i, true));
const bytes = (data, at, count) => new Uint8Array(data.buffer, data.byteOffset + at, count);

const cellsAndCosts = (data, at) => {
  const count = data.getUint32(at, true);
  return { cells: words(data, at + 4, count), costs: bytes(data, at + 4 + 4 * count, count) };
};
const oneCell = (data, at) => ({ cell: data.getUint32(at, true) });

const READERS = {
  [STARTED](data, at, length) {
    const [rows, cols, start, goal] = words(data, at, 4);
    const [mode, moves, agents] = bytes(data, at + 16, 4), end = 20 + rows * cols;
    const ways = readWays(data, at + end + (4 - end % 4) % 4, at + length);
    const costs = bytes(data, at + 20, rows * cols);
    return { rows, cols, start, goal, mode, agents, costs, tiling: tilingNamed(moves), ...ways };
  },
  [TICK]: (data, at) => ({ time: data.getUint32(at, true) }),
  [MOVED]: oneCell,
  [SEEN]: cellsAndCosts,
  [PLANNED](data, at, length) {
    const [number, expanded, generated, pushes, pops, count] = words(data, at, 6);
    const rest = length - 40 - 4 * count;
    return {
      number, expanded, generated, pushes, pops,
      seconds: data.getFloat64(at + 24, true), cost: data.getFloat64(at + 32, true),
      path: words(data, at + 40, count),
      state: rest > 0 ? bytes(data, at + 40 + 4 * count, rest) : null,
    };
  },
  [EDITED]: cellsAndCosts,
  [ENDED]: (data, at, length) => ({
    reached: data.getUint32(at, true) === 1,
    message: new TextDecoder().decode(bytes(data, at + 4, length - 4)),
  }),
  [GOAL_MOVED]: oneCell,
  [PLANNING]: (data, at) => ({ expanded: data.getUint32(at, true) }),
};
