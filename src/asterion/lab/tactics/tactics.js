// The tactics page: a board on a canvas, the plan of a computer, the log, and a map editor.

import { GameShell, MIDDLE } from "../games/game_shell.js";
import { element, notice, setText, wordButton, WIDE } from "../board/parts.js";
import { TOUCH } from "../board/touch.js";
import { showRules } from "./rules.js";
import { teamSign } from "./units.js";
import { TacticsView } from "./view.js";

const LAYERS = [
  ["reach", "w", "Where the selected unit can walk to"],
  ["sight", "s", "What the unit under the pointer can hit, and what it cannot see"],
  ["trace", "t", "What the last action was"],
  ["plan", "v", "What a computer has decided: paths and targets, until the next action"],
  ["costs", "c", "The plan of a computer as a table, and what it costs"],
];
const WORDS = {
  place: (at, last) => `state ${at} of ${last}`,
  reset: "Reset", resetHelp: "Start again with the same map and players (n)",
  resetKey: "reset the game",
};
const HINT = TOUCH ? "Tap a unit to select it; tap a tile or a target to see the path or the line, and again to go or attack."
  : "Click a unit to select it; point at a tile to see the path there, or at a target to see the line.";
const POINTS = "MP are for steps, AP for attacks. A team's units share them; they are full again at its next turn.";
const LEAST_HEIGHT = 300, EASY_TO_HIT = 19; // pixels: the board, a tile
const GAP = 12, NARROWEST = 192, BESIDE = 250; // pixels: between the board and the column beside it, and that column

export class Tactics extends GameShell {
  constructor(root, session) {
    super(root, "tactics", session, LAYERS, WORDS);
    this.board = { rows: 5, cols: 5 };
    this.editor = { open: false, kind: 0, team: 0 };
    this.optionsAt = new Map(); // by state: what units can do there
    this.wanted = -1; // the last state asked about and not answered yet
    this.hiddenPlan = null; // the one that the person has put away
  }

