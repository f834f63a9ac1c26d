// The boards of the crowds page: the same units on the same map, for one or two engines.
//
// The server makes the ticks; the units walk evenly from one to the next in the browser.

import { BOARD_KEYS, Boards } from "../board/boards.js";
import { button, element, say, setText, STILL } from "../board/parts.js";
import { grouped } from "../board/numbers.js";
import { Shortcuts } from "../board/shortcuts.js";
import { Speed } from "../board/speed.js";
import { TOOLS } from "../board/tool_bar.js";
import { TOUCH, forFinger } from "../board/touch.js";
import { Charts } from "./chart.js";
import { Group } from "./group.js";
import { Heat } from "./heat.js";
import { Player } from "./player.js";
import { UnitLayer } from "./unit_layer.js";
import { CrowdView } from "./view.js";

const LAYERS = [
  ["goals", "o", "The goals of each team"],
  ["jams", "j", "Units that have waited for long"],
  ["heat", "h", "Where units have been moving"],
  ["hints", "n", "Dead ends and single passages, where units may jam"],
];
export const TEAMS = ["", "blue", "orange"];
const SIGNS = ["", "\u25cf", "\u25c6"];
const layered = (layer, cost) => ({ kind: "paint", layer, cost });
export const CROWD_TOOLS = {
  wall: TOOLS.wall,
  floor: TOOLS.floor,
  ...Object.fromEntries([1, 2].map((team) => [`${TEAMS[team]} units`, {
    key: String(team), label: `Add ${TEAMS[team]} units, or take units away`, says: `tool: ${TEAMS[team]} units`,
    does: layered("units", team), sign: SIGNS[team], colour: `team${team - 1}`,
  }])),
  ...Object.fromEntries([1, 2].map((team) => [`${TEAMS[team]} goals`, {
    key: String(team + 2), label: `Draw goals of the ${TEAMS[team]} team`, says: `tool: ${TEAMS[team]} goals`,
    does: layered("targets", team), sign: "\u25a3", colour: `team${team - 1}`,
  }])),
  group: {
    key: "e", label: forFinger("Send a group: drag over units, then click where they go"), says: "tool: send a group",
    does: { kind: "group" }, icon: "near_me",
  },
  hand: TOOLS.hand,
};
// The name and value of the count of arrivals, by what units do when they are there.
const REACHED = {
  again: ["goals reached per tick", ({ rate }) => rate],
  stay: ["at their goals", ({ there }) => there],
  leave: ["still on the map", ({ units }) => units],
};
const PICTURE = 200; // milliseconds between pictures of what changes slowly

export class Crowds extends Boards {
  constructor(root, session) {
    super(root, "crowds", session, LAYERS, ["goals", "jams", "heuristic"]);
    this.hasEnds = false;
    this.isLive = true;
    this.layered = true;
    this.player = new Player();
    this.heats = [];
    this.at = 0; // the board under the pointer
    this.group = new Group(this);
    this.state = { on: false, over: false, move: 1, titles: [], then: "stay" };
    this.slowAt = 0; // when the slow parts were drawn
  }

  ready() {
    return !this.busy && this.connection.settled && this.boards.length > 0 && Boolean(this.player.newest);
  }

  build() {
    this.hint = TOUCH ? "Tap a unit to see where it goes. Choose a tool to draw walls, goals and units while they walk."
      : "Draw walls, goals and units while they walk. Point at a unit to see where it goes.";
    this.tellCell();
    this.buildTools(CROWD_TOOLS);
    this.charts = new Charts();
    this.speed = new Speed(() => this.connection);
    const ask = (type) => () => this.connection.send({ type });
    this.playButton = button("Play (space)", "play_arrow", () => this.toggle());
    this.playButton.classList.add("play");
    this.place = element("output", { class: "place", ariaLive: "off" });
    this.bar = element("div", { class: "transport", role: "group", label: "Playback" },
      button("Begin again, on the map as it is now (a)", "skip_previous", ask("restart")),
      this.playButton,
      button("One tick (\u2192)", "navigate_next", ask("step")),
      button("The same run again, with all that was drawn at its tick (y)", "replay", ask("replay")),
      this.place, this.speed.slider, this.speed.label);
    this.hoverText.before(this.charts.root);
    this.root.append(this.bar);
    this.shortcuts = new Shortcuts([
      [["space"], "play or pause", () => this.toggle()],
      [["ArrowRight"], "one tick", ask("step")],
      [["a"], "begin again, on the map as it is now", ask("restart")],
      [["y"], "the same run again", ask("replay")],
      ...this.speed.keys(),
      ...this.tools.keys(),
      ...this.sharedKeys("run, with all that was drawn"),
    ], BOARD_KEYS.slice(0, 2));
    this.#tellState();
  }

