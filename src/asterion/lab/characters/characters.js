// The Characters page: the plan as a row of actions, the search for it as a tree of states, what has
// happened so far, and what other searches for the same plan expand.

import { SearchTree } from "./tree.js";
import { Boards } from "../board/boards.js";
import { element, headings, notice, setText, wordButton } from "../board/parts.js";
import { Shortcuts } from "../board/shortcuts.js";
import { TOUCH } from "../board/touch.js";
import { Transport } from "../board/transport.js";

const ESTIMATES = [
  ["unmet", "Orkin's", "The number of unmet conditions, as in F.E.A.R."],
  ["exact", "exact", "The cost of the cheapest plan from each state: it has to be planned first"],
  ["none", "none", "No estimate: Dijkstra's algorithm"],
];
const BESIDE = 860; // pixels of the grid: above this the log stands beside the search
const NAMES = { ...Object.fromEntries(ESTIMATES), landmarks: "landmarks" };

export class Characters extends Boards {
  constructor(root, session) {
    super(root, "characters", session, [], []);
    this.first = true;
  }

  /** Whether the page shows the decision after the last edit. */
  ready() {
    return this.connection.settled && Boolean(this.decision);
  }

  build() {
    this.hint = `${TOUCH ? "Tap" : "Point at"} a state to read its facts. Change a fact, a cost or a priority, and the plan changes.`;
    this.pointed = -1;
    this.grid.classList.add("character-page");
    this.#buildPlan();
    this.#buildSearch();
    this.log = element("ol", { class: "character-log", tabIndex: 0, label: "What happened" });
    this.others = element("table", "character-table");
    this.grid.append(element("section", "character-beside", element("h3", "", "What happened"), this.log,
      element("h3", "", "What each search expands"), this.others,
      element("p", "caption", "A* tries all actions that are possible; the planner, forward and backward, those that can help. Its landmarks are never too high.")));
    this.transport = new Transport(this.root, "expansions", (step) => this.#show(step));
    this.shortcuts = new Shortcuts([
      ...this.transport.keys("expansion"),
      [["e"], "do the next action of the plan", () => this.act()],
      [["k"], "drop the plan and make another", () => this.replan()],
      [["h"], "the next estimate", () => this.#choose((this.chosen + 1) % ESTIMATES.length)],
      [["ctrl+z", "u"], "undo", () => this.connection.send({ type: "undo" })],
      [["ctrl+y", "r"], "redo", () => this.connection.send({ type: "redo" })],
      ...this.sharedKeys("character"),
    ]);
    this.tellCell();
  }

  #buildPlan() {
    this.news = element("h3", { class: "character-news", ariaLive: "polite" });
    this.plan = element("ol", { class: "character-plan", label: "Plan" });
    this.actButton = wordButton("Do the next action", "Do the next action of the plan (e)", () => this.act());
    this.planButton = wordButton("Plan again", "Drop the plan and make another (k)", () => this.replan());
    this.sum = element("output", "caption");
    const orders = element("div", "character-orders", this.actButton, this.planButton);
    this.grid.append(element("section", "character-now", element("div", "character-top", this.news, orders), this.sum, this.plan));
  }

  #buildSearch() {
    this.choices = ESTIMATES.map(([, label, title], i) => {
      const made = wordButton(label, title, () => this.#choose(i));
      made.className = "toggle choice";
      return made;
    });
    const choices = element("div", { class: "layer-bar character-estimates", role: "group", label: "Estimate" }, "Estimate h:", ...this.choices);
    this.told = element("p", { class: "caption character-step", ariaLive: "off" });
    this.room = element("div", { class: "character-tree", tabIndex: 0, role: "group", label: "Search" });
    this.grid.append(element("section", "character-search",
      element("div", "character-top", element("h3", "", "The search, state by state"), choices), this.room, this.told));
    this.tree = new SearchTree(this.room, (node) => {
      this.pointed = node;
      this.tellCell();
    });
  }

  act() {
    if (this.decision?.plan.length) this.connection.send({ type: "act" });
  }

  replan() {
    this.connection.send({ type: "replan" });
  }

  #choose(number) {
    this.connection.send({ type: "estimate", name: ESTIMATES[number][0] });
  }

  // --- Messages from the server

  onMessage(message) {
    if (message.type !== "decision") return;
    this.decision = message;
    this.chosen = ESTIMATES.findIndex(([name]) => name === message.estimate);
    this.choices.forEach((made, i) => made.setAttribute("aria-pressed", String(i === this.chosen)));
    this.#drawPlan(message);
    this.#drawLog(message.log);
    this.#drawOthers(message.rows, message.estimate);
    this.pointed = -1;
    const { steps } = message.search ?? { steps: [] };
    this.tree.take(message.search);
    const { first } = this;
    this.first = false;
    this.transport.setSteps(steps.length);
    if (first && steps.length && !this.sceneView) this.transport.replay();
  }

  // --- The plan

