// The maze arena: a race of the players through one world. All of them are on one large board; the
// board of a single player shows its knowledge and its search.
//
// The game runs in the server, which sends each moment whole. What is shown and what is paused is
// kept there too: keys and buttons send requests, and all tabs of a session agree.

import { Boards, FRAME, GAP } from "../board/boards.js";
import { DRAW, Editor, MORE_KEYS } from "./editor.js";
import { Finish } from "./finish.js";
import { GameBar } from "./game_bar.js";
import { goalName, Scoreboard } from "./scoreboard.js";
import { MazeStats } from "./stats.js";
import { TOUCH, forFinger } from "../board/touch.js";
import { touchPad } from "./touch_pad.js";
import { MazeView } from "./view.js";
import { ARROWS, beside } from "../board/cursor.js";
import { isDark, palette } from "../board/palette.js";
import { boardFrame, drawer, element, notice, say as sayAloud, setText, WIDE } from "../board/parts.js";
import { Shortcuts } from "../board/shortcuts.js";
import { WALLS } from "./world_letters.js";
import { ViewBar } from "../board/view_bar.js";
import { zoomByWheel } from "../board/wheel.js";

// The switches of the game's sheet of keys.
const TOGGLES = {
  g: "paths to the goals", s: "states of cells", t: "search trees", w: "threat and chases",
  p: "monsters pause", space: "the game pauses", i: "players are invulnerable",
};
// Elements that use the arrow keys themselves.
const OWN_ARROWS = "input, textarea, dialog, [role=slider], [role=tablist], .q-slider, .q-menu, .q-select";
const STANDS = {
  paused: "The game is paused: continue with the large button.",
  over: "The race is over: the large button plays it again.",
};
const HAND = { kind: "hand" };
const DIG = "Click on the floor to open a pit, and on a pit to close it.";
const SEARCHES = ["paths", "states", "trees", "threat"]; // the switches that scenes and links set
const ALL = -1; // the board of all players, beside the boards of single ones

export class Maze extends Boards {
  constructor(root, session) {
    super(root, "maze", session, [], ["paths"]);
    this.dockKey = "k"; // i makes players invulnerable
    this.isLive = true;
    this.state = {}; // phase, switches, hash, ...: from the server
    this.panes = []; // whose boards are shown: numbers of players, or ALL
    this.runners = []; // of the race, from the server
    this.fields = new Map(); // the search of each player, and the threat; of all cells
    this.images = new Map();
    this.held = new Set(); // arrows that are down
    this.tool = HAND;
    this.world = null; // of the game: the map that is shown, unless the editor is open
  }

  /** Whether the page shows the result of all its messages. */
  ready() {
    const isDrawn = this.editor.isOpen ? !this.editor.isBusy : this.frame && this.frame.run === this.map?.run;
    return this.connection.settled && Boolean(this.state.phase) && Boolean(isDrawn) && this.boards.every(({ view }) => view.fit);
  }

  build() {
    const say = (type) => () => this.#say(type);
    this.bar = new GameBar({
      play: (phase) => this.#play(phase), back: say("reset"), end: say("finish"), dig: (on) => this.#digs(on),
      server: () => this.connection,
      show: (name, on) => this.connection.send({ type: "switch", name, on }),
    });
    this.views = new ViewBar("v", () => this.#arrange());
    this.top = element("div", "maze-top", this.views.root, this.bar.layerBar);
    this.editor = new Editor(this);
    this.grid.before(this.top, this.editor.root);
    this.grid.classList.add("maze-arena");
    this.finish = new Finish({ again: say("rerun"), reseed: say("reseed"), next: say("next") });
    this.grid.append(this.finish.root);
    this.scores = new Scoreboard();
    this.grid.after(this.scores.root, this.editor.told);
    this.pad = touchPad((key, on) => this.#hold(key, on));
    this.bar.parts.append(this.hoverText);
    this.bar.root.append(this.pad);
    this.legend = element("div", "legend");
    this.hash = element("output", "place maze-hash");
    this.stats = new MazeStats();
    this.root.append(this.bar.root, drawer("Figures and legend", this.stats.root, this.legend, this.hash));
    this.#listenToKeys();
  }

  #listenToKeys() {
    this.gameKeys = [[
      ...Object.entries(TOGGLES).map(([key, text]) => [[key], text, () => this.press(key)]),
      [["n"], "start, or back to the start", () => this.#begin()],
      [["End"], "to the end without watching", () => this.#say("finish")],
      [["d"], "dig pits by clicks, or read the boards", () => this.bar.dig.click()],
      ...this.bar.speed.keys(),
      [["v"], "next view: all players, side by side, each alone", () => this.views.next()],
      ...this.dockKeys(),
      ...this.sharedKeys(),
    ], [
      [["Arrows"], "walk the human player while held"],
      [["Arrows", "shift+Arrows"], "on a board: read the cells; with shift if there is a human player"],
      [["wheel"], "on a board: zoom in and out; with ctrl where the page scrolls"],
    ]];
    this.shortcuts = new Shortcuts(...this.gameKeys);
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

  // --- Input

  press(key) {
    this.connection.send({ type: "press", key });
  }

  /** Another game, or another moment of it: held keys no longer count. */
  #say(type) {
    this.#letGo();
    this.connection.send({ type });
  }

  /** With the pits a click on the floor opens one; without them the boards are read. */
  #digs(on) {
    this.isDigging = on;
    this.grid.classList.toggle("digs", on);
    this.#tellHint();
  }

  #begin() {
    const phase = { ready: "start", drawing: "start", next: "next" }[this.bar.phase];
    this.#say(phase ?? "reset");
  }

  #play(phase) {
    if (phase === "ready" || phase === "drawing") this.#say("start");
    else if (phase === "next") this.#say("next");
    else if (phase === "over") this.#say("rerun");
    else this.press("space");
  }

