// Reads maps and results of searches; results.py beside this has the format.

import { readWays, tilingNamed } from "./ways.js";

export const MAP = 1, RESULT = 2;

export function readMap(data) {
  const [rows, cols, start, goal] = [4, 8, 12, 16].map((at) => data.getUint32(at, true));
  const size = rows * cols, costs = new Uint8Array(data.buffer, 20, size).slice();
  const ways = readWays(data, 20 + size + (4 - size % 4) % 4, data.byteLength);
  return { rows, cols, costs, start, goal, tiling: tilingNamed(data.getUint8(2)), ...ways };
}

/** {board, version, summary, log: {kind, node, parent, g, h} or null, path, state or null} */
export function readResult(data, { rows, cols }) {
  const [version, events, length, hasState, textLength] = [4, 8, 12, 16, 20]
    .map((at) => data.getUint32(at, true));
  let at = 24;
  const bytes = (count) => {
    const part = new Uint8Array(data.buffer, at, count);
    at += count + (4 - count % 4) % 4;
    return part;
  };
  const words = (Type, count) => {
    const part = new Type(data.buffer, at, count);
    at += 4 * count;
    return part;
  };
  const summary = JSON.parse(new TextDecoder().decode(bytes(textLength)));
  const log = {
    kind: bytes(events), node: words(Int32Array, events), parent: words(Int32Array, events),
    g: words(Float32Array, events), h: words(Float32Array, events),
  };
  const path = Array.from(words(Int32Array, length));
  const state = hasState ? bytes(rows * cols) : null;
  return { board: data.getUint8(1), version, summary, log: events ? log : null, path, state };
}