  #drawPlan({ news, goal, wants, plan, cost, cheaper, missing }) {
    setText(this.news, news);
    const cards = plan.map(({ name, cost: price, needs, gives }) => element("li", "",
      element("strong", "", name), element("b", "character-cost", String(price)),
      element("span", "", needs.length ? `needs ${needs.join(", ")}` : "needs nothing"),
      element("span", "character-gives", `→ ${gives.join(", ") || "no change"}`)));
    if (!plan.length) cards.push(...missing.map(({ fact, by, givers }) => element("li", "character-missing",
      element("strong", "", fact), element("span", "", `missing for ${by ?? goal}`),
      element("span", "character-lacks", givers.length ? `only ${givers.join(", ")} can give it` : "no action gives it"))));
    if (goal) cards.push(element("li", "character-goal", element("strong", "", goal), element("span", "", wants.join(", "))));
    this.plan.replaceChildren(...cards);
    setText(this.sum, cheaper > 0 ? `A new plan would cost ${cost - cheaper}: an agent keeps a plan that is still valid.` : "");
    this.sum.hidden = !(cheaper > 0);
    this.actButton.disabled = !plan.length;
  }

  /** The newest first. */
  #drawLog(log) {
    this.log.replaceChildren(...log.map(([cause, news, plan]) => element("li", "",
      cause ? element("strong", "", `${cause[0].toUpperCase()}${cause.slice(1)}: `) : "", element("span", "", news),
      plan.length ? element("small", "", plan.join(" → ")) : "")).reverse());
    this.log.scrollTop = 0;
  }

  #drawOthers(rows, estimate) {
    const cell = (text, kind = "") => element("td", kind, String(text));
    const best = Math.min(...rows.map(([, , cost]) => cost ?? Infinity));
    const body = rows.map(([search, name, cost, expanded, status, isSure]) => {
      const told = cost === null ? (status === "stopped" ? "stopped" : "no plan") : cost > best ? `${cost}, not cheapest`
        : isSure ? cost : `${cost}, unproved`;
      const isShown = search === "shown";
      return element("tr", isShown && name === estimate ? "now" : "", cell(isShown ? "A*" : search),
        cell(NAMES[name]), cell(told, cost > best ? "bad" : ""), cell(expanded));
    });
    const tables = rows.length ? [element("thead", "", headings(["search", "estimate", "cost", "expanded"])), element("tbody", "", ...body)] : [];
    this.others.replaceChildren(...tables);
  }

  // --- The search

  #show(step) {
    const { search } = this.tree;
    if (!search) {
      setText(this.told, "There is nothing to search for.");
      return this.tellCell();
    }
    if (step === this.tree.step && this.drawn === search) return;
    this.drawn = search;
    this.tree.show(step);
    setText(this.told, this.#words(search, step));
    this.tellCell();
  }

  #words({ nodes, steps, status, cost }, step) {
    const { g, closed, now } = this.tree.moment;
    const open = g.filter((each, node) => each !== null && !closed.has(node)).length;
    const waiting = open === 1 ? "1 state is open" : `${open} states are open`;
    if (step === 0 && steps.length) return "At first only the present state is open.";
    if (step < steps.length)
      return `The ${now ? `state after ${this.tree.nameOf(now)}` : "present state"} was expanded: its f of ${g[now] + nodes[now].h} was the smallest. ${waiting}.`;
    const after = `after ${steps.length} ${steps.length === 1 ? "expansion" : "expansions"}`;
    if (status === "found") return `${this.#found()}: it costs ${cost}, ${after}.`;
    if (status === "stopped") return `Stopped ${after}: the rest is not shown.`;
    return open ? `No plan, ${after}: every open state has an infinite h.` : `No plan, ${after}: no state is open any more.`;
  }

  /** The plan that the character has was found, or another one. */
  #found() {
    const { path, cost } = this.tree.search, { plan, rows } = this.decision;
    const best = Math.min(...rows.map(([, , each]) => each ?? Infinity));
    if (cost > best) return "Found another plan, as an h that is too high hid the cheapest";
    const isSame = path.slice(1).every((node, i) => this.tree.nameOf(node) === plan[i]?.name) && plan.length === path.length - 1;
    return isSame ? "Found the plan" : "Found another plan";
  }

  /** The facts of the state that is pointed at, else of the one that was expanded last. */
  tellCell() {
    const { search, moment } = this.tree, node = this.pointed >= 0 ? this.pointed : moment?.now ?? -1;
    const isThere = search && node >= 0 && node < search.nodes.length && moment.g[node] !== null;
    setText(this.hoverText, isThere ? this.tree.describe(node) : this.hint);
  }

  redraw() {
    this.tree.draw();
  }

  layout() {
    this.grid.classList.toggle("narrow", this.grid.clientWidth < BESIDE);
    this.tree.resize();
  }

  async save(kind) {
    if (this.tree.search) await super.save(kind);
    else notice("There is no search to save: all goals that are wanted are met.");
  }

  get pictures() {
    const { news, told, tree } = this;
    return [{ title: news, caption: told, element: tree.svg, scale: tree.scale, paint: (context) => tree.paintOn(context) }];
  }
}