  #arrow(event) {
    if (!(event.key in ARROWS) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.(OWN_ARROWS)) return;
    if (!this.map?.human) return; // no human player: the page scrolls
    event.preventDefault();
    if (!event.repeat) this.#hold(event.key, event.type === "keydown");
  }

  /** Before the start, an arrow starts the race; while nothing moves, it is told what lets one walk. */
  #hold(key, on) {
    if (this.held.has(key) === on) return;
    const { phase } = this.state;
    if (on && phase === "ready") this.#say("start");
    else if (on && phase in STANDS) notice(STANDS[phase], "info", "walk");
    if (on) this.held.add(key);
    else this.held.delete(key);
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

  showMoment({ step, play }) {
    const missing = step - this.shownStep;
    if (missing > 0) this.connection.send({ type: "skip", steps: missing });
    else if (play && this.state.phase === "ready") this.#say("start");
  }

  tapeKey(message) {
    const { type, run } = message;
    if (type === "moment" || type === "stats") return undefined;
    if (type === "world" && run !== this.world?.run) this.tape.clear();
    return super.tapeKey(message);
  }

  /** Shows that a run in a file plays, or has stopped. */
  showPlaying({ on, over, begun }) {
    const phase = on ? "running" : over ? "over" : begun ? "paused" : "ready";
    this.#takeState({ ...this.state, phase });
  }

  get reel() {
    const start = () => this.state.phase !== "running" && this.#play(this.state.phase);
    return { start, isOver: () => this.state.phase === "over" };
  }

  get shownStep() {
    return this.editor.isOpen ? undefined : this.frame?.tick ?? 0;
  }

  get pace() {
    return this.bar.speed;
  }

  get layerNames() {
    return SEARCHES;
  }

  hasLayer(name) {
    return this.state.switches?.[name] ?? this.usualLayers.includes(name);
  }

  setLayer(name, on) {
    this.connection.send({ type: "switch", name, on });
  }

  // --- Messages from the server

  onMessage(message) {
    if (message.type === "world") this.#takeWorld(message);
    else if (message.type === "state") this.#takeState(message);
    else if (message.type === "stats") this.#takeStats(message);
    else if (message.type === "moment") this.#takeMoment(message);
    else if (message.type === "draft") this.#takeDraft(message);
  }

  /** The world in the editor; or that the editor is closed, and the game is there again. */
  #takeDraft(draft) {
    if (!draft.on && !this.editor.isOpen) return;
    const changed = this.editor.show(draft), isOpen = this.editor.isOpen;
    this.map = isOpen ? this.editor.map : this.world;
    this.top.hidden = this.scores.root.hidden = isOpen;
    if (changed) {
      this.setTitles([]); // boards to draw on are others
      this.shortcuts.choose(...isOpen ? [this.#editorKeys(), MORE_KEYS] : this.gameKeys);
      this.takeTool(isOpen ? this.editor.does : HAND);
    }
    this.#tellHint();
    this.#arrange();
  }

  /** With the hand a finger scrolls the page; with a tool it draws. */
  takeTool(does) {
    this.tool = does;
    this.fitTouch();
  }

  #editorKeys() {
    const shared = this.sharedKeys().filter(([[key]]) => "l?".includes(key));
    return [...this.editor.keys(), [["n"], "play this world", () => this.#say("start")], ...shared];
  }

  #takeWorld({ run, rows, cols, tiles, goals, human, players, looks, images }) {
    const walls = Int8Array.from(tiles, (tile) => WALLS.indexOf(tile));
    const costs = Uint8Array.from(tiles, (tile, i) => walls[i] >= 0 ? 0 : Number(tile) || 1);
    const isNew = run !== this.world?.run; // otherwise it is sent again, to a tab that has missed it
    this.world = { run, rows, cols, tiles, walls, costs, goals, human };
    if (!this.editor.isOpen) this.map = this.world;
    this.players = players;
    this.looks = looks;
    if (isNew) {
      this.frame = null;
      this.finish.clear();
      this.fields.clear();
    }
    this.#tellHint();
    this.#loadImages(images);
    this.#drawLegend();
    this.#arrange();
    if (this.held.size) this.#walk(); // the server has dropped the previously held keys
  }

  #tellHint() {
    const { human } = this.world, walk = TOUCH ? "The four arrows" : "Arrow keys";
    const isOpen = this.editor.isOpen;
    this.pad.hidden = isOpen || !human;
    this.hint = isOpen ? DRAW : this.isDigging ? forFinger(DIG)
      : forFinger(`Point at a cell to read it.${human ? ` ${walk} start the race and walk H: you.` : ""}`);
    this.hoverText.textContent = this.hint;
  }

  /** The meaning of the signs, each in its own colour. */
  #drawLegend() {
    const colour = (state) => this.looks[state][isDark() ? "dark" : "light"];
    const signs = [
      ["━", "the path is free", colour("free")],
      ["╍", "a pit is on the path: walks up to it", colour("obstructed")],
      ["┅", "stopped: no other path", colour("stopped")],
      ["●", "pit"], ["○", "next goal", palette().goal], ["✹", "monster", palette().threat],
    ];
    this.legend.replaceChildren(...signs.map(([sign, text, shade]) => {
      const made = element("span"), mark = element("b", "", sign);
      mark.style.color = shade ?? "inherit";
      made.append(mark, ` ${text}`);
      return made;
    }), element("span", "", "On the board of all players, paths and goals have the colours of the players."));
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
    this.bar.show(state);
    this.hash.textContent = state.hash ? `hash ${state.hash}` : "";
    this.#showPhase();
    if (state.phase === "over" && this.world) this.finish.show(this.world.run, this.runners, this.world.human, this.bar.phase === "next");
    else this.finish.clear();
    this.redraw();
  }

  #takeStats(stats) {
    this.runners = stats.runners;
    this.stats.show(stats);
    this.#showScores();
  }

  #showScores() {
    if (this.world) this.scores.show(this.runners, this.world.goals, this.world.human);
  }

  #showPhase() {
    this.bar.tell(this.state, this.frame?.tick ?? 0);
  }

  #takeMoment(frame) {
    if (frame.run !== this.world?.run) return; // of another game
    this.frame = frame;
    for (const [which, cells] of frame.fields) this.fields.set(which, cells);
    if (this.editor.isOpen) return;
    for (const { view, caption } of this.boards) {
      view.frame = frame;
      if (frame.fields.length) view.fieldVersion += 1;
      this.#showPlayer(view, caption);
    }
    this.#showPhase();
    this.redraw();
  }

  #showPlayer({ player, board }, caption) {
    if (!player) return;
    const { goals } = this.map;
    const doing = { free: "the path is free", obstructed: "a pit is on the path", stopped: "no path: waits" };
    const { reason } = this.runners[board] ?? {};
    setText(caption, player.finished ? "has left the maze"
      : player.state === "stopped" && reason ? `waits: ${reason}`
      : `to ${goalName(goals[player.reached]?.letter)}: ${doing[player.state]}`);
    caption.dataset.state = player.finished ? "finished" : player.state;
    caption.dataset.board = board;
  }

  // --- Boards

  /** One large board of all players; or the boards of single ones, alone or side by side. */
  #arrange() {
    if (this.editor.isOpen) return this.#showDrawing();
    const numbers = this.players.map((_, i) => i);
    const beside = numbers.length % 2 ? [...numbers, ALL] : numbers; // so that two rows have no hole
    const views = [
      { panes: [ALL], name: "All", help: "All players on one board" },
      ...(numbers.length > 1 ? [{ panes: beside, name: "Side by side", help: "A board for each player" }] : []),
      ...numbers.map((i) => ({
        panes: [i], name: this.players[i].name, help: "What this player knows and has searched",
      })),
    ];
    this.views.show(views.map(({ name, help }) => [name, help]));
    this.panes = views[this.views.at].panes;
    this.setTitles(this.panes.map((pane) => (pane === ALL ? "All players" : this.players[pane].name)));
    this.setAbout(this.panes.map((pane) => this.players[pane]?.about ?? null));
    this.boards.forEach(({ view, title, caption }, i) => {
      title.hidden = this.panes.length === 1; // the button of the view says it
      caption.hidden = this.panes[i] === ALL; // the scoreboard says more
      Object.assign(view, {
        board: this.panes[i], map: this.map, looks: this.looks, frame: this.frame, fields: this.fields,
      });
      view.fieldVersion += 1;
      this.#showPlayer(view, caption);
    });
    this.layout();
    this.scrollTogether(this.boards[0].view);
    this.redraw();
  }

  /** The board of the editor. */
  #showDrawing() {
    this.setTitles(["The world that you draw"]);
    const [{ title, caption }] = this.boards;
    title.hidden = caption.hidden = true; // the editor's own words are below
    this.layout();
    this.redraw();
  }

  /** The arena is no higher than its boards: what follows comes right below them. */
  layout(onlyWords) {
    const { boards, grid } = this, place = grid.closest(".board-row") ?? grid;
    place.style.flex = "";
    super.layout(onlyWords);
    if (!WIDE.matches || !boards.length || !boards[0].view.fit) return;
    const rows = new Set(boards.map(({ frame }) => frame.offsetTop)).size;
    const high = rows * (boards[0].view.canvas.clientHeight + this.lines + FRAME) + (rows - 1) * GAP;
    if (high < grid.clientHeight) place.style.flex = `0 1 ${high}px`;
  }

  makeBoard(index) {
    const isDrawn = this.editor.isOpen;
    const { frame, title, canvas, caption } = boardFrame(index, isDrawn ? "application" : "img", "maze-board");
    this.finish.root.before(frame);
    const view = new MazeView(canvas, isDrawn ? ALL : index, this.images);
    view.onScroll = () => this.scrollTogether(view);
    if (isDrawn) {
      this.editor.fill(view);
      this.editor.attach(view, this.isFixed);
    } else this.#listen(view);
    return { frame, title, caption, view };
  }

  #listen(view) {
    const { canvas } = view;
    let from = null; // the pointer's last place while it drags the view
    canvas.addEventListener("click", (event) => {
      const cell = view.cellAt(event.clientX, event.clientY);
      if (this.isDigging && cell >= 0) this.connection.send({ type: "dig", cell });
    });
    canvas.addEventListener("pointerdown", (event) => {
      if (view.zoom <= 1 || this.isDigging) return;
      canvas.setPointerCapture(event.pointerId);
      from = [event.clientX, event.clientY];
    });
    canvas.addEventListener("pointermove", (event) => {
      if (from) view.scroll(from[0] - event.clientX, from[1] - event.clientY);
      if (from) from = [event.clientX, event.clientY];
      this.point(view.cellAt(event.clientX, event.clientY));
    });
    for (const kind of ["pointerup", "pointercancel"]) canvas.addEventListener(kind, () => { from = null; });
    for (const kind of ["pointerleave", "blur"]) canvas.addEventListener(kind, () => this.point(-1));
    canvas.tabIndex = 0;
    canvas.addEventListener("keydown", (event) => this.#readOn(view, event));
    zoomByWheel(view);
  }

  /** An arrow key on a board: reads the next cell aloud, from the middle of the world. */
  #readOn(view, event) {
    const { map } = this;
    if (this.isDigging && event.key === "Enter" && view.hover >= 0) {
      event.preventDefault();
      return this.connection.send({ type: "dig", cell: view.hover });
    }
    if (!map || !(event.key in ARROWS) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (map.human && !event.shiftKey) return; // it walks
    const middle = (map.rows >> 1) * map.cols + (map.cols >> 1);
    this.point(view.hover >= 0 ? beside(map, view.hover, event.key) : middle);
    sayAloud(this.describe(view.hover));
    event.preventDefault();
    event.stopPropagation();
  }

  point(cell) {
    for (const { view } of this.boards) view.hover = cell;
    this.hoverText.textContent = cell < 0 || !this.map ? this.hint : this.describe(cell);
    this.redraw();
  }

  describe(cell) {
    if (this.editor.isOpen) return this.editor.describe(cell);
    const goal = this.map.goals.find((each) => each.cell === cell);
    const pit = this.frame && [...this.frame.pits].includes(cell);
    return [this.placeOf(cell), goal && goalName(goal.letter), pit && "a pit"].filter(Boolean).join("  ·  ");
  }

  redraw() {
    if (this.looks && this.dark !== isDark()) {
      this.dark = isDark();
      this.#drawLegend();
      this.#showScores();
      this.finish.paint();
      this.editor.paint();
    }
    for (const { view } of this.boards) {
      view.switches = this.state.switches ?? {};
      if (this.editor.isOpen) this.editor.fill(view);
      view.draw();
    }
  }
}
