// The maze arena: a board for each player, all of the same world at the same moment.
//
// The game goes on in the server, which sends each moment whole. What is shown and what is paused is
// kept there too: keys and check boxes send what is wanted, and all tabs of a session agree.

import { Boards } from "../shared/boards.js";
import { FRAME, readFrame } from "../wire/maze_moment.js";
import { MazeStats } from "./stats.js";
import { MazeView } from "./view.js";
import { isDark, palette } from "../shared/palette.js";
import { boardFrame, button, drawer, wordButton } from "../shared/parts.js";
import { Shortcuts } from "../shared/shortcuts.js";

// Of the game's sheet of keys: what each toggles.
const TOGGLES = {
  g: "paths to the goals", s: "states of cells", t: "search trees", w: "threat and chases",
  p: "monsters pause", space: "the game pauses", i: "players are invulnerable",
};
const LAYER_KEYS = { g: "paths", s: "states", t: "trees", w: "threat" };
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const PHASES = {
  ready: "Ready", running: "Running", paused: "Paused", over: "All players have finished",
};
const WALLS = "ABCDEFGHIJKLMNOPQRST";

export class Maze extends Boards {
  constructor(root, session) {
    super(root, "maze", session, [], []);
    this.state = {}; // phase, paused, hash, ...: as the server sends it
    this.switches = {};
    this.images = new Map();
    this.held = new Set(); // arrows that are down
  }

  /** Whether the page shows the result of all its messages. */
  ready() {
    return this.connection.settled && Boolean(this.state.phase) && Boolean(this.frame) &&
      this.frame.run === this.map?.run && this.boards.every(({ view }) => view.fit);
  }

  build() {
    this.legend = document.createElement("div");
    this.legend.className = "legend";
    this.stats = new MazeStats();
    this.root.append(this.#bar(), drawer("Figures and legend", this.legend, this.stats.root));
    const press = (key) => () => this.press(key);
    this.shortcuts = new Shortcuts([
      ...Object.entries(TOGGLES).map(([key, text]) => [[key], text, press(key)]),
      [["n"], "start, or back to the start", () => this.#begin()],
      [["End"], "to the end without watching", () => this.connection.send({ type: "finish" })],
      [["l"], "copy a link to this set-up", () => this.share()],
      [["?"], "this sheet", () => this.shortcuts.help()],
    ], [
      [["Arrows"], "walk the human player while held"],
      [["ctrl+wheel"], "on a board: zoom in and out"],
    ]);
    this.onKey = (event) => this.#arrow(event);
    this.onBlur = () => this.#letGo();
    for (const kind of ["keydown", "keyup"]) document.addEventListener(kind, this.onKey);
    window.addEventListener("blur", this.onBlur);
  }

  close() {
    for (const kind of ["keydown", "keyup"]) document.removeEventListener(kind, this.onKey);
    window.removeEventListener("blur", this.onBlur);
    super.close();
  }

  #bar() {
    const bar = document.createElement("div");
    bar.className = "transport maze-bar";
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Game");
    this.startButton = wordButton("Start", "Start the game (n)", () => this.#begin());
    this.startButton.classList.add("play");
    this.pauseButton = button("Pause (space)", "pause", () => this.press("space"));
    this.endButton = wordButton("To the end", "Run to the end without watching (End)",
      () => this.connection.send({ type: "finish" }));
    this.phase = document.createElement("output");
    this.phase.className = "place maze-phase";
    this.phase.setAttribute("aria-live", "off"); // it changes with every moment
    this.hash = document.createElement("output");
    this.hash.className = "place maze-hash";
    bar.append(this.startButton, this.pauseButton, this.endButton, this.phase, this.hash);
    return bar;
  }

  // --- Input

  press(key) {
    this.connection.send({ type: "press", key });
  }

  #begin() {
    this.#letGo();
    this.connection.send({ type: this.state.phase === "ready" ? "start" : "reset" });
  }

  #arrow(event) {
    if (!(event.key in ARROWS) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, textarea, dialog, [role=slider], .q-slider, .q-menu, .q-select")) return;
    if (!this.map?.human) return; // no human player: the page scrolls
    event.preventDefault();
    if (event.repeat) return;
    if (event.type === "keydown") this.held.add(event.key);
    else this.held.delete(event.key);
    this.#walk();
  }

  #letGo() {
    if (!this.held.size) return;
    this.held.clear();
    this.#walk();
  }

