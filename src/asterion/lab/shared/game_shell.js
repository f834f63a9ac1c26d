// What the pages of games share: the board in the middle, under it the browser of states, beside it
// what a player thinks and the log. The server sends the whole game: any state of it is shown
// without asking.

import { Boards } from "./boards.js";
import { button, element, setText, wordButton } from "./parts.js";
import { Shortcuts } from "./shortcuts.js";

const SLOWEST = 0.5, FASTEST = 50; // moves a second

export class GameShell extends Boards {
  /** words: {place(at, last), reset, resetHelp, resetKey}: what the browser of states says */
  constructor(root, page, session, layers, words) {
    super(root, page, session, layers, layers.map(([name]) => name));
    this.words = words;
    this.at = 0; // the number of the state that is shown
    this.pace = 0; // moves a second, as the server says
  }

  /** Whether the page shows the result of all its messages, and no computer is to move. */
  ready() {
    if (!this.connection.settled || !this.game) return false;
    return !this.game.playing || this.game.positions[this.last].waits !== "computer";
  }

  // --- For a game to override

  /** Puts the board into `field`. */
  buildBoard(_field) {}

  /** Shows a position on the board. */
  drawBoard(_position) {}

  /** Rows of keys, as Shortcuts takes them: [before the shared ones, after them, help only]. */
  gameKeys() {
    return [[], [], []];
  }

  /** The pointer has entered a row of the thoughts, or left it. */
  pointAt(_row, _isPointed) {}

  // --- Parts

  build() {
    this.grid.classList.add("game-page", `${this.page}-page`);
    const frame = element("section", "board");
    this.state = element("h3", "game-status");
    this.state.setAttribute("aria-live", "polite");
    this.field = element("div", "game-field");
    frame.append(this.state, this.field, this.hoverText);
    this.beside = element("section", "game-beside");
    this.thoughts = element("div", "game-thoughts");
    this.log = element("ol", "game-log");
    this.log.setAttribute("aria-label", "Log");
    this.beside.append(this.thoughts, this.log);
    this.grid.append(frame, this.beside);
    this.browser = this.#browser();
    frame.append(this.browser);
    this.root.append(this.layerBar);
    this.buildBoard(this.field);
    const [before, after, more] = this.gameKeys();
    this.shortcuts = new Shortcuts([...before, ...this.#keys(), ...after, ...this.layerKeys(this.layerTable),
      [["l"], "copy a link to this game", () => this.share()],
      [["?"], "this sheet", () => this.shortcuts.help()]], more);
  }

  #browser() {
    const browser = element("div", "game-browser");
    browser.setAttribute("role", "group");
    browser.setAttribute("aria-label", "History");
    this.facts = element("dl", "game-facts");
    const bar = element("div", "transport");
    this.playButton = button("Play (space)", "play_arrow", () => this.toggle());
    this.playButton.classList.add("play");
    this.slider = range("Position in the game", 0, 0);
    this.slider.classList.add("scrub");
    this.slider.addEventListener("input", () => this.seek(Number(this.slider.value)));
    this.place = element("output", "place");
    this.paceSlider = range("Speed", 0, 100);
    this.paceSlider.title = "Speed of the computers ([ and ])";
    this.paceSlider.addEventListener("input", () => this.#setPace(fromSlider(this.paceSlider.value)));
    this.paceLabel = element("output", "speed");
    this.onButton = wordButton("Continue from here", "Drops what came later; undo restores it (p)",
      () => this.playOn());
    this.resetButton = wordButton(this.words.reset, this.words.resetHelp, () => this.reset());
    bar.append(
      button("To the beginning (Home)", "skip_previous", () => this.seek(0)),
      button("One move back (←)", "navigate_before", () => this.seek(this.at - 1)),
      this.playButton,
      button("One move forward (→)", "navigate_next", () => this.forward()),
      button("To the end (End)", "skip_next", () => this.seek(this.last)),
      this.slider, this.place, this.paceSlider, this.paceLabel,
    );
    const top = element("div", "game-browser-top");
    top.append(this.facts, this.onButton, this.resetButton);
    browser.append(top, bar);
    return browser;
  }

  #keys() {
    return [
      [["space"], "start or pause the computers", () => this.toggle()],
      [["ArrowRight"], "one move forward", () => this.forward()],
      [["ArrowLeft"], "one move back", () => this.seek(this.at - 1)],
      [["Home"], "to the beginning", () => this.seek(0)],
      [["End"], "to the end", () => this.seek(this.last)],
      [["]"], "faster", () => this.#setPace(this.pace * 1.5)],
      [["["], "slower", () => this.#setPace(this.pace / 1.5)],
      [["p"], "continue from here", () => this.playOn()],
      [["n"], this.words.resetKey, () => this.reset()],
      [["ctrl+z", "u"], "undo", () => this.connection.send({ type: "undo" })],
      [["ctrl+y", "r"], "redo", () => this.connection.send({ type: "redo" })],
    ];
  }

  showView({ play }) {
    this.seek(this.last);
    if (play && !this.game.playing) this.toggle();
  }

  // --- Input

  toggle() {
    if (this.hasComputer) this.connection.send({ type: "toggle" });
  }

  playOn() {
    if (this.at < this.last) this.connection.send({ type: "on", at: this.at });
  }

  reset() {
    this.connection.send({ type: "new", swapped: false });
  }

  /** The next state; at the last one, the next move of a computer. */
  forward() {
    if (this.at < this.last) this.seek(this.at + 1);
    else this.connection.send({ type: "step" });
  }

  seek(at) {
    this.at = Math.max(0, Math.min(at, this.last));
    this.redraw();
  }

  #setPace(pace) {
    const value = Math.min(FASTEST, Math.max(SLOWEST, pace));
    this.#showPace(value);
    this.connection.send({ type: "pace", value });
  }

