// Tiles that are not square, on a canvas: filled in the colours of a picture with a pixel per cell.

import { tilingOf } from "./tiles.js";

/** view: a GridView whose picture of cells is drawn; hasShapes: there is room for their corners. */
export function fillTiles(view, hasShapes) {
  if (hasShapes) fillShapes(view);
  else drawStrips(view);
}

/** Far away a tile looks like a square: rows or columns of the picture, each in its place. */
function drawStrips(view) {
  const { context, cells, size, map: { rows, cols } } = view, tiling = tilingOf(view.map);
  const { firstRow, lastRow, firstCol, lastCol } = view.seen;
  const wide = tiling.across * size, high = tiling.down * size;
  const draw = (row, col, height, width) => {
    const [x, y] = view.onCanvas(tiling.shift(row, col)).map(Math.round);
    // Each reaches to the next one, so that there is no gap between them.
    const [right, low] = view.onCanvas(tiling.shift(row + height, col + width)).map(Math.round);
    const across = width === cols ? wide * cols : right - x, down = height === rows ? high * rows : low - y;
    context.drawImage(cells, col, row, width, height, x, y, across, down);
  };
  if (tiling.lines === "all") draw(0, 0, rows, cols);
  if (tiling.lines === "rows") for (let row = firstRow; row <= lastRow; row++) draw(row, 0, 1, cols);
  if (tiling.lines === "cols") for (let col = firstCol; col <= lastCol; col++) draw(0, col, rows, 1);
}

/** Draws tiles of one colour at once: there are far fewer colours than tiles. */
function fillShapes(view) {
  const { context, image, map: { cols } } = view;
  const pixels = new Uint32Array(image.data.buffer), paths = new Map();
  eachShape(view, (row, col, corners) => {
    const colour = pixels[row * cols + col];
    if (!paths.has(colour)) paths.set(colour, context.newPath?.() ?? new Path2D());
    trace(paths.get(colour), corners);
  });
  context.lineWidth = 1; // without an edge of its own, paper would shine through between two tiles
  for (const [colour, path] of paths) {
    context.fillStyle = context.strokeStyle = `rgb(${colour & 255} ${colour >> 8 & 255} ${colour >> 16 & 255})`;
    context.fill(path);
    context.stroke(path);
  }
}

/** The lines between tiles, in the style of a context. */
export function strokeTiles(view, context) {
  context.beginPath();
  eachShape(view, (row, col, corners) => trace(context, corners));
  context.stroke();
}

/** The line around one tile. */
export function outline(context, corners) {
  context.beginPath();
  trace(context, corners);
  context.stroke();
}

function eachShape(view, visit) {
  const tiling = tilingOf(view.map), { firstRow, lastRow, firstCol, lastCol } = view.seen;
  for (let row = firstRow; row <= lastRow; row++)
    for (let col = firstCol; col <= lastCol; col++)
      visit(row, col, tiling.corners(row, col).map((corner) => view.onCanvas(corner)));
}

function trace(path, corners) {
  corners.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
}
