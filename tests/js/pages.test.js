// Pages as a server fills them: tic-tac-toe and the agents on a terrain, by their messages; and the
// bytes of a message.

import { Element, fire } from "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { LATE } from "../../src/asterion/lab/board/freshness.js";
import { OpenGround } from "../../src/asterion/lab/open_ground/open_ground.js";
import { Playground } from "../../src/asterion/lab/playground/playground.js";
import { ahead, Recording } from "../../src/asterion/lab/terrain/recording.js";
import { Terrain } from "../../src/asterion/lab/terrain/terrain.js";
import { TicTacToe } from "../../src/asterion/lab/tictactoe/tictactoe.js";
import { unpack } from "../../src/asterion/lab/wire/unpack.js";

/** A page without a server, and its messages. */
function built(t, Page) {
  const root = new Element("div"), sent = [];
  document.body.append(root);
  const page = new Page(root, "0");
  page.connection = { send: (message) => sent.push(message), sent: 0, done: 0, settled: true };
  page.observer = { observe() {} };
  page.build();
  t.after(() => page.shortcuts.close());
  const key = (name) => fire(document, "keydown", { key: name, target: document.body });
  return { page, root, sent, key };
}

// --- Tic-tac-toe

const NAMES = ["top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"];

/** A game of these moves, as in the server's messages. */
function game(moves, { o = "person", playing = true, more = {} } = {}) {
  const cells = Array(9).fill(".");
  const position = (at) => {
    const side = "XO"[at % 2];
    if (at) cells[moves[at - 1]] = "xo"[(at - 1) % 2];
    return {
      cells: [...cells], last: at ? moves[at - 1] : null, line: [], side, status: `${side} to move.`,
      waits: side === "O" ? o : "person", worth: {}, thoughts: undefined, ...(at === moves.length ? more : {}),
    };
  };
  return {
    type: "game", playing, computers: o !== "person", names: NAMES, speed: 1, move: 0.6,
    log: moves.map((cell, i) => ({ text: `${i + 1}. ${"XO"[i % 2]} ${NAMES[cell]}`, at: i + 1 })),
    positions: Array.from({ length: moves.length + 1 }, (_, at) => position(at)),
  };
}

const marks = (page) => page.cells.map(({ dataset }) => dataset.mark).join("");

test("a cell is marked by a click or its digit, in the state that is shown", (t) => {
  const { page, sent, key } = built(t, TicTacToe);
  page.onMessage(game([4, 0]));
  page.cells[8].click();
  for (let digit = 1; digit <= 9; digit++) key(String(digit));
  page.seek(1);
  key("3");
  assert.deepEqual(sent.map(({ cell }) => cell), [8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 2]);
  assert.deepEqual(sent.map(({ at }) => at), [...Array(10).fill(2), 1]);
});

test("arrows go from cell to cell, and stop at the edge", (t) => {
  const { page } = built(t, TicTacToe), steps = { ArrowUp: -3, ArrowDown: 3, ArrowLeft: -1, ArrowRight: 1 };
  for (let start = 0; start < 9; start++)
    for (const [key, step] of Object.entries(steps)) {
      page.cells[start].focus();
      fire(page.cells[start], "keydown", { key });
      const to = start + step, isBeside = to >= 0 && to < 9 && (Math.abs(step) === 3 || Math.floor(start / 3) === Math.floor(to / 3));
      assert.equal(document.activeElement, page.cells[isBeside ? to : start]);
    }
});

test("cells say who marked them, the last move, the winning row, and what a free one is worth", (t) => {
  const { page } = built(t, TicTacToe), labels = () => page.cells.map((each) => each.getAttribute("aria-label"));
  page.onMessage(game([0, 1, 3, 4, 6], { more: { line: [0, 3, 6], waits: null, status: "X wins.", worth: { 2: { kind: "win", moves: 1 } } } }));
  assert.equal(labels()[6], "bottom left, X, the last move, in the winning row");
  assert.equal(labels()[2], "top right, free, a win at once with perfect play");
  assert.equal(page.turn.textContent, "X wins."); // where the turn was
  assert.equal(page.cells.filter((each) => each.classList.contains("won")).length, 3);
  page.layers.values = false;
  page.redraw();
  assert.equal(labels()[2], "top right, free");
});