  #walk() {
    const steps = [...this.held].map((key) => ARROWS[key]);
    const move = [0, 1].map((axis) => Math.sign(steps.reduce((sum, step) => sum + step[axis], 0)));
    this.connection.send({ type: "walk", move });
  }

  showView({ play, layers }) {
    for (const [key, name] of Object.entries(LAYER_KEYS))
      if (layers && Boolean(this.switches[name]) !== layers.includes(name)) this.press(key);
    if (play && this.state.phase === "ready") this.#begin();
  }

  // --- Messages from the server

  onMessage(message) {
    if (message.type === "world") this.#takeWorld(message);
    else if (message.type === "state") this.#takeState(message);
    else if (message.type === "stats") this.stats.show(message);
  }

  #takeWorld({ run, rows, cols, tiles, goals, human, players, looks, images }) {
    const walls = Int8Array.from(tiles, (tile) => WALLS.indexOf(tile));
    const costs = Uint8Array.from(tiles, (tile, i) => walls[i] >= 0 ? 0 : Number(tile) || 1);
    const isNew = run !== this.map?.run; // else it is sent again, to a tab that has missed it
    this.map = { run, rows, cols, tiles, walls, costs, goals, human };
    this.players = players;
    this.looks = looks;
    if (isNew) this.frame = null;
    this.hint = `Point at a cell to read what it is.${human ? " Arrow keys walk the human player, H." : ""}`;
    this.hoverText.textContent = this.hint;
    this.#loadImages(images);
    this.#drawLegend();
    this.setTitles(players.length ? players.map(({ name }) => name) : ["The maze"]);
    for (const { view } of this.boards) {
      Object.assign(view, { map: this.map, looks, frame: this.frame });
      if (isNew) view.fields = new Map();
      view.fieldVersion += 1;
    }
    this.layout();
    this.redraw();
  }

  /** What the signs mean, each in its own colour. */
  #drawLegend() {
    const colour = (state) => this.looks[state][isDark() ? "dark" : "light"];
    const signs = [
      ["━", "the path is free", colour("free")],
      ["╍", "a pit is on the path: walks up to it", colour("obstructed")],
      ["┅", "stopped: no other path", colour("stopped")],
      ["●", "pit"], ["○", "next goal", palette().goal], ["✹", "monster", palette().threat],
    ];
    this.legend.replaceChildren(...signs.map(([sign, text, shade]) => {
      const made = document.createElement("span"), mark = document.createElement("b");
      mark.textContent = sign;
      mark.style.color = shade ?? "inherit";
      made.append(mark, ` ${text}`);
      return made;
    }));
  }

  #loadImages(names) {
    for (const name of names) {
      if (this.images.has(name) || this.loading?.has(name)) continue;
      (this.loading ??= new Set()).add(name);
      const image = new Image();
      image.addEventListener("load", () => {
        this.images.set(name, image);
        this.redraw();
      });
      image.src = `/lab/maze/images/${name}`;
    }
  }

  #takeState(state) {
    this.state = state;
    this.switches = state.switches;
    const { phase } = state, { paused } = state.switches;
    this.startButton.textContent = phase === "ready" ? "Start" : "Back to the start";
    this.startButton.title = `${this.startButton.textContent} (n)`;
    this.startButton.classList.toggle("play", phase === "ready");
    const label = paused ? "Continue (space)" : "Pause (space)";
    this.pauseButton.icon(paused ? "play_arrow" : "pause");
    this.pauseButton.setAttribute("aria-label", label);
    this.pauseButton.title = label;
    this.pauseButton.disabled = this.endButton.disabled = phase === "over";
    this.hash.textContent = state.hash ? `hash ${state.hash}` : "";
    this.#showPhase();
    this.redraw();
  }

  #showPhase() {
    const { phase, replaying } = this.state;
    const text = `${PHASES[phase] ?? ""}${replaying ? " a recorded run" : ""}, tick ${this.frame?.tick ?? 0}`;
    this.phase.textContent = text;
    this.phase.dataset.phase = phase;
  }

  onData(data) {
    if (data.getUint8(0) !== FRAME) return;
    const frame = readFrame(data);
    if (frame.run !== this.map?.run) return;
    this.frame = frame;
    for (const { view, caption } of this.boards) {
      view.frame = frame;
      for (const [which, cells] of frame.fields) view.fields.set(which, cells);
      if (frame.fields.size) view.fieldVersion += 1;
      this.#showPlayer(view, caption);
    }
    this.#showPhase();
    this.redraw();
  }

  #showPlayer({ player, board }, caption) {
    if (!player) return;
    const { goals } = this.map;
    const doing = { free: "the path is free", obstructed: "a pit is on the path", stopped: "no path: waits" };
    const text = player.finished ? "has left the maze"
      : `to ${nameOf(goals[player.reached]?.letter)}: ${doing[player.state]}`;
    if (caption.textContent !== text) caption.textContent = text;
    caption.dataset.state = player.finished ? "finished" : player.state;
    caption.dataset.board = board;
  }

  // --- Boards

  makeBoard(index) {
    const { frame, title, canvas, caption } = boardFrame(index, "img", "maze-board");
    this.grid.append(frame);
    const view = new MazeView(canvas, index, this.images);
    view.onScroll = () => this.scrollTogether(view);
    this.#listen(view);
    return { frame, title, caption, view };
  }

  #listen(view) {
    const { canvas } = view;
    let from = null; // where the pointer was, while it drags the view
    canvas.addEventListener("pointerdown", (event) => {
      if (view.zoom <= 1) return;
      canvas.setPointerCapture(event.pointerId);
      from = [event.clientX, event.clientY];
    });
    canvas.addEventListener("pointermove", (event) => {
      if (from) view.scroll(from[0] - event.clientX, from[1] - event.clientY);
      if (from) from = [event.clientX, event.clientY];
      this.#point(view.cellAt(event.clientX, event.clientY));
    });
    for (const kind of ["pointerup", "pointercancel"]) canvas.addEventListener(kind, () => { from = null; });
    canvas.addEventListener("pointerleave", () => this.#point(-1));
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.shiftKey) return; // the page scrolls
      event.preventDefault();
      view.zoomAt(event.clientX, event.clientY, event.deltaY < 0 ? 1.25 : 0.8);
    }, { passive: false });
  }

  #point(cell) {
    for (const { view } of this.boards) view.hover = cell;
    this.hoverText.textContent = cell < 0 || !this.map ? this.hint : this.#describe(cell);
    this.redraw();
  }

  #describe(cell) {
    const goal = this.map.goals.find((each) => each.cell === cell);
    const pit = this.frame && [...this.frame.pits].includes(cell);
    return [this.placeOf(cell), goal && nameOf(goal.letter), pit && "a pit"].filter(Boolean).join("  ·  ");
  }

  redraw() {
    if (this.looks && this.dark !== isDark()) {
      this.dark = isDark();
      this.#drawLegend();
    }
    for (const { view } of this.boards) {
      view.switches = this.switches;
      view.draw();
    }
  }
}

function nameOf(letter = "") {
  return letter === letter.toLowerCase() ? `key ${letter}` : `door ${letter}`;
}
