// The common base of pages with boards: canvases in a grid, one map for all of them, the connection
// to the server, and its recovery.

import { drawingHands } from "./drawing.js";
import { GridView } from "./grid_view.js";
import { setLecture } from "./lecture.js";
import { boardFrame, element, notice, say, setText, toggle, voice, WIDE } from "./parts.js";
import { Scene } from "./scene.js";
import { StepDock } from "./step_dock.js";
import { moveFields } from "./move_tools.js";
import { lendColours } from "./palette.js";
import { Painter } from "./painter.js";
import { costText } from "./search_overlay.js";
import { extentOf } from "./tiles.js";
import { TOUCH } from "./touch.js";
import { ToolBar } from "./tool_bar.js";
import { Connection, inAddress } from "./socket.js";
import { Tape } from "./tape.js";
import { settingsOf } from "./view_settings.js";
import { viewOf, viewText } from "./view_state.js";
import { unpack } from "../wire/unpack.js";

const NARROW = 640;
export const GAP = 12, FRAME = 2; // pixels: the gap and the frame are as in lab.css
const LEAST = 160; // pixels: no board is lower
const NO_ROOM = `The cells are too small for numbers: zoom in with ${TOUCH ? "two fingers" : "the wheel or +"}, ` +
  "show fewer boards, or make a smaller map.";
const LOOK = TOUCH ? "Tap the board to read about it." : "Point at the board to read about it. Space plays, and arrow keys step.";
const EDITS = /^[a-zA-Z1-9]$|^ctrl|^Delete$|^\.\.\.$/; // keys that a page in a file does not have
const STACKED = 1.1; // how much larger cells must be for boards one above the other

export class Boards {
  /** page: its name, which is also its socket's; layers: [[name, key, what it shows]]. */
  constructor(root, page, session, layers, shown) {
    this.root = root;
    root.classList.add("stage");
    this.boards = []; // {frame, title, caption, view, ...}
    this.tool = null; // what the pointer does, one of TOOLS
    this.map = null; // as a GridView has it
    this.lines = 0; // pixels of a board's words
    this.busy = false; // a stroke is in progress: the map in the page is the newest
    this.pointed = -1; // the last cell under pointer or keyboard
    this.selected = -1; // the cell whose g and h are drawn as lines
    this.hasEnds = true; // whether the map has a start and a goal
    this.layered = false; // whether tools paint other layers of the map too
    this.layers = Object.fromEntries(shown.map((name) => [name, true]));
    this.layerTable = layers;
    this.usualLayers = shown;
    this.dockKey = "i"; // explains the step, on pages that have something to explain
    this.page = page;
    this.session = session;
    this.isFixed = false; // whether there is no server: the boards can only be looked at
    this.isLive = false; // whether a run is made as it is watched, and cannot be gone back in
    this.tape = new Tape((message) => this.tapeKey(message));
    this.scene = new Scene(this);
    this.#build(layers);
  }

  /** Called after the constructor: builds the page, then connects. */
  begin(connect = (handlers) => new Connection(`/lab/ws/${this.page}/${this.session}`, `asterion-${this.page}`, handlers)) {
    this.build();
    this.freshView = settingsOf(this);
    const { root } = this;
    this.connection = connect({
      onOpen: () => this.#onOpen(),
      onText: (message, text) => this.#onMessage(message, text),
      onBytes: (buffer) => this.#take(unpack(buffer), buffer),
      onState: (state) => this.#connectionState(state),
    });
    this.observer = new ResizeObserver((all) => {
      this.layout(all.every(({ target }) => target.matches(".caption")));
    });
    this.observer.observe(root);
    this.playback = new ResizeObserver(([{ target }]) =>
      document.documentElement.style.setProperty("--playback", `${target.offsetHeight}px`));
    const bar = root.querySelector(":scope > :is(.transport, .game-browser)");
    if (bar) this.playback.observe(bar);
    this.observer.observe(this.grid); // a bar beside it may have become a line higher
    lendColours();
    this.theme = new MutationObserver(() => {
      lendColours();
      this.tools?.paint();
      this.redraw();
    });
    this.theme.observe(document.body, { attributes: true, attributeFilter: ["class"] });
    this.onAddress = () => {
      if (inAddress("s")) location.reload();
      else this.#askForScene();
    };
    window.addEventListener("hashchange", this.onAddress);
    this.onDrawer = () => this.fitLegend();
    document.addEventListener("toggle", this.onDrawer, true); // it may have come after the boards
    window.asterionBoards = this; // for the console, and for tests
  }

