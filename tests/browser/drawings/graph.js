// The drawing of a graph: nodes, connections, costs, what a search knows; and drawing with the pointer.

import { curve, exact, halo, hatching, head, labelAt, line, make, pointOf, words } from "/lab/web/graphs/shapes.js";
import { GraphView } from "/lab/web/graphs/view.js";
import { palette } from "/lab/web/shared/palette.js";
import { dark, fire, hands, log, outline, round } from "./recorder.js";

const show = (value) => log(JSON.stringify(value, (_, each) => (typeof each === "number" ? Number(round(each)) : each)));

const GRAPH = {
  names: ["A", "Bee", "C", "D"], places: [[0, 0], [1, 0.4], [0.5, 1], [0.5, 0.2]], estimates: [4, 2.5, 0, 1], estimated: true,
  connections: [[0, 1, 3], [1, 0, 2.5], [0, 2, 7], [0, 2, 5], [1, 2, 1]], start: 0, goal: 2,
};
const SHOWN = { state: [2, 1, 0, 1], parent: [-1, 0, 0, -1], g: [0, 3, 5, 1], h: [4, 2.5, 0, 1], current: 0, path: [], walked: [] };

function viewOf(more = {}, shown = SHOWN, layers = { path: true, tree: true, estimates: true, numbers: true }, room = [640, 480]) {
  const parent = document.createElement("div");
  parent.style.cssText = "position: absolute; left: 10px; top: 20px";
  document.body.append(parent);
  const view = new GraphView(parent, hands("add", "begin", "place", "end", "connect", "pick", "remove", "endAt", "hover"));
  Object.assign(view, { graph: { ...GRAPH, places: GRAPH.places.map((each) => [...each]), ...more }, shown, layers });
  view.resize(...room);
  view.svg.setPointerCapture = () => log("captured");
  return view;
}

function acting() {
  const view = viewOf();
  view.svg.style.display = "block";
  const box = view.svg.getBoundingClientRect();
  const act = (type, at, more = {}) => {
    const [x, y] = typeof at === "number" ? view.at(at) : at;
    const place = { clientX: box.left + x, clientY: box.top + y };
    log(`${type} ${JSON.stringify(at)}`);
    fire(document.elementFromPoint(place.clientX, place.clientY) ?? view.svg, type, { pointerId: 1, button: 0, ...place, ...more });
  };
  return { view, act };
}

