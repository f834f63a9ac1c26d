// Boards of cells: what is drawn of a map and of a search, where cells are, and drawing on them.

import { GridView, short } from "/lab/web/shared/grid_view.js";
import { between, Painter } from "/lab/web/shared/painter.js";
import { groundColour, isDark, lendColours, mix, palette, pixel, reachedColour, rgb } from "/lab/web/shared/palette.js";
import { pictureOf } from "/lab/web/shared/picture.js";
import { branch, Replay } from "/lab/web/shared/replay.js";
import { nodeText, searchAt } from "/lab/web/shared/search_overlay.js";
import { ARROWS, beside } from "/lab/web/shared/cursor.js";
import { canvas, dark, fire, hands, log, pass, ratio, round } from "./recorder.js";

const show = (value) => log(JSON.stringify(value, (_, each) =>
  (typeof each === "number" ? (Number.isNaN(each) ? "NaN" : Number(round(each))) : ArrayBuffer.isView(each) ? Array.from(each) : each)));

// Three rows of four: a wall, ground that costs 2, 5 and 9.
const COSTS = [1, 0, 2, 1, 1, 1, 5, 1, 1, 9, 1, 1];
const mapOf = (more = {}) => ({ rows: 3, cols: 4, costs: Uint8Array.from(COSTS), start: 0, goal: 11, ...more });

function viewOf(side, more = {}, overlay = {}, layers = {}) {
  const board = canvas(400, 300);
  const view = new GridView(board);
  view.cells.label = "the cells";
  view.map = mapOf(more);
  view.overlay = overlay;
  view.layers = { open: true, closed: true, path: true, ...layers };
  view.waiting = true; // until it is asked
  view.resize(side * view.map.cols, side * view.map.rows);
  return view;
}

/** Without the lines and digits, which have scenes of their own: on floor, and without its cells. */
function marks(side, overlay, layers = {}, more = {}) {
  const view = viewOf(side, { costs: new Uint8Array(12).fill(1), start: -1, goal: -1, ...more }, overlay, layers);
  view.strokeLines = () => {};
  const cells = view.cells.getContext("2d");
  view.cells.getContext = () => new Proxy(cells, { get: (_, name) => (name === "putImageData" ? () => {} : cells[name]) });
  return view;
}

function search() {
  // Cell 0 is closed first, then 4, then 5; 1 is a wall.
  return {
    state: Uint8Array.of(2, 0, 0, 0, 2, 2, 1, 0, 1, 1, 0, 0),
    parent: Int32Array.of(-1, -1, -1, -1, 0, 4, 5, -1, 4, 5, -1, -1),
    g: Float32Array.of(0, NaN, NaN, NaN, 1, 2, 7.25, NaN, 2, 11, NaN, NaN),
    h: Float32Array.of(5, NaN, NaN, NaN, 4, 3, 2, NaN, 3, Infinity, NaN, NaN),
    current: 5,
  };
}

const LOG = {
  kind: [0, 3, 0, 0, 3, 1, 2, 3, 3], node: [0, 0, 1, 4, 4, 1, 0, 0, 1], parent: [-1, -1, 0, 0, 0, 4, 1, -1, 4],
  g: [0, 0, 1, 2, 2, 0.5, 0.25, 0.25, 0.5], h: [3, 3, 2, 2, 2, 2, 3, 3, 2],
};

function paintingView() {
  const view = viewOf(100);
  view.canvas.style.cssText += "; position: absolute; left: 10px; top: 20px";
  view.canvas.setPointerCapture = () => log("captured");
  const tool = { kind: "paint", cost: 0 };
  const made = new Painter(view, { map: () => view.map, tool: () => tool, ...hands("begin", "paint", "move", "end", "hover", "cursor") });
  const at = (cell) => ({ clientX: 60 + 100 * (cell % 4), clientY: 70 + 100 * Math.floor(cell / 4) });
  const act = (type, cell, more = {}) => {
    log(`${type} ${cell}`);
    fire(view.canvas, `pointer${type}`, { pointerId: 1, button: 0, ...at(cell), ...more });
  };
  return { view, tool, made, act };
}

