// The tools for links and fences. A link is dragged from cell to cell; a fence is drawn along the
// sides of cells. A click on an end of a link, or a stroke that begins on a fence, erases; so does
// the right button. With the keyboard, Enter on two cells one after the other does the same.

import { element } from "./parts.js";
import { placeOf, tilingOf } from "./tiles.js";

const STEP = 0.2; // tiles: how densely a fast stroke is looked at
const NEAR = 0.32; // tiles: a side that is farther from a stroke is not meant
const CORNER = 0.18; // of a side, at each end, where it may be another side that is meant

export const MOVE_TOOLS = {
  link: {
    key: "k", label: "Draw links: drag from cell to cell; click an end to erase", says: "tool: links",
    does: { kind: "link", cost: 1, both: true }, icon: "timeline",
  },
  fence: {
    key: "b", label: "Draw fences: click or drag along sides of cells; begin on one to erase", says: "tool: fences",
    does: { kind: "fence", both: true }, icon: "fence",
  },
};

/** The fields of these tools, for the bar: the cost of a link, and whether it leads one way. */
export function moveFields() {
  const cost = element("input", { type: "number", min: 0, step: "any", value: 1, label: "Cost of a link" });
  cost.addEventListener("input", () => {
    const value = Number(cost.value);
    if (cost.value !== "" && value >= 0) MOVE_TOOLS.link.does.cost = value;
  });
  const oneWay = element("input", { type: "checkbox" });
  oneWay.addEventListener("change", () => {
    for (const { does } of Object.values(MOVE_TOOLS)) does.both = !oneWay.checked;
  });
  const costs = element("label", "", "cost ", cost);
  const root = element("div", { class: "move-fields", hidden: true }, costs, element("label", "", oneWay, " one way"));
  return {
    root,
    show(kind) {
      root.hidden = kind !== "link" && kind !== "fence";
      costs.hidden = kind !== "link";
    },
  };
}

/** The side nearest to a point of the page: {from, to, off, along}, from the cell there; null at the edge of the map. */
export function sideAt(view, clientX, clientY) {
  const from = view.cellAt(clientX, clientY);
  if (from < 0) return null;
  const { map } = view, tiling = tilingOf(map), box = view.canvas.getBoundingClientRect();
  const ratio = view.canvas.width / box.width;
  const x = ((clientX - box.left) * ratio + view.left) / view.size, y = ((clientY - box.top) * ratio + view.top) / view.size;
  const place = placeOf(from, map.cols), [cx, cy] = tiling.center(...place), corners = tiling.corners(...place);
  let best = null;
  corners.forEach(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length], long = (bx - ax) ** 2 + (by - ay) ** 2;
    const along = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long));
    const off = Math.hypot(ax + along * (bx - ax) - x, ay + along * (by - ay) - y);
    if (best && best.off <= off) return;
    // The neighbour is on the other side of the middle of the side.
    const [row, col] = tiling.at(ax + bx - cx, ay + by - cy);
    const isInside = row >= 0 && row < map.rows && col >= 0 && col < map.cols;
    best = { from, to: isInside ? row * map.cols + col : -1, off, along };
  });
  return best.to < 0 ? null : best;
}

export class MoveStrokes {
  /** hands: {map(), tool(), link(a, b, cost, both), unlink(cell), fence(sides, on, both)}. */
  constructor(view, hands) {
    this.view = view;
    this.hands = hands;
    this.marked = -1; // the first cell of two, with the keyboard
  }

  static takes(tool) {
    return tool.kind === "link" || tool.kind === "fence";
  }

  begin(point, cell, erases) {
    this.kind = this.hands.tool().kind;
    this.erases = erases;
    this.first = cell;
    this.last = point;
    this.on = null; // whether the stroke draws or erases fences
    if (this.kind === "fence") this.#fence(point, true);
  }

  drag(point, cell) {
    if (this.kind === "link") {
      if (cell >= 0 && !this.erases) this.view.draft = [this.first, cell];
      this.view.drawMoment();
      return;
    }
    const [x, y] = this.last, [u, v] = point, { size, canvas } = this.view;
    const ratio = canvas.width / canvas.getBoundingClientRect().width;
    const count = Math.max(1, Math.ceil(Math.hypot(u - x, v - y) * ratio / (size * STEP)));
    for (let i = 1; i <= count; i++) this.#fence([x + (u - x) * i / count, y + (v - y) * i / count], false);
    this.last = point;
  }

  end(cell) {
    this.view.draft = null;
    if (this.kind === "link") this.#link(this.first, cell);
    this.view.draw();
  }

  #link(a, b) {
    const { cost, both } = this.hands.tool();
    if (this.erases || a === b) this.hands.unlink(a);
    else if (b >= 0) this.hands.link(a, b, cost, both);
  }

  #fence(point, isFirst) {
    const side = sideAt(this.view, ...point);
    if (!side || (!isFirst && (side.off > NEAR || side.along < CORNER || side.along > 1 - CORNER))) return;
    const { from, to } = side, { both } = this.hands.tool();
    const isThere = fenceAt(this.hands.map(), from, to);
    this.on ??= !this.erases && !isThere;
    if (this.on === Boolean(isThere)) return;
    this.hands.fence([this.#turned(from, to)], this.on, both);
  }

  /** All one-way fences of a stroke close the same direction. */
  #turned(from, to) {
    const { map } = this.view, tiling = tilingOf(map), [x, y] = tiling.center(...placeOf(from, map.cols));
    const [u, v] = tiling.center(...placeOf(to, map.cols));
    const towards = this.way ? (u - x) * this.way[0] + (v - y) * this.way[1] : 1;
    const [a, b] = towards < -1e-6 ? [to, from] : [from, to];
    this.way = a === from ? [u - x, v - y] : [x - u, y - v];
    return [a, b];
  }

  /** What the pointer would draw: the side that it is at. */
  hover(point) {
    const side = this.hands.tool().kind === "fence" && point ? sideAt(this.view, ...point) : null;
    this.view.side = side && [side.from, side.to];
  }

  /** Enter on a cell: the first of two, or the second. Returns whether a stroke was made. */
  enter(cell, begin, end) {
    const { kind, both } = this.hands.tool(), first = this.marked;
    this.marked = first < 0 ? cell : -1;
    this.view.draft = null;
    if (first < 0) return;
    begin();
    this.erases = false;
    if (kind === "link") this.#link(first, cell);
    else if (first !== cell) this.hands.fence([[first, cell]], !fenceAt(this.hands.map(), first, cell), both);
    end();
  }

  /** The cursor has gone to another cell. */
  move(cell) {
    if (this.marked >= 0) this.view.draft = [this.marked, cell];
  }

  forget() {
    this.marked = -1;
    this.view.draft = null;
  }
}

/** The fence between two cells, in either direction. */
function fenceAt({ fences }, a, b) {
  return fences?.find(([from, to]) => (from === a && to === b) || (from === b && to === a));
}
