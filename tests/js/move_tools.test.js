// Drawing links and fences: by pointer and keyboard, on all tiles; and the branch under the pointer.

import { fire, Element } from "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { drawingHands } from "../../src/asterion/lab/board/drawing.js";
import { GridView } from "../../src/asterion/lab/board/grid_view.js";
import { sideAt } from "../../src/asterion/lab/board/move_tools.js";
import { Painter } from "../../src/asterion/lab/board/painter.js";
import { LIGHT } from "../../src/asterion/lab/board/palette.js";

const ROWS = 6, COLS = 8, SIDE = 30;
const TILINGS = ["square", "hex", "hex-columns", "triangle"];
const LINK = { kind: "link", cost: 2.5, both: false }, FENCE = { kind: "fence", both: true };

function board(tool, tiling = "square") {
  const canvas = new Element("canvas"), view = new GridView(canvas), sent = [];
  const map = view.map = {
    rows: ROWS, cols: COLS, start: 0, goal: ROWS * COLS - 1, tiling, costs: new Uint8Array(ROWS * COLS).fill(1), links: [], fences: [],
  };
  view.resize(COLS * SIDE, ROWS * SIDE);
  canvas.box = { left: 5, top: 9, width: canvas.width, height: canvas.height };
  new Painter(view, drawingHands({
    map: () => map, tool: () => tool, send: (message) => sent.push(message), redraw() {}, setBusy() {}, hover() {}, cursor() {},
  }));
  const pointer = (type, [clientX, clientY], more = {}) => fire(canvas, `pointer${type}`, { clientX, clientY, ...more });
  const stroke = (points, more) => {
    pointer("down", points[0], more);
    for (const point of points.slice(1)) pointer("move", point, more);
    pointer("up", points.at(-1), more);
  };
  /** The middle of the side between two cells, in the page. */
  const middle = (a, b) => {
    const [one, other] = [a, b].map((cell) => view.corners(cell));
    const shared = one.filter(([x, y]) => other.some(([u, v]) => Math.hypot(x - u, y - v) < 1e-6));
    assert.equal(shared.length, 2);
    return [5 + (shared[0][0] + shared[1][0]) / 2, 9 + (shared[0][1] + shared[1][1]) / 2];
  };
  return { canvas, view, map, sent, stroke, pointer, middle };
}

for (const tiling of TILINGS)
  test(`the side nearest to a point leads to the cell that shares it: ${tiling}`, () => {
    const { view, middle } = board(FENCE, tiling);
    for (const a of [18, 19, 27]) {
      const pairs = [a - COLS - 1, a - COLS, a - COLS + 1, a - 1, a + 1, a + COLS - 1, a + COLS, a + COLS + 1].filter((b) => {
        const near = view.corners(a).filter(([x, y]) => view.corners(b).some(([u, v]) => Math.hypot(x - u, y - v) < 1e-6));
        return near.length === 2;
      });
      assert.equal(pairs.length, { square: 4, triangle: 3 }[tiling] ?? 6);
      for (const b of pairs) {
        const [x, y] = middle(a, b), [u, v] = view.pointOf(a), side = sideAt(view, x + (u - x) * 0.1, y + (v - y) * 0.1);
        assert.deepEqual([side.from, side.to], [a, b]);
      }
    }
  });

test("a link is dragged from cell to cell with the cost of the tool, and replaces one between the same cells", () => {
  const { view, map, sent, stroke } = board(LINK);
  stroke([view.pointOf(10), view.pointOf(20), view.pointOf(29)]);
  assert.deepEqual(sent, [{ type: "begin" }, { type: "link", a: 10, b: 29, cost: 2.5, both: false }, { type: "end" }]);
  stroke([view.pointOf(29), view.pointOf(10)]);
  assert.deepEqual(map.links, [[29, 10, 2.5, false]]);
});