  close() {
    this.connection.close();
    window.removeEventListener("hashchange", this.onAddress);
    document.removeEventListener("toggle", this.onDrawer, true);
    this.shortcuts?.close();
    this.observer.disconnect();
    this.playback.disconnect();
    this.theme.disconnect();
  }

  #build(layers) {
    this.status = element("div", { class: "connection-state", hidden: true });
    this.grid = element("div", "boards");
    this.hoverText = element("div", "hover-text");
    this.layerBar = element("div", { class: "layer-bar", role: "group", label: "Layers" });
    this.switches = {};
    for (const [name, key, title] of layers) {
      this.switches[name] = toggle(name, `${title} (${key})`, Boolean(this.layers[name]), (on) => {
        this.layers[name] = on;
        this.redraw();
        this.fitLegend();
        this.onLayer(name, on);
        if (name === "numbers" && this.#fitNumbers()) notice(NO_ROOM);
      });
      this.layerBar.append(this.switches[name]);
    }
    this.root.append(element("h2", "unseen", "Boards"), this.status, this.grid, this.hoverText, voice());
  }

  /** The legend lists what is on the boards. */
  fitLegend() {
    for (const sign of document.querySelectorAll(".legend [data-when]"))
      sign.hidden = !sign.dataset.when.split(" ").every((name) => this.isShown(name));
  }

  /** Called when a layer was switched. */
  onLayer(_name, _isOn) {}

  /** Whether a layer is on; a page knows other things that its legend names. */
  isShown(name) {
    return this.hasLayer(name);
  }

