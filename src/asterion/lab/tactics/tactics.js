// The tactics page: a board on a canvas, the plan of a computer, the log, and a map editor.

import { WIDE } from "../shared/boards.js";
import { GameShell } from "../shared/game_shell.js";
import { element, notice, setText, wordButton } from "../shared/parts.js";
import { DebugMenu } from "./debug_menu.js";
import { TacticsScene } from "./scene.js";
import { App, Welcome } from "./scenes.js";

const LAYERS = [
  ["reach", "w", "Where the selected unit can walk to"],
  ["sight", "s", "What the unit under the pointer can hit, and what it cannot see"],
  ["trace", "t", "What the last action was"],
  ["costs", "c", "The plan of a computer, step by step, and what it costs"],
];
const WORDS = {
  place: (at, last) => `state ${at} of ${last}`,
  reset: "Reset", resetHelp: "Start again with the same map and players (n)",
  resetKey: "reset the game",
};
const HINT = "Click a unit to select it; point at a tile to see the path there, or at a target to see the line.";
const EVENTS = ["pointerdown", "pointermove", "pointerup", "pointerleave", "contextmenu"];
const LEAST_HEIGHT = 300, EASY_TO_HIT = 19; // pixels: the board, a tile

export class Tactics extends GameShell {
  constructor(root, session) {
    super(root, "tactics", session, LAYERS, WORDS);
    this.board = { rows: 5, cols: 5 };
    this.editor = { open: false, kind: 0, team: 0 };
    this.optionsAt = new Map(); // by state: what units can do there
    this.wanted = -1; // the state that was asked about and not answered yet
  }

