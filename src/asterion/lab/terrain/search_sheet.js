// One search of an agent, expansion by expansion, on a sheet over the page; beside it each step is
// explained.

import { GridView } from "../board/grid_view.js";
import { element, wordButton, WIDE } from "../board/parts.js";
import { searchAt, nodeText } from "../board/search_overlay.js";
import { Replay } from "../board/replay.js";
import { StepAccount } from "../board/step_account.js";
import { StepDock } from "../board/step_dock.js";
import { TOUCH } from "../board/touch.js";
import { Transport } from "../board/transport.js";

export class SearchSheet {
  /** Shows a search; about and order explain its algorithm, as about.py and open_order.py have it. */
  open({ title, map, log, path, known, about, order }) {
    this.close();
    const canvas = element("canvas");
    const dock = new StepDock("i", () => fit());
    const frame = element("div", "board", canvas), row = element("div", "board-row", frame, dock.root);
    const hoverText = element("p", "hover-text", `${TOUCH ? "Tap a cell to see" : "Arrow keys step; point at a cell to see"} g, h and f${TOUCH ? ", and" : "; click on it for"} g and h as lines.`);
    this.dialog = element("dialog", "search-sheet help-sheet stage",
      element("h2", "", `${title}: step by step`), row, hoverText);
    const view = new GridView(canvas);
    view.map = map;
    view.fills = false;
    view.layers = { open: true, closed: true, path: true, tree: true, numbers: true };
    const size = map.rows * map.cols;
    const empty = { kind: [], node: [], parent: [], g: [], h: [] };
    const replay = new Replay(log ?? empty, size);
    const nameOf = (cell) => `(${Math.floor(cell / map.cols)}, ${cell % map.cols})`;
    const account = new StepAccount(replay.log, size, order, { of: nameOf, one: "cell", many: "cells" });
    const explained = dock.add(frame);
    const transport = new Transport(this.dialog, "expansions", (step) => {
      view.overlay = { ...searchAt(replay, step, path), known: null };
      explained.light(replay.deeds, () => account.at(step));
      view.draw();
    });
    transport.setSteps(replay.steps);
    transport.seek(0);
    this.transport = transport;
    this.replay = replay;
    const tell = (event) => {
      const cell = view.cellAt(event.clientX, event.clientY);
      if (cell < 0) return;
      const seen = known && !known[cell] ? ", never seen" : "";
      const node = replay.state[cell] ? nodeText(replay, cell, map.cols) : "not reached";
      hoverText.textContent = `${nameOf(cell)}${seen}: ${node}`;
    };
    for (const kind of ["pointerdown", "pointermove"]) canvas.addEventListener(kind, tell);
    canvas.addEventListener("click", (event) => {
      const cell = view.cellAt(event.clientX, event.clientY);
      view.selected = cell === view.selected ? -1 : cell;
      view.draw();
    });
    this.dialog.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (event.key !== "Escape") event.stopPropagation();
      if (event.key === dock.key) dock.toggle();
      if (step && event.target.type !== "range") transport.stepBy(step);
    });
    this.dialog.append(wordButton("Close", "Close (Escape)", () => this.close()));
    this.dialog.addEventListener("close", () => this.close());
    document.body.append(this.dialog);
    this.dialog.showModal();
    const fit = () => {
      if (!this.dialog) return;
      const isBeside = !dock.root.hidden && WIDE.matches;
      view.resize(80, 80); // to measure what is around it
      const around = this.dialog.scrollHeight - row.offsetHeight;
      const wide = Math.min(1100, window.innerWidth - 70) - (isBeside ? dock.root.offsetWidth + 12 : 0);
      view.resize(wide, Math.max(200, 0.86 * window.innerHeight - around - 4)); // as high as a sheet may be
      dock.root.style.maxHeight = isBeside ? `${canvas.offsetHeight}px` : "";
    };
    dock.isOpen = WIDE.matches;
    explained.show(about);
    fit();
    canvas.tabIndex = 0;
    canvas.focus();
  }

  close() {
    this.dialog?.remove();
    this.dialog = null;
  }
}
