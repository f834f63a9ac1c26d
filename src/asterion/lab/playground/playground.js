// The boards of the playground: one map, up to four searches of it side by side, one place in time;
// or one board with the frames of a path service, which has a budget per frame.

import { BOARD_KEYS, Boards } from "../board/boards.js";
import { FrameBoard } from "./frame_board.js";
import { Frames } from "./frames.js";
import { Freshness, LATE, SEARCHING } from "../board/freshness.js";
import { element, say, setText, toggle } from "../board/parts.js";
import { replayOf } from "../board/replay.js";
import { distinctNames } from "../board/numbers.js";
import { searchAt, nodeText } from "../board/search_overlay.js";
import { MapLayers } from "./map_layers.js";
import { MOVE_TOOLS } from "../board/move_tools.js";
import { Shortcuts } from "../board/shortcuts.js";
import { StepAccount } from "../board/step_account.js";
import { TimeRace } from "./race.js";
import { TOOLS } from "../board/tool_bar.js";
import { TOUCH, forFinger } from "../board/touch.js";
import { STORY_KEYS } from "../board/story.js";
import { Transport } from "../board/transport.js";

const LAYERS = [
  ["open", "o", "Cells that were found and not yet expanded"],
  ["closed", "c", "Cells that were expanded"],
  ["path", "p", "The path, or the branch of the last cell expanded"],
  ["branch", "n", "The branch of the tree to the cell under the pointer: how each search has reached it so far"],
  ["tree", "t", "From each cell to the one it was reached from"],
  ["heuristic", "h", "The estimate of what remains, as a colour"],
  ["numbers", "v", "f; in large cells g and f above, h and the learned h below"],
  ["straight", "j", "The path smoothed (dashed), and the shortest line at any angle"],
];

const HINTS = {
  searches: TOUCH ? "Tap a cell to see what the searches know of it, and its g and h as lines."
    : "Point at a cell to see what the searches know of it. With the hand (m), click on one to see its g and h as lines.",
  frames: `${TOUCH ? "Choose the wall tool and draw" : "Draw a wall"} at any frame: paths that it closes go back to waiting.`,
};

const COARSE = "This search is recorded at some moments only: the order of its open list is not known.";

const RACES = {
  expansions: "In each step each search makes one expansion",
  time: "Each search at its own measured speed: its time without recording, spread evenly over its expansions",
};

export class Playground extends Boards {
  constructor(root, session) {
    super(root, "playground", session, LAYERS, ["open", "closed", "path", "branch"]);
    this.first = true;
    this.raceBy = "expansions"; // or "time"
    this.freshness = new Freshness(() => this.#refresh());
    this.mapLayers = new MapLayers({
      send: (message) => this.connection?.send(message),
      redraw: () => this.#redrawMapLayers(),
      map: () => this.map,
    });
  }

  begin(...connect) {
    super.begin(...connect);
    this.connection.onSend = (message, n) => this.noteSent(message, n);
  }

  /** Takes note of the n-th message to the server, which may make results old. */
  noteSent(message, n) {
    this.freshness.sent(message, n);
    this.mapLayers.sent(message, n);
    this.#tellResults();
  }

  /** Whether all boards show the result of the last edit, and can play it. */
  ready() {
    return !this.busy && this.connection.settled && this.boards.length > 0 && (this.frames || this.mapLayers.isReady) &&
      this.boards.every(({ summary, order }) => summary && !summary.brief && !this.freshness.isOld(order));
  }

  build() {
    this.hint = HINTS.searches;
    this.tellCell();
    this.buildTools({ ...TOOLS, ...MOVE_TOOLS });
    this.transport = new Transport(this.root, "expansions", (step) => this.#show(step));
    // A drawing is an edit after the frame shown: the next one comes with it.
    this.transport.held = () => Boolean(this.frames) && (this.busy || !this.connection.settled);
    this.#buildRace();
    this.layerBar.append(this.mapLayers.root);
    this.hoverText.before(this.mapLayers.note);
    this.root.append(this.mapLayers.drawer);
    this.shortcuts = new Shortcuts([
      ...this.transport.keys("expansion, or frame,"),
      [["y"], "race by time, or by expansions", () => this.setRace(this.raceBy === "time" ? "expansions" : "time")],
      ...this.tools.keys(),
      ...this.mapLayers.keys(),
      [["e"], "save the boards as a picture", () => this.save("png")],
      ...this.dockKeys(),
      ...this.sharedKeys(),
    ], [...BOARD_KEYS, ...STORY_KEYS]);
  }

  // --- Layers about the map itself

  get structure() {
    return this.mapLayers.structure;
  }

  setStructure(name) {
    this.mapLayers.setStructure(name);
  }

  get field() {
    return this.mapLayers.field;
  }

  setField(name) {
    this.mapLayers.setField(name);
  }

  onLayer(name, isOn) {
    if (name === "straight") this.mapLayers.setStraight(isOn);
  }

  onConnected() {
    if (this.mapLayers.isOn) this.mapLayers.ask();
  }

  #redrawMapLayers() {
    this.fitLegend();
    this.#tellResults();
    this.#show(Math.floor(this.transport.at));
  }

  // --- A race by expansions or by time

  #buildRace() {
    this.raceBar = element("div", { class: "layer-bar race-bar", role: "group", label: "Race", hidden: true });
    this.raceButtons = {};
    for (const [name, title] of Object.entries(RACES)) {
      const made = this.raceButtons[name] = toggle(`by ${name}`, `${title} (y)`, name === this.raceBy, () => this.setRace(name));
      made.classList.add("choice");
      this.raceBar.append(made);
    }
    this.transport.bar.append(this.raceBar);
  }

