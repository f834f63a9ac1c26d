// Whole pages, with a server that says what a scene wants: what they show, and what they send.

import { Boards } from "/lab/web/shared/boards.js";
import { Outbox } from "/lab/web/shared/outbox.js";
import { Connection, inAddress } from "/lab/web/shared/socket.js";
import { Graphs } from "/lab/web/graphs/graphs.js";
import { Maze } from "/lab/web/maze/maze.js";
import { Playground } from "/lab/web/playground/playground.js";
import { Tactics } from "/lab/web/tactics/tactics.js";
import { Terrain } from "/lab/web/terrain/terrain.js";
import { TicTacToe } from "/lab/web/tictactoe/tictactoe.js";
import { ahead, Recording } from "/lab/web/wire/recording.js";
import { bytes, canvas, fire, hands, log, mute, outline, pass, resized, round, sockets } from "./recorder.js";

const show = (value) => log(JSON.stringify(value, (_, each) =>
  (typeof each === "number" ? (Number.isNaN(each) ? "NaN" : Number(round(each))) : ArrayBuffer.isView(each) ? Array.from(each) : each instanceof Set ? [...each] : each)));

/** A page, whose server has answered. */
export function opened(Kind) {
  mute();
  const root = document.createElement("div");
  document.body.append(root);
  const page = new Kind(root, "session");
  page.begin();
  const socket = sockets.at(-1);
  socket.open();
  socket.give({ type: "welcome", server: "one" }, { type: "heard", n: 0 });
  return { page, socket, root, key: (name, more = {}) => log(`key ${name}`, fire(document.body, "keydown", { key: name, ...more }) ? "" : "taken") };
}

const KNOWN = ".tool-strip, .transport, .about-panel, .maze-scores, .maze-stats, .maze-finish"; // they have scenes of their own
const settle = (page, socket) => socket.give({ type: "done", n: page.connection.sent });
const said = () => log(`said: ${document.querySelector(".spoken").textContent}`, "| notices:", [...document.querySelectorAll(".notice")].map((each) => each.textContent).join("; "));

// --- Bytes of the server

export const mapBytes = (rows, cols, start, goal, costs) => bytes("u8", [1, 0, 0, 0], "u32", [rows, cols, start, goal], "u8", costs);

function resultBytes(board, version, summary, { kind = [], node = [], parent = [], g = [], h = [] }, path, state = null) {
  const text = JSON.stringify(summary);
  return bytes("u8", [2, board, 0, 0], "u32", [version, kind.length, path.length, state ? 1 : 0, text.length], "text", text,
    "u8", kind, "i32", node, "i32", parent, "f32", g, "f32", h, "i32", path, "u8", state ?? []);
}

function framesBytes(version, summary, { expanded, sentBack, route, at, first, quick, node, editFrame, editNode, status, needs, before, step, editCost }) {
  const text = JSON.stringify(summary);
  return bytes("u8", [4, 0, 0, 0], "u32", [version, text.length, expanded.length, summary.ends.length, first.length, node.length, editNode.length], "text", text,
    "u32", expanded, "u32", sentBack, "u32", route, "u32", at, "u32", first, "u32", quick, "i32", node, "u32", editFrame, "i32", editNode,
    "u8", status, "u8", needs, "u8", before, "u8", step, "u8", editCost);
}

const record = (kind, agent, data) => ["u8", [kind, agent, 0, 0], "u32", [data.byteLength], "u8", new Uint8Array(data)];
const recordingBytes = (...records) => bytes("u8", [3, 0, 0, 0], ...records.flat());
/** Bytes that are not filled up. */
const exactly = (buffer, count) => buffer.slice(0, count);

const MAP = [2, 3, 0, 5, [1, 0, 1, 1, 5, 1]];
const LOG = { kind: [0, 3, 0, 3], node: [0, 0, 3, 3], parent: [-1, -1, 0, 0], g: [0, 0, 1, 1], h: [3, 3, 2, 2] };
const SUMMARY = { name: "A*", title: "A*", caption: "cost 3", status: "found" };
const ABOUT = { title: "A*", lines: [["closed", "close"]], summary: "S", guarantee: "G", paper: "P", page: null };

export function playground() {
  const made = opened(Playground);
  const { page, socket } = made;
  socket.give({ type: "boards", titles: ["A*", "BFS"], about: [ABOUT, null], frames: false }, mapBytes(...MAP));
  return { ...made, result: (board, version, more = {}, log_ = LOG, path = [0, 3, 4], state = null) =>
    socket.give(resultBytes(board, version, { ...SUMMARY, ...more }, log_, path, state)) };
}

function boardsAre(page) {
  for (const { title, caption, view, summary, version } of page.boards)
    show([title.textContent, caption.textContent, caption.className, summary?.status ?? null, version ?? null, view.overlay.path ?? null, view.overlay.state ?? null, view.overlay.current ?? null]);
}

// Two frames of two units: the first has a quick route and then a whole one, the second waits; a wall is drawn in the second frame.
const FRAMES_SUMMARY = { title: "Budget", caption: "done", status: "done", expansions: 20, ends: [[0, 5], [3, 2]] };
const FRAME_DATA = {
  expanded: [10, 20], sentBack: [0, 1], route: [0, 1, 2, 1], at: [0, 0, 1, 0], first: [0, 2, 3], quick: [1, 0, 1], node: [0, 3, 3, 0, 3, 4, 5],
  editFrame: [1], editNode: [4], status: [1, 0, 2, 0], needs: [2, 1, 0, 1], before: [0, 1, 0, 0], step: [1, 0, 2], editCost: [0],
};

// --- Terrain

const start = (mode, agents, costs = MAP[4]) => record(1, 0, exactly(bytes("u32", [2, 3, 0, 5], "u8", [mode, 0, agents, 0], "u8", costs), 26));
const tick = (time) => record(2, 0, bytes("u32", [time]));
const moved = (agent, cell) => record(3, agent, bytes("u32", [cell]));
const seen = (agent, cells, costs) => record(4, agent, exactly(bytes("u32", [cells.length, ...cells], "u8", costs), 4 + 5 * cells.length));
const edited = (cells, costs) => record(6, 0, exactly(bytes("u32", [cells.length, ...cells], "u8", costs), 4 + 5 * cells.length));
const planned = (agent, number, expanded, path, state = []) =>
  record(5, agent, exactly(bytes("u32", [number, expanded, 0, 0, 0, path.length], "f64", [0.5, 3], "u32", path, "u8", state), 40 + 4 * path.length + state.length));
const ended = (agent, reached, text) => record(7, agent, exactly(bytes("u32", [reached], "text", text), 4 + text.length));
const goalMoved = (cell) => record(8, 0, bytes("u32", [cell]));
const planning = (agent, expanded) => record(9, agent, bytes("u32", [expanded]));

function terrain(mode = 0, agents = 2) {
  const made = opened(Terrain);
  made.socket.give({ type: "agents", titles: ["D*", "A*"].slice(0, agents), about: [ABOUT, ABOUT] });
  made.socket.give({ type: "walking", on: false, over: false, speed: 1, move: 0.5 });
  made.socket.give(recordingBytes(start(mode, agents), tick(0)));
  return { ...made, give: (...records) => made.socket.give(recordingBytes(...records)) };
}