  /** A switch says when its numbers have no room yet and come with zoom; returns whether they wait. */
  #fitNumbers() {
    const made = this.switches.numbers, view = this.boards[0]?.view;
    if (!made || !view) return false;
    const waits = Boolean(this.layers.numbers) && !view.hasRoomForNumbers;
    made.classList.toggle("waits", waits);
    setText(made, waits ? "numbers: zoom in" : "numbers");
    made.title = waits ? NO_ROOM : made.dataset.title;
    return waits;
  }

  /** The keys of all pages with boards, for a table of shortcuts; what: what a link leads to. */
  sharedKeys(what = "set-up") {
    return [
      ...this.layerTable.map(([name, key]) => [[key], `layer: ${name}`, () => this.switches[name].click()]),
      [["l"], `copy a link to this ${what}`, () => this.share()],
      [["q"], "the Python of what is shown", () => document.querySelector(".lab-python-button")?.click()],
      [["L"], "lecture mode; Escape leaves it", () => setLecture(true)],
      [["?"], "this sheet", () => this.shortcuts.help()],
    ];
  }

  /** The bar above the boards: tools, as in tool_bar.js, and the layers at its end. */
  buildTools(tools) {
    const ask = (type) => () => this.connection.send({ type });
    const fields = tools?.link && moveFields();
    this.tools = new ToolBar({
      choose: (does) => {
        this.tool = does;
        fields?.show(does.kind);
        for (const { view } of this.boards) view.side = null;
        this.fitTouch();
      },
      undo: ask("undo"), redo: ask("redo"), clear: ask("clear"),
      zoom: (factor) => this.boards[0]?.view.zoomBy(factor),
      whole: () => this.boards[0]?.view.resetZoom(),
    }, tools);
    this.tools.root.append(...(fields ? [fields.root] : []), this.layerBar);
    this.grid.before(this.tools.root);
  }

  /** Whether the tool acts on the one cell that is clicked: then the page's click(cell) is called. */
  get clicks() {
    return false;
  }

  /** Whether the page does something else than to move the start or the goal of the map. */
  takesEnd(_end, _cell) {
    return false;
  }

  /** With the hand, or a tool that clicks, a finger on the whole map scrolls the page. */
  fitTouch() {
    const scrolls = this.tool?.kind === "hand" || this.clicks;
    for (const { view } of this.boards)
      view.canvas.style.touchAction = scrolls && view.zoom === 1 ? "pan-x pan-y" : "none";
  }

  #connectionState(state) {
    this.status.hidden = state !== "lost";
    this.status.textContent = "The lab does not answer. Reconnecting; the set-up is kept in this tab, " +
      "but what needs the lab does nothing until it answers.";
    if (state === "restarted")
      notice("The lab was restarted. Your set-up was restored from this tab.");
  }

  /** Other facts about a drawing that the server must know, such as its time. */
  drawnAt(_message) {
    return {};
  }

  // --- Scenes

  /** Called when there is a connection, also again after a break. */
  onConnected() {}

  #onOpen() {
    this.onConnected();
    if (this.wasOpen) return; // after a break the set-up is there, or comes from this tab
    this.wasOpen = true;
    if (inAddress("s") && inAddress("view")) this.scene.takeLink(viewOf(inAddress("view"), this.layerNames));
    this.#askForScene();
  }

  /** Asks the server for the scene named in the address. */
  #askForScene() {
    const name = inAddress("scene");
    if (name) this.scene.open(name);
  }

  /** The view of a scene or a link that is yet to be shown; null without one. */
  get sceneView() {
    return this.scene.view;
  }

  /** Shows the view of a link, as view_state.js has it. */
  showView({ layers, pane, speed, zoom, race, explained, structure, field, ...moment }) {
    if (structure) this.setStructure?.(structure);
    if (field) this.setField?.(field);
    if (layers) for (const name of this.layerNames) this.setLayer(name, layers.includes(name));
    if (pane < this.views?.count) this.views.choose(pane);
    if (speed) this.pace?.set(speed);
    if (race) this.setRace?.(race);
    if (explained && !this.dock?.isOpen) this.dock?.toggle();
    if (zoom) this.boards[0]?.view.focusOn?.(zoom);
    this.showMoment(moment);
  }

  /** Shows the moment of a view: a `step`, a share `at` of all, or `play` from the beginning. */
  showMoment(moment) {
    this.transport?.showAt(moment);
  }

  get toolName() {
    return this.tools?.name;
  }

  chooseTool(name) {
    this.tools.choose(name);
  }

  /** The layers that scenes and links switch. */
  get layerNames() {
    return Object.keys(this.switches);
  }

  hasLayer(name) {
    return this.switches[name].getAttribute("aria-pressed") === "true";
  }

  setLayer(name, on) {
    this.switches[name].set(on);
  }

  /** The number of the moment that is shown; none on pages that cannot return to it. */
  get shownStep() {
    return this.transport && Math.floor(this.transport.at);
  }

  /** The speed of what is played. */
  get pace() {
    return this.transport?.speed ?? this.speed;
  }

  /** What is shown, for a link. */
  get shownView() {
    const names = this.layerNames, layers = names.filter((name) => this.hasLayer(name));
    const isUsual = names.every((name) => layers.includes(name) === this.usualLayers.includes(name));
    return {
      step: this.shownStep, speed: this.pace?.factor, zoom: this.boards[0]?.view.focus, pane: this.views?.at,
      race: this.raceBy, explained: this.dock?.isOpen, layers: isUsual ? undefined : layers,
      structure: this.structure, field: this.field,
    };
  }

  /** Takes a message about the boards, and the data that it came as. */
  #take(message, data) {
    this.tape.take(message, data);
    this.onMessage(message);
  }

  #onMessage(message, text) {
    if (message.type === "done" && this.connection.settled) {
      this.scene.settle();
      this.fitLegend();
    }
    if (message.type === "view") {
      // Later edits are not part of a scene; the story begins its scene again when the page is loaded again.
      if (!message.story) history.replaceState(null, "", location.pathname);
      this.scene.take(message);
    } else if (message.type === "left") {
      this.scene.leave(false);
    } else if (message.type === "error") {
      notice(message.text, "error", "refused"); // of several impossible clicks, the last one counts
      this.busy = false;
      if (this.connection.lastType !== "again") this.connection.send({ type: "again" }); // or it would ask for ever
    } else if (message.type === "link") {
      this.link = message.link;
      this.connection.keep(message.link);
      if (location.hash.startsWith("#s=")) history.replaceState(null, "", location.pathname);
    } else if (message.type !== "welcome") {
      this.#take(message, text);
    }
  }

  // --- Boards

  makeView(canvas) {
    return new GridView(canvas);
  }

  makeBoard(index) {
    const { frame, title, canvas, caption } = boardFrame(index, "application");
    this.grid.append(frame);
    this.observer.observe(caption); // it may become a line higher
    const view = this.makeView(canvas);
    view.layers = this.layers;
    view.map = this.map;
    view.selected = this.selected;
    view.onScroll = () => {
      this.scrollTogether(view);
      this.fitTouch();
      this.#fitNumbers();
    };
    new Painter(view, drawingHands({
      hasEnds: this.hasEnds,
      layered: this.layered,
      isFixed: this.isFixed,
      map: () => this.map,
      tool: () => this.tool,
      send: (message) => {
        const isDrawn = ["paint", "move"].includes(message.type);
        this.connection.send(isDrawn ? { ...message, ...this.drawnAt(message) } : message);
      },
      clicks: () => this.clicks,
      click: (cell) => this.click(cell),
      takes: (end, cell) => this.takesEnd(end, cell),
      redraw: (cells) => this.redraw(cells),
      setBusy: (isBusy) => {
        this.busy = isBusy;
      },
      hover: (cell) => this.#hover(cell),
      select: (cell) => this.select(cell),
      cursor: (cell) => {
        this.#hover(cell);
        say(this.describe(cell));
      },
    }));
    return { frame, title, caption, view };
  }

  /** The algorithm of each board, as about.py explains it; null for none. */
  setAbout(abouts) {
    const dock = this.explains();
    dock.keep(this.boards.map((board, i) => {
      board.about ??= dock.add(board.frame);
      board.about.show(abouts[i]);
      return board.about;
    }));
  }

  /** The dock beside the boards that explains a step; it is made when a page first asks for it. */
  explains() {
    if (!this.dock) {
      this.dock = new StepDock(this.dockKey, () => this.layout());
      const row = element("div", "board-row");
      this.grid.replaceWith(row);
      row.append(this.grid, this.dock.root);
    }
    return this.dock;
  }

  /** The key that opens and closes the dock, in a table of shortcuts. */
  dockKeys() {
    return [[[this.dockKey], "explain the step beside the boards", () => this.dock?.toggle()]];
  }

  /** Makes one board per title, and removes extra ones. */
  setTitles(titles) {
    while (this.boards.length > titles.length) this.boards.pop().frame.remove();
    while (this.boards.length < titles.length) this.boards.push(this.makeBoard(this.boards.length));
    titles.forEach((title, i) => {
      this.boards[i].title.textContent = title;
      this.boards[i].view.canvas.setAttribute("aria-label", `Map: ${title}`);
    });
    this.fitTouch();
    this.layout();
  }

  /** Draws all boards; cells: the only ones that have changed. */
  redraw(cells = null) {
    for (const { view } of this.boards) {
      if (cells) view.drawCells(cells);
      else view.draw();
    }
  }

  /** All boards show the same part of the map. */
  scrollTogether(view) {
    for (const each of this.boards) if (each.view !== view) each.view.scrollAs(view);
  }

  /**
   * As many boards in a row as make the cells largest; one in a narrow window. onlyWords: only the
   * words below a board have changed. Then boards do not grow: the words could take their gain
   * back.
   */
  layout(onlyWords = false) {
    const count = this.boards.length;
    const width = this.grid.clientWidth;
    if (!this.map || !count || !width) return;
    const [across, down] = extentOf(this.map);
    const now = Math.max(...this.boards.map(wordsOf)); // the lines above and below a board
    const words = this.lines = onlyWords ? Math.max(this.lines, now) : now;
    const free = WIDE.matches ? this.grid.clientHeight : heightInPage(this.map, width, words);
    const rooms = Array.from({ length: width < NARROW ? 1 : count }, (_, i) => {
      const columns = i + 1, rows = WIDE.matches ? Math.ceil(count / columns) : 1;
      const room = {
        columns, width: (width - GAP * (columns - 1)) / columns - FRAME,
        height: (free - GAP * (rows - 1)) / rows - words - FRAME,
      };
      room.cell = Math.min(room.width / across, room.height / down);
      return room;
    }).filter(({ columns }) => !leavesHoles(count, columns));
    const best = rooms.reduce((a, b) => (b.cell * STACKED >= a.cell ? b : a));
    this.grid.style.gridTemplateColumns = `repeat(${best.columns}, minmax(0, 1fr))`;
    for (const { view } of this.boards) view.resize(best.width, Math.max(LEAST, best.height));
    this.#fitNumbers();
  }

  #hover(cell) {
    for (const { view } of this.boards) {
      view.hover = cell;
      view.drawMoment();
    }
    if (cell >= 0) this.pointed = cell; // the words stay when the pointer goes to a button
    this.tellCell();
  }

  /** Selects a cell of searches whose g and h are known, or no cell any more. */
  select(cell) {
    if (!this.boards.some(({ view }) => view.overlay.g)) return;
    this.selected = cell === this.selected ? -1 : cell;
    for (const { view } of this.boards) {
      view.selected = this.selected;
      view.drawMoment();
    }
    this.pointed = cell;
    this.tellCell();
    say(`${this.selected < 0 ? "not selected" : "selected"}: ${this.describe(cell)}`);
    this.fitLegend();
  }

  /** Everything known of the last pointed cell, at the moment that is shown. */
  tellCell() {
    const isThere = this.pointed >= 0 && this.pointed < (this.map?.costs.length ?? 0);
    setText(this.hoverText, isThere ? this.describe(this.pointed) : this.hint);
  }

  /** "(3, 4) costs 1": the cell and its cost. */
  placeOf(cell) {
    return costText(this.map, cell);
  }

  // --- Pages in files

  set hint(words) {
    this.ownHint = words;
  }

  get hint() {
    return this.isFixed ? LOOK : this.ownHint;
  }

  /** Which earlier message a message replaces on the tape: see Tape. */
  tapeKey({ type, board = "" }) {
    return type === "done" ? null : `${type} ${board}`;
  }

  /** What a page in a file shows at first: without a step it plays. */
  get filedView() {
    return { ...this.shownView, step: undefined };
  }

  /** Drops what needs a server. */
  fix() {
    if (this.tools) this.tools.choose("hand");
    if (this.transport) Object.assign(this.transport, { live: null, isOver: true });
    const { table } = this.shortcuts;
    this.shortcuts.table = table.filter(([keys, text]) => text?.startsWith("layer: ") || !keys.some((key) => EDITS.test(key)));
    this.shortcuts.more = [];
    setText(this.hoverText, LOOK);
  }

  // --- Pictures and films

  /** The boards as parts of a picture, for picture.js. */
  get pictures() {
    return this.boards.map(({ title, caption, view }) => ({
      title, caption, element: view.canvas, scale: 1 / (window.devicePixelRatio || 1),
      paint: (context) => view.paintOn(context),
    }));
  }

  /** The run, for film.js. */
  get reel() {
    const { steps, at, rate } = this.transport;
    return { steps, at: Math.floor(at), seconds: steps / rate, seek: (step) => this.transport.seek(step) };
  }

  /** Stops what is played, so that a film can show it step by step. */
  stop() {
    this.transport?.pause();
  }

  // --- Called by controls of the page

  async save(kind) {
    const { saveAs } = await import("./save.js");
    await saveAs(this, kind);
  }

  async share() {
    if (!this.link) return;
    const view = viewText(this.shownView);
    const address = `${location.origin}${location.pathname}#s=${this.link}${view && `&view=${view}`}`;
    history.replaceState(null, "", address);
    try {
      await navigator.clipboard.writeText(address);
      notice("The link is on the clipboard. It holds the set-up and what is shown of it.");
    } catch {
      notice("The link is in the address bar. It holds the set-up and what is shown of it.");
    }
  }
}

/** Whether fewer boards per row need no more rows: four boards are two and two, not three and one. */
function leavesHoles(count, columns) {
  return columns > 1 && Math.ceil(count / (columns - 1)) === Math.ceil(count / columns);
}

/** The height of a board's words. */
function wordsOf({ frame, view }) {
  return [...frame.children].filter((each) => each !== view.canvas && !each.matches(".board-over, .about-button"))
    .reduce((sum, each) => sum + each.offsetHeight, 0) + 8; // and the gaps between them
}

/** A board in a page that scrolls: as high as the map, but never more than most of the window. */
function heightInPage(map, width, words) {
  const [across, down] = extentOf(map);
  return Math.min(0.62 * window.innerHeight, width * down / across) + words;
}

/** Keys that a focused board takes, for the help sheet. */
export const BOARD_KEYS = [
  [["Tab"], "to the next board or control"],
  [["Arrows", "Enter", "Delete"], "on a board: move the cursor, paint and erase; with the hand, select a cell for its g and h"],
  [["s", "g"], "on a board: move start or goal to the cursor"],
];
