// Boards: the cell under the pointer, and the effect of strokes, fingers and keys on the map.

import { fire, frame, Element } from "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { drawingHands } from "../../src/asterion/lab/board/drawing.js";
import { GridView } from "../../src/asterion/lab/board/grid_view.js";
import { between, Painter } from "../../src/asterion/lab/board/painter.js";

const ROWS = 8, COLS = 10, SIDE = 20, START = 11, GOAL = 68;
const TILINGS = ["square", "hex", "hex-columns", "triangle"];

/** A board in a window, and its messages. */
function board({ tiling, tool = { kind: "paint", cost: 0 }, costs = [], more = {} } = {}) {
  const canvas = new Element("canvas"), view = new GridView(canvas), sent = [];
  const map = view.map = {
    rows: ROWS, cols: COLS, start: START, goal: GOAL, tiling, costs: new Uint8Array(ROWS * COLS).fill(1),
  };
  for (const [cell, cost] of costs) map.costs[cell] = cost;
  view.resize(COLS * SIDE, ROWS * SIDE);
  canvas.box = { left: 7, top: 3, width: canvas.width, height: canvas.height };
  const state = { tool };
  new Painter(view, drawingHands({
    map: () => map, tool: () => state.tool, send: (message) => sent.push(message), redraw() {},
    setBusy() {}, hover() {}, cursor() {}, ...more,
  }));
  const pointer = (type, cell, more = {}) => {
    const [clientX, clientY] = view.pointOf(cell);
    fire(canvas, `pointer${type}`, { clientX, clientY, ...more });
  };
  const stroke = (cells, more) => {
    pointer("down", cells[0], more);
    for (const cell of cells.slice(1)) pointer("move", cell, more);
    pointer("up", cells.at(-1), more);
  };
  const key = (name) => fire(canvas, "keydown", { key: name });
  const painted = () => sent.filter(({ type }) => type === "paint").flatMap(({ cells }) => cells);
  return { canvas, view, map, sent, state, pointer, stroke, key, painted };
}

for (const tiling of TILINGS)
  test(`the cell under its own middle is the cell, zoomed and scrolled: ${tiling}`, () => {
    const { view } = board({ tiling });
    for (const zoom of [() => {}, () => view.zoomAt(60, 50, 2.5), () => view.scroll(31, -17)]) {
      zoom();
      for (let cell = 0; cell < ROWS * COLS; cell++) assert.equal(view.cellAt(...view.pointOf(cell)), cell);
    }
  });

test("beside the map there is no cell", () => {
  const { view } = board();
  for (const point of [[6, 50], [50, 2], [7 + COLS * SIDE + 1, 50], [50, 3 + ROWS * SIDE + 1]])
    assert.equal(view.cellAt(...point), -1);
});

test("zooming keeps the cell under the pointer, and never shows more than the map", () => {
  const { view } = board();
  const [x, y] = view.pointOf(34);
  for (const factor of [3, 1.5, 0.4, 100]) {
    view.zoomAt(x, y, factor);
    if (view.zoom > 1) assert.equal(view.cellAt(x, y), 34);
  }
  view.zoomAt(x, y, 1e-9);
  assert.deepEqual([view.zoom, view.left, view.top], [1, 0, 0]);
});

test("a stroke paints every cell on its way, and says when it begins and ends", () => {
  const { map, sent, stroke, painted } = board();
  stroke([20, 25, 55]);
  assert.deepEqual(painted(), [20, 21, 22, 23, 24, 25, 35, 45, 55]);
  assert.ok(painted().every((cell) => map.costs[cell] === 0));
  assert.deepEqual([sent[0].type, sent.at(-1).type], ["begin", "end"]);
});

test("a stroke that begins on what the tool paints erases; so does the right button", () => {
  for (const [first, button] of [[0, 0], [1, 2]]) {
    const { map, stroke } = board({ costs: [[20, first], [21, 0]] });
    stroke([20, 22], { button });
    assert.deepEqual([...map.costs.slice(20, 23)], [1, 1, 1]);
  }
});

test("start and goal are never painted over, by pointer or keys", () => {
  const { map, stroke, key, view } = board();
  stroke([10, 13]);
  stroke([67, 69]);
  for (const end of [START, GOAL]) {
    assert.equal(map.costs[end], 1);
    view.cursor = end;
    key("Enter");
    assert.equal(map.costs[end], 1);
  }
  assert.deepEqual([map.costs[10], map.costs[12], map.costs[67], map.costs[69]], [0, 0, 0, 0]);
});

test("start and goal can be dragged, but never onto each other", () => {
  const { map, stroke, sent } = board();
  stroke([START, 14]);
  assert.equal(map.start, 14);
  stroke([14, GOAL - 1, GOAL]);
  assert.notEqual(map.start, map.goal);
  stroke([GOAL, 40]);
  assert.equal(map.goal, 40);
  assert.ok(sent.every(({ type }) => type !== "paint"));
});

test("a wall that an end only passes over stands again; where it stays it is opened", () => {
  const { map, stroke } = board({ costs: [[12, 0], [13, 0]] });
  stroke([START, 12, 13, 14]);
  assert.deepEqual([map.costs[12], map.costs[13]], [0, 0]);
  stroke([14, 13]);
  assert.deepEqual([map.costs[13], map.start], [1, 13]);
});