function agentsAre(page) {
  for (const { title, caption, view, frame } of page.boards)
    show([title.textContent, caption.textContent, caption.classList.contains("bad"), frame.querySelector(".board-banner")?.outerHTML ?? "", view.map.costs, view.map.goal, view.overlay]);
}

// --- Maze

function momentBytes({ run = 1, tick: time = 0, players = [], monsters = [], human = null, pits = [], fields = [] }) {
  const place = ({ row, col }) => ["f32", [row, col]];
  return bytes("u8", [4, 0, players.length, monsters.length], "u32", [run, time, pits.length],
    ...players.flatMap((each) => [...place(each), "u8", [each.heading, each.state, each.finished, each.reached], "u32", [each.path.length]]),
    ...monsters.flatMap((each) => [...place(each), "u8", [each.letter, each.heading, each.chasing, 0], "u32", [each.target]]),
    ...place(human ?? { row: NaN, col: 0 }), "u8", human ? [human.heading, human.finished, human.reached, 0] : [0, 0, 0, 0],
    "u32", pits, ...players.flatMap(({ path }) => ["u32", path]), "u32", [fields.length],
    ...fields.flatMap(([which, cells]) => ["u8", [which, 0, 0, 0], "u32", [cells.length], "u8", cells]));
}

const LOOKS = Object.fromEntries(["free", "obstructed", "stopped"].map((name) => [name, { light: "green", dark: "lime", dash: [] }]));
const WORLD = {
  type: "world", run: 1, rows: 2, cols: 3, tiles: "A51T11", goals: [{ letter: "x", cell: 2 }, { letter: "X", cell: 4 }], human: false,
  players: [{ name: "Ann", about: ABOUT }, { name: "Bob", about: null }], looks: LOOKS, images: [],
};
const SWITCHES = { paths: true, states: false, trees: false, threat: true, grids: false, background: true };
const STATE = { type: "state", phase: "ready", switches: SWITCHES, speed: 1, move: 0.5, hash: "", replaying: false };
const RUNNERS = ["Ann", "Bob"].map((name, i) => ({ name, state: "free", place: i + 1, keys: [], goals: i, of: 2, moves: i, expansions: i, ticks: 5 + i }));
const runner = (more = {}) => ({ row: 1, col: 1.5, heading: 2, state: 0, finished: 0, reached: 0, path: [4, 5], ...more });

function maze(world = {}) {
  const made = opened(Maze);
  made.socket.give({ ...WORLD, ...world }, STATE, { type: "stats", runners: RUNNERS, columns: [], players: [] });
  return made;
}

// --- Games

const position = (more = {}) => ({ cells: ".........", last: -1, line: [], worth: {}, waits: "person", side: "x", status: "X to move", facts: [["Moves", "0 of 9"]], ...more });
export const GAME = {
  type: "game", move: 1, speed: 2, playing: false, computers: 1, names: Array.from({ length: 9 }, (_, i) => `cell ${i + 1}`),
  log: [{ at: 0, text: "begins" }, { at: 1, text: "x in the middle", title: "the best" }],
  positions: [position({ worth: { 0: { kind: "draw", moves: 9 }, 4: { kind: "win", moves: 1 }, 8: { kind: "loss", moves: 3 } } }),
    position({ cells: "....x....", last: 4, waits: "computer", side: "o", status: "O to move", facts: [["Left", "3 of 12"], ["Many", "1 of 13"]],
      thoughts: { title: "Thoughts", note: "a note", head: ["cell", "cost"], rows: [{ cells: ["1", "2"], best: true, cell: 0 }, { cells: ["3", "4"], cell: 2 }] } })],
};

const UNITS = { 0: { name: "Melee", mp: 1, ap: 2, range: 1, reach: { 1: [1, [0, 1]] }, hits: [1], hidden: [], blocked: {} } };
const state = (more = {}) => ({ changes: [], team: 0, mp: 3, ap: 4, waits: "person", selected: null, side: "team 0", status: "Team 0", facts: [["Team 1", "2"], ["MP", "3 of 3"]], action: null, ...more });
export const BATTLE = {
  type: "game", move: 1, speed: 1, playing: false, computers: 1, rows: 2, cols: 2, kinds: [{ name: "Melee", mp: 1, ap: 2, range: 1 }],
  log: [{ at: 0, text: "begins" }, { at: 1, text: "walks" }],
  plans: [{ from: 1, until: 2, title: "Plan", note: "cost 3", head: ["what"], rows: [{ cells: ["walk"], action: { kind: "move", from: 3, to: 2 } }, { cells: ["end"] }], team: 1 }],
  positions: [
    state({ changes: [[0, 2, 0], [1, 3, 0], [3, 5, 1]] }), state({ changes: [[3, 0, 0], [2, 5, 1]], team: 1, waits: "computer", action: { kind: "move", from: 3, to: 2 } }),
    state({ team: 1, waits: "computer", selected: 2 }),
  ],
};

const GRAPH = {
  type: "graph", n: 0, names: ["A", "B"], places: { 0: [0, 0] }, estimates: [2, 0], estimated: true, connections: [[0, 1, 3]], start: 0, goal: 1,
  title: "A*", about: ABOUT, message: "cost 3", status: "found", path: [0, 1], walked: [0],
  log: { kind: [0, 3, 0, 3], node: [0, 0, 1, 1], parent: [-1, -1, 0, 0], g: [0, 0, 3, 3], h: [2, 2, 0, 0] },
  steps: [{ number: 0, node: null, closed: [], open: [["A", true]], unvisited: [["B", false]] }, { number: 1, node: "A", closed: [["A", true]], open: [["B", false], ["C", true]], unvisited: [] },
    { number: 2, node: "B", closed: [["A", false]], open: [], unvisited: [] }],
};
export const graphOf = (more = {}) => ({ ...structuredClone(GRAPH), places: [[0, 0], [1, 1]], ...more });

/** A page with nothing of its own. */
export class Plain extends Boards {
  constructor(root, session, layers = [], shown = []) {
    super(root, "plain", session, layers, shown);
  }

  build() {
    this.hint = "the hint";
    this.buildTools();
    this.tellCell();
  }

  onMessage({ type }) {
    log(`message ${type}`);
  }

  describe(cell) {
    return `cell ${cell}`;
  }
}