  close() {
    this.isClosed = true;
    super.close();
  }

  makeView(canvas) {
    const view = new CrowdView(canvas);
    this.group.listen(view, Number(canvas.dataset.board)); // before its Painter does
    return view;
  }

  makeBoard(index) {
    const board = super.makeBoard(index);
    board.units = new UnitLayer(board.view);
    const point = () => {
      this.at = index;
      if (!this.busy) this.#placeUnits();
    };
    const { canvas } = board.view;
    for (const kind of ["pointerdown", "keydown", "pointermove"])
      canvas.addEventListener(kind, point, { capture: true });
    for (const kind of ["pointermove", "pointerleave"]) // once the base knows the cell
      canvas.addEventListener(kind, () => this.moving || this.#drawSlowly());
    const draw = board.view.drawNow.bind(board.view);
    board.view.drawNow = () => {
      draw();
      this.#drawUnits(board, index); // the map may have been scrolled
    };
    return board;
  }

  // --- Walking

  toggle() {
    this.walk(!this.state.on);
  }

  walk(on) {
    this.state.on = on;
    this.connection.send({ type: "walk", on });
    this.#tellState();
    if (!on) say(this.place.textContent);
  }

  showMoment({ step, play }) {
    if (step > this.shownStep) this.connection.send({ type: "skip", steps: step - this.shownStep });
    const on = Boolean(play) && !STILL;
    if (on !== this.state.on) this.walk(on);
  }

  get pictures() {
    return super.pictures.map((picture, i) => ({
      ...picture,
      paint: (context) => {
        picture.paint(context);
        this.boards[i].units.paintOn(context);
      },
    }));
  }

  tapeKey(message) {
    const { type, session } = message;
    if (type === "moments") return session === this.map?.session ? undefined : null;
    if (type === "map" && session !== this.map?.session) this.tape.clear();
    return super.tapeKey(message);
  }

  /** Shows that a run in a file plays, or has stopped. */
  showPlaying({ on, over }) {
    this.#takeState({ ...this.state, on, over });
  }

  get reel() {
    return { start: () => this.walk(true), isOver: () => this.state.over || !this.state.on };
  }

  stop() {}

  get shownStep() {
    return this.player.newest?.tick ?? 0;
  }

  #tellState() {
    const { on, move } = this.state, tick = this.player.newest?.tick ?? 0;
    this.playButton.tell(...(on ? ["Pause (space)", "pause"] : ["Play (space)", "play_arrow"]));
    this.speed.tell("a tick", move, this.state.speed ?? 1);
    setText(this.place, `tick ${grouped(tick)}${this.state.over ? ", over" : ""}`);
  }

  // --- Messages from the server

  onMessage(message) {
    if (message.type === "walking") this.#takeState(message);
    else if (message.type === "map") this.#takeMap(message);
    else if (message.type === "moments") this.#takeMoments(message);
  }