test("the keyboard walks inside the map, paints, and brings start and goal", () => {
  const { view, map, key, painted } = board();
  key("ArrowRight");
  assert.equal(view.cursor, START + 1);
  for (let i = 0; i < 20; i++) key("ArrowUp");
  for (let i = 0; i < 20; i++) key("ArrowRight");
  assert.equal(view.cursor, COLS - 1);
  key("Enter");
  assert.deepEqual(painted(), [COLS - 1]);
  key("g");
  assert.deepEqual([map.goal, map.costs[COLS - 1]], [COLS - 1, 1]);
  key("s"); // the goal is there
  assert.equal(map.start, START);
});

test("a board's keys do not reach the page; others do", () => {
  const { canvas } = board();
  for (const [key, isTaken] of [["ArrowUp", true], ["Enter", true], ["s", true], ["t", false]])
    assert.equal(fire(canvas, "keydown", { key }).defaultPrevented, isTaken, key);
});

test("two fingers zoom and scroll, and draw nothing; a tap draws when the finger goes up", () => {
  const touch = (pointerId) => ({ pointerType: "touch", pointerId });
  const { view, pointer, sent, painted } = board();
  pointer("down", 33, touch(1));
  pointer("down", 35, touch(2));
  pointer("move", 37, touch(2));
  pointer("up", 37, touch(2));
  pointer("up", 33, touch(1));
  assert.ok(view.zoom > 1);
  assert.deepEqual(sent, []);
  pointer("down", 33, touch(3));
  assert.deepEqual(sent, []);
  pointer("up", 33, touch(3));
  assert.deepEqual(painted(), [33]);
});

test("the hand scrolls a map that is zoomed, and sends nothing", () => {
  const { view, stroke, sent } = board({ tool: { kind: "hand" } });
  view.zoomBy(3);
  const before = [view.left, view.top];
  stroke([44, 33]);
  assert.ok(view.left > before[0] && view.top > before[1]);
  assert.deepEqual(sent, []);
});

test("cells that are painted in one frame of the browser are sent once", () => {
  const { pointer, sent } = board();
  pointer("down", 20);
  frame();
  for (const cell of [21, 22, 23]) pointer("move", cell);
  frame();
  pointer("up", 23);
  assert.deepEqual(sent.map(({ type }) => type), ["begin", "paint", "paint", "end"]);
  assert.deepEqual(sent[2].cells, [21, 22, 23]);
});

test("a line between any two cells goes from neighbour to neighbour", () => {
  for (let from = 0; from < 80; from += 7)
    for (let to = 0; to < 80; to += 3) {
      const cells = [from, ...between(from, to, COLS)];
      assert.equal(cells.at(-1), to);
      for (let i = 1; i < cells.length; i++) {
        const [a, b] = [cells[i - 1], cells[i]];
        assert.ok(Math.abs(Math.floor(a / COLS) - Math.floor(b / COLS)) <= 1);
        assert.ok(Math.abs(a % COLS - b % COLS) <= 1);
      }
    }
});

test("a name for each board says what differs", async () => {
  const { distinctNames, grouped } = await import("../../src/asterion/lab/board/numbers.js");
  assert.deepEqual(distinctNames(["Dijkstra", "A*, weight 2"]), ["Dijkstra", "A*"]);
  assert.deepEqual(distinctNames(["A*", "A*, weight 2", "A*, weight 2, ties fifo"]), ["A*", "weight 2", "weight 2, ties fifo"]);
  assert.deepEqual(distinctNames(["A*, weight 2", "A*, weight 2"]), ["1. A*, weight 2", "2. A*, weight 2"]);
  assert.deepEqual([12345, 999, 41.25, 1234.5, Infinity].map(grouped), ["12,345", "999", "41.3", "1,235", "∞"]);
});

test("cells below 60 pixels have one large number, larger ones have four, small ones none", () => {
  const texts = (side) => {
    const { view, canvas } = board();
    view.layers = { numbers: true };
    view.resize(COLS * side, ROWS * side);
    const known = (value) => new Float64Array(ROWS * COLS).fill(NaN).fill(value, 5, 6);
    view.overlay = { g: known(3), h: known(4), newH: () => NaN };
    canvas.pen.calls.length = 0;
    view.drawNow();
    return canvas.pen.calls.filter(({ name }) => name === "fillText").map(({ values }) => values[0]);
  };
  assert.deepEqual([20, 40, 59, 60].map((side) => texts(side).filter(Boolean)), [[], ["7"], ["7"], ["3", "7", "4"]]);
});

test("a tool that clicks acts on one cell, also of an end, once for a drag, and draws nothing", () => {
  const clicked = [], more = { clicks: () => true, click: (cell) => clicked.push(cell) };
  const { stroke, key, sent, view } = board({ tool: { kind: "order" }, more });
  stroke([23, 24, 25]);
  stroke([START], { button: 2 });
  view.cursor = 40;
  key("Enter");
  assert.deepEqual([clicked, sent], [[23, START, 40], []]);
});

test("with a tool that clicks a finger taps cells, and moves the map", () => {
  const clicked = [], more = { clicks: () => true, click: (cell) => clicked.push(cell) };
  const { stroke, view } = board({ tool: { kind: "order" }, more });
  const finger = { pointerType: "touch", pointerId: 1 };
  stroke([23], finger);
  view.zoomBy(3);
  const { left } = view;
  stroke([44, 43, 42], finger);
  assert.deepEqual(clicked, [23]);
  assert.ok(view.left > left);
});

test("a page may do something else with start and goal than to move them", () => {
  const taken = [], more = { takes: (end, cell) => taken.push([end, cell]) };
  const { key, view, map, sent } = board({ more });
  view.cursor = 30;
  key("g");
  assert.deepEqual([taken, map.goal, sent.map(({ type }) => type)], [[["goal", 30]], GOAL, ["begin", "end"]]);
});