const scenes = {
  "a connection: hello, messages, and what the server has done"() {
    const connection = new Connection("/path", "key", hands("onOpen", "onText", "onState"), ["paint"]);
    connection.handlers.onBytes = (data) => log(`bytes ${data.byteLength}`);
    const [socket] = sockets;
    connection.send({ type: "other" });
    socket.open();
    show([connection.settled, connection.sent]);
    connection.send({ type: "other" });
    connection.send({ type: "paint", cells: [1], cost: 0 });
    show([connection.sent, connection.lastType]);
    socket.give({ type: "welcome", server: "one" }, { type: "heard", n: 2 }, { type: "done", n: 3 });
    show([connection.settled, connection.done]);
    connection.send({ type: "paint", cells: [2], cost: 0 });
    socket.give({ type: "error", n: 4 }, bytes("u8", [1, 2, 3, 4]));
    show([connection.outbox.kept, connection.isMet]);
    connection.keep("link", 4);
    show([sessionStorage.getItem("key"), connection.outbox.linked]);
    connection.keep("older", 3);
    show(sessionStorage.getItem("key"));
    connection.close();
    socket.lose();
    pass(10000);
  },
  "a connection that is lost comes back, ever more slowly"() {
    sessionStorage.setItem("key", "kept");
    const connection = new Connection("/path", "key", hands("onOpen", "onText", "onState", "onBytes"), ["paint"]);
    sockets[0].open();
    sockets[0].give({ type: "heard", n: 1 });
    sockets[0].lose();
    pass(299);
    log("not yet");
    pass(1);
    for (let i = 1; i < 7; i++) {
      sockets[i].lose();
      show(connection.wait);
      pass(connection.wait);
    }
    connection.send({ type: "paint", cells: [1], cost: 0 });
    sockets.at(-1).open();
    show(connection.wait);
    sockets.at(-1).give({ type: "welcome", server: "one" }, { type: "heard", n: 1 });
    sockets.at(-1).give({ type: "welcome", server: "two" });
    pass(19999);
    sockets.at(-1).give({ type: "welcome", server: "two" });
    pass(1);
    sockets.at(-1).give({ type: "welcome", server: "two" });
  },
  "a link in the address, and a long one in parts"() {
    history.replaceState(null, "", "/#s=shared&scene=name");
    show([inAddress("s"), inAddress("scene"), inAddress("x")]);
    sessionStorage.setItem("key", "kept");
    new Connection("/path", "key", hands("onOpen", "onText", "onState", "onBytes"), []);
    sockets[0].open();
    sessionStorage.setItem("key", "shared");
    new Connection("/path", "key", hands("onOpen", "onText", "onState", "onBytes"), []);
    sockets[1].open();
    history.replaceState(null, "", "/");
    sessionStorage.setItem("key", "a".repeat(200000) + "b".repeat(200000) + "c");
    new Connection("/path", "key", hands("onOpen", "onText", "onState", "onBytes"), []);
    sockets[2].send = (text) => log(text.length, text.replace(/(.)\1{9,}/g, "$1..."));
    sockets[2].open();
    sessionStorage.setItem("key", "a".repeat(200000));
    new Connection("/path", "key", hands("onOpen", "onText", "onState", "onBytes"), []);
    sockets[3].send = (text) => log(text.length);
    sockets[3].open();
  },
  "what waits for the server"() {
    const outbox = new Outbox("key", ["paint", "move", "place", "end"], true);
    const stand = () => show([outbox.sent, outbox.linked, outbox.isFull, outbox.kept]);
    show([outbox.keeps({ type: "paint" }), outbox.keeps({ type: "other" }), outbox.tab]);
    show(outbox.numbered({ type: "other" }));
    show(outbox.numbered({ type: "paint", cells: [1], cost: 0 }));
    show([outbox.wait({ type: "paint", cells: [2], cost: 0 }), outbox.wait({ type: "paint", cells: [3], cost: 0 }), outbox.wait({ type: "paint", cells: [3], cost: 1 })]);
    show([outbox.wait({ type: "move", end: "start", cell: 1 }), outbox.wait({ type: "move", end: "start", cell: 2 }), outbox.wait({ type: "move", end: "goal", cell: 2 })]);
    show([outbox.wait({ type: "place", node: "A", x: 1 }), outbox.wait({ type: "place", node: "A", x: 2 }), outbox.wait({ type: "place", node: "B", x: 2 })]);
    show([outbox.wait({ type: "end" }), outbox.wait({ type: "end" })]);
    stand();
    show(outbox.after(2));
    stand();
    outbox.drop(12);
    outbox.forget(14);
    stand();
    outbox.store();
    log(sessionStorage.getItem("key-outbox"));
    const next = new Outbox("key", ["paint"], false);
    show([next.sent, next.linked, next.kept, sessionStorage.getItem("key-outbox")]);
    outbox.store();
    const fresh = new Outbox("key", ["paint"], true);
    show([fresh.sent, fresh.kept]);
    fire(window, "pagehide");
    log(Boolean(sessionStorage.getItem("key-outbox")));
    for (const each of [outbox, next, fresh]) each.close();
    sessionStorage.clear();
    fire(window, "pagehide");
    log(Boolean(sessionStorage.getItem("key-outbox")));
  },
  "so much waits, and no more"() {
    const outbox = new Outbox("key", ["paint", "end"], true);
    outbox.numbered({ type: "end" });
    let taken = 0;
    while (outbox.wait({ type: "end" }) && taken < 100) taken += 1;
    show([taken, outbox.isFull, outbox.wait({ type: "paint", cells: [], cost: 0 })]);
    outbox.after(0);
    show([outbox.isFull, outbox.kept.length]);
    const large = new Outbox("key", ["paint"], true);
    const cells = (count) => Array.from({ length: count }, () => 1);
    large.wait({ type: "paint", cells: cells(7999), cost: 0 });
    for (const count of [1, 1]) show([large.wait({ type: "paint", cells: cells(count), cost: 0 }), large.kept.map((each) => each.cells.length)]);
    outbox.close();
    large.close();
  },
  "a page of boards: its parts, and the states of its connection"() {
    class Kind extends Plain {
      constructor(root, session) {
        super(root, session, [["open", "o", "Open cells"], ["numbers", "v", "Numbers"]], ["open"]);
      }
    }
    history.replaceState(null, "", "/#scene=Trap");
    const { page, socket, root } = opened(Kind);
    outline(root, KNOWN);
    page.map = { rows: 10, cols: 10, costs: new Uint8Array(100).fill(1), start: 0, goal: 99 };
    page.setTitles(["One", "Two"]);
    outline(page.grid);
    socket.give({ type: "view", name: "Trap", text: "see this", view: { layers: ["numbers"] } }, { type: "other" });
    show([location.hash, page.layers]);
    settle(page, socket);
    show(page.layers);
    const made = page.switches.numbers;
    const stand = () => log(made.outerHTML, page.boards.map(({ view }) => round(view.size)).join());
    stand();
    page.boards[0].view.zoomBy(2);
    stand();
    log(page.boards.map(({ view }) => [view.zoom, view.canvas.style.touchAction].join(" ")).join("; "));
    page.tools.choose("hand");
    log(page.boards.map(({ view }) => view.canvas.style.touchAction).join("; "));
    page.boards[1].view.resetZoom();
    log(page.boards.map(({ view }) => [view.zoom, view.canvas.style.touchAction].join(" ")).join("; "));
    made.click();
    made.click();
    said();
    for (const [keys, text, act] of page.layerKeys([["open", "o"]])) {
      log(keys.join(), text);
      act();
      show(page.layers);
    }
    for (const title of ["Undo (ctrl+z)", "Redo (ctrl+y)", "Clear the map (x)", "Zoom in (+)", "The whole map (0)"]) page.tools.root.querySelector(`[title="${title}"]`).click();
    show([page.boards[0].view.zoom]);
    socket.give({ type: "error", text: "that cannot be", n: 3 });
    said();
    socket.give({ type: "error", text: "nor that", n: 4 });
    history.replaceState(null, "", "/#s=link");
    socket.give({ type: "link", link: "link", n: 5 });
    show([page.link, location.hash, page.busy]);
    page.map.costs[5] = 0;
    show([page.placeOf(5), page.placeOf(12)]);
    socket.lose();
    outline(page.status);
    page.edits = () => [];
    page.connection.handlers.onState("lost");
    outline(page.status);
    page.connection.handlers.onState("restarted");
    page.connection.handlers.onState("full");
    said();
    show([page.status.hidden, page.drawnAt()]);
    page.setTitles(["One"]);
    page.setAbout([ABOUT]);
    outline(page.grid);
    page.close();
    show(window.asterionBoards === page);
  },
  async "drawing on a page of boards"() {
    class Kind extends Plain {
      drawnAt() {
        return { frame: 7 };
      }
    }
    const { page, socket } = opened(Kind);
    page.map = { rows: 2, cols: 3, costs: Uint8Array.of(1, 0, 0, 1, 1, 1), start: 0, goal: 5 };
    page.setTitles(["One", "Two"]);
    const { view } = page.boards[0];
    view.canvas.setPointerCapture = () => {};
    const act = (type, cell) => {
      const [clientX, clientY] = view.pointOf(cell);
      log(`${type} ${cell}`);
      fire(view.canvas, `pointer${type}`, { clientX, clientY, button: 0, pointerId: 1 });
    };
    act("move", 4);
    show([page.hoverText.textContent, page.boards.map((each) => each.view.hover)]);
    act("down", 3);
    show(page.busy);
    act("move", 4);
    act("up", 4);
    show([page.busy, page.map.costs]);
    act("down", 0);
    for (const cell of [1, 2, 4]) {
      act("move", cell);
      show([page.map.start, page.map.costs]);
    }
    act("up", 4);
    act("leave", 4);
    show([page.hoverText.textContent, page.boards.map((each) => each.view.hover)]);
    view.canvas.focus();
    fire(view.canvas, "keydown", { key: "ArrowRight" });
    pass(500);
    said();
    page.pointed = 6;
    page.tellCell();
    show(page.hoverText.textContent);
    await page.share();
    socket.give({ type: "link", link: "abc", n: 9 });
    navigator.clipboard.writeText = async (text) => log(`copied ${text}`);
    await page.share();
    said();
    navigator.clipboard.writeText = async () => { throw new Error("no"); };
    await page.share();
    said();
    show(location.hash);
  },
  "the room of boards"() {
    class Kind extends Plain {
      build() {}
    }
    const { page } = opened(Kind);
    const stand = () => show([page.grid.style.gridTemplateColumns, page.boards.map(({ view }) => [view.canvas.width, view.canvas.height, view.fit]), page.lines]);
    const sizes = [[10, 10], [5, 40], [40, 5]];
    for (const [rows, cols] of sizes)
      for (const count of [1, 2, 3, 4]) {
        page.map = { rows, cols, costs: new Uint8Array(rows * cols), start: 0, goal: 1 };
        for (const { view } of page.boards) view.map = page.map;
        page.setTitles(Array.from({ length: count }, (_, i) => `${i}`));
        log(`${rows} x ${cols}, ${count} boards`);
        stand();
      }
    page.grid.style.width = "639px";
    resized();
    stand();
    page.grid.style.width = "640px";
    resized();
    stand();
    page.boards[0].caption.style.height = "50px";
    resized(page.boards[0].caption);
    stand();
    page.boards[0].caption.style.height = "0px";
    resized(page.boards[0].caption);
    stand();
    resized(page.grid);
    stand();
    page.grid.style.height = "100px";
    resized(page.grid);
    stand();
  },
  async "another theme, another address"() {
    class Kind extends Plain {
      build() {}

      redraw() {
        log("drawn again");
      }
    }
    const { style } = document.documentElement; // for the legend
    style.cssText = "";
    const { page } = opened(Kind);
    log(style.getPropertyValue("--board-free"));
    document.body.classList.add("body--dark");
    await null;
    log(style.getPropertyValue("--board-free"));
    history.replaceState(null, "", "/#scene=Other");
    fire(window, "hashchange");
    page.close();
    document.body.classList.remove("body--dark");
    await null;
    fire(window, "hashchange");
  },
  "a page asks for the scene of its address once, and not again after a break"() {
    history.replaceState(null, "", "/#scene=Trap");
    const { page, socket } = opened(Plain);
    settle(page, socket);
    socket.lose();
    pass(5000);
    const next = sockets.at(-1);
    show(next !== socket);
    next.open();
    next.give({ type: "welcome", server: "one" }, { type: "heard", n: page.connection.sent });
    history.replaceState(null, "", "/");
  },
  "the playground: two searches side by side"() {
    const { page, socket, root, result } = playground();
    show([page.map.costs, page.ready()]);
    settle(page, socket);
    show(page.ready());
    result(0, 1);
    show([page.ready(), page.transport.steps]);
    result(1, 1, { status: "unreachable", caption: "none", name: "BFS", title: "BFS" }, { kind: [0, 3], node: [0, 0], parent: [-1, -1], g: [0, 0], h: [3, 3] }, []);
    show([page.ready(), page.transport.steps, page.transport.playing]);
    pass(400);
    said();
    pass(5000);
    boardsAre(page);
    page.transport.seek(1);
    boardsAre(page);
    show([page.describe(0), page.describe(3), page.describe(1)]);
    log(page.boards[0].frame.querySelector(".now")?.textContent ?? "no line");
    page.boards[0].about.toggle();
    log(page.boards[0].frame.querySelector(".now")?.textContent ?? "no line");
    result(0, 2, { brief: true, caption: "in a stroke" }, {}, [0], [2, 0, 0, 1, 0, 0]);
    boardsAre(page);
    page.transport.seek(2);
    result(0, 2, { brief: true, caption: "in a stroke" }, {}, [0, 3], [2, 0, 0, 1, 0, 0]);
    boardsAre(page);
    result(0, 3);
    result(7, 3);
    show(page.transport.playing);
    result(1, 3);
    boardsAre(page);
    socket.give(mapBytes(2, 3, 0, 5, [1, 1, 1, 1, 1, 1]));
    show([page.map.costs, page.boards.map(({ view }) => view.map.costs), Boolean(page.boards[0].replay)]);
    page.boards[0].view.zoom = 2;
    socket.give(mapBytes(3, 3, 0, 5, [1, 1, 1, 1, 1, 1, 1, 1, 1]));
    show([page.map.rows, page.boards.map(({ view }) => [view.zoom, view.overlay]), page.boards[0].replay]);
    page.busy = true;
    socket.give(mapBytes(4, 1, 0, 1, [1, 1, 1, 1]));
    show(page.map.rows);
    page.busy = false;
    socket.give({ type: "boards", titles: ["A*", "BFS"], about: [ABOUT, null], frames: false });
    show(page.boards.map(({ summary }) => Boolean(summary)));
    socket.give({ type: "boards", titles: ["A*"], about: [ABOUT], frames: false });
    show(page.boards.map(({ summary }) => summary));
    outline(root, KNOWN);
  },
  "the playground: its keys, and a scene"() {
    const { page, socket, key, result } = playground();
    socket.give({ type: "view", name: "Trap", text: "see", view: { layers: ["open"], at: 0.5 } });
    result(0, 1);
    result(1, 1);
    show([page.transport.playing, page.transport.at]);
    settle(page, socket);
    show([page.transport.playing, page.transport.at, page.layers]);
    for (const name of ["End", "Home", "ArrowRight", "ArrowLeft", " ", " ", "]", "[", "w", "o", "c", "p", "t", "h", "v", "u", "r", "x", "+", "0", "-", "q"]) {
      key(name);
      show([page.transport.at, page.transport.playing, page.transport.speed.factor, page.tools.name, page.boards[0].view.zoom, Object.entries(page.layers).filter(([, on]) => on).map(([each]) => each)]);
    }
    key("z", { ctrlKey: true });
    key("y", { ctrlKey: true });
    key("?");
    show([...document.querySelectorAll("dialog tr")].map((row) => row.innerText.replace("\t", ": ")));
  },
  "the playground: a frame budget"() {
    const { page, socket, result } = playground();
    settle(page, socket);
    socket.give({ type: "boards", titles: ["Budget"], about: [null], frames: true });
    show([page.transport.unit, page.hoverText.textContent, Object.values(page.switches).map((each) => each.hidden), page.drawnAt()]);
    page.transport.replay = () => log("replayed");
    socket.give(framesBytes(5, FRAMES_SUMMARY, FRAME_DATA));
    show([page.transport.steps, page.transport.at, page.ready(), page.map]);
    const stand = () => {
      const { view, title, caption } = page.boards[0];
      show([page.transport.at, page.map.costs, page.map.start, page.map.goal, view.overlay, title.textContent, caption.textContent, caption.className]);
    };
    for (const at of [0, 1, 0.5]) {
      page.transport.seek(at);
      stand();
    }
    page.frames.rows[1].pick.click();
    show([page.drawnAt(), page.map.start, page.map.goal]);
    page.transport.seek(1);
    show([page.drawnAt(), page.map.start, page.map.goal]);
    show([page.describe(3), page.describe(5)]);
    pass(400);
    said();
    socket.give(framesBytes(6, { ...FRAMES_SUMMARY, brief: true, status: "stopped", caption: "stopped" }, FRAME_DATA));
    stand();
    pass(400);
    said();
    show([page.transport.held()]);
    page.busy = true;
    show([page.transport.held()]);
    page.transport.seek(0);
    show([page.map.costs, page.map.start]);
    page.busy = false;
    socket.give(mapBytes(2, 3, 0, 5, [1, 1, 1, 1, 1, 1]));
    page.transport.seek(1);
    show([page.map.costs, page.sent.costs]);
    socket.give(mapBytes(1, 2, 0, 1, [1, 1]));
    show([page.map.rows, page.frames.run]);
    page.transport.seek(0);
    show(page.describe(0));
    const none = { ...FRAMES_SUMMARY, ends: [[0, 1]] };
    socket.give(framesBytes(7, none, { ...FRAME_DATA, expanded: [], sentBack: [], route: [], at: [], first: [], quick: [], node: [], editFrame: [], editNode: [], status: [], needs: [], before: [], step: [], editCost: [] }));
    stand();
    socket.give({ type: "boards", titles: ["A*"], about: [ABOUT], frames: false });
    show([page.transport.unit, page.transport.whole, page.hoverText.textContent, page.frames, page.boards[0].view.overlay, page.map.costs, page.first, Object.values(page.switches).map((each) => each.hidden)]);
    socket.give(framesBytes(8, FRAMES_SUMMARY, FRAME_DATA));
    result(0, 9);
    show(page.boards[0].summary);
  },
  "the playground: a picture"() {
    const { page } = playground();
    HTMLCanvasElement.prototype.toBlob = function (take) {
      take(new Blob(["x"]));
    };
    URL.createObjectURL = () => "blob:made";
    HTMLAnchorElement.prototype.click = function () {
      log(this.download);
    };
    page.savePicture();
    page.frames = {};
    page.savePicture();
    delete HTMLAnchorElement.prototype.click;
  },
  "terrain: two agents that do not know the world"() {
    const { page, socket, give, root } = terrain();
    outline(root, KNOWN);
    show([page.ready(), page.followed, page.transport.steps]);
    settle(page, socket);
    show(page.ready());
    agentsAre(page);
    give(seen(0, [0, 1, 3], [1, 0, 1]), planned(0, 1, 10, [0, 3, 4, 5], [2, 0, 0, 1, 3, 4]), seen(1, [0, 3], [1, 1]), planning(1, 7));
    agentsAre(page);
    give(tick(1), moved(0, 3), planned(1, 1, 4, [0, 3]), edited([4], [0]));
    agentsAre(page);
    give(planned(0, 2, 5, [3, 4]), goalMoved(2), tick(2), moved(0, 4), moved(1, 3), ended(0, 1, "I reached the target."));
    agentsAre(page);
    show([page.transport.steps, page.transport.label.textContent]);
    pass(400);
    said();
    give(ended(1, 0, "I cannot reach the target."));
    agentsAre(page);
    pass(400);
    said();
    page.transport.seek(0);
    agentsAre(page);
    page.transport.seek(1);
    show([page.describe(1), page.describe(4), page.describe(5), page.describe(0)]);
    page.transport.seek(2);
    for (const at of [1, 2, 0]) {
      page.views.choose(at);
      agentsAre(page);
    }
    for (const name of ["path", "trail", "search"]) {
      page.switches[name].click();
      agentsAre(page);
    }
    page.boards[1].about.toggle();
    log([...page.boards[1].frame.querySelectorAll("li")].map((each) => each.className).join());
    give(start(0, 2), tick(0));
    show([page.transport.steps, page.boards.length]);
  },
  "terrain: how the agents did, in words"() {
    const { page, give } = terrain(1);
    const caption = () => log(page.boards[0].caption.textContent, "|", page.boards.map(({ caption: each }) => each.className).join());
    caption();
    give(tick(1), moved(0, 3), moved(1, 3), planned(0, 1, 9, [3, 4]), planned(1, 1, 9, [3, 4]), ended(0, 1, "I reached the target."));
    caption();
    give(ended(1, 1, "I reached the target."));
    caption();
    give(tick(2), moved(1, 4), planned(0, 2, 5, [3]));
    caption();
    give(ended(0, 0, "I cannot reach the target."), ended(1, 0, "I cannot reach the target."));
    caption();
    agentsAre(page);
    show([page.describe(1)]);
    const alone = terrain(1, 1);
    alone.give(ended(0, 1, "I reached the target."));
    log(alone.page.boards[0].caption.textContent);
  },
  "terrain: its keys, walking, and a search on a sheet"() {
    const { page, socket, give, key } = terrain();
    key("b");
    said();
    give(seen(0, [0], [1]), planned(0, 3, 10, [0, 3]), tick(1), moved(0, 3), moved(1, 3));
    for (const name of [" ", " ", "ArrowRight", "ArrowLeft", "ArrowRight", "Home", "End", "]", "a", "b", "n", "b", "n", "n", "l"]) {
      key(name);
      show([page.transport.at, page.transport.playing, page.walking, page.views.at]);
    }
    socket.give({ type: "walking", on: true, over: true, speed: 2, move: 0.25 });
    show([page.walking, page.transport.speed.label.textContent]);
    page.sheet.open = (...values) => show(values);
    page.wanted = { index: 0, plan: page.recording.at(1).agents[0].plan };
    socket.give(resultBytes(0, 1, { title: "D*" }, LOG, [], null));
    for (const made of [...page.transport.bar.querySelectorAll("button")].slice(-2)) {
      log(made.title);
      made.click();
    }
    page.transport.goesOn = false;
    page.showView({ layers: ["trail"], speed: 4, play: true });
    show([page.layers, page.transport.speed.factor, page.walking]);
    page.busy = true;
    page.map.costs[5] = 9;
    give(edited([3], [7]));
    show([page.map.costs, page.boards[0].view.map.costs, page.ready()]);
    key("?");
    show([...document.querySelectorAll("dialog tr")].map((row) => row.innerText.replace("\t", ": ")));
  },
  "terrain: records before the start of a journey"() {
    const recording = new Recording();
    show([recording.time, recording.goal, recording.records, recording.started ?? null]);
    recording.add(new DataView(recordingBytes(tick(0), goalMoved(3))), 4);
    show([recording.time, recording.goal, recording.records]);
    recording.add(new DataView(recordingBytes(start(0, 1), tick(0), goalMoved(2), tick(1), moved(0, 3))), 4);
    show([recording.time, recording.goal, recording.records.length, recording.at(0).goal, recording.at(1).agents[0].position, recording.after(3).done]);
    show([ahead({ path: [1, 2, 3], position: 2 }), ahead({ path: [1, 2, 3], position: 9 })]);
  },
  "the maze: a world, a moment, and the boards of the players"() {
    const { page, socket, root } = maze();
    outline(root, KNOWN);
    show([page.map.walls, page.map.costs, page.ready(), page.panes]);
    settle(page, socket);
    const players = [runner(), runner({ row: 0, col: 2, heading: 8, state: 1, reached: 1, path: [] })];
    const monsters = [{ row: 0.5, col: 1, letter: 3, heading: 5, chasing: 1, target: 4 }, { row: 1, col: 2, letter: 0, heading: 0, chasing: 0, target: 0xffffffff }];
    socket.give(momentBytes({ tick: 7, players, monsters, pits: [5], fields: [[0, [1, 2, 3, 4, 5, 6]], [255, [9, 0, 0, 0, 0, 0]]] }));
    show([page.ready(), page.frame, [...page.fields]]);
    show(page.boards.map(({ view, caption, title }) => [view.board, view.fieldVersion, caption.textContent, caption.hidden, title.hidden, caption.dataset]));
    page.views.next();
    show([page.panes, page.boards.map(({ view, caption, title }) => [title.textContent, title.hidden, caption.hidden, caption.textContent, caption.dataset, view.fieldVersion])]);
    page.views.next();
    show([page.panes, page.boards.length]);
    socket.give(momentBytes({ tick: 8, players: [runner({ state: 2 }), runner({ finished: 1, reached: 2 })], human: { row: 1, col: 2, heading: 4, finished: 1, reached: 2 } }));
    show([page.frame, page.boards.map(({ view, caption }) => [caption.textContent, caption.dataset, view.fieldVersion])]);
    socket.give(momentBytes({ run: 2, tick: 9 }));
    show([page.frame.tick, page.bar.place.textContent]);
    socket.give(WORLD);
    show([Boolean(page.frame), page.fields.size]);
    socket.give({ ...WORLD, run: 2, human: true, players: [...WORLD.players, { name: "Cid", about: null }] });
    show([Boolean(page.frame), page.fields.size, page.pad.hidden, page.hoverText.textContent, page.ready()]);
    page.views.choose(1);
    show(page.panes);
    socket.give({ ...WORLD, run: 3, players: WORLD.players.slice(0, 1) });
    show([page.panes, page.views.count]);
  },
  "the maze: phases, the end, and what a cell is"() {
    const { page, socket, key } = maze();
    socket.give(momentBytes({ tick: 3, players: [runner(), runner()], pits: [5] }));
    for (const phase of ["running", "paused", "over", "ready"]) {
      socket.give({ ...STATE, phase, hash: phase === "over" ? "abc" : "" });
      show([phase, page.finish.root.hidden, page.hash.textContent, page.bar.play.title, page.bar.place.textContent]);
      page.bar.play.click();
      key("n");
    }
    page.bar.back.click();
    page.bar.end.click();
    for (const name of ["g", "s", "t", "w", "p", " ", "i", "End", "]", "v", "q"]) key(name);
    const { view } = page.boards[0];
    const point = (cell) => {
      const [clientX, clientY] = view.pointOf(cell);
      fire(view.canvas, "pointermove", { clientX, clientY });
      log(page.hoverText.textContent, view.hover);
    };
    [0, 1, 2, 4, 5].forEach(point);
    fire(view.canvas, "pointerleave");
    log(page.hoverText.textContent, view.hover);
    for (const name of ["ArrowRight", "ArrowLeft", "x"]) {
      log(name, fire(view.canvas, "keydown", { key: name }));
      log(page.hoverText.textContent);
    }
    pass(400);
    said();
    log(fire(view.canvas, "keydown", { key: "ArrowLeft", ctrlKey: true }), fire(view.canvas, "keydown", { key: "ArrowLeft", altKey: true }), fire(view.canvas, "keydown", { key: "ArrowLeft", metaKey: true }));
    view.canvas.setPointerCapture = () => log("captured");
    fire(view.canvas, "pointerdown", { clientX: 50, clientY: 50 });
    view.zoomBy(3);
    show([view.left, view.top]);
    fire(view.canvas, "pointerdown", { clientX: 50, clientY: 50 });
    fire(view.canvas, "pointermove", { clientX: 40, clientY: 45 });
    show([view.left, view.top]);
    fire(view.canvas, "pointermove", { clientX: 30, clientY: 45 });
    show([view.left, view.top]);
    fire(view.canvas, "pointerup");
    fire(view.canvas, "pointermove", { clientX: 10, clientY: 45 });
    show([view.left, view.top]);
    page.showView({ play: true, layers: ["paths", "threat"] });
    socket.give({ ...STATE, phase: "running" });
    page.showView({ play: true });
    for (const made of page.bar.layerBar.children) made.click();
  },
  "the maze: a human walks while keys are held"() {
    const { page, socket, root } = maze({ human: true });
    socket.give(momentBytes({ tick: 3, players: [runner(), runner()], human: { row: 1, col: 1, heading: 8, finished: 0, reached: 0 } }));
    show([page.frame.human, page.boards[0].view.frame === page.frame]);
    const press = (type, key, more = {}, target = document.body) => log(type, key, fire(target, type, { key, ...more }));
    press("keydown", "ArrowUp");
    press("keydown", "ArrowUp", { repeat: true });
    press("keydown", "ArrowRight");
    press("keydown", "ArrowDown");
    press("keyup", "ArrowUp");
    press("keyup", "ArrowUp");
    fire(window, "blur");
    fire(window, "blur");
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) press("keydown", "ArrowUp", more);
    press("keydown", "x");
    press("keydown", "ArrowLeft", {}, page.stats.tabs);
    press("keydown", "ArrowLeft", {}, page.bar.speed.slider);
    press("keydown", "ArrowLeft");
    page.press("p");
    page.bar.back.click();
    press("keydown", "ArrowLeft");
    socket.give({ ...WORLD, human: true });
    fire(page.pad.children[0], "keydown", { key: "Enter" });
    const { view } = page.boards[0];
    fire(view.canvas, "keydown", { key: "ArrowRight" });
    show(view.hover);
    fire(view.canvas, "keydown", { key: "ArrowRight", shiftKey: true });
    show(view.hover);
    press("keyup", "ArrowLeft");
    socket.give(WORLD);
    press("keydown", "ArrowUp");
    page.close();
    press("keydown", "ArrowUp");
    show(root.isConnected);
  },
  "noughts and crosses: positions, the log, and thoughts"() {
    const { page, socket, root, key } = opened(TicTacToe);
    show([page.ready(), page.last, page.position ?? null]);
    socket.give(structuredClone(GAME));
    show([page.at, page.ready()]);
    settle(page, socket);
    show(page.ready());
    outline(root, KNOWN);
    page.seek(0);
    outline(root, KNOWN);
    page.thoughts.replaceChildren();
    page.seek(1);
    for (const row of page.thoughts.querySelectorAll("tbody tr")) {
      fire(row, "pointerenter", { bubbles: false });
      log(page.cells.map((each) => each.className).join("|"));
      fire(row, "pointerleave", { bubbles: false });
      log(page.cells.map((each) => each.className).join("|"));
    }
    page.cells[3].classList.add("pointed");
    page.switches.costs.click();
    outline(page.thoughts);
    log(page.cells.map((each) => each.className).join("|"));
    page.switches.values.click();
    page.seek(0);
    outline(page.field);
    for (const name of ["1", "9", "ArrowLeft", "ArrowRight", "ArrowRight", "Home", "p", "n", "b", "u", "r", " ", "End", "p", "]"]) {
      key(name);
      show(page.at);
    }
    page.cells[4].click();
    page.log.querySelectorAll("button")[0].click();
    show(page.at);
    page.slider.value = "1";
    fire(page.slider, "input");
    show(page.at);
    page.cells[4].focus();
    for (const [from, name] of [[4, "ArrowLeft"], [3, "ArrowLeft"], [3, "ArrowUp"], [0, "ArrowUp"], [0, "ArrowDown"], [8, "ArrowRight"], [8, "ArrowDown"], [5, "x"]]) {
      page.cells[from].focus();
      log(from, name, fire(page.cells[from], "keydown", { key: name }), page.cells.indexOf(document.activeElement));
    }
    log(fire(page.cells[4], "keydown", { key: "ArrowLeft", ctrlKey: true }));
    key("?");
    show([...document.querySelectorAll("dialog tr")].map((row) => row.innerText.replace("\t", ": ")));
  },
  "noughts and crosses: the game goes on, or is another one"() {
    const { page, socket } = opened(TicTacToe);
    const first = structuredClone(GAME);
    first.positions = first.positions.slice(0, 1);
    first.log = first.log.slice(0, 1);
    page.goOn = (from) => log(`went on from ${from}`);
    socket.give(first);
    show(page.at);
    socket.give(structuredClone(GAME));
    show(page.at);
    page.seek(0);
    socket.give({ ...structuredClone(GAME), playing: true });
    show([page.at, page.playButton.title, page.playButton.hidden]);
    socket.give({ ...structuredClone(GAME), log: [{ at: 0, text: "another" }], computers: 0 });
    show([page.at, page.speed.slider.hidden]);
    socket.give({ type: "other" });
    settle(page, socket);
    show([page.ready()]);
    page.game.playing = true;
    show([page.ready()]);
    page.playButton.click();
    page.forward();
    page.seek(0);
    page.onButton.click();
    page.resetButton.click();
    page.showView({ play: true });
    page.game.playing = false;
    page.showView({ play: true });
    page.showView({ play: false });
    delete page.goOn;
    page.goOn();
    outline(page.cells[4]);
    socket.give({ ...structuredClone(GAME), positions: [position({ waits: null, status: "A draw", line: [0, 1, 2], cells: "xxxoo....", last: 2 })] });
    outline(page.field);
    outline(page.root.querySelector(".game-browser"));
  },
  "noughts and crosses: a line of the log leads to the moment that it has now"() {
    const { page, socket } = opened(TicTacToe);
    socket.give(structuredClone(GAME));
    const line = page.log.querySelector("button");
    line.click();
    show([line.textContent, page.at]);
    const [first, ...others] = GAME.log;
    socket.give({ ...structuredClone(GAME), log: [{ ...first, at: 1, text: "begins later" }, ...others] });
    page.seek(0);
    line.click();
    show([line === page.log.querySelector("button"), line.textContent, page.at]);
  },
  "tactics: positions, orders and the plan"() {
    const { page, socket, root, key } = opened(Tactics);
    socket.give(structuredClone(BATTLE));
    settle(page, socket);
    show([page.at, page.board, page.wanted, page.ready()]);
    socket.give({ type: "options", at: 2, units: {} });
    show([page.wanted, page.ready()]);
    outline(root, KNOWN);
    show(page.game.positions.map(({ cells, at, thoughts }) => [at, cells, thoughts?.rows.map(({ best }) => best) ?? null]));
    show(page.plan?.from ?? null);
    const orders = () => show([...page.orders.children].map((each) => [each.textContent, each.hidden, each.getAttribute("aria-pressed")]));
    orders();
    page.think();
    page.hidePlan();
    show(page.plan ?? null);
    orders();
    page.hidePlan();
    socket.give({ type: "thinking", on: true, text: "12 states" });
    orders();
    show([page.ready(), page.mayThink]);
    page.stop();
    socket.give({ type: "thinking", on: false, text: "" });
    page.seek(0);
    socket.give({ type: "options", at: 0, units: UNITS });
    orders();
    page.think();
    for (const name of ["e", "a", "f", "Escape", "k", "x", "d", "d", "h"]) key(name);
    outline(document.querySelector("dialog table"));
    document.querySelector("dialog").close();
    said();
    page.position.selected = 0;
    key("f");
    page.position.selected = 1;
    key("f");
    key("a");
    orders();
    key("Escape");
    orders();
    page.position.waits = "computer";
    key("f");
    key("e");
    page.edit([1, 2], 3);
    page.seek(2);
    page.edit([1], 0);
    page.setEditor(true, 2, 1);
    show([page.editor, page.field.className, page.where(), page.nameOf(3)]);
    page.setEditor(false, 2, 1);
    page.pointAt({ action: 7 }, true);
    show(page.scene.pointed);
    page.pointAt({ action: 7 }, false);
    show(page.scene.pointed);
    page.pointAt({}, true);
    show(page.scene.pointed);
    page.complain("");
    page.complain("no");
    said();
    page.layers.plan = false;
    show(page.plan ?? null);
  },
  "tactics: the game goes on, and keys on the board"() {
    const { page, socket } = opened(Tactics);
    const first = structuredClone(BATTLE);
    first.positions = first.positions.slice(0, 1);
    first.log = first.log.slice(0, 1);
    socket.give(first);
    page.scene.play = (positions, seconds) => show([positions.length, seconds]);
    socket.give(structuredClone(BATTLE));
    show(page.at);
    socket.give({ type: "options", at: 2, units: {} });
    page.scene.motion.clear = () => log("motion is cleared");
    page.seek(0);
    const { canvas: board } = page.app;
    log(fire(board, "keydown", { key: "ArrowRight" }), page.scene.hover, page.hoverText.textContent);
    log(fire(board, "keydown", { key: "ArrowRight", ctrlKey: true }), page.scene.hover);
    log(fire(board, "keydown", { key: "q" }));
    page.showHint("");
    log(page.hoverText.textContent);
    page.close();
    show(page.app.running);
  },
  "tactics: the room of the board"() {
    const { page, socket } = opened(Tactics);
    socket.give({ ...structuredClone(BATTLE), rows: 20, cols: 20 });
    const stand = () => show([page.scene.side, page.scene.margin, page.grid.style.getPropertyValue("--board"), page.log.parentNode.className]);
    stand();
    for (const [frame, field] of [[500, 400], [900, 800]]) {
      page.frame.style.height = `${frame}px`;
      page.field.style.height = `${field}px`;
      page.layout();
      stand();
    }
    page.app.switchScene("welcome");
    page.layout();
    stand();
  },
  "graphs: a search step by step"() {
    const { page, socket, root } = opened(Graphs);
    page.transport.replay = () => log("replayed");
    socket.give(graphOf());
    settle(page, socket);
    show(page.ready());
    outline(root, KNOWN);
    for (const step of [0, 1, 2, 1]) {
      page.transport.seek(step);
      show([step, page.view.shown, page.rows.map((row) => [row.className, row.getAttribute("aria-current")])]);
    }
    pass(400);
    said();
    page.rows[2].click();
    show(page.transport.at);
    page.rows[1].click();
    show([page.transport.at, page.hoverText.textContent]);
    socket.give(graphOf({ log: null, status: "unreachable", path: [], walked: [], steps: [], connections: [] }));
    show([page.view.shown, page.caption.className, page.transport.steps]);
    socket.give(graphOf({ status: "unreachable" }));
    page.transport.seek(2);
    show(page.view.shown.current);
  },
  "graphs: nodes and connections are picked and edited"() {
    const { page, socket, key } = opened(Graphs);
    page.transport.replay = () => {};
    socket.give(graphOf({ n: 0 }));
    const { hands: act } = page.view;
    const picker = () => outline(page.picker);
    act.pick({ node: 0 });
    picker();
    const change = (label, value) => {
      const field = [...page.picker.querySelectorAll("label")].find((each) => each.textContent.startsWith(label)).querySelector("input");
      field.value = value;
      fire(field, "change");
    };
    change("name", " New ");
    change("estimate", "4");
    for (const made of [...page.picker.querySelectorAll("button")].slice(0, 2)) made.click();
    socket.give(graphOf({ n: 0, names: ["New", "B"] }));
    show([page.picked]);
    act.pick({ arc: 0 });
    picker();
    pass(1);
    change("cost", "9");
    for (const made of page.picker.querySelectorAll("button")) made.click();
    picker();
    act.add(0.5, 0.25);
    socket.give(graphOf({ names: ["New", "B", "C"], places: [[0, 0], [1, 1], [0.5, 0.25]], estimates: [1, 2, 3] }));
    show([page.picked]);
    act.connect(1, 2);
    page.setMode("both");
    act.connect(1, 0);
    socket.give(graphOf({ names: ["New", "B", "C"], places: [[0, 0], [1, 1], [0.5, 0.25]], estimates: [1, 2, 3], connections: [[0, 1, 3], [1, 2, 1]] }));
    show([page.picked]);
    socket.give(graphOf());
    show([page.picked]);
    act.hover({ node: 0 });
    show(page.hoverText.textContent);
    act.hover({ arc: 0 });
    show(page.hoverText.textContent);
    act.hover(null);
    show(page.hoverText.textContent);
    act.begin();
    show(page.busy);
    act.place(0, 0.25, 0.75);
    socket.give({ type: "places", n: 99, places: { A: [0.1, 0.1] } });
    show(page.graph.places);
    act.end();
    socket.give({ type: "places", n: 0, places: { A: [0.1, 0.1] } });
    show(page.graph.places);
    socket.give({ type: "places", n: 99, places: { A: [0.1, 0.1] } });
    show(page.graph.places);
    socket.give(graphOf({ n: 0, names: ["B", "A"] }));
    show([page.graph.places, page.pointed]);
    socket.give(graphOf({ n: 99 }));
    show(page.graph.places);
    act.endAt("s", 1);
    act.endAt("g", 1);
    act.remove({ node: 1 });
    act.remove({ arc: 0 });
    act.pick({ node: 1 });
    for (const name of ["Delete", "Delete", "Escape", "m", "n", "c", "b", "d", "u", "r", "x", "p", "t", "h", "v", "Home", "End", "ArrowLeft", "ArrowRight", " ", " "]) {
      key(name);
      show([page.view.mode, page.view.svg.dataset.mode ?? "", page.transport.at, page.picked, Object.entries(page.modes).filter(([, each]) => each.getAttribute("aria-pressed") === "true").map(([each]) => each)]);
    }
    key("z", { ctrlKey: true });
    key("?");
    show([...document.querySelectorAll("dialog tr")].map((row) => row.innerText.replace("\t", ": ")));
  },
  "graphs: fields, and the room of the drawing"() {
    const { page, socket } = opened(Graphs);
    page.transport.replay = () => {};
    socket.give(graphOf());
    page.view.hands.pick({ node: 0 });
    const [name, estimate] = page.picker.querySelectorAll("input");
    const types = (field, data) => log(field.type, data, field.dispatchEvent(new InputEvent("beforeinput", { data, cancelable: true })));
    for (const data of ["m", "7", ".", "-", null]) types(estimate, data);
    types(name, "m");
    name.focus();
    socket.give(graphOf());
    log(document.activeElement === name);
    fire(name, "keydown", { key: "Enter" });
    log(document.activeElement === name);
    name.focus();
    fire(name, "keydown", { key: "x" });
    log(document.activeElement === name);
    const stand = () => show([page.grid.className, page.lists.parentNode === page.grid, page.lists.style.maxHeight, page.view.width, page.view.height]);
    page.drawing.style.width = "500px";
    for (const width of [1000, 620, 619]) {
      page.grid.style.width = `${width}px`;
      page.layout();
      stand();
    }
    page.grid.style.height = "100px";
    page.layout();
    stand();
    page.lists.style.cssText = "position: relative; display: block; height: 40px; overflow: scroll; max-height: none";
    for (const step of [2, 0, 1]) {
      page.transport.seek(step);
      show(page.lists.scrollTop);
    }
    page.showView({ layers: ["path"], at: 1 });
    show([page.layers, page.transport.at]);
  },
  "every page: the sheet of its keys"() {
    for (const Kind of [Playground, Terrain, Maze, TicTacToe, Tactics, Graphs]) {
      const { page, root } = opened(Kind);
      page.shortcuts.help();
      for (const row of page.shortcuts.sheet.querySelectorAll("tr"))
        log([...row.querySelectorAll("kbd")].map((key) => key.textContent).join(" "), "|", row.lastChild.textContent);
      page.close();
      root.remove();
    }
  },
};

export default scenes;