  #takeState(state) {
    const titles = this.state.titles.join("\n");
    if (state.over && !this.state.over) say(this.boards.map(({ caption }) => caption.textContent).join("; "));
    this.state = state;
    if (state.titles.join("\n") !== titles || !this.boards.length) this.setTitles(state.titles);
    this.#tellState();
  }

  #takeMap(map) {
    if (map.session !== this.map?.session) {
      this.player.clear();
      this.charts.clear();
      this.group.clear();
      this.heats = [];
      this.#tellState();
      for (const { caption } of this.boards) setText(caption, "starting\u2026");
    }
    const resized = ["rows", "cols", "tiling"].some((part) => map[part] !== this.map?.[part]);
    if (this.busy && !resized) return; // the map in the page is the newest
    const { units } = this.map ?? {};
    this.map = { ...map, costs: map.costs.slice(), targets: map.targets.slice(), units: resized ? null : units };
    for (const { view } of this.boards) {
      view.map = this.map;
      if (resized) view.zoom = 1;
    }
    if (resized) this.layout();
    this.redraw();
  }

  #takeMoments({ session, moments }) {
    if (session !== this.map?.session) return;
    for (const moment of moments) {
      const before = this.player.newest, ticks = moment.tick - (before?.tick ?? moment.tick);
      this.player.add(moment);
      this.charts.add(moment);
      moment.boards.forEach((board, i) => {
        this.heats[i] ??= new Heat(this.map.rows * this.map.cols);
        if (before && ticks > 0 && before.boards[i]) this.heats[i].add(before.boards[i], board, ticks);
      });
    }
    this.#tellState();
    this.#tellCounts();
    if (!this.busy) this.#placeUnits();
    this.#animate();
  }

  #tellCounts() {
    const { then } = this.state;
    this.boards.forEach(({ caption }, i) => {
      const counts = this.player.newest?.boards[i]?.counts;
      if (counts) setText(caption, captionOf(counts, then, this.map.jam));
    });
  }

  // --- Showing

  /** Draws until the newest moment is shown. */
  #animate() {
    if (this.moving) return;
    this.moving = true;
    let last = performance.now();
    const tick = (now) => {
      if (this.isClosed) return;
      const rate = (this.speed.factor || 1) / this.state.move;
      const isBehind = STILL ? this.player.toNewest() : this.player.advance((now - last) / 1000, rate);
      last = now;
      this.boards.forEach((board, i) => this.#drawUnits(board, i));
      this.frames = (this.frames ?? 0) + 1;
      if (now - this.slowAt > PICTURE) this.#drawSlowly(now);
      this.moving = isBehind || this.state.on;
      if (this.moving) requestAnimationFrame(tick);
      else this.#drawSlowly(now);
    };
    requestAnimationFrame(tick);
  }

  #drawUnits({ units, view }, index) {
    const { before, after, share } = this.player.now;
    if (after?.boards[index] && view.map === this.map)
      units.draw(before.boards[index], after.boards[index], share, this.layers.jams ? this.map.jam : 0, this.group.ids);
  }

  /** Heat, charts, and the way of the pointed unit. */
  #drawSlowly(now = performance.now()) {
    this.slowAt = now;
    this.boards.forEach(({ view }, i) => {
      const h = this.layers.heat && this.heats[i] ? this.heats[i].picture() : null;
      const way = this.#wayOf(i);
      const isStill = !h && !view.overlay.h && String(way) === String(view.way);
      view.overlay = { h };
      view.way = way;
      if (!isStill) view.draw();
    });
    this.charts.draw(REACHED[this.state.then], this.state.titles);
    this.tellCell();
  }

  redraw() {
    if (this.player.newest) this.#drawSlowly();
    super.redraw();
  }

  layout(onlyWords) {
    super.layout(onlyWords);
    this.redraw();
  }

  // --- Units under the pointer

  /** The row of the unit in a cell of a board, as it is shown; -1 for none. */
  #rowAt(board, cell) {
    return this.player.now.after?.boards[board]?.cells.indexOf(cell) ?? -1;
  }

  #wayOf(board) {
    const row = this.boards[board].view.hover >= 0 ? this.#rowAt(board, this.pointed) : -1;
    if (row < 0) return null;
    const { cells, goals } = this.player.now.after.boards[board];
    return [cells[row], goals[row]];
  }

  /** Puts the units of the pointed board on the map, where tools find them. */
  #placeUnits() {
    const shown = this.player.now.after?.boards[this.at];
    if (!shown || !this.map) return;
    this.map.units ??= new Uint8Array(this.map.costs.length);
    this.map.units.fill(0);
    shown.cells.forEach((cell, row) => (this.map.units[cell] = shown.teams[row]));
  }

  /** The units that a drawing takes away are those that are shown there. */
  drawnAt({ layer, cost, cells }) {
    if (layer !== "units" || cost) return { ids: [] };
    const shown = this.player.now.after?.boards[this.at];
    const rows = cells.map((cell) => shown?.cells.indexOf(cell) ?? -1).filter((row) => row >= 0);
    return { ids: rows.map((row) => shown.ids[row]) };
  }

  describe(cell) {
    const { cols, targets } = this.map, said = [this.placeOf(cell)];
    if (targets[cell]) said.push(`goal of the ${TEAMS[targets[cell]]} team`);
    this.boards.forEach((_, i) => {
      const row = this.#rowAt(i, cell), name = this.boards.length > 1 ? `${this.state.titles[i]}: ` : "";
      if (row < 0) return;
      const { ids, goals, teams, waits } = this.player.now.after.boards[i], goal = goals[row];
      said.push(`${name}${TEAMS[teams[row]]} unit ${ids[row]} to (${Math.floor(goal / cols)}, ${goal % cols})` +
        (waits[row] ? `, has waited ${waits[row]} ticks` : ""));
    });
    return said.join("  ·  ");
  }
}

/** The figures of a board in words. */
export function captionOf({ units, there, rate, arrivals, waiting, jammed, ms }, then, jam) {
  const done = {
    again: `${grouped(arrivals)} goals reached, ${rate.toFixed(rate < 10 ? 1 : 0)} per tick`,
    stay: `${grouped(there)} of ${grouped(units)} at their goals`,
    leave: `${grouped(arrivals)} have left, ${grouped(units)} still here`,
  }[then];
  const jams = jammed ? `, ${grouped(jammed)} for ${jam} ticks or more` : "";
  return `${done}; ${grouped(waiting)} wait${jams}; ${ms < 1 ? ms.toFixed(2) : ms.toFixed(1)} ms a tick`;
}
