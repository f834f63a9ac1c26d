// The recording of a terrain, record by record, and the state of the world at any time.
// recording.py beside this explains the records.

export class Recording {
  constructor() {
    this.records = [];
    this.ticks = []; // the beginning of each time, as an index of records
    this.goal = -1;
  }

  /** The number of moves. */
  get time() {
    return Math.max(0, this.ticks.length - 1);
  }

  /** Takes more records. */
  add(records) {
    records.forEach((record) => this.#take(record));
  }

  #take(record) {
    if (record.type === "Started") { // a new journey begins
      this.records = [];
      this.ticks = [];
      this.goal = record.goal;
      this.world = record.cost.slice();
      this.started = record;
      this.moment = null;
    } else if (record.type === "Tick") {
      this.ticks.push(this.records.length);
    } else if (record.type === "GoalMoved") {
      this.goal = record.cell;
    } else if (record.type === "Edited") {
      record.cells.forEach((cell, i) => {
        this.world[cell] = record.costs[i];
      });
    }
    this.records.push(record);
  }

  /** The moment after the first records, apart from the one that at() keeps. */
  after(count) {
    const moment = new Moment(this.started);
    while (moment.done < count) moment.take(this.records[moment.done]);
    return moment;
  }

  /** The moment after a number of moves. */
  at(time) {
    const end = time + 1 < this.ticks.length ? this.ticks[time + 1] : this.records.length;
    if (!this.moment || this.moment.done > end) this.moment = new Moment(this.started);
    while (this.moment.done < end) this.moment.take(this.records[this.moment.done]);
    return this.moment;
  }
}

class Moment {
  constructor({ start, starts, goal, mode, agents, cost }) {
    const knowsAll = mode === "changing", hasOrders = mode === "orders";
    const nothing = () => ({ known: new Uint8Array(cost.length), presumed: new Uint8Array(cost.length).fill(1) });
    const shared = hasOrders && nothing(); // what one sees, all know
    this.done = 0; // records taken
    this.mode = mode;
    this.goal = goal;
    this.world = cost.slice();
    const made = (knows) => (_, i) => ({
      ...standing(hasOrders ? starts[i] : start), expanded: 0, order: 0, goal: hasOrders ? -1 : goal,
      ...knowsAll ? { known: null, presumed: this.world } : knows ?? nothing(),
    });
    this.agents = Array.from({ length: agents }, made(shared || null));
    this.twins = Array.from({ length: hasOrders ? agents : 0 }, made(null)); // who remember nothing
  }

  take(record) {
    this.done += 1;
    const agent = this.agents[record.agent] ?? this.twins[record.agent - this.agents.length];
    switch (record.type) {
      case "Tick":
        for (const each of [...this.agents, ...this.twins]) each.fresh = false;
        break;
      case "Ordered":
        if (record.agent >= this.agents.length) {
          Object.assign(agent, standing(record.start));
          agent.known.fill(0);
          agent.presumed.fill(1);
        }
        Object.assign(agent, { order: record.number, goal: record.cell, first: agent.trail.length - 1, message: "" });
        break;
      case "Moved":
        agent.position = record.cell;
        agent.trail.push(record.cell);
        break;
      case "Seen":
        record.cells.forEach((cell, i) => {
          agent.known[cell] = 1;
          agent.presumed[cell] = record.costs[i];
        });
        break;
      case "Planned":
        if (agent.plan) agent.marks.push(agent.position);
        Object.assign(agent, {
          path: Array.from(record.path), plan: { ...record, index: this.done - 1 }, state: record.state,
          fresh: true, expanded: agent.expanded + record.expanded, planning: null, message: "",
        });
        break;
      case "Planning":
        agent.planning = record.expanded;
        agent.message = "";
        break;
      case "Edited":
        record.cells.forEach((cell, i) => {
          this.world[cell] = record.costs[i];
        });
        break;
      case "Ended":
        agent.message = record.message;
        break;
      case "GoalMoved":
        this.goal = record.cell;
        break;
    }
  }
}

/** An agent that has not moved or planned yet; first: where the trail of its order begins. */
function standing(cell) {
  return { position: cell, trail: [cell], first: 0, marks: [], path: [], fresh: false, plan: null, state: null, message: "", planning: null };
}

/** The rest of an agent's path. */
export function ahead({ path, position }) {
  const at = path.indexOf(position);
  return at < 0 ? path : path.slice(at);
}