  build() {
    super.build();
    this.orders = element("div", "game-orders");
    this.endButton = wordButton("End turn", "End the turn of this team (e)", () => this.endTurn());
    this.attackButton = wordButton("Attack", "Show targets, and attack with a click (a, or the right button)",
      () => this.scene.toggleAttack());
    this.attackButton.classList.add("toggle");
    this.thinkButton = wordButton("Think", "Plan this turn without playing it (k)", () => this.think());
    this.stopButton = wordButton("Stop thinking", "Take the best plan found so far (x)", () => this.stop());
    this.counts = element("output", "game-counts");
    this.orders.append(this.endButton, this.attackButton, this.thinkButton, this.stopButton, this.counts);
    this.browser.before(this.orders);
    this.app.canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || !this.scene.onKey(event)) return;
      event.preventDefault();
      event.stopPropagation(); // here arrows walk over the cells, not through the game
    });
    this.showHint("");
  }

  buildBoard(field) {
    const canvas = element("canvas", "game-canvas");
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-label", "Board");
    field.append(canvas);
    this.scene = new TacticsScene(this);
    this.app = new App({ canvas }).initialise({ welcome: new Welcome(), tactics: this.scene });
    this.debugMenu = new DebugMenu(this.app);
    for (const type of EVENTS) field.addEventListener(type, (event) => this.app.handleEvent(event));
    this.app.start("tactics");
  }

  close() {
    this.app.stop();
    super.close();
  }

  gameKeys() {
    return [[
      [["e"], "end the turn", () => this.endTurn()],
      [["a"], "attack mode on or off", () => this.scene.toggleAttack()],
      [["f"], "select the next unit", () => this.selectNext()],
    ], [
      [["k"], "let the computer plan without moving", () => this.think()],
      [["x"], "stop thinking", () => this.stop()],
      [["d"], "debug menu: frames a second, scenes", () => this.debugMenu.toggle(this.field)],
    ], [
      [["Tab"], "to the next control, the board among them"],
      [["Arrows", "Enter", "Delete"], "on the board: to another cell, left click, right click"],
    ]];
  }

  ready() {
    return super.ready() && !this.thinking && this.wanted < 0;
  }

  // --- Input

  act(kind, cell = null) {
    this.connection.send({ type: "act", at: this.at, kind, cell });
  }

  endTurn() {
    if (this.position?.waits === "person") this.act("end");
  }

  selectNext() {
    const { cells, team, selected, waits } = this.position;
    const units = cells.flatMap((there, cell) => (there.kind > 1 && there.team === team ? [cell] : []));
    if (waits !== "person" || !units.length) return;
    this.act("select", units.find((cell) => selected !== null && cell > selected) ?? units[0]);
  }

  edit(cell, isRight) {
    const { kind, team } = this.editor;
    this.connection.send({ type: "edit", at: this.at, cell, kind: isRight ? 0 : kind, team });
  }

  /** Whether a computer is to act, at the end of what was played. */
  get mayThink() {
    return this.position.waits === "computer" && !this.thinking && this.at === this.last;
  }

  think() {
    if (this.mayThink) this.connection.send({ type: "think" });
  }

  stop() {
    this.connection.send({ type: "stop" });
  }

  complain(text) {
    if (text) notice(text);
  }

  showHint(text) {
    setText(this.hoverText, text || HINT);
  }

  /** As in the log: (x, y). */
  nameOf(cell) {
    return `(${cell % this.board.cols}, ${Math.floor(cell / this.board.cols)})`;
  }

  /** The state that is shown, for the controls. */
  where() {
    return this.at;
  }

  /** The editor's controls: whether it is open, and what it puts. */
  setEditor(open, kind, team) {
    this.editor = { open, kind, team };
    this.field.classList.toggle("editing", open);
    this.app.wake();
  }

  pointAt({ action }, isPointed) {
    this.scene.pointed = isPointed ? action ?? null : null;
    this.app.wake();
  }

  // --- Messages from the server

  onMessage(message) {
    if (message.type === "options") {
      this.wanted = -1;
      this.optionsAt.set(message.at, message);
      this.redraw();
    } else if (message.type === "thinking") {
      this.thinking = message.on;
      setText(this.counts, message.text);
      this.drawOrders();
    } else super.onMessage(message);
  }

  /** States come as changes of the one before; plans once, for all states of their turns. */
  read(message) {
    this.optionsAt.clear();
    this.wanted = -1;
    this.board = { rows: message.rows, cols: message.cols };
    let cells = Array.from({ length: message.rows * message.cols }, () => ({ kind: 0, team: 0 }));
    message.positions.forEach((position, at) => {
      cells = cells.slice();
      for (const [cell, kind, team] of position.changes) cells[cell] = { kind, team };
      Object.assign(position, { cells, at, thoughts: this.#planAt(message.plans, at) });
    });
    this.layout();
    return message;
  }

  #planAt(plans, at) {
    const plan = plans.findLast(({ from, until }) => from <= at && at <= until);
    return plan && { ...plan, rows: plan.rows.map((row, i) => ({ ...row, best: i === at - plan.from })) };
  }

  get options() {
    return this.optionsAt.get(this.at);
  }

  // --- Drawing

  layout() {
    if (!this.app || this.app.sceneName !== "tactics" || !this.field.clientWidth) return;
    const free = WIDE.matches ? this.field.clientHeight : 0.6 * window.innerHeight;
    const least = Math.max(LEAST_HEIGHT, EASY_TO_HIT * this.board.rows); // then the page scrolls
    this.scene.fit(this.field.clientWidth, Math.max(least, free));
  }

  drawBoard(position) {
    this.scene.draw(position);
    this.app.wake();
  }

  redraw() {
    if (!this.game) return;
    super.redraw();
    this.drawOrders();
    if (!this.options && this.wanted < 0 && !this.thinking) {
      this.wanted = this.at;
      this.connection.send({ type: "options", at: this.at });
    }
  }

  /** The buttons of the moment. */
  drawOrders() {
    if (!this.game) return;
    const isPersons = this.position.waits === "person";
    this.endButton.hidden = !isPersons;
    this.attackButton.hidden = !isPersons;
    this.attackButton.setAttribute("aria-pressed", String(this.scene.attacks));
    this.thinkButton.hidden = !this.mayThink;
    this.stopButton.hidden = !this.thinking;
  }
}
