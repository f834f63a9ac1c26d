// The maze arena: its shapes, its ground, what searches and monsters know, and who runs where.

import { drawDoor, drawExplorer, drawKey, drawMonster, drawPit, drawStones, groundColour, wallColour } from "/lab/web/maze/art.js";
import { runnerColour, runnerLabel, paintToken } from "/lab/web/maze/tokens.js";
import { MazeView } from "/lab/web/maze/view.js";
import { palette } from "/lab/web/shared/palette.js";
import { angleOf, SLOW, stateOf, THREAT, towards, TURNS } from "/lab/web/wire/maze_moment.js";
import { canvas, dark, log, outline, pen, ratio, round } from "./recorder.js";

const show = (value) => log(JSON.stringify(value, (_, each) => (typeof each === "number" ? Number(round(each)) : each)));
const LOOKS = {
  free: { light: "green", dark: "lime", dash: [] }, obstructed: { light: "orange", dark: "yellow", dash: [2, 1] },
  stopped: { light: "red", dark: "pink", dash: [1, 1] },
};

// Three rows of four: walls of three letters, ground that costs 5.
const WALLS = [0, 1, -1, -1, -1, -1, 19, -1, -1, -1, -1, -1];
const COSTS = [0, 0, 1, 1, 1, 5, 0, 1, 1, 1, 1, 1];
const GOALS = [{ letter: "x", cell: 2 }, { letter: "X", cell: 7 }, { letter: "y", cell: 9 }, { letter: "Z", cell: 11 }];

function mapOf(more = {}) {
  return { run: 1, rows: 3, cols: 4, tiles: "AB1115T11111", walls: Int8Array.from(WALLS), costs: Uint8Array.from(COSTS), goals: [], human: false, ...more };
}

function viewOf(side, { board = -1, switches = {}, frame = null, fields = [], map = {}, images = [], room } = {}) {
  const view = new MazeView(canvas(400, 300), board, new Map(images.map((name) => [name, picture(name)])));
  Object.assign(view.cells, { label: "the cells" });
  Object.assign(view.world, { label: "the world" });
  Object.assign(view.searched, { label: "the searches" });
  Object.assign(view, { switches, frame, fields: new Map(fields), looks: LOOKS, map: mapOf(map), waiting: true });
  view.resize(...(room ?? [side * 4, side * 3]));
  return view;
}

function picture(name) {
  return Object.assign(document.createElement("canvas"), { width: 8, height: 8, label: name });
}

function frameOf(more = {}) {
  return { run: 1, tick: 7, players: [], monsters: [], human: null, pits: [], ...more };
}

const player = (more = {}) => ({ row: 1, col: 0, heading: 2, state: "free", finished: false, reached: 0, path: [], ...more });

/** What moves: on a world without walls, whose ground is not written down. */
function moving(side, more) {
  const view = viewOf(side, { map: { walls: new Int8Array(12).fill(-1), costs: new Uint8Array(12).fill(1), ...more.map }, ...more });
  view.world.getContext = () => pen(1, 1);
  view.drawNow();
  return view;
}

