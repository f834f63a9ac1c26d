// Plays the moments of a walk as they come, evenly, a little behind the newest one.
//
// A moment is {tick, boards: [{ids, cells, goals, teams, waits, counts}]}; arrays have a row for each
// unit, in the order of ids.

const BEHIND = 2.5; // ticks after which it plays faster, to catch up

export class Player {
  constructor() {
    this.clear();
  }

  clear() {
    this.moments = []; // from the one that is shown to the newest
    this.at = 0; // the time shown, in ticks
  }

  get newest() {
    return this.moments.at(-1) ?? null;
  }

  /** Takes the next moment, or the present one again after a change. */
  add(moment) {
    if (this.newest && moment.tick < this.newest.tick) this.clear();
    if (this.newest?.tick === moment.tick) this.moments.pop();
    const before = this.newest;
    moment.boards.forEach((board, i) => {
      const { from, gone } = matched(before?.boards[i]?.ids ?? board.ids, board.ids);
      Object.assign(board, { from, gone });
    });
    this.moments.push(moment);
    if (!before) this.at = moment.tick;
  }

  /** Continues by some seconds; returns whether there is more to come. */
  advance(seconds, rate) {
    const { newest } = this;
    if (!newest) return false;
    const left = newest.tick - this.at;
    this.at = Math.min(newest.tick, this.at + seconds * rate * Math.max(1, left / BEHIND));
    while (this.moments.length > 2 && this.moments[1].tick <= this.at) this.moments.shift();
    return this.at < newest.tick;
  }

  toNewest() {
    if (this.newest) this.at = this.newest.tick;
    this.moments.splice(0, this.moments.length - 1);
  }

  /** The moments before and after the present time, and the share of the way between them. */
  get now() {
    const [first, second] = this.moments;
    if (!second) return { before: first, after: first, share: 1 };
    return { before: first, after: second, share: (this.at - first.tick) / (second.tick - first.tick) };
  }
}

/** For each id of the second list its row in the first, -1 for none; and the rows that have gone. */
export function matched(before, after) {
  const from = new Int32Array(after.length).fill(-1), gone = [];
  let row = 0;
  for (let i = 0; i < after.length; i++) {
    while (row < before.length && before[row] < after[i]) gone.push(row++);
    if (before[row] === after[i]) from[i] = row++;
  }
  while (row < before.length) gone.push(row++);
  return { from, gone };
}