test("a click on an end of a link, or the right button, erases it; elsewhere a click draws nothing", () => {
  for (const more of [{}, { button: 2 }]) {
    const { view, map, sent, stroke } = board(LINK);
    map.links = [[10, 29, 1, true], [3, 4, 1, true]];
    stroke([view.pointOf(29)], more);
    assert.deepEqual(map.links, [[3, 4, 1, true]]);
    stroke([view.pointOf(25)], more);
    assert.deepEqual(sent.filter(({ type }) => type === "unlink"), [{ type: "unlink", cell: 29 }]);
  }
});

test("a drag along a line of sides fences each of them once, and none across, however fast", () => {
  const { map, sent, stroke, middle } = board(FENCE);
  const ends = [middle(17, 25), middle(22, 30)];
  stroke(ends);
  const pairs = map.fences.map(([a, b]) => [Math.min(a, b), Math.max(a, b)]).sort(([a], [b]) => a - b);
  assert.deepEqual(pairs, [17, 18, 19, 20, 21, 22].map((cell) => [cell, cell + 8]));
  stroke(ends); // it begins on a fence
  assert.deepEqual([map.fences, sent.at(-2).on], [[], false]);
});

test("one-way fences of a stroke close the same direction, on whichever side the pointer is", () => {
  const { map, stroke, middle } = board({ kind: "fence", both: false });
  const points = [17, 18, 19, 20].map((cell, i) => {
    const [x, y] = middle(cell, cell + 8);
    return [x, y + (i % 2 ? 3 : -3)];
  });
  stroke(points);
  assert.deepEqual(map.fences.map(([a, b, both]) => [a, b, both]), [17, 18, 19, 20].map((cell) => [cell, cell + 8, false]));
});

test("start and goal can be dragged with these tools too", () => {
  const { view, map, sent, stroke } = board(LINK);
  stroke([view.pointOf(0), view.pointOf(3)]);
  assert.deepEqual([map.start, sent.some(({ type }) => type === "link")], [3, false]);
});

test("with the keyboard Enter on two cells links them, or fences the side between them and opens it again", () => {
  const walk = (tool, keys) => {
    const { canvas, view, map, sent } = board(tool);
    view.cursor = 18;
    for (const key of keys) fire(canvas, "keydown", { key });
    return { map, sent };
  };
  const link = walk(LINK, ["Enter", "ArrowRight", "ArrowRight", "Enter"]);
  assert.deepEqual(link.sent.map(({ type }) => type), ["begin", "link", "end"]);
  assert.deepEqual(link.map.links, [[18, 20, 2.5, false]]);
  assert.deepEqual(walk(FENCE, ["Enter", "ArrowDown", "Enter"]).map.fences, [[18, 26, true]]);
  const twice = walk(FENCE, ["Enter", "ArrowDown", "Enter", "Enter", "ArrowUp", "Enter"]);
  assert.deepEqual(twice.map.fences, []);
  assert.deepEqual(walk(LINK, ["Enter", "Enter"]).map.links, []);
});

test("the branch to the cell under the pointer is drawn where a search has reached it, and only with its layer", () => {
  const { view } = board(LINK), lines = () => {
    const { calls } = view.canvas.pen;
    calls.length = 0;
    view.drawNow();
    return calls.filter(({ name, stroke }) => ["moveTo", "lineTo"].includes(name) && stroke === LIGHT.ink).map(({ values }) => values);
  };
  const parent = new Int32Array(ROWS * COLS).fill(-1), state = new Uint8Array(ROWS * COLS);
  for (const [cell, from] of [[0, -1], [1, 0], [10, 1]]) [parent[cell], state[cell]] = [from, 2];
  view.overlay = { parent, state };
  view.hover = 10;
  assert.deepEqual(lines(), []);
  view.layers = { branch: true };
  assert.deepEqual(lines(), [0, 1, 10].map((cell) => view.center(cell)));
  view.hover = 30; // not reached
  assert.deepEqual(lines(), []);
});