  #showPace(pace) {
    this.pace = pace;
    this.paceSlider.value = toSlider(pace);
    this.paceLabel.textContent = `${pace < 10 ? pace.toFixed(1) : Math.round(pace)} / s`;
  }

  // --- Messages from the server

  onMessage(message) {
    if (message.type !== "game") return;
    const before = this.game?.log ?? [];
    const followed = this.at === this.last;
    this.game = this.read(message);
    this.#showPace(message.pace);
    // An earlier state stays shown, unless the game is another one.
    const goesOn = before.every((line, i) => message.log[i]?.text === line.text);
    this.seek(followed || !goesOn ? this.last : this.at);
  }

  /** The game of a message, unpacked. */
  read(message) {
    return message;
  }

  get last() {
    return Math.max(0, (this.game?.positions.length ?? 0) - 1);
  }

  get position() {
    return this.game?.positions[this.at];
  }

  get hasComputer() {
    return Boolean(this.game?.computers);
  }

  // --- Drawing

  layout() {} // the style sheet does it, unless a game draws on the canvas

  redraw() {
    if (!this.game) return;
    const { playing } = this.game;
    const past = this.at < this.last;
    const { status, facts, thoughts } = this.position;
    setText(this.state, past ? `Earlier position. ${status}` : status);
    this.facts.replaceChildren(...(facts ?? []).map(fact));
    this.drawThoughts(thoughts);
    this.#drawLog(this.game.log);
    this.slider.max = this.last;
    this.slider.value = this.at;
    this.place.textContent = this.words.place(this.at, this.last);
    this.playButton.icon(playing ? "pause" : "play_arrow");
    const label = playing ? "Pause the computers (space)" : "Start the computers (space)";
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
    for (const part of [this.playButton, this.paceSlider, this.paceLabel]) part.hidden = !this.hasComputer;
    this.onButton.hidden = !past;
    this.drawBoard(this.position);
  }

  /** A table of what a player weighs: {title, note, head, rows: [{cells, best, current}]}. */
  drawThoughts(thoughts) {
    this.thoughts.replaceChildren();
    if (this.layers.costs === false || !thoughts) return;
    const title = element("h3", "", thoughts.title);
    const table = element("table");
    table.createTHead().insertRow().append(...thoughts.head.map((name) => {
      const cell = element("th", "", name);
      cell.scope = "col";
      return cell;
    }));
    const body = table.createTBody();
    for (const each of thoughts.rows) {
      const row = body.insertRow();
      row.classList.toggle("best", Boolean(each.best));
      for (const text of each.cells) row.insertCell().textContent = text;
      row.addEventListener("pointerenter", () => this.pointAt(each, true));
      row.addEventListener("pointerleave", () => this.pointAt(each, false));
    }
    this.thoughts.append(title);
    if (thoughts.note) this.thoughts.append(element("p", "caption", thoughts.note));
    this.thoughts.append(table);
    keepInSight(this.thoughts, body.querySelector(".best"));
  }

  #drawLog(lines) {
    while (this.log.children.length > lines.length) this.log.lastChild.remove();
    const current = lines.findLastIndex((line) => line.at <= this.at);
    lines.forEach(({ text, title }, i) => {
      if (!this.log.children[i]) {
        const item = element("li");
        item.append(wordButton("", "", () => this.seek(this.game.log[i].at)));
        this.log.append(item);
      }
      const made = this.log.children[i].firstChild;
      setText(made, text);
      made.title = title ?? "";
      made.classList.toggle("later", i > current);
      if (i === current && this.at > 0) made.setAttribute("aria-current", "step");
      else made.removeAttribute("aria-current");
    });
    keepInSight(this.log, this.log.children[current]);
  }
}

/** Scrolls a list until a line of it is visible; the page does not scroll. */
function keepInSight(list, line) {
  if (!line || list.scrollHeight <= list.clientHeight) return;
  const room = list.getBoundingClientRect(), box = line.getBoundingClientRect();
  if (box.top < room.top) list.scrollTop -= room.top - box.top;
  else if (box.bottom > room.bottom) list.scrollTop += box.bottom - room.bottom;
}

function fact([name, value]) {
  const pair = element("div");
  pair.append(element("dt", "", name), element("dd", "", value));
  return pair;
}

function range(label, least, most) {
  const slider = element("input");
  Object.assign(slider, { type: "range", min: least, max: most, step: 1 });
  slider.setAttribute("aria-label", label);
  return slider;
}

function fromSlider(value) {
  return SLOWEST * (FASTEST / SLOWEST) ** (value / 100);
}

function toSlider(pace) {
  return Math.round(100 * Math.log(pace / SLOWEST) / Math.log(FASTEST / SLOWEST));
}