const scenes = {
  "numbers, lines and letters"() {
    show([exact(3), exact(2.5), exact(0.1 + 0.2), exact(1234567)]);
    for (const made of [words(1, 2, "text", "red", 12), words(1, 2, "text", "red", 12, halo("white")), hatching(palette()), make("g", { a: 1 }), make("g")])
      outline(made);
    outline(line({ from: [1, 2], by: [3, 4], to: [5, 6] }, "red", 2, { opacity: 0.5 }));
    outline(head({ by: [0, 0], to: [30, 40] }, "red", "white"));
    outline(head({ by: [30, 40], to: [30, 40] }, "red", null));
  },
  "curves, and what stands on them"() {
    for (const [a, b, bend] of [[[0, 0], [100, 0], 0], [[0, 0], [100, 0], 36], [[10, 20], [10, 120], -36], [[5, 5], [5, 5], 10]])
      show(curve(a, b, bend, 20));
    const route = curve([0, 0], [200, 0], 20, 10);
    show([0, 0.25, 0.5, 1].map((share) => pointOf(route, share)));
    show(labelAt(route, []));
    show(labelAt(route, [[100, 20]]));
    show(labelAt(route, [[100, 20], [81, 20]]));
    show(labelAt(route, [[100, 20], [81, 20], [119, 20]]));
    show(labelAt(route, [[100, 20], [81, 20], [119, 20], [64, 17], [140, 17]]));
    show(labelAt(route, [[127, 20], [100, 40]]));
    show(labelAt(route, [[126, 20]]));
    show(labelAt(route, [[100, 39]]));
  },
  "a graph in the middle of a search"() {
    outline(viewOf().svg);
  },
  "a graph at the end: its path"() {
    outline(viewOf({}, { ...SHOWN, current: -1, path: [0, 2], walked: [3] }).svg);
  },
  "a graph without a search, without layers, with something picked"() {
    const view = viewOf({ start: 1, goal: 1 }, {}, {});
    view.picked = { arc: 4 };
    view.draw();
    outline(view.svg);
    view.graph.connections = [];
    view.picked = { node: 1 };
    view.from = 2;
    view.pointer = [300, 200];
    view.draw();
    outline(view.svg);
  },
  "a graph in a narrow window, and one of many nodes"() {
    const view = viewOf({ estimated: false }, SHOWN, { numbers: true, estimates: true }, [519, 400]);
    outline(view.svg);
    view.width = 520;
    show(view.radius);
    view.graph.names = Array.from({ length: 31 }, (_, i) => `n${i}`);
    show(view.radius);
    view.graph.names = view.graph.names.slice(1);
    show(view.radius);
  },
  "connections go around nodes, or straight on where there is no way around"() {
    const routes = (places, room, connections = [[0, 1, 1]]) => {
      const view = viewOf({ names: places.map((_, i) => `${i}`), places, estimates: places.map(() => 0), connections, start: -1, goal: -1 }, {}, {}, room);
      show(view.routes);
    };
    routes([[0, 0.5], [1, 0.5], [0.5, 0.5]], [640, 480]);
    routes([[1, 0.5], [0, 0.5], [0.5, 0.5]], [640, 480]);
    routes([[0, 0.5], [1, 0.5], [0.5, 0.5], [0.5, 0.6]], [640, 480]);
    routes([[0, 0.5], [1, 0.5], [0.5, 0.5], [0.5, 0.6], [0.5, 0.4]], [640, 480]);
    routes([[0, 0.5], [1, 0.5], [0.5, 0.5], [0.5, 0.6], [0.5, 0.4], [0.5, 0.7], [0.5, 0.3]], [640, 480]);
    routes([[0, 0], [1, 0], [0.5, 0]], [640, 480]);
    routes([[0, 1], [1, 1], [0.5, 1]], [640, 480]);
    routes([[0, 0], [0, 1], [0, 0.5]], [640, 480]);
    routes([[0, 0.5], [1, 0.5]], [640, 480], [[0, 1, 1], [1, 0, 1], [0, 1, 2]]);
  },
  "words stand beside a node where there are the fewest connections"() {
    const sides = (places, connections, more = {}) => {
      const view = viewOf({ names: places.map((_, i) => `${i}`), places, estimates: places.map(() => 1234567), connections, start: -1, goal: -1, ...more }, {}, { estimates: true });
      const [text] = view.svg.querySelectorAll("[aria-hidden] text:last-child");
      outline(text);
    };
    const middle = [0.5, 0.5];
    sides([middle, [0.5, 1]], [[0, 1, 1]]);
    sides([middle, [0.5, 1], [1, 0.5]], [[0, 1, 1], [2, 0, 1]]);
    sides([middle, [0.5, 1], [1, 0.5], [0, 0.5]], [[0, 1, 1], [0, 2, 1], [0, 3, 1]]);
    sides([middle, [0.5, 1], [1, 0.5], [0, 0.5], [0.5, 0]], [[0, 1, 1], [0, 2, 1], [0, 3, 1], [0, 4, 1]]);
    sides([middle, [0.5, 1], [1, 0.5], [0, 0.5]], [[0, 1, 1], [0, 2, 1], [0, 3, 1]], { start: 0, goal: 0 });
    sides([[1, 0.5], [1, 1]], [[0, 1, 1]]);
    sides([[0, 0.5], [0, 1], [1, 0.5]], [[0, 1, 1], [0, 2, 1]]);
    sides([[0.5, 0], [0.5, 1], [1, 0], [0, 0]], [[0, 1, 1], [0, 2, 1], [0, 3, 1]], { start: 0 });
  },
  "nodes in words"() {
    const view = viewOf();
    show([0, 1, 2, 3].map((node) => view.describe(node)));
    view.graph.estimated = false;
    show([0, 1, 2].map((node) => view.describe(node)));
    view.shown = {};
    show(view.describe(2));
  },
  "in the dark"() {
    dark(true);
    outline(viewOf({ connections: [] }).svg);
  },
  "nodes are dragged, and picked"() {
    const { view, act } = acting();
    act("pointerdown", 1);
    act("pointermove", [view.at(1)[0] + 2, view.at(1)[1]]);
    act("pointermove", [view.at(1)[0] - 60, view.at(1)[1] + 10]);
    show(view.graph.places[1]);
    act("pointermove", [900, 900]);
    show(view.graph.places[1]);
    act("pointerup", 1);
    act("pointerdown", 0, { button: 2 });
    act("pointerdown", 0);
    act("pointercancel", 0);
    act("pointerdown", [view.at(0)[0] + 5, view.at(0)[1]]);
    act("pointermove", [view.at(0)[0] + 6, view.at(0)[1]]);
    act("pointercancel", 0);
    act("pointermove", 2);
    act("pointermove", [300, 300]);
    act("pointerleave", [300, 300]);
    act("dblclick", [300, 300]);
    act("dblclick", 2);
    act("pointerdown", [300, 300]);
    view.mode = "node";
    act("dblclick", [300, 300]);
    act("pointerdown", [300, 300]);
    act("pointerdown", 2);
    act("pointerup", 2);
    view.mode = "delete";
    act("pointerdown", 2);
    act("pointerdown", [300, 300]);
    view.graph = null;
    act("pointerdown", [300, 300]);
  },
  "connections are drawn: by dragging, by two clicks, not to nowhere"() {
    const { view, act } = acting();
    const stand = () => show([view.from, view.pointer]);
    view.mode = "connect";
    act("pointerdown", 0);
    stand();
    act("pointermove", [200, 200]);
    stand();
    act("pointerup", 2);
    stand();
    act("pointerdown", 0);
    act("pointerup", 0);
    stand();
    act("pointerdown", 2);
    stand();
    act("pointerdown", 0);
    act("pointerup", [300, 300]);
    stand();
    act("pointerdown", 0);
    act("pointerup", 0);
    act("pointerdown", 0);
    stand();
    act("pointerdown", 0);
    act("pointerup", 0);
    act("pointerup", 0, { button: 2 });
    act("pointerup", 0);
    stand();
    view.mode = "both";
    act("pointerdown", 1);
    act("pointerup", 2);
    const label = view.svg.querySelector(".cost");
    fire(label, "pointerdown", { pointerId: 1, button: 0 });
  },
  "nodes and costs with the keyboard"() {
    const { view } = acting();
    const key = (selector, name, more = {}) =>
      log(selector, name, fire(view.svg.querySelector(selector), "keydown", { key: name, ...more }) ? "" : "taken", JSON.stringify(view.graph.places[0]));
    const node = '[data-node="0"]', cost = '.cost[data-arc="1"]';
    for (const name of ["Enter", " ", "Delete", "Backspace", "s", "g", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowUp", "x"]) key(node, name);
    for (const name of ["Enter", "Delete", "s", "ArrowLeft"]) key(cost, name);
    key(node, "s", { ctrlKey: true });
    key(node, "s", { metaKey: true });
    view.svg.setAttribute("tabindex", 0);
    log(fire(view.svg, "keydown", { key: "s" }));
    view.mode = "connect";
    key(node, "Enter");
    show([view.from, view.pointer]);
    key('[data-node="2"]', "Enter");
    view.mode = "node";
    key(node, "Enter");
    view.svg.querySelector(node).focus();
    view.draw();
    log(document.activeElement.dataset.node);
    view.svg.querySelector(cost).focus();
    view.draw();
    log(document.activeElement.dataset.arc);
  },
};

export default scenes;
