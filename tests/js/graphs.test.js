// The drawing of a graph: the lines of connections, and the effect of pointer and keys in each mode.

import { Element, fire } from "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { exact, labelAt, pointOf } from "../../src/asterion/lab/board/svg_shapes.js";
import { GraphView } from "../../src/asterion/lab/graphs/view.js";

/** A drawing of nodes at these places, and its requests. */
function drawing(places, connections, more = {}) {
  const asked = [], names = places.map((_, i) => "ABCDEFGH"[i]);
  const hands = Object.fromEntries(["add", "begin", "place", "end", "connect", "pick", "remove", "endAt", "hover"]
    .map((name) => [name, (...values) => name !== "hover" && asked.push([name, ...values])]));
  const view = new GraphView(new Element("div"), hands);
  view.graph = {
    names, places: places.map((each) => [...each]), connections, estimates: names.map(() => 0), estimated: false,
    start: 0, goal: names.length - 1, ...more,
  };
  view.svg.box = { left: 0, top: 0, width: 800, height: 600 };
  view.resize(800, 600);
  const node = (number) => view.svg.all.find((each) => each.dataset.node === String(number));
  const arc = (number) => view.svg.all.find((each) => each.dataset.arc === String(number) && each.attributes.class === "cost");
  const pointer = (type, [clientX, clientY], target = view.svg) => {
    document.elementFromPoint = () => target;
    // Events of a browser bubble from their target to the drawing.
    fire(view.svg, `pointer${type}`, { clientX, clientY, target });
  };
  const key = (name, target) => fire(view.svg, "keydown", { key: name, target });
  return { view, asked, node, arc, pointer, key };
}

test("a connection bends around a node between its ends, and stays on the board", () => {
  const lines = [[[0, 0], [0.5, 0], [1, 0]], [[1, 0], [0.5, 0], [0, 0]], [[0, 0], [0, 0.5], [0, 1]], [[1, 0], [1, 0.5], [1, 1]]];
  for (const places of lines) {
    const { view } = drawing(places, [[0, 2, 1]]), [left, top] = view.at(1);
    for (const share of [0.2, 0.35, 0.5, 0.65, 0.8]) {
      const [x, y] = pointOf(view.routes[0], share);
      assert.ok(x > 8 && y > 8 && x < 792 && y < 592);
      assert.ok(Math.hypot(x - left, y - top) > view.radius);
    }
  }
});

test("connections of the same two nodes are drawn apart, both ways too", () => {
  const { view } = drawing([[0, 0.5], [1, 0.5]], [[0, 1, 1], [0, 1, 2], [1, 0, 3]]);
  const middles = view.routes.map((route) => pointOf(route, 0.5).map(Math.round).join());
  assert.equal(new Set(middles).size, 3);
});

test("costs stand on their connections, not on each other", () => {
  const route = { from: [0, 0], by: [100, 0], to: [200, 0] }, first = labelAt(route, []);
  const second = labelAt(route, [first]);
  assert.ok(Math.abs(second[0] - first[0]) > 26);
  assert.equal(exact(0.1 + 0.2), "0.3");
});

test("arrow keys move a node no further than the edge", () => {
  for (const [name, axis, end] of [["ArrowRight", 0, 1], ["ArrowLeft", 0, 0], ["ArrowDown", 1, 1], ["ArrowUp", 1, 0]]) {
    const { view, key, node } = drawing([[0.5, 0.5], [0.2, 0.2]], []);
    for (let i = 0; i < 60; i++) key(name, node(0));
    assert.equal(view.graph.places[0][axis], end);
  }
});

