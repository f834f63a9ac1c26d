// Reads how one moves on a map: its tiles, links and fences; ways.py beside this has the format.

const TILINGS = ["square", "square", "square", "square", "hex", "hex-columns", "triangle"];

/** The tiling of a map, by the number of its moves. */
export function tilingNamed(moves) {
  return TILINGS[moves];
}

/** {links: [{from, to, cost, both}], fences: [{from, to, both}]} from a place in a message up to its end. */
export function readWays(data, at, end) {
  if (at >= end) return { links: [], fences: [] };
  const word = (index) => data.getUint32(at + 4 * index, true);
  const [links, fences] = [word(0), word(1)], after = 2 + 4 * links;
  return {
    links: Array.from({ length: links }, (_, i) => 2 + 4 * i).map((first) => ({
      from: word(first), to: word(first + 1), both: word(first + 3) === 1,
      cost: data.getFloat32(at + 4 * first + 8, true),
    })),
    fences: Array.from({ length: fences }, (_, i) => after + 3 * i).map((first) => ({
      from: word(first), to: word(first + 1), both: word(first + 2) === 1,
    })),
  };
}
