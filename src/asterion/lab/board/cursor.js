// Arrow keys as steps over the cells of a map.

export const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** The cell beside a cell in the direction of an arrow key; at an edge the cell itself. */
export function beside({ rows, cols }, cell, key) {
  const [down, right] = ARROWS[key];
  const row = Math.min(rows - 1, Math.max(0, Math.floor(cell / cols) + down));
  const col = Math.min(cols - 1, Math.max(0, (cell % cols) + right));
  return row * cols + col;
}
