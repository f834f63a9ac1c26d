// A stroke of the map editor: the tiles that the pointer has passed over while it was down. It is
// shown at once, and sent when the pointer goes up: one state, and one step to undo.

export class Stroke {
  /** kind: the thing to put, by its number in map files; 0 removes. */
  constructor(cell, kind, team, cols) {
    Object.assign(this, { kind, team, cols, last: cell });
    this.cells = new Set([cell]);
  }

  /** Adds all cells on the line to the pointer's cell to the stroke. */
  reach(cell) {
    if (this.kind > 1) return; // a unit is put on one tile
    const [row, col] = this.#place(this.last), [toRow, toCol] = this.#place(cell);
    const steps = Math.max(Math.abs(toRow - row), Math.abs(toCol - col));
    for (let i = 1; i <= steps; i++)
      this.cells.add(Math.round(row + (toRow - row) * i / steps) * this.cols + Math.round(col + (toCol - col) * i / steps));
    this.last = cell;
  }

  #place(cell) {
    return [Math.floor(cell / this.cols), cell % this.cols];
  }

  /** A board with the stroke on it. */
  on(cells) {
    const { kind, team } = this;
    return cells.map((there, cell) => (this.cells.has(cell) ? { kind, team } : there));
  }
}