test("a node is dragged from where it was taken, and a click alone moves nothing", () => {
  const { view, asked, pointer, node } = drawing([[0.5, 0.5], [0.9, 0.9]], []);
  const [x, y] = view.at(0);
  pointer("down", [x + 5, y], node(0));
  pointer("up", [x + 5, y], node(0));
  assert.deepEqual(asked, [["pick", { node: 0 }]]);
  pointer("down", [x + 5, y], node(0));
  pointer("move", [x + 105, y - 50], node(0));
  pointer("up", [x + 105, y - 50], node(0));
  const [left, top] = view.at(0);
  assert.ok(Math.abs(left - x - 100) < 1e-6 && Math.abs(top - y + 50) < 1e-6);
  assert.deepEqual(asked.slice(1).map(([name]) => name), ["pick", "begin", "place", "end"]);
});

test("nodes are connected by a drag, by two clicks, and by keys", () => {
  for (const how of ["drag", "clicks", "keys"]) {
    const { view, asked, pointer, key, node } = drawing([[0.1, 0.5], [0.9, 0.5]], []);
    view.mode = "connect";
    if (how === "keys") {
      key("Enter", node(0));
      key("Enter", node(1));
    } else {
      pointer("down", view.at(0), node(0));
      if (how === "clicks") {
        pointer("up", view.at(0), node(0));
        pointer("down", view.at(1), node(1));
      }
      pointer("up", view.at(1), node(1));
    }
    assert.deepEqual(asked, [["connect", 0, 1]], how);
    assert.equal(view.from, -1);
  }
});

test("a click adds a node in its mode, deletes in another, and selects else", () => {
  const { view, asked, pointer, node, arc } = drawing([[0, 0], [1, 1]], [[0, 1, 2]]);
  view.mode = "node";
  pointer("down", view.at(1).map((at, i) => at - [300, 200][i]));
  assert.equal(asked[0][0], "add");
  view.mode = "delete";
  pointer("down", view.at(1), node(1));
  pointer("down", [400, 300], arc(0));
  view.mode = "move";
  pointer("down", [400, 300], arc(0));
  assert.deepEqual(asked.slice(1), [["remove", { node: 1 }], ["remove", { arc: 0 }], ["pick", { arc: 0 }]]);
});

test("keys on a node delete it and make it start or goal; other keys are the page's", () => {
  const { asked, key, node, arc } = drawing([[0, 0], [1, 1]], [[0, 1, 2]]);
  for (const name of ["s", "g", "Delete"]) assert.ok(key(name, node(1)).defaultPrevented);
  key("Delete", arc(0));
  assert.deepEqual(asked, [["endAt", "s", 1], ["endAt", "g", 1], ["remove", { node: 1 }], ["remove", { arc: 0 }]]);
  assert.ok(!key("t", node(1)).defaultPrevented);
});

test("a path is drawn with its own kind of line, and nodes say what the search knows of them", () => {
  const { view } = drawing([[0, 0], [0.5, 0.5], [1, 1]], [[0, 1, 2], [1, 2, 3]], { estimated: true, estimates: [5, 3, 0] });
  view.layers = { path: true, tree: true };
  view.shown = {
    state: [2, 2, 1], parent: [-1, 0, 1], g: [0, 2, 5], h: [5, 3, 0], current: -1, path: [0, 1, 2], walked: [0, 1],
  };
  view.draw();
  assert.deepEqual(view.svg.all.map(({ dataset }) => dataset.kind).filter(Boolean), ["path", "path"]);
  assert.equal(view.describe(0), "A, the start: closed, g 0, h 5, f 5");
  assert.equal(view.describe(2), "C, the goal: open, g 5, h 0, f 5, from B");
  view.shown = {};
  assert.equal(view.describe(1), "B: unvisited, h 3");
});

test("long names are written small, but not too small", () => {
  const { view } = drawing([[0, 0], [1, 1]], []);
  view.graph.names = ["a", "a very long name"];
  view.draw();
  const sizes = view.svg.all.filter(({ attributes }) => attributes["font-weight"] === "700" || attributes["font-weight"] === 700)
    .map(({ attributes }) => Number(attributes["font-size"]));
  assert.ok(Math.min(...sizes) >= 9 && Math.max(...sizes) > 9);
});
