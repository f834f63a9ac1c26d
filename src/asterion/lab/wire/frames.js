// Reads the frames of a path service; frames.py beside this has the format.

export const FRAMES = 4;

export const STATUSES = ["waiting", "quick", "full", "arrived", "unreachable"];
export const STEPS = ["", "quick", "full", "splice"];

export function readFrames(data) {
  const [version, textLength, frames, units, routes, nodes, edits] = [4, 8, 12, 16, 20, 24, 28]
    .map((at) => data.getUint32(at, true));
  let at = 32;
  const words = (count, Type = Uint32Array) => {
    const part = new Type(data.buffer, at, count);
    at += 4 * count;
    return part;
  };
  const bytes = (count) => {
    const part = new Uint8Array(data.buffer, at, count);
    at += count + (4 - count % 4) % 4;
    return part;
  };
  const summary = JSON.parse(new TextDecoder().decode(bytes(textLength)));
  return new Frames({
    version, summary, frames, units, nodes,
    expanded: words(frames), sentBack: words(frames), route: words(frames * units), at: words(frames * units),
    first: words(routes), quick: words(routes), node: words(nodes, Int32Array),
    editFrame: words(edits), editNode: words(edits, Int32Array),
    status: bytes(frames * units), needs: bytes(frames * units), before: bytes(frames * units),
    step: bytes(routes), editCost: bytes(edits),
  });
}

export class Frames {
  constructor(parts) {
    Object.assign(this, parts);
  }

  /** The number of the last frame; the first is 0. */
  get last() {
    return Math.max(0, this.frames - 1);
  }

  /** Each unit in a frame: {cell, start, goal, status, needs, before, ahead, quick, step}. */
  unitsAt(frame) {
    if (!this.frames) return this.summary.ends.map(([start, goal]) => ({ cell: start, start, goal, status: "waiting", needs: "", before: 0, ahead: [start], quick: 0, step: "" }));
    return this.summary.ends.map(([start, goal], i) => {
      const k = frame * this.units + i, route = this.route[k];
      const end = route + 1 < this.first.length ? this.first[route + 1] : this.nodes;
      const ahead = this.node.subarray(this.first[route] + this.at[k], end);
      return {
        cell: ahead[0], start, goal, ahead, status: STATUSES[this.status[k]], needs: STEPS[this.needs[k]],
        before: this.before[k], quick: Math.max(0, this.quick[route] - this.at[k]), step: STEPS[this.step[route]],
      };
    });
  }

  /** What cells cost at the end of a frame, given what they cost at first. */
  costsAt(frame, costs) {
    const now = costs.slice();
    for (let i = 0; i < this.editNode.length && this.editFrame[i] <= frame; i++)
      now[this.editNode[i]] = this.editCost[i];
    return now;
  }
}
