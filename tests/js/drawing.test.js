// Drawings of boards: only cells in sight, lines where their cells are, signs that differ without
// colours, and the words about a cell.

import { Element } from "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { cellColours, strokesOf } from "../../src/asterion/lab/board/cell_colours.js";
import { GridView } from "../../src/asterion/lab/board/grid_view.js";
import { short } from "../../src/asterion/lab/board/numbers.js";
import { DARK, costColour, LIGHT, mix, pixel, rgb } from "../../src/asterion/lab/board/palette.js";
import { Replay } from "../../src/asterion/lab/board/replay.js";
import { costText, nodeText, searchAt } from "../../src/asterion/lab/board/search_overlay.js";
import { extentOf, tilingOf } from "../../src/asterion/lab/board/tiles.js";

const TILINGS = ["square", "hex", "hex-columns", "triangle"];

function viewOf(map, width, height) {
  const view = new GridView(new Element("canvas"));
  view.map = { costs: new Uint8Array(map.rows * map.cols).fill(1), start: 0, goal: 1, ...map };
  view.canvas.box = { left: 0, top: 0, width, height };
  view.resize(width, height);
  return view;
}

/** The calls of one frame, and the number of cells it visited for signs. */
function drawn(view) {
  const { calls } = view.canvas.pen, each = view.eachSeen;
  let visited = 0;
  view.eachSeen = (visit) => each.call(view, (...values) => (visited++, visit(...values)));
  calls.length = 0;
  view.drawNow();
  delete view.eachSeen;
  return { calls, visited };
}

const lines = (calls, colour) => calls
  .filter(({ name, stroke }) => ["moveTo", "lineTo"].includes(name) && stroke === colour).map(({ values }) => values);

test("a map that is smaller than its board is in the middle of it", () => {
  const view = viewOf({ rows: 10, cols: 10 }, 500, 200), [left, top, right, bottom] = view.edges;
  assert.deepEqual([left, bottom - top], [500 - right, 200]);
});

test("of a large map only the cells in sight are drawn", () => {
  const side = 1024, view = viewOf({ rows: side, cols: side }, 500, 500), size = side * side;
  view.overlay = {
    state: new Uint8Array(size).fill(2), parent: new Int32Array(size), g: new Float32Array(size), h: new Float32Array(size),
  };
  assert.equal(drawn(view).visited, 0); // cells are too small for signs
  view.layers = { open: true, closed: true, path: true, tree: true, numbers: true, heuristic: true };
  view.zoomBy(64);
  const seen = (Math.ceil(500 / view.size) + 1) ** 2, { calls, visited } = drawn(view);
  assert.ok(visited > 0 && visited <= 5 * seen, `${visited} of ${seen}`); // once for each kind of sign
  assert.ok(calls.length <= 30 * seen);
});

/** A replay of a search that opens and closes the cells of a map in turn. */
function sweep(size) {
  const node = Array.from({ length: 2 * size }, (_, i) => i >> 1), all = (value) => node.map(value);
  const log = { kind: all((_, i) => (i % 2 ? 3 : 0)), node, parent: all((at) => at - 1), g: all((at) => at), h: all(() => 0) };
  return new Replay(log, size);
}

test("a moment that is played sets only the cells that it has changed, and the picture is the same", () => {
  const [view, whole] = [0, 0].map(() => viewOf({ rows: 40, cols: 50 }, 200, 160));
  const replay = sweep(2000), steps = [10, 11, 60, 59, 20, 20, 1999, 1500, 0, 700];
  for (const step of steps) {
    const from = replay.step, before = view.cellsSet;
    view.overlay = whole.overlay = searchAt(replay, step, []);
    view.drawNow();
    whole.repaint = true;
    whole.drawNow();
    assert.deepEqual(view.image.data, whole.image.data, `step ${step}`);
    if (step !== steps[0]) assert.ok(view.cellsSet - before <= 2 * Math.abs(step - from));
  }
  replay.seek(5); // two seeks between two frames
  view.overlay = searchAt(replay, 300, []);
  whole.overlay = view.overlay;
  view.drawNow();
  whole.repaint = true;
  whole.drawNow();
  assert.deepEqual(view.image.data, whole.image.data);
});

