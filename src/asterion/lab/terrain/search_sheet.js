// One search of an agent, expansion by expansion, on a sheet over the page.

import { GridView } from "../board/grid_view.js";
import { element, wordButton } from "../board/parts.js";
import { searchAt, nodeText } from "../board/search_overlay.js";
import { Replay } from "../board/replay.js";
import { Transport } from "../board/transport.js";

export class SearchSheet {
  open(title, map, log, path, known) {
    this.close();
    const canvas = element("canvas");
    const hoverText = element("p", "hover-text", "Arrow keys step; point at a cell to see g, h and f.");
    this.dialog = element("dialog", "search-sheet help-sheet stage",
      element("h2", "", `${title}: step by step`), canvas, hoverText);
    const view = new GridView(canvas);
    view.map = map;
    view.fills = false;
    view.layers = { open: true, closed: true, path: true, tree: true, numbers: true };
    const size = map.rows * map.cols;
    const empty = { kind: [], node: [], parent: [], g: [], h: [] };
    const replay = new Replay(log ?? empty, size);
    const transport = new Transport(this.dialog, "expansions", (step) => {
      view.overlay = { ...searchAt(replay, step, path), known: null };
      view.draw();
    });
    transport.setSteps(replay.steps);
    transport.seek(0);
    this.transport = transport;
    this.replay = replay;
    canvas.addEventListener("pointermove", (event) => {
      const cell = view.cellAt(event.clientX, event.clientY);
      if (cell < 0) return;
      const place = `(${Math.floor(cell / map.cols)}, ${cell % map.cols})`;
      const seen = known && !known[cell] ? ", never seen" : "";
      const node = replay.state[cell] ? nodeText(replay, cell, map.cols) : "not reached";
      hoverText.textContent = `${place}${seen}: ${node}`;
    });
    this.dialog.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (event.key !== "Escape") event.stopPropagation();
      if (step && event.target.type !== "range") transport.stepBy(step);
    });
    this.dialog.append(wordButton("Close", "Close (Escape)", () => this.close()));
    this.dialog.addEventListener("close", () => this.close());
    document.body.append(this.dialog);
    this.dialog.showModal();
    const beside = this.dialog.scrollHeight - canvas.offsetHeight; // all but the board
    const most = 0.86 * window.innerHeight - beside - 4; // as high as a sheet may be
    view.resize(Math.min(1100, window.innerWidth - 70), Math.max(200, most));
    canvas.tabIndex = 0;
    canvas.focus();
  }

  close() {
    this.dialog?.remove();
    this.dialog = null;
  }
}
