// Two small charts of all boards: what has been reached, and how many units wait.

import { element, setText } from "../board/parts.js";
import { palette } from "../board/palette.js";
import { grouped } from "../board/numbers.js";

const KEPT = 240; // ticks that are drawn
const DASHES = [[], [5, 3]], LINES = ["team0", "jam"]; // of the boards, as in crowds.css
const HEIGHT = 44; // pixels

export class Charts {
  constructor() {
    this.rows = []; // [{tick, boards: [counts]}]
    this.charts = [new Chart(), new Chart()];
    this.root = element("div", "crowd-charts", ...this.charts.map(({ root }) => root));
  }

  clear() {
    this.rows = [];
  }

  add({ tick, boards }) {
    if (this.rows.at(-1)?.tick === tick) this.rows.pop();
    this.rows.push({ tick, boards: boards.map(({ counts }) => counts) });
    if (this.rows.length > KEPT) this.rows.shift();
  }

  /** reached: [its name, its value of a board's counts]. */
  draw([name, value], titles) {
    const [first, second] = this.charts;
    first.draw(name, this.rows.map(({ boards }) => boards.map(value)), titles);
    second.draw("waiting", this.rows.map(({ boards }) => boards.map(({ waiting }) => waiting)), titles);
  }
}

class Chart {
  constructor() {
    this.canvas = element("canvas", { ariaHidden: "true" });
    this.name = element("span");
    this.values = DASHES.map((_, board) => element("span", `crowd-line board-${board}`));
    this.label = element("figcaption", "", this.name, ...this.values);
    this.root = element("figure", "crowd-chart", this.label, this.canvas);
  }

  draw(name, rows, titles) {
    const now = rows.at(-1) ?? [];
    setText(this.name, name);
    this.values.forEach((line, i) => {
      line.hidden = i >= now.length;
      if (!line.hidden) setText(line, `${titles.length > 1 ? `${titles[i]} ` : ""}${grouped(now[i])}`);
    });
    const ratio = window.devicePixelRatio || 1, width = this.canvas.clientWidth * ratio;
    if (!width) return;
    Object.assign(this.canvas, { width, height: HEIGHT * ratio });
    const pen = this.canvas.getContext("2d"), colours = palette();
    const most = Math.max(1, ...rows.flat());
    const place = (value, at) =>
      [at / (KEPT - 1) * width, (HEIGHT - 3 - (HEIGHT - 6) * value / most) * ratio];
    pen.lineJoin = "round";
    now.forEach((_, board) => {
      pen.strokeStyle = colours[LINES[board]];
      pen.lineWidth = 1.75 * ratio;
      pen.setLineDash(DASHES[board].map((length) => length * ratio));
      pen.beginPath();
      rows.forEach((row, at) => pen[at ? "lineTo" : "moveTo"](...place(row[board], at)));
      pen.stroke();
    });
  }
}
