// The lines of a closed cell: as long as its g and its h, of the cell that was clicked.

import { fire, Element } from "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { estimateLines, lengthOf } from "../../src/asterion/lab/board/estimate_lines.js";
import { GridView } from "../../src/asterion/lab/board/grid_view.js";
import { Painter } from "../../src/asterion/lab/board/painter.js";

const COLS = 10, ROWS = 8, START = 11, GOAL = 68; // (1, 1) and (6, 8)
const CELL = 13; // (1, 3): two steps from the start
const DOWN = 5, RIGHT = 5; // from it to the goal
const DISTANCES = {
  euclidean: Math.hypot(DOWN, RIGHT), octile: Math.SQRT2 * 5, manhattan: DOWN + RIGHT, none: 0, less: 3.5,
};

function searched(h, root = START, state = 2) {
  const overlay = {
    state: new Uint8Array(ROWS * COLS), parent: new Int32Array(ROWS * COLS).fill(-1),
    g: new Float32Array(ROWS * COLS).fill(NaN), h: new Float32Array(ROWS * COLS).fill(NaN),
  };
  const chain = root === START ? [START, 12, CELL] : [GOAL, 58, 48, 38, 28, 27, 26, 25, 24, CELL];
  chain.forEach((cell, i) => {
    overlay.parent[cell] = i ? chain[i - 1] : -1;
    overlay.state[cell] = state;
  });
  Object.assign(overlay.g, { [CELL]: 2 });
  Object.assign(overlay.h, { [CELL]: h });
  return overlay;
}

const map = { rows: ROWS, cols: COLS, start: START, goal: GOAL };

for (const [name, h] of Object.entries(DISTANCES))
  test(`the lines of a closed cell are as long as its g and h: ${name}`, () => {
    const { back, on } = estimateLines(map, searched(h), CELL);
    assert.equal(lengthOf(back), 2);
    assert.ok(Math.abs(lengthOf(on) - h) < 1e-4);
    assert.deepEqual(back[0], [1.5, 1.5]); // the middle of the start
    assert.deepEqual(on[0], back.at(-1));
    if (h >= DISTANCES.euclidean) assert.deepEqual(on.at(-1), [8.5, 6.5]);
  });

test("diagonals first, then straight on: the length of an octile distance", () => {
  const flat = { ...map, goal: 28 }, h = 4 + Math.SQRT2; // one down, five to the right
  assert.ok(Math.abs(lengthOf(estimateLines(flat, searched(h), CELL).on) - h) < 1e-4);
});

test("a search from the goal estimates the way to the start", () => {
  assert.deepEqual(estimateLines(map, searched(2, GOAL), CELL).on.at(-1), [1.5, 1.5]);
});

test("a cell that is open, unseen or outside has no lines", () => {
  assert.equal(estimateLines(map, searched(3, START, 1), CELL), null);
  for (const cell of [55, -1, ROWS * COLS]) assert.equal(estimateLines(map, searched(3), cell), null);
  assert.equal(estimateLines(map, { ...searched(3), g: null }, CELL), null); // of a coarse recording
});

test("with the hand a click selects a cell; a drag, a second finger and a scroll of the page do not", () => {
  const canvas = new Element("canvas"), view = new GridView(canvas), selected = [];
  view.map = { ...map, costs: new Uint8Array(ROWS * COLS).fill(1) };
  view.resize(COLS * 20, ROWS * 20);
  canvas.box = { left: 0, top: 0, width: canvas.width, height: canvas.height };
  const nothing = () => {};
  new Painter(view, {
    map: () => view.map, tool: () => ({ kind: "hand" }), begin: nothing, end: nothing, hover: nothing, cursor: nothing,
    select: (cell) => selected.push(cell),
  });
  const pointer = (type, cell, more = {}) => {
    const [clientX, clientY] = view.pointOf(cell);
    fire(canvas, `pointer${type}`, { clientX, clientY, ...more });
  };
  pointer("down", CELL);
  pointer("up", CELL);
  assert.deepEqual(selected.splice(0), [CELL]);
  pointer("down", CELL);
  pointer("move", 45);
  pointer("up", 45);
  pointer("down", CELL, { pointerType: "touch" });
  pointer("cancel", CELL, { pointerType: "touch" });
  pointer("down", CELL, { pointerType: "touch", pointerId: 1 });
  pointer("down", 45, { pointerType: "touch", pointerId: 2 });
  pointer("up", CELL, { pointerType: "touch", pointerId: 1 });
  pointer("up", 45, { pointerType: "touch", pointerId: 2 });
  assert.deepEqual(selected, []);
  view.cursor = CELL;
  fire(canvas, "keydown", { key: "Enter" });
  assert.deepEqual(selected, [CELL]);
});
