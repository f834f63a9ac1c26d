// The geometry of tiles: where the cells of a map are, and which cell is at a point, in units of a
// tile. Class Grid in world/grid.py says how tiles stand, and pictures/tiling.py draws the same.

const TALL = Math.sqrt(3) / 2; // from one row of hexagons to the next, where they are 1 wide
const CORNER = 1 / Math.sqrt(3); // from the middle of such a hexagon to a corner
const STEP = 0.75, HIGH = 2 * STEP * TALL; // from one triangle to the next in a row, and its height

/** The row and column of a cell. */
export function placeOf(cell, cols) {
  return [Math.floor(cell / cols), cell % cols];
}

/*
 * A tiling has
 *   extent(rows, cols)       how wide and how high a map is
 *   center(row, col)         the middle of a tile: [x, y]
 *   corners(row, col)        its outline
 *   at(x, y)                 the [row, col] of the tile at a point, which may be outside the map
 *   cols(left, right), rows(top, bottom)   the first and the last that may be seen there
 *   box                      the side of a square around the middle in which its signs are drawn
 *   shift(row, col)          where its square is in a picture of the map in squares: [x, y] of
 *   across, down             the corner, and the sides of that square
 *   lines                    what is shifted alike: "rows", "cols", or "all"
 */

const span = (first, last, step, wide) => [Math.floor((first - wide) / step), Math.floor(last / step)];

const SQUARES = {
  extent: (rows, cols) => [cols, rows],
  center: (row, col) => [col + 0.5, row + 0.5],
  corners: (row, col) => [[col, row], [col + 1, row], [col + 1, row + 1], [col, row + 1]],
  at: (x, y) => [Math.floor(y), Math.floor(x)],
  cols: (left, right) => [Math.floor(left), Math.floor(right)],
  rows: (top, bottom) => [Math.floor(top), Math.floor(bottom)],
  box: 1, across: 1, down: 1, lines: "all", shift: () => [0, 0],
};

const HEXES = {
  extent: (rows, cols) => [cols + (rows > 1 ? 0.5 : 0), (rows - 1) * TALL + 2 * CORNER],
  center: (row, col) => [col + 0.5 + (row & 1) / 2, row * TALL + CORNER],
  corners(row, col) {
    const [x, y] = HEXES.center(row, col), half = CORNER / 2;
    return [[x, y - CORNER], [x + 0.5, y - half], [x + 0.5, y + half],
      [x, y + CORNER], [x - 0.5, y + half], [x - 0.5, y - half]];
  },
  /** The tile with the nearest middle: for regular hexagons that is the one around the point. */
  at(x, y) {
    const about = Math.round((y - CORNER) / TALL);
    let best = null, least = Infinity;
    for (let row = about - 1; row <= about + 1; row++) {
      const col = Math.floor(x - (row & 1) / 2), [cx, cy] = HEXES.center(row, col);
      const away = (x - cx) ** 2 + (y - cy) ** 2;
      if (away < least) [best, least] = [[row, col], away];
    }
    return best;
  },
  cols: (left, right) => span(left, right, 1, 1.5),
  rows: (top, bottom) => span(top, bottom, TALL, 2 * CORNER),
  box: 0.72, across: 1, down: TALL, lines: "rows",
  shift: (row) => [(row & 1) / 2, row * TALL + (2 * CORNER - TALL) / 2],
};

const turned = ([a, b]) => [b, a];

/** The same with rows and columns exchanged. */
const HEX_COLUMNS = {
  extent: (rows, cols) => turned(HEXES.extent(cols, rows)),
  center: (row, col) => turned(HEXES.center(col, row)),
  corners: (row, col) => HEXES.corners(col, row).map(turned),
  at: (x, y) => turned(HEXES.at(y, x)),
  cols: HEXES.rows, rows: HEXES.cols,
  box: HEXES.box, across: HEXES.down, down: HEXES.across, lines: "cols",
  shift: (row, col) => turned(HEXES.shift(col)),
};

/** Whether a triangle points up. */
const isUp = (row, col) => ((row + col) & 1) === 0;

const TRIANGLES = {
  extent: (rows, cols) => [(cols + 1) * STEP, rows * HIGH],
  center: (row, col) => [(col + 1) * STEP, (row + (isUp(row, col) ? 2 / 3 : 1 / 3)) * HIGH],
  corners(row, col) {
    const [base, tip] = isUp(row, col) ? [row + 1, row] : [row, row + 1];
    return [[col * STEP, base * HIGH], [(col + 1) * STEP, tip * HIGH], [(col + 2) * STEP, base * HIGH]];
  },
  /** The cell at a point: one of two triangles in a row, on this side of the edge between them. */
  at(x, y) {
    const row = Math.floor(y / HIGH), col = Math.floor(x / STEP);
    const right = x / STEP - col, low = y / HIGH - row;
    return [row, right >= (isUp(row, col) ? 1 - low : low) ? col : col - 1];
  },
  cols: (left, right) => span(left, right, STEP, 2 * STEP),
  rows: (top, bottom) => [Math.floor(top / HIGH), Math.floor(bottom / HIGH)],
  box: 0.62, across: STEP, down: HIGH, lines: "all", shift: () => [STEP / 2, 0],
};

const TILINGS = { square: SQUARES, hex: HEXES, "hex-columns": HEX_COLUMNS, triangle: TRIANGLES };

/** The tiling of a map; of squares, unless the map says otherwise. */
export function tilingOf({ tiling = "square" }) {
  return TILINGS[tiling];
}

/** The width and height of a map, in tiles. */
export function extentOf(map) {
  return tilingOf(map).extent(map.rows, map.cols);
}