const scenes = {
  "cells by cost and state, with lines and digits"() {
    viewOf(40, {}, search()).drawNow();
  },
  "cells without the layers of a search"() {
    viewOf(40, {}, search(), { open: false, closed: false, path: false }).drawNow();
  },
  "tiles that are no squares: lines, digits, and the path of a search"() {
    for (const tiling of ["hex", "hex-columns", "triangle"]) {
      log(tiling);
      viewOf(40, { tiling }, { path: [0, 4, 5] }).drawNow();
    }
  },
  "tiles that are no squares, too small for their corners: rows or columns of a picture"() {
    for (const tiling of ["hex", "hex-columns", "triangle"]) {
      log(tiling);
      viewOf(6, { tiling, start: -1, goal: -1 }).drawNow();
    }
  },
  "links and fences, both ways and one"() {
    const links = [{ from: 0, to: 7, cost: 2.5, both: false }, { from: 8, to: 3, cost: 1, both: true }];
    const fences = [{ from: 4, to: 5, both: true }, { from: 6, to: 11, both: false }];
    for (const side of [40, 6]) marks(side, {}, {}, { links, fences }).drawNow();
  },
  "cells that an agent has not seen, also those of a search"() {
    viewOf(40, {}, { state: Uint8Array.of(0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0), known: Uint8Array.of(0, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 1) }).drawNow();
  },
  "estimates as colours: not on walls, not where there is none"() {
    viewOf(12, {}, { h: Float32Array.of(0, 8, 8, 4, NaN, Infinity, 2, 1, 0, 0, 0, 0) }, { heuristic: true }).drawNow();
  },
  "estimates of nothing"() {
    viewOf(12, {}, { h: new Float32Array(12) }, { heuristic: true }).drawNow();
  },
  "dear ground: digits, strokes, or neither"() {
    const costs = Uint8Array.of(2, 3, 4, 5, 7, 8, 9, 1, 0, 1, 1, 1);
    for (const side of [10, 9, 8, 6, 5, 4]) {
      log(`${side} pixels`);
      viewOf(side, { costs, start: -1, goal: -1 }, { known: Uint8Array.of(0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1) }).drawNow();
    }
    viewOf(7, { costs, start: -1, goal: -1 }).drawNow();
  },
  "cues of open and closed cells, where they have room"() {
    for (const side of [4, 5, 40]) {
      log(`${side} pixels`);
      marks(side, { state: Uint8Array.of(0, 1, 2, 3, 0, 1, 2, 3, 0, 0, 0, 0) }, {}, { costs: Uint8Array.of(1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1) }).drawNow();
    }
  },
  "the tree of a search, with heads where they have room"() {
    for (const side of [12, 21, 22, 50]) {
      log(`${side} pixels`);
      marks(side, { parent: Int32Array.of(-1, 0, 1, -1, 0, -1, -1, -1, -1, -1, -1, -1), state: Uint8Array.of(0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0) },
        { tree: true, open: false, closed: false }).drawNow();
    }
    log("without states");
    marks(20, { parent: Int32Array.of(-1, 0, 1, -1, 0, -1, -1, -1, -1, -1, -1, -1) }, { tree: true }).drawNow();
    log("without a tree");
    marks(20, {}, { tree: true }).drawNow();
  },
  "numbers in the corners of cells"() {
    for (const side of [35, 36, 100]) {
      log(`${side} pixels`);
      const { g, h } = search();
      marks(side, { g, h, newH: (cell) => (cell === 4 ? 1 : NaN) }, { numbers: true }, { costs: Uint8Array.of(1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1) }).drawNow();
    }
    log("without a search");
    marks(100, {}, { numbers: true }).drawNow();
    log("digits give way to numbers");
    marks(36, { g: new Float32Array(12).fill(NaN), h: new Float32Array(12) }, { numbers: true }, { costs: Uint8Array.from(COSTS) }).drawNow();
    show([0, 3, 2.55, 99.94, 100.4, Infinity, NaN].map(short));
  },
  "a trail and its replans"() {
    for (const side of [8, 100]) marks(side, { trail: [0, 1, 2, 6, 10], marks: [1, 6] }, { path: false }).drawNow();
    log("of one cell");
    marks(100, { trail: [0], marks: [0] }, { path: false }).drawNow();
    log("without replans");
    marks(100, { trail: [0, 1] }, { path: false }).drawNow();
    ratio(2);
    marks(5, { trail: [0, 1], marks: [1] }, { path: false }).drawNow();
  },
  "a path, a fresh one, and the branch of the last cell expanded"() {
    marks(100, { path: [0, 4, 5] }).drawNow();
    marks(100, { path: [0, 4, 5], fresh: true }).drawNow();
    marks(8, { path: [0, 4, 5] }).drawNow();
    log("no path yet");
    const { parent } = search();
    const view = marks(100, { parent, current: 5, path: [] });
    view.drawNow();
    view.overlay = { parent, current: -1, path: null };
    log("nothing expanded yet");
    view.drawNow();
    view.overlay = { parent, current: 0 };
    log("at the root");
    view.drawNow();
    ratio(2);
    marks(4, { path: [0, 4, 5] }).drawNow();
  },
  "routes of units, beside each other"() {
    const cells = Int32Array.of(0, 4, 5, 6);
    const routes = [["full", 2], ["splice", 0], ["", 3], ["quick", 1], ["full", 1], ["full", 0]].map(([step, quick]) => ({ cells, quick, step }));
    marks(100, { routes }).drawNow();
    marks(8, { routes: routes.slice(0, 1) }).drawNow();
    log("without their layer");
    marks(100, { routes }, { path: false }).drawNow();
    ratio(2);
    marks(8, { routes: routes.slice(0, 1) }).drawNow();
  },
  "start and goal, also in small cells and at the edge"() {
    marks(100, {}, {}, { start: 0, goal: 6 }).drawNow();
    marks(4, {}, {}, { start: 0, goal: 11 }).drawNow();
    ratio(2);
    marks(100, {}, {}, { start: 0, goal: 6 }).drawNow();
    marks(4, {}, {}, { start: 0, goal: 11 }).drawNow();
  },
  "agents and goals with numbers"() {
    const agents = [{ cell: 0, label: "1" }, { cell: 5, label: "2", hollow: true }, { cell: -1, label: "3" }];
    marks(100, { agents, goals: [{ cell: 6, label: "1" }, { cell: -1, label: "2" }] }).drawNow();
    marks(9, { agents, goals: [{ cell: 6, label: "1" }] }).drawNow();
    log("without goals of their own");
    marks(100, { agents: agents.slice(0, 1) }, {}, { goal: 7 }).drawNow();
  },
  "the cell under the pointer, and that of the keyboard"() {
    const view = marks(50, {});
    Object.assign(view, { hover: 0, cursor: 6 });
    view.drawNow();
    const small = marks(4, {});
    Object.assign(small, { hover: 0, cursor: 0 });
    small.drawNow();
  },
  "the room that a board takes"() {
    for (const [width, height, more] of [
      [400, 300], [401, 350], [430, 303], [31, 300], [32, 300], [33.5, 300], [33.5, 300, { whole: false }], [430, 303, { fills: false }], [0.1, 0.1],
    ]) {
      const view = viewOf(10);
      Object.assign(view, more);
      view.resize(width, height);
      const { canvas: board, fit, left, top, seen, edges, hasRoomForNumbers } = view;
      show([width, height, { fit, left, top, wide: board.width, high: board.height, style: board.style.width + board.style.height, seen, edges, hasRoomForNumbers }]);
    }
    ratio(2);
    const view = viewOf(10);
    view.resize(33, 300);
    show([view.fit, view.canvas.width, view.canvas.style.width]);
    view.resize(31, 300);
    show([view.fit, view.canvas.width, view.canvas.style.width]);
    const empty = new GridView(canvas(10, 10));
    empty.resize(100, 100);
    show([empty.canvas.width, empty.cellAt(5, 5), empty.zoom, empty.hover, empty.cursor, empty.layers]);
  },
  "zoom and scroll"() {
    const view = viewOf(100);
    view.canvas.style.cssText += "; position: absolute; left: 10px; top: 20px";
    view.onScroll = () => log("scrolled");
    const stand = () => show([view.zoom, view.left, view.top, view.size, view.seen, view.edges]);
    view.zoomAt(110, 70, 2);
    stand();
    view.scroll(30, -10);
    stand();
    view.scroll(9000, 9000);
    stand();
    view.scroll(-9000, -9000);
    stand();
    view.zoomBy(1.5);
    stand();
    view.zoomBy(1000);
    stand();
    view.zoomBy(0.0001);
    stand();
    view.zoomAt(310, 170, 3);
    view.resetZoom();
    stand();
    view.zoomAt(310, 170, 3);
    ratio(2);
    view.scroll(5, 6);
    stand();
    const other = viewOf(100);
    other.scrollAs(view);
    show([other.zoom, other.left, other.top]);
    view.drawNow();
  },
  "which cell is where"() {
    const view = viewOf(100);
    view.canvas.style.cssText += "; position: absolute; left: 10px; top: 20px";
    show([[10, 20], [9, 20], [10, 19], [109, 119], [110, 120], [409, 319], [410, 319], [409, 320]].map(([x, y]) => view.cellAt(x, y)));
    show([0, 6, 11].map((cell) => view.pointOf(cell)));
    view.canvas.style.width = "200px";
    view.canvas.style.height = "150px";
    show([[10, 20], [59, 69], [60, 70]].map(([x, y]) => view.cellAt(x, y)));
    show(view.pointOf(6));
    view.zoomAt(60, 70, 2);
    view.scroll(10, 5);
    show([view.zoom, view.left, view.top, view.cellAt(60, 70), view.pointOf(6)]);
    const seen = [];
    view.eachSeen((cell, x, y) => seen.push([cell, x, y]));
    show(seen);
  },
  "what is scrolled out is not drawn"() {
    const view = viewOf(100, { rows: 10, cols: 10, costs: new Uint8Array(100).fill(1), start: 0, goal: 99 }, { path: [0, 1, 2, 3, 13, 23, 33, 43, 53, 63, 73, 83, 93, 94, 95], trail: [90, 91, 92] });
    view.zoomAt(0, 0, 2.5);
    view.scroll(500, 600);
    view.drawNow();
  },
  "it draws with the next frame, however often it is asked"() {
    const view = viewOf(20);
    view.waiting = false;
    view.draw();
    view.draw();
    show(view.frames);
    pass(16);
    show([view.frames, view.waiting]);
    view.draw();
    pass(16);
    show(view.frames);
    const empty = new GridView(canvas(10, 10));
    empty.draw();
    pass(16);
    show([empty.frames, empty.waiting]);
  },
  "colours"() {
    show([groundColour(0, palette()), groundColour(1, palette()), groundColour(5, palette()), groundColour(9, palette()), groundColour(20, palette())]);
    show([reachedColour(1, "#4aa9e6", palette()), reachedColour(5, "#4aa9e6", palette()), reachedColour(30, "#4aa9e6", palette())]);
    show([pixel("#010203"), rgb("#0a0b0c"), mix("#000000", "#ff8040", 0.25), mix("#102030", "#000000", 1), isDark()]);
    lendColours();
    log(document.documentElement.style.getPropertyValue("--board-wall"), document.documentElement.style.getPropertyValue("--board-splice"));
    dark(true);
    show([isDark(), palette().free]);
    viewOf(40, {}, search()).drawNow();
  },
  "a search at each of its steps, forward and back"() {
    const replay = new Replay(LOG, 6);
    for (const step of [0, 1, 2, 3, 4, 9, 2, -1]) {
      replay.seek(step);
      const { state, parent, g, h, current } = replay;
      show([step, replay.steps, replay.step, state, parent, g, h, current, [...replay.deeds]]);
    }
    show([branch(Int32Array.of(-1, 0, 1), 2), branch(Int32Array.of(1, 0), 1), branch([-1], -1)]);
  },
  "what a board shows of a search, in words too"() {
    const replay = new Replay(LOG, 6);
    for (const [step, path] of [[2, [0, 1]], [4, [0, 1]], [5, [0, 1]], [5, []]]) {
      const { current, path: found, newH, state } = searchAt(replay, step, path);
      show([step, current, found, newH && [0, 1, 2, 4].map(newH), state]);
    }
    show([0, 1, 4, 2].map((cell) => nodeText(replay, cell, 2)));
  },
  "all boards as one picture"() {
    const boards = [[10, 20], [230, 20], [10, 300]].map(([left, top], i) => {
      const view = viewOf(50);
      view.canvas.label = `board ${i}`;
      view.canvas.style.cssText += `; position: absolute; left: ${left}px; top: ${top}px`;
      view.drawNow = () => log(`drawn ${i}`);
      return { view, title: Object.assign(document.createElement("h3"), { textContent: `title ${i}` }), caption: Object.assign(document.createElement("p"), { textContent: `caption ${i}` }) };
    });
    for (const each of [1, 2]) {
      ratio(each);
      const { width, height } = pictureOf(boards);
      show([width, height]);
    }
  },
  "steps over cells"() {
    const map = { rows: 3, cols: 4 };
    for (const key of Object.keys(ARROWS)) show([key, [0, 3, 5, 8, 11].map((cell) => beside(map, cell, key))]);
    show([between(0, 11, 4), between(11, 0, 4), between(5, 5, 4), between(3, 8, 4), between(0, 2, 4), between(9, 1, 4)]);
  },
  "painting walls: a stroke, one that erases, the right button"() {
    const { view, act, tool } = paintingView();
    act("down", 4);
    act("move", 6);
    act("move", 6);
    pass(16);
    act("move", 7);
    act("up", 7);
    show(view.map.costs);
    act("down", 6);
    act("move", 4);
    act("up", 4);
    act("down", 1, { button: 2 });
    act("up", 1);
    act("down", 8, { button: 2 });
    act("up", 8);
    Object.assign(tool, { cost: 5 });
    act("down", 1);
    act("up", 1);
    show(view.map.costs);
    pass(50);
  },
  "neither end is painted over with a wall"() {
    const { view, act, tool } = paintingView();
    act("down", 4);
    act("move", 0);
    act("move", 11);
    act("up", 11);
    show(view.map.costs);
    tool.cost = 3;
    act("down", 4);
    act("move", 0);
    act("up", 0);
    show(view.map.costs);
  },
  "start and goal are dragged, or put"() {
    const { act, tool } = paintingView();
    act("down", 0);
    act("move", 5);
    act("move", 11);
    act("up", 11);
    act("down", 11);
    act("move", 10);
    act("up", 10);
    for (const kind of ["start", "goal"]) {
      tool.kind = kind;
      act("down", 6);
      act("up", 6);
      act("down", 0, { button: 2 });
      act("up", 0);
    }
  },
  "the hand, the middle button and alt scroll"() {
    const { view, act, tool } = paintingView();
    view.zoomAt(10, 20, 3);
    const stand = () => show([view.left, view.top]);
    tool.kind = "hand";
    act("down", 6);
    act("move", 5);
    stand();
    act("up", 5);
    tool.kind = "paint";
    act("down", 6, { button: 1 });
    act("move", 2);
    act("up", 2);
    stand();
    act("down", 6, { altKey: true });
    act("move", 1);
    act("up", 1);
    stand();
    act("down", 100);
    act("down", 100, { button: 1 });
    act("up", 100);
    view.map = null;
    act("down", 6);
  },
  "fingers: one draws once it has moved or gone up, two zoom"() {
    const { view, act, made } = paintingView();
    const finger = (number) => ({ pointerId: number, pointerType: "touch" });
    act("down", 4, finger(1));
    act("up", 4, finger(1));
    act("down", 5, finger(1));
    act("move", 6, finger(1));
    act("up", 6, finger(1));
    act("down", 8, finger(1));
    act("cancel", 8, finger(1));
    act("down", 5, finger(1));
    act("down", 6, finger(2));
    act("move", 7, finger(2));
    show([view.zoom, view.left, view.top]);
    act("move", 4, finger(1));
    show([view.zoom, view.left, view.top]);
    act("up", 4, finger(1));
    act("up", 7, finger(2));
    show([made.fingers.size, made.stroke]);
    act("down", 4, finger(1));
    act("move", 5, finger(1));
    act("down", 8, finger(2));
    act("move", 9, finger(2));
    act("up", 9, finger(2));
    act("up", 5, finger(1));
    pass(16);
  },
  "a board with the keyboard"() {
    const { view, act } = paintingView();
    const key = (name, more = {}) => {
      log(name, fire(view.canvas, "keydown", { key: name, ...more }) ? "" : "taken");
      show([view.cursor]);
    };
    ["ArrowRight", "ArrowDown", "Enter", "Enter", "s", "g", "x"].forEach((name) => key(name));
    key("Enter", { ctrlKey: true });
    key("ArrowLeft", { metaKey: true });
    document.body.addEventListener("keydown", () => log("heard by the page"), { once: true });
    key("ArrowUp");
    key("y");
    fire(view.canvas, "blur");
    show(view.cursor);
    view.map.start = 7;
    key("ArrowLeft");
    view.cursor = -1;
    view.map.start = -1;
    key("ArrowRight");
    act("leave", 0);
    log(fire(view.canvas, "contextmenu"), fire(view.canvas, "mousedown"), view.canvas.tabIndex);
    view.map = null;
    key("ArrowLeft");
  },
  "the wheel zooms with ctrl or shift"() {
    const { view } = paintingView();
    const turn = (more) => {
      const free = fire(view.canvas, "wheel", { clientX: 60, clientY: 70, ...more });
      show([free, view.zoom, view.left, view.top]);
    };
    turn({ deltaY: -1 });
    turn({ deltaY: -1, ctrlKey: true });
    turn({ deltaX: -1, shiftKey: true });
    turn({ deltaY: 1, ctrlKey: true });
    turn({ ctrlKey: true });
  },
};

export default scenes;