test("there is nothing to start or pause while a person is to move", (t) => {
  const { page, sent, key } = built(t, TicTacToe);
  page.onMessage(game([4], { o: "computer", playing: false }));
  assert.ok(!page.playButton.hidden);
  assert.deepEqual([page.turn.textContent, page.playButton.title], ["O plays", "Start the computers (space)"]);
  key(" ");
  page.onMessage(game([4, 0], { o: "computer" }));
  assert.ok(page.playButton.hidden);
  assert.equal(page.turn.textContent, "Your turn, X");
  key(" ");
  assert.deepEqual(sent, [{ type: "toggle" }]);
  assert.ok(!page.speed.label.hidden);
  page.onMessage(game([4, 0, 1])); // of people alone
  assert.ok(page.speed.label.hidden);
});

test("whoever looks back is not disturbed, and whoever looks on follows; another game is shown whole", (t) => {
  const { page, sent } = built(t, TicTacToe);
  page.onMessage(game([4, 0]));
  page.onMessage(game([4, 0, 8]));
  assert.equal(page.at, 3);
  page.seek(1);
  page.onMessage(game([4, 0, 8, 1]));
  assert.deepEqual([page.at, marks(page)], [1, "....x...."]);
  assert.equal(page.state.textContent, "Earlier position. O to move.");
  page.playOn();
  assert.deepEqual(sent, [{ type: "on", at: 1 }]);
  page.onMessage(game([2]));
  assert.deepEqual([page.at, marks(page)], [1, "..x......"]);
});

test("a mark that was just made is drawn stroke by stroke, an old one is there at once", (t) => {
  const { page, root } = built(t, TicTacToe), fresh = () => root.querySelectorAll(".new").length;
  page.onMessage(game([4]));
  assert.equal(fresh(), 0);
  page.onMessage(game([4, 0]));
  assert.equal(fresh(), 1);
  page.seek(0);
  page.seek(2);
  assert.equal(fresh(), 0);
});

test("history is gone through by keys, its slider and its log", (t) => {
  const { page, sent, key } = built(t, TicTacToe);
  page.onMessage(game([4, 0, 8]));
  key("Home");
  key("ArrowRight");
  assert.equal(page.place.textContent, "1 of 3 moves");
  page.log.children[1].firstChild.click();
  assert.equal(page.at, 2);
  key("End");
  key("ArrowRight"); // beyond the end: a computer's next move
  page.slider.value = 0;
  fire(page.slider, "input");
  assert.equal(marks(page), ".".repeat(9));
  for (const name of ["u", "r", "n", "b"]) key(name);
  assert.deepEqual(sent.map(({ type }) => type), ["step", "undo", "redo", "new", "new"]);
});

test("a game in a file is played move by move, again from its beginning once it is over", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { page, sent, key } = built(t, TicTacToe), seen = [];
  page.isFixed = true;
  page.onMessage(game([4, 0, 8]));
  const watch = (count) => {
    for (let i = 0; i < count; i++) {
      t.mock.timers.tick(600);
      seen.push(page.at);
    }
    return seen.splice(0);
  };
  key(" ");
  assert.equal(page.at, 0);
  assert.deepEqual(watch(2), [1, 2]);
  key(" "); // stop, and on
  assert.deepEqual(watch(1), [2]);
  key(" ");
  assert.deepEqual(watch(3), [3, 3, 3]);
  page.playButton.click();
  assert.deepEqual(watch(1), [1]);
  page.seek(3);
  assert.deepEqual(watch(2), [3, 3]);
  assert.deepEqual([sent, page.playButton.hidden], [[], false]);
});

test("a picture has the words that the cells have", (t) => {
  const { page } = built(t, TicTacToe);
  const worth = { 1: { kind: "win", moves: 1 }, 2: { kind: "loss", moves: 4 }, 3: { kind: "draw", moves: 5 } };
  page.onMessage(game([4, 0], { more: { worth } }));
  const said = [];
  const context = new Proxy({}, { get: (_, name) => (name === "fillText" ? (text) => said.push(text) : () => {}), set: () => true });
  page.pictures.forEach(({ paint }) => paint(context));
  assert.deepEqual(said.join(""), page.cells.map(({ textContent }) => textContent).join(""));
  assert.equal(said.join(" "), "win now loss in 4 =");
});

// --- Agents on a terrain

