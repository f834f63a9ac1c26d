// The bytes and headings of a moment of the maze game; moment.py beside this has the format.

export const SLOW = 254, THREAT = 255; // the fields that belong to no player

// A byte of a search: the cell's state, and where it was reached from.
export const stateOf = (byte) => byte & 7;
export const towards = (byte) => STEPS[byte >> 4];

// Clockwise from up, as headings are numbered; the ninth is nowhere. In a search 0 is nowhere.
export const TURNS = [[-1, 0], [-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1]];
const STEPS = [null, ...TURNS];

/** Radians of a heading, clockwise from the right as a canvas turns; null for none. */
export function angleOf(heading) {
  const step = TURNS[heading];
  return step ? Math.atan2(step[0], step[1]) : null;
}
