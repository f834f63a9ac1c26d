// Where units have been moving: each move counts at the cell that it led to, and fades.

const FADES = 0.98; // of what there was, with each tick

export class Heat {
  constructor(cells) {
    this.values = new Float32Array(cells);
    this.shown = new Float32Array(cells);
  }

  /** Counts the moves from one moment of a board to the next. */
  add(before, { cells, from }, ticks = 1) {
    const fades = FADES ** ticks, { values } = this;
    for (let i = 0; i < values.length; i++) values[i] *= fades;
    for (let i = 0; i < cells.length; i++)
      if (from[i] >= 0 && before.cells[from[i]] !== cells[i]) values[cells[i]] += 1;
  }

  /** Values to be drawn: roots, so that quiet cells are seen beside busy ones. */
  picture() {
    for (let i = 0; i < this.values.length; i++) this.shown[i] = Math.sqrt(this.values[i]);
    return this.shown;
  }
}
