// Reads one moment of the maze game; maze_moment.py beside this has the format.

export const FRAME = 4;
export const PATH_STATES = ["free", "obstructed", "stopped"];
export const SLOW = 254, THREAT = 255; // the fields that belong to no player
const NOWHERE = 0xffffffff;
const HEAD = 16, PLAYER = 16, MONSTER = 16, HUMAN = 12;

export function readFrame(data) {
  const word = (at) => data.getUint32(at, true);
  const place = (at) => ({ row: data.getFloat32(at, true), col: data.getFloat32(at + 4, true) });
  const words = (at, count) => new Uint32Array(data.buffer, data.byteOffset + at, count);
  const [players, monsters] = [data.getUint8(2), data.getUint8(3)];
  const frame = { run: word(4), tick: word(8), players: [], monsters: [], fields: new Map() };
  const pits = word(12);
  let at = HEAD;
  for (let i = 0; i < players; i++, at += PLAYER)
    frame.players.push({
      ...place(at),
      heading: data.getUint8(at + 8),
      state: PATH_STATES[data.getUint8(at + 9)],
      finished: data.getUint8(at + 10) === 1,
      reached: data.getUint8(at + 11), // goals, so far
      cells: word(at + 12),
    });
  for (let i = 0; i < monsters; i++, at += MONSTER)
    frame.monsters.push({
      ...place(at),
      letter: data.getUint8(at + 8),
      heading: data.getUint8(at + 9),
      chasing: data.getUint8(at + 10) === 1,
      target: word(at + 12) === NOWHERE ? -1 : word(at + 12),
    });
  frame.human = Number.isNaN(place(at).row) ? null
    : { ...place(at), heading: data.getUint8(at + 8), finished: data.getUint8(at + 9) === 1,
      reached: data.getUint8(at + 10) };
  at += HUMAN;
  frame.pits = words(at, pits);
  at += 4 * pits;
  for (const player of frame.players) {
    player.path = words(at, player.cells);
    at += 4 * player.cells;
  }
  const fields = word(at);
  at += 4;
  for (let i = 0; i < fields; i++) {
    const size = word(at + 4);
    frame.fields.set(data.getUint8(at), new Uint8Array(data.buffer, data.byteOffset + at + 8, size));
    at += 8 + Math.ceil(size / 4) * 4;
  }
  return frame;
}

// A byte of a search: what the cell is to the algorithm, and where it was reached from.
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
