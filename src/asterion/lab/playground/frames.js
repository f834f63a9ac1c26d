// The frames of a path service, which come in one message; payload.py beside this makes it.

export const STATUSES = ["waiting", "quick", "full", "arrived", "unreachable"];
export const STEPS = ["", "quick", "full", "splice"];

export class Frames {
  constructor(message) {
    Object.assign(this, message);
    this.units = this.summary.ends.length;
  }

  /** The number of the last frame; the first is 0. */
  get last() {
    return Math.max(0, this.expanded.length - 1);
  }

  /** Each unit in a frame: {cell, start, goal, status, needs, before, ahead, quick, step}. */
  unitsAt(frame) {
    if (!this.expanded.length) return this.summary.ends.map(([start, goal]) => ({ cell: start, start, goal, status: "waiting", needs: "", before: 0, ahead: [start], quick: 0, step: "" }));
    return this.summary.ends.map(([start, goal], i) => {
      const k = frame * this.units + i, route = this.route[k];
      const ahead = this.nodes.subarray((this.ends[route - 1] ?? 0) + this.at[k], this.ends[route]);
      return {
        cell: ahead[0], start, goal, ahead, status: STATUSES[this.status[k]], needs: STEPS[this.needs[k]],
        before: this.before[k], quick: Math.max(0, this.quick[route] - this.at[k]), step: STEPS[this.step[route]],
      };
    });
  }

  /** The costs of cells at the end of a frame, given their first costs. */
  costsAt(frame, costs) {
    const now = costs.slice();
    for (const [at, node, cost] of this.edits) if (at <= frame) now[node] = cost;
    return now;
  }
}
