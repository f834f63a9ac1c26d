// The common shell of game pages: the board, beside it the status, a player's thoughts and the log,
// below them the browser of states. The server sends the whole game: any state of it is shown
// without asking.

import { Boards } from "../board/boards.js";
import { button, element, headings, keepInSight, range, setText, STILL, wordButton } from "../board/parts.js";
import { Shortcuts } from "../board/shortcuts.js";
import { Speed } from "../board/speed.js";

const MOST_PIPS = 12;
// As in the style sheets of games: a window in which three columns are too narrow.
export const MIDDLE = window.matchMedia("(min-width: 901px) and (max-width: 1200px)");

export class GameShell extends Boards {
  /** words: {place(at, last), reset, resetHelp, resetKey}: the words of the browser of states */
  constructor(root, page, session, layers, words) {
    super(root, page, session, layers, layers.map(([name]) => name));
    this.words = words;
    this.at = 0; // the number of the state that is shown
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

  /** Rows of keys for Shortcuts: [before the shared ones, after them, help only]. */
  gameKeys() {
    return [[], [], []];
  }

  /** Called when the pointer enters or leaves a row of the thoughts. */
  pointAt(_row, _isPointed) {}

  /** Called when the game moved on by itself, from this state to the shown one, to animate it. */
  animateFrom(_from) {}

  /** A sign of the side to play, shown before its name. */
  signOf(_position) {
    return null;
  }

  // --- Parts

  build() {
    this.grid.classList.add("game-page", `${this.page}-page`);
    this.field = element("div", "game-field");
    this.frame = element("section", "board", this.field);
    this.state = element("h3", { class: "game-status", ariaLive: "polite" });
    this.facts = element("dl", "game-facts");
    this.now = element("div", "game-now", this.state, this.facts, this.hoverText, this.layerBar);
    this.thoughts = element("div", "game-thoughts");
    this.log = element("ol", { class: "game-log", label: "Log" });
    this.beside = element("section", "game-beside", this.now, this.thoughts, this.log);
    this.grid.append(this.frame, this.beside);
    this.root.append(this.#browser());
    this.buildBoard(this.field);
    const [before, after, more] = this.gameKeys();
    this.shortcuts = new Shortcuts([...before, ...this.#keys(), ...after, ...this.sharedKeys("game")], more);
  }

  #browser() {
    this.playButton = button("Play (space)", "play_arrow", () => this.toggle());
    this.playButton.classList.add("play");
    this.turn = element("span", "turn");
    this.slider = range("Position in the game", { class: "scrub" });
    this.slider.addEventListener("input", () => this.seek(Number(this.slider.value)));
    this.place = element("output", "place");
    this.speed = new Speed(() => this.connection);
    this.onButton = wordButton("Continue from here", "Drops what came later; undo restores it (p)",
      () => this.playOn());
    this.resetButton = wordButton(this.words.reset, this.words.resetHelp, () => this.reset());
    const bar = element("div", "transport",
      button("To the beginning (Home)", "skip_previous", () => this.seek(0)),
      button("One move back (←)", "navigate_before", () => this.seek(this.at - 1)),
      button("One move forward (→)", "navigate_next", () => this.forward()),
      button("To the end (End)", "skip_next", () => this.seek(this.last)),
      this.playButton, this.turn, this.slider, this.place, this.speed.slider, this.speed.label,
      this.onButton, this.resetButton,
    );
    return element("div", { class: "game-browser", role: "group", label: "History" }, bar);
  }

  #keys() {
    return [
      [["space"], this.isFixed ? "play or pause" : "start or pause the computers", () => this.toggle()],
      [["ArrowRight"], "one move forward", () => this.forward()],
      [["ArrowLeft"], "one move back", () => this.seek(this.at - 1)],
      [["Home"], "to the beginning", () => this.seek(0)],
      [["End"], "to the end", () => this.seek(this.last)],
      ...this.speed.keys(),
      [["p"], "continue from here", () => this.playOn()],
      [["n"], this.words.resetKey, () => this.reset()],
      [["ctrl+z", "u"], "undo", () => this.connection.send({ type: "undo" })],
      [["ctrl+y", "r"], "redo", () => this.connection.send({ type: "redo" })],
    ];
  }

  showMoment({ step = this.last, play }) {
    this.seek(step);
    if (this.isFixed ? play && !STILL : play && !this.game.playing) this.toggle();
  }

  get shownStep() {
    return this.at;
  }

  get reel() {
    const { last, at } = this;
    return { steps: last, at, seconds: Math.max(0.3, this.speed.seconds) * last, seek: (state) => this.seek(state) };
  }

  // --- Input

  toggle() {
    if (this.isFixed) this.#watch(!this.watching);
    else if (this.computerMoves) this.connection.send({ type: "toggle" });
  }

  /** Shows the game move by move, in a file; from the beginning if its end is shown. */
  #watch(isOn) {
    clearTimeout(this.watching);
    this.watching = null;
    if (isOn && this.at === this.last) this.#show(0);
    if (isOn && this.last)
      this.watching = setTimeout(() => {
        this.#show(this.at + 1);
        this.animateFrom(this.at - 1);
        this.#watch(this.at < this.last);
      }, 1000 * this.speed.seconds);
    this.redraw();
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

  /** Shows the state that a person's action, or another game, leads to. */
  seek(at) {
    this.#show(at);
  }

  #show(at) {
    this.at = Math.max(0, Math.min(at, this.last));
    this.redraw();
  }

  // --- Messages from the server

  onMessage(message) {
    if (message.type !== "game") return;
    const before = this.game?.log ?? [];
    const from = this.game ? this.at : Infinity; // the first game does not continue another
    const followed = this.at === this.last;
    this.game = this.read(message);
    this.speed.tell("a move", message.move, message.speed);
    // An earlier state stays shown, unless the game is another one.
    const isRunning = before.every((line, i) => message.log[i]?.text === line.text);
    if (!isRunning) this.seek(this.last);
    else this.#show(followed ? this.last : this.at);
    if (followed && isRunning && from < this.at) this.animateFrom(from);
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

  /** Whether a computer is to move: only then can it be started or paused. */
  get computerMoves() {
    return this.game?.positions[this.last].waits === "computer";
  }

  // --- Drawing

  /** The style sheet places all, unless a game draws on a canvas. */
  layout() {}

  redraw() {
    if (!this.game) return;
    const { playing } = this.isFixed ? { playing: Boolean(this.watching) } : this.game;
    const past = this.at < this.last;
    const { status, facts, thoughts } = this.position;
    setText(this.state, past ? `Earlier position. ${status}` : status);
    this.facts.replaceChildren(...(facts ?? []).map(fact));
    this.drawThoughts(thoughts);
    this.#drawLog(this.game.log);
    this.#drawTurn();
    this.slider.max = this.last;
    this.slider.value = this.at;
    this.place.textContent = this.words.place(this.at, this.last);
    const what = this.isFixed ? ["Pause", "Play"] : ["Pause the computers", "Start the computers"];
    this.playButton.tell(`${what[playing ? 0 : 1]} (space)`, playing ? "pause" : "play_arrow");
    this.playButton.hidden = this.isFixed ? !this.last : !this.computerMoves;
    this.speed.hidden = !this.isFixed && !this.game.computers;
    this.onButton.hidden = !past;
    this.drawBoard(this.position);
  }

  /** Whose turn it is, beside the playback buttons: it is always in the window. */
  #drawTurn() {
    const { waits, side, status } = this.position;
    const name = `${side[0].toUpperCase()}${side.slice(1)}`;
    const text = { person: `Your turn, ${side}`, computer: `${name} plays` }[waits] ?? status;
    this.turn.dataset.waits = waits ?? "over";
    this.turn.replaceChildren(...[waits && this.signOf(this.position), element("span", "", text)].filter(Boolean));
  }

  /** A table of a player's candidates: {title, note, head, rows: [{cells, best, current}]}. */
  drawThoughts(thoughts) {
    const shown = this.layers.costs === false ? undefined : thoughts;
    if (shown === this.shownThoughts) return; // a rebuilt table would disturb a reader
    this.shownThoughts = shown;
    this.thoughts.replaceChildren();
    if (!shown) return;
    const title = element("h3", "", thoughts.title);
    const table = element("table");
    table.createTHead().append(headings(thoughts.head));
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
    this.thoughts.scrollTop = 0; // without an action to show, its title
    keepInSight(this.thoughts, body.querySelector(".best"));
  }

  #drawLog(lines) {
    while (this.log.children.length > lines.length) this.log.lastChild.remove();
    const current = lines.findLastIndex((line) => line.at <= this.at);
    lines.forEach(({ text, title }, i) => {
      if (!this.log.children[i]) {
        this.log.append(element("li", "", wordButton("", "", () => this.seek(this.game.log[i].at))));
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

function fact([name, value]) {
  const pair = element("div", "", element("dt", "", name), element("dd", "", value));
  const [, left, most] = /^(\d+) of (\d+)$/.exec(value) ?? [];
  if (most <= MOST_PIPS) pair.append(pips(Number(left), Number(most)));
  return pair;
}

/** Points as a row of dots; remaining ones are filled. */
function pips(left, most) {
  const dots = Array.from({ length: most }, (_, i) => element("i", i < left ? "left" : ""));
  return element("span", { class: "pips", ariaHidden: "true" }, ...dots); // the words beside them say it
}
