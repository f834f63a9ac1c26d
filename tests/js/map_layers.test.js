// Layers about the map itself: chosen, told by the server, drawn, and never shown of another map.

import { Element, fire } from "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { LATE } from "../../src/asterion/lab/board/freshness.js";
import { LIGHT, pixel } from "../../src/asterion/lab/board/palette.js";
import { Playground } from "../../src/asterion/lab/playground/playground.js";

const SIDE = 6;

/** A playground with one result of a map of 6 x 6, and a clock. */
function built(t) {
  const root = new Element("div"), sent = [];
  document.body.append(root);
  const page = new Playground(root, "0");
  page.connection = { send: (message) => sent.push(message), sent: 0, done: 0, settled: true };
  page.observer = { observe() {} };
  page.build();
  let now = 1000;
  t.mock.method(performance, "now", () => now);
  t.after(() => {
    page.shortcuts.close();
    root.remove();
  });
  const take = (...messages) => messages.forEach((message) => page.onMessage(message));
  take({ type: "boards", titles: ["A*"], about: [null] }, map(), { type: "searching", version: 1, n: 0 }, result(1));
  page.transport.pause();
  const view = page.boards[0].view;
  Object.assign(view.canvas, { width: 120, height: 120 });
  view.fit = 20;
  return {
    page, root, sent, take, view, layers: page.mapLayers,
    wait(passed) {
      now += passed;
      page.freshness.onLate();
      page.mapLayers.freshness.onLate();
    },
    choose(kind, name) {
      const select = page.mapLayers.selects[kind];
      select.value = name;
      fire(select, "change");
    },
    key: (name) => fire(document, "keydown", { key: name, target: document.body }),
    drawing: () => page.boards[0].view.extra,
    drawn() {
      view.canvas.pen.calls.length = 0;
      view.repaint = true;
      view.drawNow();
      return view.canvas.pen.calls;
    },
  };
}

const map = (rows = SIDE) => ({ type: "map", rows, cols: SIDE, start: 0, goal: 35, costs: new Uint8Array(rows * SIDE).fill(1), links: [], fences: [] });

function result(version) {
  return {
    type: "result", board: 0, version, shape: [SIDE, SIDE], path: Int32Array.of(0, 7, 14, 21, 28, 35), moments: null, log: null,
    state: new Uint8Array(SIDE * SIDE), summary: { name: "A*", title: "A*", status: "found", brief: false, expanded: 3, caption: "cost 7" },
  };
}

/** A message of layers, with these parts. */
function told(version, parts) {
  const { structure = null, field = null, straight = null } = parts;
  return {
    type: "layers", version, shape: [SIDE, SIDE], wanted: [structure?.name ?? "", field?.name ?? "", Boolean(straight)], structure, field, straight,
  };
}

const CHUNKS = { name: "quadtree", rects: Int32Array.of(0, 0, 6, 4, 0, 4, 6, 2), route: Int32Array.of(0, 9, 10, 35), stops: Int32Array.of(9, 10), note: "2 chunks." };
const LEFT = Int32Array.from({ length: 36 }, (_, cell) => (cell % SIDE < 3 ? 0 : 1));
const CLUSTERS = {
  name: "clusters", labels: LEFT, tints: Uint8Array.from(LEFT, (label) => label + 1), middles: Int32Array.of(13, 16),
  table: Float32Array.of(0, 4.5, -1, 0), goal: 1, note: "2 regions.",
};
const FLOW = {
  name: "flow", values: Float32Array.from({ length: 36 }, (_, cell) => 5 - cell % SIDE), range: [0, 5],
  next: Int32Array.from({ length: 36 }, (_, cell) => (cell % SIDE < 5 ? cell + 1 : -1)), note: "arrows.",
};

test("a choice asks the server, and says that it is computing until the answer is there", (t) => {
  const { page, sent, take, choose, layers, drawing } = built(t);
  assert.equal(layers.note.hidden, true);
  choose("structure", "quadtree");
  assert.deepEqual(sent.at(-1), { type: "layers", structure: "quadtree", field: "", straight: false });
  assert.equal(layers.note.textContent, "quadtree: computing\u2026");
  assert.equal(drawing().structure, null);
  assert.ok(!page.ready());
  take(told(1, { structure: CHUNKS }));
  assert.equal(layers.note.textContent, "quadtree: 2 chunks.");
  assert.equal(drawing().structure, CHUNKS);
  assert.ok(page.ready());
  choose("field", "flow");
  assert.equal(layers.note.textContent, "quadtree: 2 chunks.  \u00b7  flow: computing\u2026");
  choose("structure", "");
  choose("field", "");
  assert.deepEqual(sent.at(-1), { type: "layers", structure: "", field: "", straight: false });
  assert.deepEqual([layers.note.hidden, drawing()], [true, null]);
});