  /** Lets all boards advance by "expansions" or by "time", from the same share of the whole on. */
  setRace(name) {
    const { transport } = this, share = transport.steps ? transport.at / transport.steps : 0;
    this.raceBy = name;
    for (const [each, made] of Object.entries(this.raceButtons)) made.setAttribute("aria-pressed", String(each === name));
    if (this.frames) return;
    this.#measure();
    transport.seek(Math.round(share * transport.steps));
  }

  /** Sets the length of the timeline; a race by time needs a time of each search. */
  #measure() {
    const entrants = this.boards.map((board) => {
      const { replay, summary } = board;
      return (replay || summary?.brief) && { steps: stepsOf(board), ms: summary?.ms };
    });
    const race = new TimeRace(entrants);
    this.raceBar.hidden = Boolean(this.frames) || this.boards.length < 2;
    this.raceButtons.time.disabled = !race.isKnown;
    this.race = this.raceBy === "time" && race.isKnown && !this.raceBar.hidden ? race : null;
    this.transport.words = this.race && ((tick) => race.words(tick));
    this.#tellResults();
    this.transport.setSteps(this.race?.ticks ?? Math.max(0, ...entrants.map((each) => each?.steps ?? 0)));
  }

  // --- Messages from the server

  onMessage(message) {
    if (["searching", "done"].includes(message.type)) this.#takeVersion(message);
    else if (message.type === "boards") this.#takeBoards(message);
    else if (message.type === "map" && !this.busy) this.#takeMap(message);
    else if (message.type === "layers" && this.#fits(message)) this.mapLayers.take(message);
    else if (message.type === "frames" && this.#fits(message)) this.#takeFrames(new Frames(message));
    else if (message.type === "result" && this.#fits(message)) this.#takeResult(message);
  }

  /** Whether a result is of a map like the one shown: it may have been sent just before another map. */
  #fits({ shape: [rows, cols] }) {
    return rows === this.map?.rows && cols === this.map.cols;
  }

  #takeVersion({ version, n }) {
    this.freshness.told(version, n);
    this.mapLayers.told(version, n);
    this.#answered();
  }

  /** Takes note that boards have other results, or that their set-up is another. */
  #answered() {
    if (this.boards.length) this.freshness.answered(Math.min(...this.boards.map(({ order }) => order)));
    this.#tellResults();
  }

  /** Draws again, without what is late by now. */
  #refresh() {
    this.#tellResults();
    this.#show(Math.floor(this.transport.at));
  }

  /** The words below the boards; isNow: a result that is old by a moment is not shown either. */
  #tellResults(isNow = false) {
    const { freshness, frames } = this;
    for (const board of this.boards) {
      const { summary, order } = board, isOld = freshness.isOld(order);
      board.isLate = !summary || freshness.isLate(order) || (isNow && isOld);
      board.frame.classList.toggle("stale", isOld && !board.isLate);
      const isKnown = !board.isLate, good = frames ? "done" : "found";
      board.caption.classList.toggle("bad", isKnown && summary.status !== good);
      if (board.isLate) setText(board.caption, SEARCHING);
      else if (isKnown && !frames) setText(board.caption, summary.caption + this.mapLayers.caption(this.boards.indexOf(board)) + this.#addition(board));
      else if (frames?.run) frames.tellFrame(Math.floor(this.transport.at));
    }
    this.transport.setWaiting(this.boards.some(({ isLate }) => isLate));
  }

  /** What the words below a board say besides the result. */
  #addition({ summary }) {
    const time = this.race && summary.ms !== undefined ? `, ${summary.ms} ms` : "";
    return summary.brief && !this.transport.isAtEnd ? `${time}; its steps follow` : time;
  }

  #takeBoards(message) {
    this.orders = message.orders ?? [];
    const titles = [...message.titles ?? [], message.frames].join("\n");
    if (titles === this.titles) return;
    this.titles = titles;
    this.setTitles(message.titles);
    if (Boolean(message.frames) !== Boolean(this.frames)) this.#setMode(message.frames);
    this.setAbout(message.about);
    this.boards.forEach((board) => Object.assign(board, { summary: null, version: null, order: 0 }));
    this.#refresh();
  }

  #takeMap(map) {
    const resized = ["rows", "cols", "tiling"].some((part) => map[part] !== this.map?.[part]);
    if (resized) this.mapLayers.forget();
    this.sent = { ...map, costs: map.costs.slice() }; // before any frame
    if (this.frames && !resized) return; // the map of a moment comes with its frames
    if (this.frames) this.frames.run = null;
    this.map = map;
    for (const board of this.boards) {
      board.view.map = map;
      if (!resized) continue;
      board.view.overlay = {};
      board.view.zoom = 1;
      board.view.selected = this.selected = -1;
      Object.assign(board, { summary: null, replay: null, path: [], last: null });
    }
    if (!resized) return this.redraw();
    this.#refresh();
    this.layout();
  }

  #takeResult(result) {
    const { board: index, version, summary, path, state } = result;
    const board = this.boards[index], order = this.freshness.orderOf(version);
    if (!board || this.frames || order < board.order) return;
    Object.assign(board, { summary, version, order });
    if (summary.brief) {
      board.end = { path: Array.from(path), state, touched: [], revision: 0 }; // it stays as it is
      board.since = performance.now();
      setTimeout(() => this.transport.isAtEnd || this.#show(Math.floor(this.transport.at)), LATE); // the steps of the last map go
    } else {
      board.path = Array.from(path);
      board.last = state;
      board.replay = replayOf(result, this.map.rows * this.map.cols);
    }
    this.#answered();
    if (!this.boards.every((each) => each.summary && each.order === order)) return this.#showBoard(board, index);
    this.#measure();
    if (this.boards.every((each) => !each.summary.brief)) this.#settle();
  }

  // --- A frame budget

  /** Changes between searches and frames. */
  #setMode(isFrames) {
    const [board] = this.boards;
    this.frames?.remove();
    this.frames = isFrames ? new FrameBoard(board, () => this.#show(this.transport.at)) : null;
    Object.assign(board, { replay: null, path: [], last: null });
    board.view.overlay = {};
    if (this.sent) this.map = board.view.map = { ...this.sent, costs: this.sent.costs.slice() };
    for (const each of this.boards) each.view.map = this.map;
    for (const [name, each] of Object.entries(this.switches)) each.hidden = Boolean(isFrames) && name !== "path";
    this.mapLayers.setHidden(Boolean(isFrames));
    board.view.extra = null;
    this.transport.pause();
    this.race = this.transport.words = null;
    this.raceBar.hidden = true;
    this.transport.setUnit(...(isFrames ? ["frames", "all frames"] : ["expansions", "the whole search"]));
    this.transport.seek(0);
    this.hint = isFrames ? HINTS.frames : HINTS.searches;
    this.first = true;
    this.tellCell();
  }

  #takeFrames(run) {
    const [board] = this.boards;
    if (!this.frames || !board) return;
    const { transport } = this, at = transport.at, isNew = this.first;
    board.summary = run.summary;
    board.version = run.version;
    board.order = this.freshness.orderOf(run.version);
    board.title.textContent = run.summary.title;
    this.#answered();
    if (this.frames.take(run)) this.layout();
    transport.setSteps(run.last);
    transport.seek(Math.min(at, run.last)); // an edit at the end stays there
    if (!run.summary.brief) say(`${run.summary.title}: ${run.summary.caption}`);
    this.first = false;
    if (isNew && !this.sceneView) transport.replay();
  }

  /** The frame shown, and the unit whose start and goal are placed. */
  drawnAt() {
    return this.frames ? { frame: Math.floor(this.transport.at), unit: this.frames.chosen } : {};
  }

  #showFrame(frame) {
    if (!this.frames.run) return;
    const [board] = this.boards;
    if (!this.busy) {
      this.map.costs = this.frames.run.costsAt(frame, this.sent.costs);
      Object.assign(this.map, this.frames.ends(frame));
    }
    this.frames.show(Math.min(frame, this.frames.run.last));
    if (board.isLate && !this.busy) board.view.overlay = {};
    board.view.draw();
    this.tellCell();
  }

  /** All boards have the whole search of one map. */
  #settle() {
    say(this.boards.map(({ summary }) => `${summary.title}: ${summary.caption}`).join("; "));
    if (!this.first || !this.transport.steps) return;
    this.first = false;
    if (!this.sceneView) this.transport.replay();
  }

  showMoment(moment) {
    if (this.frames) this.frames.chosen = 0;
    super.showMoment(moment);
  }

  // --- Showing

  #show(at) {
    if (this.frames) return this.#showFrame(Math.floor(at));
    this.boards.forEach((board, i) => this.#showBoard(board, i, at));
    if (this.boards.some(({ summary }) => summary?.brief)) this.#tellResults();
    this.tellCell();
  }

  #showBoard(board, index, at = Math.floor(this.transport.at)) {
    const { replay } = board, step = this.race ? this.race.stepAt(index, at) : at;
    board.view.overlay = this.#overlayAt(board, step);
    board.view.extra = this.mapLayers.drawing(this.boards.indexOf(board));
    board.about?.light(replay?.deeds ?? new Set(), () => this.#accountOf(board, step));
    board.view.drawMoment();
  }

  /** The account of a board's step, for the dock. */
  #accountOf(board, step) {
    if (board.isLate || board.summary?.brief) return { sentence: "Searching\u2026" };
    const { replay } = board, order = this.orders[this.boards.indexOf(board)], { cols } = this.map;
    if (!replay?.log || !order)
      return { sentence: replay ? COARSE : board.summary ? "This search has no recording to explain." : "Searching\u2026" };
    if (board.account?.log !== replay.log || board.account.order !== order) {
      const of = (node) => `(${Math.floor(node / cols)}, ${node % cols})`;
      board.account = new StepAccount(replay.log, replay.state.length, order, { of, one: "cell", many: "cells" }, board.path.at(-1) ?? -1);
    }
    return board.account.at(step);
  }

  #overlayAt(board, step) {
    const { replay, summary, end, isLate } = board;
    if (isLate && !this.busy) return {};
    if (summary?.brief) {
      if (this.transport.isAtEnd) return end;
      if (performance.now() - board.since >= LATE) return {};
    }
    return replay ? searchAt(replay, step, board.path) : { state: board.last, path: board.path };
  }

  isShown(name) {
    const [kind, choice] = name.split(":");
    const { mapLayers } = this;
    if (kind === "structure" || kind === "field") return mapLayers.shows(kind, choice);
    const others = {
      searches: () => !this.frames, frames: () => Boolean(this.frames), selected: () => this.selected >= 0,
      walls: () => this.map?.costs.includes(0), costs: () => this.map?.costs.some((cost) => cost > 1),
    };
    return name in others ? others[name]() : super.isShown(name);
  }

  describe(cell) {
    if (this.boards.some(({ isLate }) => isLate)) return `${this.placeOf(cell)}  ·  ${SEARCHING}`;
    if (this.frames?.run)
      return [this.placeOf(cell), ...this.frames.describe(cell, Math.floor(this.transport.at))].join("  ·  ");
    const names = distinctNames(this.boards.map(({ title }) => title.textContent));
    const known = this.boards.map(({ replay, summary }, i) => {
      if (!replay || !summary || summary.brief) return "";
      if (replay.state[cell] === 0) return `${names[i]}: not seen`;
      return `${names[i]}: ${nodeText(replay, cell, this.map.cols)}`;
    }).filter(Boolean);
    return [this.placeOf(cell), ...known, ...this.mapLayers.describe(cell, this.map.cols)].join("  ·  ");
  }

  /** The line about the map is part of a picture. */
  get pictures() {
    const [first, ...others] = super.pictures, { text } = this.mapLayers;
    if (!text || this.frames) return [first, ...others];
    return [{ ...first, caption: { textContent: `${first.caption.textContent}. ${text}` } }, ...others];
  }

  fix() {
    super.fix();
    this.mapLayers.fix();
  }

  save(...kinds) {
    this.#tellResults(true);
    return super.save(...kinds);
  }
}

/** The number of expansions of a search, also before they can be played. */
function stepsOf({ summary, replay }) {
  return summary?.brief ? summary.expanded ?? 0 : replay?.steps ?? 0;
}
