// Sends a group: a drag over a board chooses the units in a rectangle, a click sends them. With the
// board in focus Enter sets two corners, and then the goal; Escape lets them go.

import { forFinger } from "../board/touch.js";
import { notice } from "../board/parts.js";

export class Group {
  /** page: the boards of crowds. */
  constructor(page) {
    this.page = page;
    this.ids = new Set(); // of the chosen units
    this.from = -1; // the first corner
  }

  clear() {
    this.ids.clear();
    this.#frame(null);
    this.from = -1;
  }

  /** Takes the pointer and Enter from the Painter of a board, which listens later, while the tool is chosen. */
  listen(view, index) {
    const { canvas } = view, isOn = () => this.page.tool.kind === "group";
    const take = (event) => {
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    canvas.addEventListener("pointerdown", (event) => {
      if (!isOn() || event.button !== 0 || event.altKey) return;
      take(event);
      canvas.setPointerCapture(event.pointerId);
      this.from = view.cellAt(event.clientX, event.clientY);
    });
    canvas.addEventListener("pointermove", (event) => {
      const to = view.cellAt(event.clientX, event.clientY);
      if (isOn() && this.from >= 0 && to >= 0 && event.buttons) this.#frame([this.from, to]);
    });
    canvas.addEventListener("pointerup", (event) => {
      const { from } = this, to = view.cellAt(event.clientX, event.clientY);
      if (!isOn() || from < 0) return;
      this.#frame(null);
      this.from = -1;
      if (to === from && this.ids.size) this.#send(to);
      else if (to >= 0) this.choose(from, to, index);
    });
    canvas.addEventListener("keydown", (event) => {
      if (!isOn() || !["Enter", "Escape"].includes(event.key)) return;
      take(event);
      if (event.key === "Escape") return this.clear();
      const here = Math.max(0, view.cursor);
      if (this.ids.size) return this.#send(here);
      if (this.from < 0) {
        this.from = here;
        return this.#frame([here, here]);
      }
      this.#frame(null);
      this.choose(this.from, here, index);
      this.from = -1;
    });
  }

  /** Chooses the units that are shown between two corners. */
  choose(from, to, board) {
    const { cols } = this.page.map, shown = this.page.player.now.after.boards[board];
    const within = (at, a, b) => at >= Math.min(a, b) && at <= Math.max(a, b);
    this.ids = new Set([...shown.ids].filter((_, row) => {
      const cell = shown.cells[row];
      return within(cell % cols, from % cols, to % cols) &&
        within(Math.floor(cell / cols), Math.floor(from / cols), Math.floor(to / cols));
    }));
    const { size } = this.ids;
    const units = `${size} ${size === 1 ? "unit" : "units"}`;
    notice(size ? forFinger(`${units}: click where to go`) : "There are no units.", "info", "group");
    this.page.redraw();
  }

  #send(cell) {
    this.page.connection.send({ type: "order", ids: [...this.ids], cell });
  }

  #frame(corners) {
    for (const { view } of this.page.boards) {
      view.frame = corners;
      view.draw();
    }
  }
}