test("nothing is shown of a map that is no longer shown", (t) => {
  const { page, take, choose, layers, drawing, wait } = built(t);
  choose("structure", "quadtree");
  take(told(1, { structure: CHUNKS }));
  page.noteSent({ type: "paint" }, 1);
  assert.equal(drawing().structure, CHUNKS); // for a moment
  wait(LATE);
  assert.deepEqual([drawing().structure, layers.note.textContent], [null, "quadtree: computing\u2026"]);
  take(told(1, { structure: CHUNKS })); // on its way too long
  assert.equal(drawing().structure, null);
  take({ type: "searching", version: 2, n: 1 }, result(2)); // the search is there first
  wait(LATE);
  assert.equal(drawing().structure, null);
  assert.ok(!page.ready());
  const other = { ...CHUNKS, note: "3 chunks." };
  take(told(2, { structure: other }));
  assert.deepEqual([drawing().structure, layers.note.textContent], [other, "quadtree: 3 chunks."]);
  take(map(7));
  assert.equal(drawing().structure, null);
  take({ ...told(2, { structure: other }) }); // of the size before
  assert.equal(drawing().structure, null);
});

test("an edit while all layers are off leaves nothing to be shown when one is on again", (t) => {
  const { take, choose, layers, drawing } = built(t);
  choose("structure", "quadtree");
  take(told(1, { structure: CHUNKS }));
  choose("structure", "");
  choose("structure", "quadtree");
  assert.equal(drawing().structure, CHUNKS); // the same map
  choose("structure", "");
  take({ type: "searching", version: 2, n: 0 }, result(2));
  choose("structure", "quadtree");
  assert.deepEqual([drawing().structure, layers.note.textContent], [null, "quadtree: computing\u2026"]);
});

test("what is impossible is said, and other layers are shown", (t) => {
  const { page, take, choose, layers, drawing } = built(t);
  choose("structure", "quadtree");
  choose("field", "flow");
  take(told(1, { structure: { name: "quadtree", problem: "the map has 9 cells" }, field: FLOW }));
  assert.equal(layers.note.textContent, "quadtree: the map has 9 cells  \u00b7  flow: arrows.");
  assert.deepEqual([drawing().structure, drawing().field], [null, FLOW]);
  assert.ok(page.ready());
});

test("keys go through the structures and the fields, and the lists follow", (t) => {
  const { page, key, layers } = built(t), seen = [];
  for (let i = 0; i < 7; i++) {
    key("a");
    seen.push(page.structure);
    assert.equal(layers.selects.structure.value, page.structure);
  }
  assert.deepEqual(seen, ["quadtree", "portals", "rooms", "islands", "visibility", "clusters", ""]);
  key("d");
  assert.deepEqual([page.field, layers.selects.field.value], ["distance", "distance"]);
  key("j");
  assert.ok(layers.straight);
  const { field } = layers.selects; // a list that has the focus takes the keys itself
  fire(document, "keydown", { key: "d", target: field });
  assert.equal(page.field, "distance");
  field.focus();
  fire(field, "keydown", { key: "ArrowDown" });
  fire(field, "change");
  assert.equal(document.activeElement, field);
  fire(field, "pointerdown");
  fire(field, "change");
  assert.equal(document.activeElement, document.body); // but not after a click
});

test("links and scenes set layers, and names that no page knows change nothing", (t) => {
  const { page } = built(t);
  page.showView({ structure: "rooms", field: "flee", layers: ["path", "straight"] });
  const { structure, field, layers } = page.shownView;
  assert.deepEqual([structure, field, layers], ["rooms", "flee", ["path", "straight"]]);
  page.showView({ structure: "castles", field: "constructor" });
  assert.deepEqual([page.structure, page.field], ["rooms", "flee"]);
});

test("chunks are drawn where they are, and the route from stop to stop", (t) => {
  const { take, choose, drawn } = built(t);
  choose("structure", "quadtree");
  take(told(1, { structure: CHUNKS }));
  const calls = drawn(), boxes = calls.filter(({ name, stroke }) => name === "rect" && stroke === LIGHT.structure);
  assert.deepEqual(boxes.map(({ values }) => values), [[0.5, 0.5, 80, 120], [80.5, 0.5, 40, 120]]);
  const route = calls.filter(({ name, stroke }) => name === "lineTo" && stroke === LIGHT.route);
  assert.deepEqual(route.map(({ values }) => values), [[70, 30], [90, 30], [110, 110]]);
});

test("regions have tints, borders and numbers; a search is not hidden by them", (t) => {
  const { take, choose, drawn, view } = built(t);
  choose("structure", "clusters");
  take(told(1, { structure: CLUSTERS }));
  view.overlay.state[1] = 2;
  const calls = drawn(), pixels = new Uint32Array(view.image.data.buffer);
  assert.notEqual(pixels[0], pixels[5]);
  assert.equal(pixels[0], pixels[2]);
  assert.notEqual(pixels[0], pixel(LIGHT.free));
  assert.equal(pixels[1], pixel(LIGHT.closed));
  const borders = calls.filter(({ name, stroke }) => name === "lineTo" && stroke === LIGHT.structure);
  assert.deepEqual(borders.map(({ values }) => values), Array.from({ length: SIDE }, (_, row) => [60, 20 * (row + 1)]));
  assert.deepEqual(calls.filter(({ name }) => name === "fillText").map(({ values: [words] }) => words), ["0", "1"]);
});