const COST = Uint8Array.from([1, 1, 1, 1, 0, 1, 1, 1, 1]);
const STARTED = { type: "Started", shape: [3, 3], start: 0, goal: 8, mode: "unknown", agents: 2, cost: COST, tiling: "square" };
const planned = (agent, number, path, expanded) => ({ type: "Planned", agent, number, path, expanded, state: null });
const JOURNEY = [
  STARTED, { type: "Tick" }, { type: "Seen", agent: 0, cells: [0, 1, 3, 4], costs: [1, 1, 1, 0] },
  planned(0, 1, [0, 1, 2, 5, 8], 7), planned(1, 1, [0, 3, 6, 7, 8], 4),
  { type: "Tick" }, { type: "Moved", agent: 0, cell: 1 }, { type: "Moved", agent: 1, cell: 3 },
  { type: "Edited", cells: [2], costs: [0] }, planned(0, 2, [1, 0, 3, 6, 7, 8], 5),
  { type: "Tick" }, { type: "Moved", agent: 0, cell: 0 }, { type: "Ended", agent: 1, message: "I reached the target." },
];

test("a moment is what its records make, whichever way one goes there", () => {
  const recording = new Recording(), whole = new Recording();
  for (const record of JOURNEY) recording.add([record]);
  whole.add(JOURNEY);
  assert.equal(recording.time, 2);
  for (const time of [2, 0, 1, 0, 2]) {
    const fresh = new Recording();
    fresh.add(JOURNEY);
    assert.deepEqual(recording.at(time), fresh.at(time));
  }
  const [before, , after] = [0, 1, 2].map((time) => structuredClone(whole.at(time)));
  assert.deepEqual([before.agents[0].trail, after.agents[0].trail], [[0], [0, 1, 0]]);
  assert.deepEqual([before.world[2], after.world[2], after.agents[0].presumed[2]], [1, 0, 1]); // it has not seen that
  assert.deepEqual([after.agents[0].expanded, after.agents[0].marks], [12, [1]]);
  assert.deepEqual([...before.agents[0].known], [1, 1, 0, 1, 1, 0, 0, 0, 0]);
  assert.deepEqual(ahead({ path: [0, 3, 6], position: 3 }), [3, 6]);
});

test("another journey begins with a new record of its start", () => {
  const recording = new Recording();
  recording.add([...JOURNEY, { ...STARTED, goal: 2 }]);
  assert.deepEqual([recording.time, recording.goal, recording.records.length], [0, 2, 1]);
});

/** The page of two agents, after these records. */
function terrain(t, records, about = [null, null]) {
  const made = built(t, Terrain);
  made.page.onMessage({ type: "agents", titles: ["Repeated A*", "D* Lite"], about });
  made.page.onMessage({ type: "recording", records });
  const captions = () => made.page.boards.map(({ caption }) => caption.textContent);
  return { ...made, captions };
}

test("boards say how far each agent is, who has arrived or is stuck, and in the end who did best", (t) => {
  const { page, captions } = terrain(t, JOURNEY);
  assert.deepEqual(captions(), ["after 2 moves", "2 moves, 12 cells expanded in 2 searches", "I reached the target after 1 move, 4 cells expanded in 1 search"]);
  const looks = () => page.boards.slice(1).map(({ caption }) => ["good", "bad"].find((look) => caption.classList.contains(look)));
  assert.deepEqual(looks(), [undefined, "good"]);
  page.onMessage({ type: "recording", records: [{ type: "Tick" }, { type: "Ended", agent: 0, message: "I cannot reach the target." }] });
  assert.deepEqual(looks(), ["bad", "good"]);
  assert.deepEqual(captions().slice(0, 2), [
    "fewest moves: agent 2 (1); fewest expansions: agent 2 (4)", "I cannot reach the target after 2 moves, 12 cells expanded in 2 searches",
  ]);
  page.transport.seek(1); // both are on their way again
  assert.deepEqual([looks(), captions()[0]], [[undefined, undefined], "after 1 move"]);
});

test("an agent whose plan takes more than a step allows says that it waits", (t) => {
  const { captions } = terrain(t, [STARTED, { type: "Tick" }, { type: "Planning", agent: 1, expanded: 5 }]);
  assert.equal(captions()[2], "0 moves, waits for its plan: 5 cells expanded");
});

