// A search on a board at a step of its replay, in colours and in words.

import { grouped } from "./numbers.js";

/** A board's overlay of a search at a step. */
export function searchAt(replay, step, path) {
  replay.seek(step);
  const atEnd = step >= replay.steps;
  const found = atEnd && path.length ? path : null;
  const { state, parent, g, h, touched, revision } = replay;
  const cost = found && g ? g[found[found.length - 1]] : NaN;
  return {
    state, parent, g, h, touched, revision,
    current: atEnd ? -1 : replay.current, path: found,
    // Adaptive A*'s learned estimate: the rest of the path's cost beyond this cell.
    newH: found && g ? (cell) => (state[cell] === 2 ? cost - g[cell] : NaN) : null,
  };
}

/** "(3, 4) costs 1": a cell and its cost. */
export function costText({ cols, costs, totals }, cell) {
  const words = costs[cell] === 0 ? "a wall" : `costs ${totals ? grouped(totals[cell]) : costs[cell]}`;
  return `(${Math.floor(cell / cols)}, ${cell % cols}) ${words}`;
}

/** "closed, g 3, h 4, f 7, from (2, 1)"; of a coarse replay only "closed". */
export function nodeText(replay, cell, cols) {
  const { g, h, parent, state } = replay, name = state[cell] === 2 ? "closed" : "open";
  if (!g) return name;
  const from = parent[cell];
  const back = from < 0 ? "the root" : `from (${Math.floor(from / cols)}, ${from % cols})`;
  return `${name}, g ${grouped(g[cell])}, h ${grouped(h[cell])}, ` +
    `f ${grouped(g[cell] + h[cell])}, ${back}`;
}