test("cells that are drawn on are set alone, in any overlay", () => {
  const [view, whole] = [0, 0].map(() => viewOf({ rows: 40, cols: 50 }, 200, 160));
  const replay = sweep(2000), state = new Uint8Array(2000).fill(2);
  const overlays = [{}, { state }, { state }, () => searchAt(replay, 700, []), () => searchAt(replay, 701, [])];
  overlays.forEach((overlay, i) => {
    view.overlay = whole.overlay = typeof overlay === "function" ? overlay() : overlay;
    if (i < 4) view.drawNow(); // the last stroke and the next moment come in one frame
    const before = view.cellsSet;
    for (const cell of [5 + i, 1000 + i]) view.map.costs[cell] = whole.map.costs[cell] = i % 2 ? 0 : 7;
    view.drawCells([5 + i, 1000 + i]);
    whole.repaint = true;
    for (const each of [view, whole]) each.drawNow();
    assert.deepEqual(view.image.data, whole.image.data, `overlay ${i}`);
    assert.ok(view.cellsSet - before <= 2 + 2, `overlay ${i}`);
  });
});

test("a long path through tiny cells is set in pixels once, not in every frame", () => {
  const side = 512, view = viewOf({ rows: side, cols: side }, 300, 300), { path: yellow } = LIGHT;
  const path = Array.from({ length: 5000 }, (_, i) => i + Math.floor(i / side) * side); // row by row
  view.overlay = { path };
  const strokes = () => drawn(view).calls.filter(({ name, stroke }) => name === "stroke" && stroke === yellow).length;
  for (let i = 0; i < 5; i++) assert.equal(strokes(), 0);
  assert.equal(view.pathLine.made, 1);
  const pixels = new Uint32Array(view.pathLine.image.data.buffer), at = (cell) => view.center(cell).map(Math.floor);
  for (const cell of path) {
    const [x, y] = at(cell);
    assert.equal(pixels[y * view.canvas.width + x], pixel(yellow), `cell ${cell}`);
  }
  const [x, y] = at(side * side - 1);
  assert.equal(pixels[y * view.canvas.width + x], 0);
  view.overlay = { path: path.slice(0, 3000) };
  drawn(view);
  assert.equal(view.pathLine.made, 2);
  view.zoomBy(16); // cells are no longer tiny
  assert.ok(strokes() > 0);
});

test("of a long path only the part in sight is drawn", () => {
  const view = viewOf({ rows: 3, cols: 4000 }, 400, 30);
  view.overlay = { path: Array.from({ length: 4000 }, (_, i) => 4000 + i) };
  view.zoomBy(64);
  const path = lines(drawn(view).calls, LIGHT.path);
  assert.ok(path.length > 10 && path.length < 400);
  assert.ok(path.every(([x]) => x > -2 * view.size && x < 400 + 2 * view.size));
});

for (const tiling of TILINGS)
  test(`a path is drawn through the middles of its cells: ${tiling}`, () => {
    const view = viewOf({ rows: 6, cols: 7, tiling }, 300, 300), path = [8, 9, 17, 25];
    view.overlay = { path };
    assert.deepEqual(lines(drawn(view).calls, LIGHT.path), path.map((cell) => view.center(cell)));
  });

test("a new path is wider than the previous one", () => {
  const view = viewOf({ rows: 6, cols: 7 }, 300, 300), path = [8, 9];
  const width = (fresh) => {
    view.overlay = { path, fresh };
    return drawn(view).calls.find(({ name, stroke }) => name === "stroke" && stroke === LIGHT.path).width;
  };
  assert.ok(width(true) > width(false));
});

for (const tiling of TILINGS)
  test(`tiles are inside the map, do not overlap, and their corners are theirs: ${tiling}`, () => {
    const map = { rows: 5, cols: 6, tiling }, tiles = tilingOf(map), [wide, high] = extentOf(map);
    for (let row = 0; row < map.rows; row++)
      for (let col = 0; col < map.cols; col++) {
        const middle = tiles.center(row, col);
        for (const corner of tiles.corners(row, col)) {
          assert.ok(corner[0] > -1e-9 && corner[0] < wide + 1e-9 && corner[1] > -1e-9 && corner[1] < high + 1e-9);
          const inside = [0, 1].map((i) => middle[i] + 0.97 * (corner[i] - middle[i]));
          assert.deepEqual(tiles.at(...inside), [row, col]);
        }
      }
  });

