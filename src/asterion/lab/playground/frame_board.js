// A frame budget at work: the units on the board, their paths by the step that found them, and the
// line of requests below it.

import { grouped, ordinal } from "../board/numbers.js";
import { element, setText } from "../board/parts.js";

// As in the legend: the results of a step.
const FINDS = { quick: "quick", full: "whole", splice: "splice" };

export class FrameBoard {
  /** board: its frame and view; choose(unit): makes another unit own start and goal. */
  constructor(board, choose) {
    this.board = board;
    this.choose = choose;
    this.chosen = 0;
    this.run = null; // the Frames that are shown
    this.rows = [];
    this.list = element("ul", { class: "request-line", label: "Requests" });
    board.frame.append(this.list);
  }

  remove() {
    this.list.remove();
  }

  /** Takes another run; returns whether the number of units has changed. */
  take(run) {
    const resized = run.summary.ends.length !== this.rows.length;
    this.run = run;
    if (resized) this.#makeRows(run.summary.ends.length);
    return resized;
  }

  #makeRows(count) {
    this.rows = Array.from({ length: count }, (_, i) => {
      const sign = element("i"), words = element("span");
      const pick = element("button", {
        class: "request", type: "button", title: "Start and goal are of this unit: the tools and s and g place them",
        click: () => {
          this.chosen = i;
          this.choose(i);
        },
      }, element("b", "", String(i + 1)), sign, words);
      return { row: element("li", "", pick), pick, sign, words };
    });
    this.list.replaceChildren(...this.rows.map(({ row }) => row));
    this.chosen = Math.min(this.chosen, count - 1);
  }

  /** Start and goal of the chosen unit: the start only where it still is, before the first frame. */
  ends(frame) {
    const [start, goal] = this.run.summary.ends[this.chosen];
    return { start: frame === 0 ? start : -1, goal };
  }

  /** Draws a frame: the overlay of the board, the line of requests, and the words below it. */
  show(frame) {
    const { run } = this, units = run.unitsAt(frame);
    this.board.view.overlay = {
      agents: units.map(({ cell, status, ahead }, i) => ({
        cell, label: String(i + 1), hollow: ahead.length < 2 && status !== "arrived",
      })),
      goals: units.map(({ goal }, i) => ({ cell: goal, label: String(i + 1) })),
      routes: units.map(({ ahead, quick, step }) => ({ cells: ahead, quick, step })),
      path: [],
    };
    units.forEach((unit, i) => {
      const { row, pick, sign, words } = this.rows[i];
      row.dataset.status = unit.status;
      pick.setAttribute("aria-pressed", String(i === this.chosen));
      const look = unit.ahead.length > 1 ? unit.step : "";
      sign.className = look ? `line ${look}` : "";
      setText(words, wordsOf(unit));
    });
    this.tellFrame(frame, units);
  }

  /** The words below the board, unless they are of a map that is no longer shown. */
  tellFrame(frame, units) {
    if (!this.board.isLate) setText(this.board.caption, this.captionAt(Math.min(frame, this.run.last), units));
  }

  captionAt(frame, units = this.run.unitsAt(frame)) {
    const { run } = this;
    if (!run.expanded.length) return run.summary.caption;
    const waits = units.filter(({ needs }) => needs).length;
    const work = `frame ${frame}: ${grouped(run.expanded[frame])} of ${grouped(run.summary.expansions)} expansions`;
    const line = waits ? `${waits} in line` : "none in line";
    const back = run.sentBack[frame] ? `, ${run.sentBack[frame]} sent back by an edit` : "";
    return frame === run.last && run.last ? `${work}; ${run.summary.caption}` : `${work}; ${line}${back}`;
  }

  /** The units on a cell, and units whose paths lead over it. */
  describe(cell, frame) {
    const units = this.run.unitsAt(frame);
    const here = units.flatMap((unit, i) => (unit.cell === cell ? [`unit ${i + 1}: ${wordsOf(unit)}`] : []));
    const over = units.flatMap((unit, i) => (unit.cell !== cell && unit.ahead.includes(cell) ? [i + 1] : []));
    const goals = units.flatMap(({ goal }, i) => (goal === cell ? [i + 1] : []));
    if (goals.length) here.push(`goal of ${goals.join(", ")}`);
    if (over.length) here.push(`on the path of ${over.join(", ")}`);
    return here;
  }
}

/** "whole, 5th in line: splice": a unit's present path and the step it waits for. */
function wordsOf({ status, needs, before, ahead, step }) {
  const quick = ahead.length > 1 ? "quick" : "quick, walked";
  const has = { waiting: "waits", quick, full: step === "splice" ? "spliced" : "whole" };
  return [has[status] ?? status, needs && `${ordinal(before + 1)} in line: ${FINDS[needs]}`].filter(Boolean).join(", ");
}