test("of one agent the world, what it knows and what it presumes are shown, as of then", (t) => {
  const { page } = terrain(t, JOURNEY);
  page.views.choose(1);
  assert.deepEqual(page.boards.map(({ title }) => title.textContent),
    ["True world: 1. Repeated A*", "Known: 1. Repeated A*", "Presumed: 1. Repeated A*"]);
  const [world, known, presumed] = page.boards.map(({ view }) => view);
  assert.deepEqual([world.map.costs[4], presumed.map.costs[4], presumed.map.costs[2]], [0, 0, 1]);
  assert.equal(known.overlay.known[2], 0);
  page.transport.seek(0);
  assert.deepEqual([...presumed.overlay.path], [0, 1, 2, 5, 8]);
  assert.match(page.describe(2), /1: not seen/);
});

test("only in the step that planned it, a path is drawn as new and the pseudocode says so", (t) => {
  const about = { title: "A*", lines: [["look", "look"], ["plan", "plan"], ["move", "move"]] };
  const { page } = terrain(t, JOURNEY, [about, about]);
  const seen = [0, 1, 2].map((time) => {
    page.transport.seek(time);
    return page.boards.slice(1).map(({ view, about }) => [view.overlay.fresh, about.tags.has("plan")]);
  });
  const planned = [true, true], not = [false, false];
  assert.deepEqual(seen, [[planned, planned], [planned, not], [not, not]]);
});

test("at the end of the record a step is asked for, and to play lets the agents walk", (t) => {
  const { page, sent, key } = terrain(t, JOURNEY);
  key("ArrowLeft");
  key("ArrowRight");
  assert.deepEqual(sent, []);
  key("ArrowRight");
  key(" ");
  key("a");
  assert.deepEqual(sent, [{ type: "step" }, { type: "walk", on: true }, { type: "restart" }, { type: "walk", on: true }]);
  page.transport.seek(1);
  page.stepThrough();
  assert.deepEqual(sent.at(-1), { type: "search", agent: 0, plan: 2 });
});

test("every agent has its colour and its trail on the true world", (t) => {
  const { page } = terrain(t, JOURNEY);
  const [world, first, second] = page.boards.map(({ view }) => view.overlay);
  assert.deepEqual(world.trails.map(({ cells }) => cells), [[0, 1, 0], [0, 3]]);
  assert.deepEqual(world.agents.map(({ cell, label }) => [cell, label]), [[0, "1"], [3, "2"]]);
  const colours = world.agents.map(({ colour }) => colour);
  assert.equal(new Set(colours).size, 2);
  assert.deepEqual(world.trails.map(({ colour }) => colour), colours);
  assert.deepEqual([first, second].map(({ trails: [{ colour }] }) => colour), colours);
});

test("the comparison has links to its moments, and its round trip is broad", (t) => {
  const { page } = terrain(t, JOURNEY);
  const text = () => page.why.textContent;
  page.onMessage({ type: "comparison", of: null });
  assert.match(text(), /^Grey cells have never been seen/);
  const parts = ["At ", { move: 1, text: "move 1" }, " it turned."];
  page.onMessage({ type: "comparison", of: { head: "Agent 1 walked 1 move farther.", parts, trip: { agent: 0, first: 0, last: 2 } } });
  assert.equal(text(), "Agent 1 walked 1 move farther. At move 1 it turned.");
  const bands = () => page.boards[0].view.overlay.trails.map(({ band }) => band);
  assert.deepEqual(bands(), [[0, 1, 0], null]);
  fire(page.why.querySelector("button"), "click");
  assert.equal(page.transport.at, 1);
  assert.deepEqual(bands(), [[0, 1], null]); // as far as it had come by then
  page.onMessage({ type: "comparison", of: null });
  assert.deepEqual(bands(), [null, null]);
});

test("a world of another size is shown whole", (t) => {
  const { page } = terrain(t, JOURNEY);
  window.innerHeight = 800;
  page.grid.box = { width: 900, height: 600 };
  page.layout();
  for (const [rows, cols] of [[40, 60], [2, 5]]) {
    page.boards[0].view.zoomBy(3);
    const cost = new Uint8Array(rows * cols).fill(1), goal = rows * cols - 1;
    page.onMessage({ type: "recording", records: [{ ...STARTED, shape: [rows, cols], cost, goal }] });
    for (const { view: { canvas, size } } of page.boards) {
      const shares = [cols * size / canvas.width, rows * size / canvas.height];
      assert.ok(Math.max(...shares) <= 1.01 && Math.max(...shares) > 0.8, `${shares}`);
    }
  }
});