  build() {
    super.build();
    this.orders = element("div", "game-orders");
    this.endButton = wordButton("End turn", "End the turn of this team (e)", () => this.endTurn());
    this.attackButton = wordButton("Attack", "Show targets, and attack with a click (a, or the right button)",
      () => this.view.toggleAttack());
    this.attackButton.classList.add("toggle");
    this.thinkButton = wordButton("Think", "Plan this turn without playing it (k)", () => this.think());
    this.stopButton = wordButton("Stop thinking", "Take the best plan found so far (x)", () => this.stop());
    this.planButton = wordButton("Hide plan", "Takes the computer's plan off the board (Escape)", () => this.hidePlan());
    this.counts = element("output", "game-counts");
    const rules = wordButton("Rules", "Rules: points, turns, units, winning (h)", () => this.showRules());
    this.orders.append(this.endButton, this.attackButton, this.thinkButton, this.stopButton, this.planButton, rules, this.counts);
    this.facts.after(this.orders, element("p", "caption game-points", POINTS));
    this.view.canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || !this.view.onKey(event)) return;
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
    this.view = new TacticsView(canvas, this);
  }

  close() {
    this.view.close();
    super.close();
  }

  gameKeys() {
    return [[
      [["e"], "end the turn", () => this.endTurn()],
      [["a"], "attack mode on or off", () => this.view.toggleAttack()],
      [["f"], "select the next unit", () => this.selectNext()],
      [["h"], "rules: points, turns, units, winning", () => this.showRules()],
      [["Escape"], "leave the attack mode, or hide the computer's plan", () => this.escape()],
    ], [
      [["k"], "let the computer plan without moving", () => this.think()],
      [["x"], "stop thinking", () => this.stop()],
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

  /** Puts something on cells: one stroke of the editor. The next one may come before its answer. */
  edit(cells, kind) {
    const at = this.at === this.last ? null : this.at;
    this.connection.send({ type: "edit", at, cells, kind, team: this.editor.team });
  }

  showRules() {
    if (this.game) showRules(this.game.kinds, this.position.team);
  }

  escape() {
    if (this.view.attacks) this.view.toggleAttack();
    else this.hidePlan();
  }

  hidePlan() {
    if (!this.plan) return;
    this.hiddenPlan = nameOfPlan(this.plan);
    this.drawOrders();
    this.view.draw();
  }

  /** The computer's plan shown on the board; undefined without one. */
  get plan() {
    const { thoughts } = this.position;
    if (!thoughts || !this.layers.plan || nameOfPlan(thoughts) === this.hiddenPlan) return undefined;
    return thoughts;
  }

  showMoment(moment) {
    this.hiddenPlan = null;
    super.showMoment(moment);
  }

  /** Shows another state at once, without animation. */
  seek(at) {
    this.view.motion.clear();
    super.seek(at);
  }

  animateFrom(from) {
    this.view.play(this.game.positions.slice(from, this.at + 1), this.speed.seconds);
  }

  signOf({ team }) {
    return teamSign(team);
  }

  /** Whether a computer is to act, at the end of the game so far. */
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
    if (text) notice(text, "info", "refused");
  }

  showHint(text) {
    setText(this.hoverText, text || (this.isFixed ? this.hint : HINT));
  }

  /** In the log's notation: (x, y). */
  nameOf(cell) {
    return `(${cell % this.board.cols}, ${Math.floor(cell / this.board.cols)})`;
  }

  /** The shown state, for the controls. */
  where() {
    return this.at;
  }

  /** The editor's controls: whether it is open, and the thing it puts. */
  setEditor(open, kind, team) {
    this.editor = { open, kind, team };
    this.field.classList.toggle("editing", open);
    this.view.draw();
  }

  pointAt({ action }, isPointed) {
    this.view.pointed = isPointed ? action ?? null : null;
    this.view.draw();
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
    let before;
    message.positions.forEach((position, at) => {
      cells = cells.slice();
      for (const [cell, kind, team] of position.changes) cells[cell] = { kind, team };
      // To select a unit is to look: a plan stays until another action.
      const isLook = !position.changes.length && ["team", "mp", "ap"].every((name) => before?.[name] === position[name]);
      const thoughts = planAt(message.plans, at) ?? (isLook ? before.thoughts : undefined);
      before = Object.assign(position, { cells, at, thoughts });
    });
    this.layout();
    return message;
  }

  get options() {
    return this.optionsAt.get(this.at);
  }

  // --- Drawing

  /** The board has the full height, and the column beside it the remaining width. */
  layout() {
    if (!this.view || !this.grid.clientWidth) return;
    const width = this.grid.clientWidth;
    const least = Math.max(LEAST_HEIGHT, EASY_TO_HIT * this.board.rows); // then the page scrolls
    if (MIDDLE.matches) {
      this.view.fit(width, Math.max(least, this.field.clientHeight));
    } else if (WIDE.matches) {
      const beside = Math.max(NARROWEST, Math.min(BESIDE, 0.22 * width));
      this.view.fit(width - GAP - beside, Math.max(least, this.field.clientHeight));
    } else this.view.fit(width, Math.max(least, 0.6 * window.innerHeight));
    this.grid.style.setProperty("--board", this.view.canvas.style.width);
  }

  drawBoard(position) {
    this.view.show(position);
  }

  tapeKey(message) {
    const { type, at } = message;
    if (type === "thinking") return null;
    return type === "options" ? `options ${at}` : super.tapeKey(message);
  }

  get pictures() {
    const { canvas } = this.view;
    return [{
      title: this.turn, caption: null, element: canvas, scale: 1 / (window.devicePixelRatio || 1),
      paint: (context) => this.view.drawNow(context),
    }];
  }

  redraw() {
    if (!this.game) return;
    super.redraw();
    for (const name of this.facts.querySelectorAll("dt")) {
      const [, team] = /^Team (\d+)$/.exec(name.textContent) ?? [];
      if (team) name.prepend(teamSign(team - 1));
    }
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
    this.attackButton.setAttribute("aria-pressed", String(this.view.attacks));
    this.thinkButton.hidden = !this.mayThink;
    this.stopButton.hidden = !this.thinking;
    this.planButton.hidden = !this.plan;
  }
}

function planAt(plans, at) {
  const plan = plans.findLast(({ from, until }) => from <= at && at <= until);
  return plan && { ...plan, rows: plan.rows.map((row, i) => ({ ...row, best: i === at - plan.from })) };
}

function nameOfPlan({ title, from, note }) {
  return `${from} ${title} ${note}`;
}