test("a field colours cells by their share, and its arrows lead to the next ones", (t) => {
  const { take, choose, drawn, view } = built(t);
  choose("field", "flow");
  take(told(1, { field: FLOW }));
  const calls = drawn(), pixels = new Uint32Array(view.image.data.buffer);
  assert.deepEqual([pixels[0], pixels[5]], [pixel(LIGHT.far), pixel(LIGHT.near)]);
  const shafts = calls.filter(({ name, stroke, width }, i) => name === "lineTo" && width === 1.5 &&
    [LIGHT.ink, LIGHT.paper].includes(stroke) && calls[i - 1].values[1] === calls[i].values[1]);
  assert.equal(shafts.length, 30); // none in the last column
  for (const shaft of shafts) assert.ok(shaft.values[0] > calls[calls.indexOf(shaft) - 1].values[0]);
});

test("the table has the goal's column, and the row of the cell that is pointed at", (t) => {
  const { page, take, choose, layers } = built(t);
  assert.equal(layers.drawer.hidden, true);
  choose("structure", "clusters");
  take(told(1, { structure: CLUSTERS }));
  assert.equal(layers.drawer.hidden, false);
  const texts = () => layers.rows.map((row) => row.children.map((cell) => cell.textContent));
  assert.deepEqual(texts(), [["0", "0", "4.5"], ["1", "\u221e", "0"]]);
  const marked = () => layers.rows.map(({ className }) => className);
  assert.deepEqual(marked(), ["at", ""]); // of the start
  assert.ok(layers.rows[0].children[2].classList.contains("goal"));
  assert.ok(page.describe(4).endsWith("region 1, at least 0 to region 1 by the table"));
  assert.deepEqual(marked(), ["", "at"]);
  page.describe(99);
  assert.deepEqual(marked(), ["at", ""]);
  const many = { ...CLUSTERS, table: new Float32Array(50 * 50) };
  take(told(1, { structure: many }));
  assert.match(layers.words.textContent, /50 regions is too large/);
  assert.equal(layers.table.children.length, 0);
});

test("what is known of a cell includes the layers", (t) => {
  const { page, take, choose } = built(t);
  choose("structure", "quadtree");
  choose("field", "flow");
  take(told(1, { structure: CHUNKS, field: FLOW }));
  assert.ok(page.describe(16).endsWith("chunk 1, 6 x 2 cells  \u00b7  flow: 1, next (2, 5)"));
});

test("straight lines are told below the board and drawn from middle to middle", (t) => {
  const { page, take, layers, drawn } = built(t);
  page.setLayer("straight", true);
  const straight = { smooth: [Float64Array.of(0, 0, 2, 3, 5, 5)], lengths: [7.2], angle: Float64Array.of(0, 0, 5, 5), length: 7.07, problem: "" };
  take(told(1, { straight }));
  assert.equal(page.boards[0].caption.textContent, "cost 7; smoothed 7.2 long");
  assert.equal(layers.text, "straight: the shortest line at any angle is 7.1 long");
  const line = (colour) => drawn().filter(({ name, stroke }) => name === "lineTo" && stroke === colour).map(({ values }) => values);
  assert.deepEqual(line(LIGHT.full), [[70, 50], [110, 110]]);
  assert.deepEqual(line(LIGHT.quick), [[110, 110]]);
  take(told(1, { straight: { ...straight, angle: null, length: undefined, problem: "costs differ" } }));
  assert.equal(layers.text, "straight: costs differ");
  assert.deepEqual([line(LIGHT.full).length, line(LIGHT.quick).length], [2, 0]);
});

test("with a frame budget there are no layers of the map", (t) => {
  const { page, take, choose, layers, drawing } = built(t);
  choose("structure", "quadtree");
  take(told(1, { structure: CHUNKS }));
  assert.ok(page.isShown("structure:quadtree") && page.isShown("structure:route") && !page.isShown("field:any"));
  take({ type: "boards", titles: ["Frame budget"], about: [null], frames: true });
  assert.deepEqual([drawing(), layers.root.hidden, layers.note.hidden], [null, true, true]);
  assert.ok(!page.isShown("structure:quadtree"));
  take({ type: "boards", titles: ["A*"], about: [null] });
  assert.deepEqual([layers.root.hidden, layers.note.hidden], [false, false]);
});

test("a picture has the line about the map, and a page in a file no choice", (t) => {
  const { page, take, choose, layers } = built(t);
  choose("structure", "quadtree");
  take(told(1, { structure: CHUNKS }));
  assert.equal(page.pictures[0].caption.textContent, "cost 7. quadtree: 2 chunks.");
  page.fix();
  assert.ok(layers.selects.structure.disabled);
  page.setLayer("straight", true);
  assert.match(layers.text, /straight: not in this file/);
});