// --- Bytes

test("bytes are a text and arrays after it, which keep their types and values", () => {
  const head = { type: "map", rows: 2, costs: { $: ["u1", 0, 4] }, g: { $: ["f4", 4, 2] }, none: null, words: ["ä"] };
  const bytes = new TextEncoder().encode(JSON.stringify(head));
  const text = new Uint8Array(Math.ceil(bytes.length / 8) * 8 + 4).fill(32); // arrays begin at a multiple of 8
  text.set(bytes);
  const buffer = new ArrayBuffer(4 + text.length + 12);
  new DataView(buffer).setUint32(0, text.length, true);
  new Uint8Array(buffer, 4).set(text);
  new Uint8Array(buffer, 4 + text.length).set([1, 0, 5, 9]);
  new Float32Array(buffer, 4 + text.length + 4, 2).set([0.5, Infinity]);
  assert.deepEqual(unpack(buffer), {
    type: "map", rows: 2, costs: Uint8Array.from([1, 0, 5, 9]), g: Float32Array.from([0.5, Infinity]), none: null, words: ["ä"],
  });
});

// --- The playground: results and the map that they belong to

/** A result of a search that expands the first cells of a map of 4 x 4 in turn. */
function result(version, expanded, brief = false) {
  const node = Int32Array.from({ length: 2 * expanded }, (_, i) => i >> 1), all = (value) => Float32Array.from(node, () => value);
  const log = { kind: Uint8Array.from(node, (_, i) => (i % 2 ? 3 : 0)), node, parent: node.map((at) => at - 1), g: all(1), h: all(0) };
  const state = Uint8Array.from({ length: 16 }, (_, at) => (at < expanded ? 2 : 0));
  return {
    type: "result", board: 0, version, shape: [4, 4], path: Int32Array.of(0, 5), moments: null,
    log: brief ? null : log, state: brief ? state : null,
    summary: { name: "A*", title: "A*", status: "found", brief, expanded, caption: `${expanded} expanded` },
  };
}

/** Lets so many milliseconds pass for a page. */
function clock(t, page) {
  let now = 1000;
  t.mock.method(performance, "now", () => now);
  return (passed) => {
    now += passed;
    page.freshness.onLate();
  };
}

test("a board and the timeline show nothing of a map that is no longer shown", (t) => {
  const { page, root } = built(t, Playground), shown = () => page.boards[0], wait = clock(t, page);
  const take = (...messages) => messages.forEach((message) => page.onMessage(message));
  const map = () => ({ type: "map", rows: 4, cols: 4, start: 0, goal: 5, costs: new Uint8Array(16).fill(1) });
  take({ type: "boards", titles: ["A*"], about: [null] }, map(), { type: "searching", version: 1, n: 0 }, result(1, 6));
  page.transport.pause();
  const words = () => [shown().caption.textContent, page.transport.label.textContent];
  page.transport.seek(4);
  assert.deepEqual(words(), ["6 expanded", "4 of 6 expansions"]);
  assert.ok(page.describe(2).includes("closed"));

  take(map(), { type: "searching", version: 2, n: 0 });
  assert.deepEqual([shown().caption.textContent, shown().frame.classList.contains("stale")], ["6 expanded", true]);
  wait(LATE);
  assert.deepEqual(words(), ["searching\u2026", "searching\u2026"]);
  assert.deepEqual(shown().view.overlay, {});
  assert.ok(page.describe(2).endsWith("searching\u2026"));

  take(result(1, 6)); // of the last map, on its way too long
  assert.equal(shown().caption.textContent, "searching\u2026");
  take(result(2, 9, true));
  assert.deepEqual(words(), ["9 expanded; its steps follow", "4 of 9 expansions"]);
  wait(LATE);
  assert.deepEqual(shown().view.overlay, {}); // step 4 is not here yet
  page.transport.seek(9);
  assert.equal(shown().view.overlay.state[8], 2);
  assert.deepEqual(words(), ["9 expanded", "9 of 9 expansions"]);
  assert.ok(!page.ready());
  take(result(2, 9));
  page.transport.seek(4);
  assert.deepEqual([shown().view.overlay.state[3], shown().view.overlay.state[5]], [2, 0]);
  assert.ok(page.ready());
  root.remove();
});

