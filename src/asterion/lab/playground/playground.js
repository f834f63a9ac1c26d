// The boards of the playground: one map, up to four searches of it side by side, one place in time.

import { BOARD_KEYS, Boards } from "../shared/boards.js";
import { download, say } from "../shared/parts.js";
import { pictureOf } from "../shared/picture.js";
import { Replay } from "../shared/replay.js";
import { searchAt, nodeText } from "../shared/search_overlay.js";
import { MAP, readMap, readResult, RESULT } from "../wire/results.js";
import { Shortcuts } from "../shared/shortcuts.js";
import { Transport } from "../shared/transport.js";

const LAYERS = [
  ["open", "o", "Cells that were found and not yet expanded"],
  ["closed", "c", "Cells that were expanded"],
  ["path", "p", "The path, or the branch of the last cell expanded"],
  ["tree", "t", "From each cell to the one it was reached from"],
  ["heuristic", "h", "The estimate of what remains, as a colour"],
  ["numbers", "v", "g and f above, h and the learned h below, where cells are large enough"],
];

export class Playground extends Boards {
  constructor(root, session) {
    super(root, "playground", session, LAYERS, ["open", "closed", "path"]);
    this.first = true;
  }

  /** Whether all boards show the result of the last edit. */
  ready() {
    return !this.busy && this.connection.settled && this.boards.length > 0 &&
      this.boards.every((board) => board.summary);
  }

  build() {
    this.hint = "Point at a cell to see what the searches know of it.";
    this.tellCell();
    this.buildTools();
    this.transport = new Transport(this.root, "expansions", (step) => this.#show(step));
    this.shortcuts = new Shortcuts([
      [["space"], "play or pause", () => this.transport.toggle()],
      [["ArrowRight"], "one expansion forward", () => this.transport.stepBy(1)],
      [["ArrowLeft"], "one expansion back", () => this.transport.stepBy(-1)],
      [["Home"], "to the beginning", () => this.transport.seek(0)],
      [["End"], "to the end", () => this.transport.seek(this.transport.steps)],
      [["]"], "faster", () => this.transport.faster(1.6)],
      [["["], "slower", () => this.transport.faster(1 / 1.6)],
      ...this.tools.keys(),
      ...this.layerKeys(LAYERS),
      [["l"], "copy a link to this set-up", () => this.share()],
      [["e"], "save the boards as a picture", () => this.savePicture()],
      [["?"], "this sheet", () => this.shortcuts.help()],
    ], BOARD_KEYS);
  }

  // --- Messages from the server

  onMessage(message) {
    if (message.type !== "boards" || message.titles.join("\n") === this.titles) return;
    this.titles = message.titles.join("\n");
    this.setTitles(message.titles);
    this.setAbout(message.about);
    this.boards.forEach((board) => {
      board.summary = null;
      board.version = null;
    });
  }

  onData(data) {
    const kind = data.getUint8(0);
    if (kind === MAP && !this.busy) this.#takeMap(readMap(data));
    else if (kind === RESULT && this.map) this.#takeResult(readResult(data, this.map));
  }

  #takeMap(map) {
    const resized = map.rows !== this.map?.rows || map.cols !== this.map?.cols;
    this.map = map;
    for (const board of this.boards) {
      board.view.map = map;
      if (!resized) continue;
      board.view.overlay = {};
      board.view.zoom = 1;
      board.replay = null;
      board.path = [];
      board.last = null;
    }
    if (resized) this.layout();
    else this.redraw();
  }

  #takeResult({ board: index, version, summary, log, path, state }) {
    const board = this.boards[index];
    if (!board) return;
    board.summary = summary;
    board.version = version;
    board.caption.textContent = summary.caption;
    board.caption.classList.toggle("bad", summary.status !== "found");
    // A search in a stroke has only its end: before the end, the last whole search stays on the board.
    if (summary.brief && !this.transport.isAtEnd) return;
    board.path = path;
    board.last = state;
    board.replay = log ? new Replay(log, this.map.rows * this.map.cols) : null;
    if (!this.boards.every((each) => each.summary)) return;
    if (summary.brief) this.#show(this.transport.steps);
    else if (this.boards.every((each) => each.version === version)) this.#settle();
  }

  /** All boards have the whole search of one map: as many steps as the longest of them. */
  #settle() {
    const steps = Math.max(0, ...this.boards.map((board) => board.replay?.steps ?? 0));
    this.transport.setSteps(steps);
    say(this.boards.map(({ summary }) => `${summary.title}: ${summary.caption}`).join("; "));
    if (!this.first || steps === 0) return;
    this.first = false;
    if (!this.sceneView) this.transport.replay();
  }

  showView(view) {
    super.showView(view);
    this.transport.showAt(view);
  }

  // --- Showing

  #show(step) {
    for (const board of this.boards) {
      board.view.overlay = board.replay
        ? searchAt(board.replay, step, board.path)
        : { state: board.last, path: board.path };
      board.about?.light(board.replay?.deeds ?? new Set());
      board.view.draw();
    }
    this.tellCell();
  }

  describe(cell) {
    const known = this.boards.filter(({ replay }) => replay).map(({ replay, summary }) => {
      if (replay.state[cell] === 0) return `${summary.name}: not seen`;
      return `${summary.name}: ${nodeText(replay, cell, this.map.cols)}`;
    });
    return [this.placeOf(cell), ...known].join("  ·  ");
  }

  savePicture() {
    pictureOf(this.boards).toBlob((blob) => download("searches.png", blob));
  }
}