test("links are drawn from cell to cell, and fences on the side that two cells share", () => {
  for (const tiling of TILINGS) {
    const fences = [[15, 16, true]], links = [[0, 30, 2, false]];
    const view = viewOf({ rows: 6, cols: 7, tiling, fences, links, start: 3, goal: 4 }, 400, 400);
    const { calls } = drawn(view), near = ([x, y], [u, v]) => Math.hypot(x - u, y - v) < 1e-6;
    const side = lines(calls, LIGHT.fence);
    const shared = view.corners(15).filter((one) => view.corners(16).some((other) => near(one, other)));
    assert.equal(shared.length, 2);
    assert.ok(shared.every((corner) => side.some((end) => near(corner, end))));
    const curve = calls.find(({ name, stroke }) => name === "quadraticCurveTo" && stroke === LIGHT.link).values.slice(2);
    assert.ok(Math.hypot(curve[0] - view.center(30)[0], curve[1] - view.center(30)[1]) < view.size * 0.4);
  }
});

test("dear ground has strokes where there is no room for digits, and digits where there is", () => {
  assert.deepEqual([2, 4, 5, 7, 8, 9].map(strokesOf), [1, 1, 2, 2, 3, 3]);
  const words = (side) => {
    const view = viewOf({ rows: 1, cols: 10 }, 10 * side, side);
    view.map.costs[5] = 7;
    return drawn(view).calls.filter(({ name }) => name === "fillText").map(({ values }) => values[0]);
  };
  assert.ok(!words(7).includes(7));
  assert.ok(words(20).includes(7));
});

test("costs show through a search as other shades, and walls are never tinted", () => {
  for (const colours of [LIGHT, DARK]) {
    const { shades } = cellColours(colours, { open: true, closed: true }, null);
    for (const state of [0, 1, 2]) {
      const row = Array.from({ length: 9 }, (_, i) => shades[i + 1 << 2 | state]);
      assert.equal(new Set(row).size, 9);
    }
    assert.deepEqual([shades[0], shades[1], shades[2]], Array(3).fill(pixel(colours.wall)));
    assert.notEqual(shades[1 << 2 | 1], shades[1 << 2 | 2]);
  }
});

test("estimates shade from near to far, and an infinite one changes no other", () => {
  const heatOf = (h) => cellColours(LIGHT, { heuristic: true }, h).heat;
  const heat = heatOf([0, 5, 10]), with_one = heatOf([0, 5, 10, Infinity]);
  assert.deepEqual([heat(0), heat(10)], [pixel(LIGHT.near), pixel(LIGHT.far)]);
  assert.deepEqual([0, 5, 10].map(heat), [0, 5, 10].map(with_one));
});

test("colours are mixed from one to the other", () => {
  assert.deepEqual([mix("#000000", "#ffffff", 0), mix("#000000", "#ffffff", 1)], ["#000000", "#ffffff"]);
  assert.deepEqual(rgb("#0102ff"), [1, 2, 255]);
  assert.equal(costColour(1, LIGHT), LIGHT.free);
});

test("words about a cell are of the step that is shown", () => {
  const log = { kind: [0, 3, 0, 3], node: [0, 0, 1, 1], parent: [-1, -1, 0, 0], g: [0, 0, 1.5, 1.5], h: [3, 3, 2, 2] };
  const replay = new Replay(log, 4);
  searchAt(replay, 1, [0, 1]);
  assert.equal(nodeText(replay, 1, 2), "open, g 1.5, h 2, f 3.5, from (0, 0)");
  const end = searchAt(replay, 2, [0, 1]);
  assert.deepEqual([end.path, end.current], [[0, 1], -1]);
  assert.equal(end.newH(0), 1.5); // what is left of the path's cost
  assert.equal(nodeText(replay, 0, 2), "closed, g 0, h 3, f 3, the root");
  assert.equal(costText({ cols: 2, costs: [1, 0, 5] }, 1), "(0, 1) a wall");
  assert.equal(costText({ cols: 2, costs: [1, 0, 5] }, 2), "(1, 0) costs 5");
  assert.deepEqual([short(Infinity), short(3), short(3.14159), short(314.159)], ["∞", "3", "3.1", "314"]);
});