test("of a map of another size, or of another search, nothing is known until its result is there", (t) => {
  const { page, root } = built(t, Playground);
  clock(t, page);
  const take = (...messages) => messages.forEach((message) => page.onMessage(message));
  const map = (rows) => ({ type: "map", rows, cols: 4, start: 0, goal: 5, costs: new Uint8Array(4 * rows).fill(1) });
  take({ type: "boards", titles: ["A*"], about: [null] }, map(4), { type: "searching", version: 1, n: 0 }, result(1, 6));
  page.transport.pause();
  take(map(5)); // at once, before the server says so
  const [board] = page.boards;
  assert.deepEqual([board.caption.textContent, page.transport.label.textContent], ["searching\u2026", "searching\u2026"]);
  take(result(1, 6)); // of the last map
  assert.equal(board.caption.textContent, "searching\u2026");
  take({ type: "searching", version: 2, n: 0 }, { ...result(2, 9), shape: [5, 4] });
  assert.equal(board.caption.textContent, "9 expanded");
  assert.ok(board.view.overlay.state);
  take({ type: "boards", titles: ["Dijkstra"], about: [null] }); // nor of another search
  assert.deepEqual([board.caption.textContent, board.view.overlay], ["searching\u2026", {}]);
  root.remove();
});

test("during a stroke the last result stays, and says that it is old", (t) => {
  const { page, root } = built(t, Playground), wait = clock(t, page);
  const take = (...messages) => messages.forEach((message) => page.onMessage(message));
  const map = { type: "map", rows: 4, cols: 4, start: 0, goal: 5, costs: new Uint8Array(16).fill(1) };
  take({ type: "boards", titles: ["A*"], about: [null] }, map, { type: "searching", version: 1, n: 0 }, result(1, 6));
  page.transport.pause();
  page.transport.seek(6);
  const [board] = page.boards;
  page.busy = true;
  page.noteSent({ type: "paint" }, 1);
  assert.ok(board.frame.classList.contains("stale"));
  wait(LATE);
  assert.equal(board.caption.textContent, "searching\u2026");
  assert.equal(board.view.overlay.state[5], 2);
  take({ type: "searching", version: 2, n: 1 }, result(2, 8, true));
  assert.deepEqual([board.caption.textContent, board.frame.classList.contains("stale")], ["8 expanded", false]);
  assert.equal(board.view.overlay.state[7], 2);
  board.view.resize(40, 40);
  board.view.drawNow();
  const set = board.view.cellsSet;
  assert.equal(set, 16);
  board.view.drawNow(); // such as under the pointer: it is large, and stays as it is
  assert.equal(board.view.cellsSet, set);
  root.remove();
});

test("open ground shows no path among obstacles that were drawn since", (t) => {
  const { page, root } = built(t, OpenGround), wait = clock(t, page), [open, grid] = page.boards;
  const setup = (n) => page.onMessage({ type: "setup", n, obstacles: [], start: [1, 1], goal: [5, 5], radius: 0 });
  const line = { title: "any-angle", message: "", length: 8, overrun: "optimal", points: [1, 1, 5, 5] };
  const answer = () => page.onMessage({
    type: "answer", about: null, cell: 2, free: [], lines: [line, line, line], line, f: new Float32Array(0),
    intervals: new Float32Array(0), mesh: { points: [], corners: [], ends: [] }, radius: 0, start: [1, 1],
  });
  const captions = () => [open.caption.textContent, grid.caption.textContent];
  setup(0);
  answer();
  const known = captions();
  assert.ok(known[0].startsWith("Length 8.00"));
  page.connection.sent = 1;
  page.edit({ type: "add", points: [[2, 2], [3, 2], [3, 3]] });
  assert.deepEqual([captions(), open.frame.classList.contains("stale")], [known, true]);
  setup(0); // of before
  wait(LATE);
  assert.deepEqual([captions(), page.shown], [["searching\u2026", "searching\u2026"], null]);
  setup(1);
  answer();
  assert.deepEqual([captions(), page.shown, open.frame.classList.contains("stale")], [known, page.answer, false]);
  page.connection.sent = 2;
  page.edit({ type: "radius", value: 0 }); // which changes nothing
  page.onMessage({ type: "done", n: 2 });
  wait(LATE);
  assert.deepEqual(captions(), known);
  root.remove();
});