const scenes = {
  "colours of walls, ground and runners"() {
    show([0, 1, 2, 10, 19, 20].map((letter) => wallColour(letter, palette())));
    show([0, 1, 2, 9].map((cost) => groundColour(cost, palette())));
    show([-1, 0, 1, 2].map((number) => [runnerColour(number), runnerLabel(number)]));
    const token = document.createElement("span");
    paintToken(token, 1);
    outline(token);
    dark(true);
    show([-1, 0].map(runnerColour));
  },
  "stones of two letters"() {
    for (const letter of [2, 3]) {
      const context = pen();
      context.beginPath();
      drawStones(context, 10, 20, 80, letter);
      context.stroke();
    }
  },
  "pits"() {
    for (const size of [100, 9, 8, 3]) {
      log(`${size} pixels`);
      drawPit(pen(), 50, 40, size, palette());
    }
    dark(true);
    drawPit(pen(), 50, 40, 100, palette());
  },
  "keys: of each metal, taken, small, in the dark"() {
    for (const letter of "xyz") drawKey(pen(), 50, 40, 100, letter, false);
    log("taken");
    drawKey(pen(), 50, 40, 17, "x", true);
    drawKey(pen(), 50, 40, 18, "x", true);
    drawKey(pen(), 50, 40, 5, "x", false);
    dark(true);
    drawKey(pen(), 50, 40, 18, "x", false);
  },
  "doors: closed, open, small"() {
    drawDoor(pen(), 50, 40, 100, "X", false);
    drawDoor(pen(), 50, 40, 100, "Y", true);
    drawDoor(pen(), 50, 40, 18, "Z", false);
    drawDoor(pen(), 50, 40, 17, "Z", false);
    drawDoor(pen(), 50, 40, 5, "Z", true);
  },
  "explorers: each heading, a ghost, a small one"() {
    const look = { colour: "blue", ink: "white", label: "2", ghost: false };
    for (let heading = 0; heading <= 8; heading++) drawExplorer(pen(), 50, 40, 100, { ...look, heading });
    log("a ghost");
    drawExplorer(pen(), 50, 40, 21, { ...look, heading: 8, ghost: true });
    drawExplorer(pen(), 50, 40, 20, { ...look, heading: 8 });
    drawExplorer(pen(), 50, 40, 12, { ...look, heading: 8 });
    const context = pen();
    drawExplorer(context, 50, 40, 20, { ...look, heading: 8, ghost: true });
    context.fillRect(0, 0, 1, 1);
  },
  "monsters: one that looks right, one that looks nowhere and chases, a small one of another letter"() {
    drawMonster(pen(), 50, 40, 100, { letter: 0, heading: 2, chasing: false }, palette());
    drawMonster(pen(), 50, 40, 100, { letter: 12, heading: 8, chasing: true }, palette());
    drawMonster(pen(), 50, 40, 12, { letter: 5, heading: 5, chasing: false }, palette());
  },
  "headings and bytes of a search"() {
    show([TURNS.map((_, heading) => angleOf(heading)), angleOf(8)]);
    show([0x12, 0x23, 0x00, 0x85, 0x96].map((byte) => [stateOf(byte), towards(byte)]));
  },
  "the world: walls, ground, stones and shades"() {
    viewOf(100).drawNow();
  },
  "the world with a floor and lines, and rock around it"() {
    viewOf(40, { switches: { background: true, grids: true }, room: [200, 130] }).drawNow();
  },
  "the world in small cells, and between pixels"() {
    for (const side of [8, 9, 12, 13]) {
      log(`${side} pixels`);
      viewOf(side, { switches: { background: true } }).drawNow();
    }
    log("between pixels");
    viewOf(0, { room: [42, 31.5] }).drawNow();
  },
  "the world in the dark, with pictures"() {
    dark(true);
    viewOf(20, { switches: { background: true }, images: ["background", "tile_A", "tile_1"] }).drawNow();
  },
  "the world is painted once, and again when it has changed"() {
    const view = viewOf(8);
    const again = (change) => {
      log(change.toString().replace(/^\(\) => /, ""));
      change();
      view.drawNow();
    };
    view.drawNow();
    again(() => view.frames);
    again(() => { view.map.run = 2; });
    again(() => { view.switches = { grids: true }; });
    again(() => { view.switches = { background: true }; });
    again(() => dark(true));
    again(() => { view.images.set("tile_A", picture("tile_A")); });
    again(() => { view.zoom = 2; });
    again(() => { view.left = 3; });
    again(() => { view.top = 4; });
    again(() => { view.canvas.width += 1; });
    again(() => { view.canvas.height += 1; });
    show(view.frames);
  },
  "mud and rain, where they have room"() {
    const slow = Uint8Array.of(1, 0, 1, 2, 3, 0, 3, 0, 0, 0, 0, 0);
    for (const side of [7, 8, 100]) {
      log(`${side} pixels`);
      const view = viewOf(side, { frame: frameOf(), fields: [[SLOW, slow]] });
      view.world.getContext = () => pen(1, 1);
      view.drawNow();
    }
  },
  "the search of a player alone: states, tree"() {
    const search = Uint8Array.of(0, 1, 0x22, 3, 4, 0x15, 6, 7, 0x81, 0, 0, 0);
    for (const side of [7, 100]) {
      moving(side, { board: 0, frame: frameOf({ players: [player({ finished: true })] }), fields: [[0, search]], switches: { states: true, trees: true } });
    }
    log("without their switches");
    moving(100, { board: 0, frame: frameOf({ players: [player()] }), fields: [[0, search]], switches: { threat: true } });
    log("an empty one");
    moving(20, { board: 0, frame: frameOf({ players: [player()] }), fields: [[0, new Uint8Array(0)]], switches: { states: true, trees: true } });
  },
  "the searches of two players together"() {
    const searches = [[0, Uint8Array.of(0, 1, 0x22, 0, 0, 0, 0, 0, 0, 0, 0, 0)], [1, Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x32, 1)]];
    moving(50, { frame: frameOf({ players: [player(), player({ row: 2, col: 3 })] }), fields: searches, switches: { states: true, trees: true } });
  },
  "the threat, and whom monsters chase"() {
    const threat = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 1, 100, 255, 0, 0);
    const monsters = [{ row: 0, col: 1, letter: 2, heading: 4, chasing: true, target: 9 }, { row: 1, col: 1.5, letter: 2, heading: 8, chasing: false, target: -1 },
      { row: 0, col: 3, letter: 1, heading: 8, chasing: true, target: 0 }];
    for (const side of [8, 9, 100]) {
      log(`${side} pixels`);
      moving(side, { frame: frameOf({ monsters }), fields: [[THREAT, threat]], switches: { threat: true } });
    }
    log("without its switch");
    moving(50, { frame: frameOf(), fields: [[THREAT, threat]] });
  },
  "fields are painted once, and again when they have changed"() {
    const view = moving(20, { board: 0, frame: frameOf({ players: [player()] }), fields: [[0, new Uint8Array(12)]], switches: { trees: true } });
    const again = (change) => {
      log(change.toString().replace(/^\(\) => /, ""));
      change();
      view.drawNow();
    };
    again(() => view.frames);
    again(() => { view.fieldVersion += 1; });
    again(() => { view.switches = { states: true, trees: true }; });
    again(() => { view.switches = { states: true }; });
    again(() => { view.switches = { states: true, threat: true }; });
    again(() => { view.board = 1; });
  },
  "pits of a moment, in large and small cells"() {
    for (const side of [5, 4, 1]) {
      log(`${side} pixels`);
      moving(side, { frame: frameOf({ pits: [0, 6] }) });
    }
    dark(true);
    moving(4, { frame: frameOf({ pits: [6] }) });
  },
  "the path of a player alone, by its state"() {
    for (const state of ["free", "obstructed", "stopped"]) {
      log(state);
      moving(100, { board: 0, frame: frameOf({ players: [player({ state, path: [5, 6, 7] })], pits: [6] }), switches: { paths: true } });
    }
    log("in small cells");
    moving(5, { board: 0, frame: frameOf({ players: [player({ state: "stopped", path: [5, 6] })], pits: [3] }), switches: { paths: true } });
    log("of one that has finished, and of one without a path");
    moving(100, { board: 0, frame: frameOf({ players: [player({ finished: true, path: [5] })] }), switches: { paths: true } });
    moving(100, { board: 0, frame: frameOf({ players: [player()] }), switches: { paths: true } });
    log("without its switch");
    moving(100, { board: 0, frame: frameOf({ players: [player({ path: [5] })] }) });
    dark(true);
    ratio(2);
    moving(4, { board: 0, frame: frameOf({ players: [player({ state: "stopped", path: [5, 6] })], pits: [6] }), switches: { paths: true } });
  },
  "the paths of three players side by side"() {
    const players = [player({ path: [5, 6] }), player({ row: 2, state: "obstructed", path: [9] }), player({ row: 0, state: "stopped", path: [1, 2] })];
    moving(100, { frame: frameOf({ players, pits: [2] }), switches: { paths: true } });
    ratio(2);
    moving(5, { frame: frameOf({ players: players.slice(0, 2) }), switches: { paths: true } });
  },
  "goals: the next ones of the players, taken keys and open doors"() {
    log("of a player alone");
    moving(100, { board: 0, map: { goals: GOALS }, frame: frameOf({ players: [player({ reached: 1 }), player({ reached: 3 })] }) });
    log("of one that has finished");
    moving(50, { board: 0, map: { goals: GOALS.slice(0, 2) }, frame: frameOf({ players: [player({ reached: 1, finished: true })] }) });
    log("of all, and a human");
    moving(100, { map: { goals: GOALS }, frame: frameOf({ players: [player({ reached: 1 }), player({ row: 2, reached: 1 })], human: player({ row: 0, reached: 3 }) }) });
    log("of nobody");
    moving(10, { map: { goals: GOALS.slice(0, 2) }, frame: frameOf() });
  },
  "runners: on the board of all, at one place, and with a human"() {
    const players = [player(), player({ row: 1.2 }), player({ row: 2, col: 3, heading: 8 })];
    moving(100, { frame: frameOf({ players, human: player({ row: 2, col: 2 }) }) });
    log("in small cells");
    moving(6, { frame: frameOf({ players, human: player({ row: 2, col: 2 }) }) });
    log("on the board of one");
    moving(100, { board: 1, frame: frameOf({ players, human: player({ row: 2, col: 2 }) }) });
    ratio(2);
    moving(5, { board: 1, frame: frameOf({ players, monsters: [{ row: 0, col: 0, letter: 0, heading: 2, chasing: false, target: -1 }] }) });
    moving(5, { frame: frameOf({ players }) });
  },
  "pictures instead of shapes"() {
    const images = ["key_x", "door_x", "monster_c_downright", "explorer_right", "explorer_down"];
    moving(100, {
      board: 0, images, map: { goals: GOALS.slice(0, 2) },
      frame: frameOf({ players: [player(), player({ row: 2, heading: 8 })], monsters: [{ row: 0, col: 1, letter: 2, heading: 3, chasing: false, target: -1 }] }),
    });
    const headings = TURNS.map((_, heading) => heading);
    const words = ["up", "upright", "right", "downright", "down", "downleft", "left", "upleft"];
    moving(20, {
      images: words.map((word) => `monster_a_${word}`),
      frame: frameOf({ monsters: headings.map((heading) => ({ row: 0, col: heading, letter: 0, heading, chasing: false, target: -1 })) }),
    });
  },
  "the cell under the pointer"() {
    const view = moving(50, { frame: frameOf() });
    view.hover = 0;
    view.drawNow();
    const small = moving(3, { frame: frameOf() });
    small.hover = 6;
    small.drawNow();
    log(view.canvas.dataset.tick, view.whole);
  },
};

export default scenes;
