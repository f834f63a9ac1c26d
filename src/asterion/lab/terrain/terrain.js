// The boards of the terrain page: the true world, and each agent's knowledge of it.
//
// They walk as soon as the page is open. The agents are on the server; their actions come as a
// recording, any moment of which can be shown while they walk. At the end of the recording the page follows them.

import { BOARD_KEYS, Boards } from "../board/boards.js";
import { counted } from "../board/numbers.js";
import { ORDER_TOOLS, Orders } from "./orders.js";
import { ahead, Recording } from "./recording.js";
import { button, element, notice, say, setText, STILL, wordButton } from "../board/parts.js";
import { SearchSheet } from "./search_sheet.js";
import { Shortcuts } from "../board/shortcuts.js";
import { inAddress } from "../board/socket.js";
import { runnerColour } from "../board/tokens.js";
import { TOUCH } from "../board/touch.js";
import { STORY_KEYS } from "../board/story.js";
import { Transport } from "../board/transport.js";
import { ViewBar } from "../board/view_bar.js";

const LAYERS = [
  ["path", "p", "The planned path of each agent, bold when new"],
  ["trail", "t", "Where each agent has been, and where it replanned"],
  ["search", "o", "Open and closed cells of the last search"],
];

export class Terrain extends Boards {
  constructor(root, session) {
    super(root, "terrain", session, LAYERS, ["path", "trail", "open", "closed"]);
    this.titles = [];
    this.comparison = null; // of agents that have all ended: {head, parts, trip}
    this.begins = !STILL && !inAddress("scene") && !inAddress("view"); // by itself, once all is here
  }

  ready() {
    return !this.busy && this.connection.settled && this.boards.length > 0 && Boolean(this.recording.started);
  }

  build() {
    this.recording = new Recording();
    this.orders = new Orders(this);
    this.hint = this.usualHint = TOUCH ? "Tap a cell to see what the agents know of it. Choose a tool to draw in their way."
      : "Point at a cell to see what the agents know of it. Draw walls in their way.";
    this.tellCell();
    this.buildTools(ORDER_TOOLS);
    this.tools.buttons.order.hidden = true;
    this.views = new ViewBar("n", () => this.#arrange());
    const below = element("div", "under-boards");
    this.hoverText.replaceWith(below);
    below.append(this.hoverText, this.views.root);
    this.why = element("p", "terrain-why");
    below.before(this.why);
    this.transport = new Transport(this.root, "moves", () => this.#show(), {
      go: (on) => this.#walk(on),
      step: () => this.connection.send({ type: "step" }),
      server: () => this.connection,
    });
    this.transport.setUnit("moves", "the whole walk");
    this.transport.bar.append(
      button("Begin again, in the world as it is now (a)", "restart_alt", () => this.#beginAgain()),
      button("Step through this search (b)", "troubleshoot", () => this.stepThrough()),
    );
    this.sheet = new SearchSheet();
    this.shortcuts = new Shortcuts([
      ...this.transport.keys("move", "play or pause: at the end, the agents walk"),
      [["a"], "begin again", () => this.#beginAgain()],
      [["b"], "step through the search shown", () => this.stepThrough()],
      [["n"], "next view: all agents, the panes of each; or the next agent to send", () => this.views.next()],
      ...this.tools.keys(),
      ...this.dockKeys(),
      ...this.sharedKeys(),
    ], [...BOARD_KEYS, ...STORY_KEYS]);
  }

  // --- Walking

  get walking() {
    return this.transport.isRunning;
  }

  #walk(on) {
    if (on) this.transport.seek(this.transport.steps);
    this.connection.send({ type: "walk", on });
  }

  #beginAgain() {
    this.connection.send({ type: "restart" });
    if (!STILL) this.connection.send({ type: "walk", on: true });
  }

  /** Tools that act on the cell that is clicked. */
  get clicks() {
    return this.orders.isOn && ["order", "start"].includes(this.tool?.kind);
  }

  click(cell) {
    this.orders.click(cell);
  }

  takesEnd(end, cell) {
    if (!this.orders.isOn) return false;
    if (end === "goal") this.orders.send(cell);
    else this.orders.place(cell);
    return true;
  }

  isShown(name) {
    if (name === "orders" || name === "ends") return this.orders.isOn === (name === "orders");
    return super.isShown(name);
  }

  stepThrough() {
    const index = this.orders.isOn ? this.orders.chosen : Math.max(0, this.followed);
    const plan = this.recording.at(this.time).agents[index]?.plan;
    if (!plan) return notice("There is no search yet: let the agents walk.");
    this.wanted = { index, plan };
    this.connection.send({ type: "search", agent: index, plan: plan.number });
  }

  // --- Scenes

  tapeKey(message) {
    const { type, records } = message;
    if (type === "walking" || type === "search") return null;
    if (type !== "recording") return super.tapeKey(message);
    if (records.some((record) => record.type === "Started")) this.tape.clear();
    return undefined;
  }

  showMoment({ step, play }) {
    const missing = step - this.transport.steps;
    if (missing > 0) this.connection.send({ type: "skip", steps: missing }); // at the end, it follows them
    else if (step !== undefined) this.transport.seek(step);
    if (play && !STILL) this.transport.play();
    else this.transport.pause();
  }

  // --- Messages from the server

  onMessage(message) {
    if (message.type === "walking") {
      this.transport.setLive(message);
    } else if (message.type === "agents") {
      this.titles = message.titles; // shown when the recording of these agents starts
      this.abouts = message.about;
    } else if (message.type === "recording") {
      this.#read(message.records);
    } else if (message.type === "comparison") {
      this.#compare(message.of);
    } else if (message.type === "search") {
      this.#showSearch(message);
    } else if (message.type === "done" && this.begins && this.ready()) {
      this.begins = false;
      if (this.recording.time === 0) this.transport.play();
    }
  }

  #read(records) {
    const before = this.recording.started;
    this.recording.add(records);
    const { started, world, goal } = this.recording;
    if (!started) return;
    const [rows, cols] = started.shape;
    const resized = before?.shape[0] !== rows || before.shape[1] !== cols || before.tiling !== started.tiling;
    if (!this.busy || resized)
      this.map = {
        rows, cols, costs: world.slice(), start: started.mode === "orders" ? -1 : started.start, goal,
        tiling: started.tiling, links: started.links, fences: started.fences,
      };
    if (resized)
      for (const { view } of this.boards) Object.assign(view, { map: this.map, overlay: {}, zoom: 1 });
    if (started !== before) {
      this.transport.at = this.transport.steps = 0;
      this.orders.fitTools();
      this.#arrange();
    }
    this.transport.setSteps(this.recording.time);
  }

  /** Says why one agent walked farther than another, with links to the moments; or how to read the boards. */
  #compare(comparison) {
    const { started } = this.recording;
    const key = JSON.stringify([comparison, started?.mode]);
    if (key === this.compared) return;
    this.compared = key;
    this.comparison = comparison;
    const parts = comparison?.parts.map((part) => (typeof part === "string" ? part
      : wordButton(part.text, `Show ${part.text}`, () => {
        this.transport.pause();
        this.transport.seek(part.move);
      })));
    this.why.replaceChildren(...(parts ? [element("strong", "", `${comparison.head} `), ...parts] : [READ[started?.mode] ?? ""]));
    if (comparison) say(this.why.textContent);
    this.#show();
  }

  #showSearch({ title, log, about, order }) {
    const { index, plan } = this.wanted;
    const moment = this.recording.after(plan.index + 1); // the world as it was believed then
    const agent = moment.agents[index];
    const goal = this.orders.isOn ? agent.goal : moment.goal;
    const map = { ...this.map, costs: agent.presumed, start: agent.position, goal };
    this.sheet.open({ title, map, log, path: plan.path, known: agent.known, about, order });
  }

  // --- Views

  /** The agent whose three panes are shown; -1: all agents side by side. Not in mode orders. */
  get followed() {
    return this.views.at - 1;
  }

  #arrange() {
    const agents = this.titles.slice(0, this.recording.started?.agents ?? 0)
      .map((title, i) => `${i + 1}. ${title}`);
    const changing = this.recording.started?.mode === "changing";
    this.views.root.classList.toggle("of-agents", this.orders.isOn);
    if (this.orders.isOn) {
      this.views.show(agents.map((title) => [title, "Send this agent, and compare it with its twin"]));
      [...this.views.root.children].forEach((each, i) => each.style.setProperty("--agent", `var(--board-player${i})`));
      this.panes = this.orders.panes(agents.length);
      return this.#showPanes();
    }
    this.views.show([
      ["All", "The true world, and a board for each agent"],
      ...agents.map((title) => [title, changing ? "The world, and the agent's search of it"
        : "The world, what the agent knows, and what it presumes"]),
    ]);
    const one = agents[this.followed], world = { kind: "world", title: "True world" };
    const board = (title, agent) => ({ kind: changing ? "presumed" : "known", agent, title });
    if (one === undefined) this.panes = [world, ...agents.map(board)];
    else if (changing) this.panes = [{ ...world, agent: this.followed }, board(one, this.followed)];
    else this.panes = ["world", "known", "presumed"].map((kind) => ({
      kind, agent: this.followed, title: `${PANES[kind]}: ${one}`,
    }));
    this.#showPanes();
  }

  #showPanes() {
    this.setTitles(this.panes.map(({ title }) => title));
    this.boards.forEach(({ title }, i) => {
      const { agent, kind } = this.panes[i];
      title.classList.toggle("of-agent", agent !== undefined && !(this.orders.isOn && kind === "known"));
      title.style.setProperty("--agent", `var(--board-player${agent ?? 0})`);
    });
    this.setAbout(this.panes.map(({ agent, kind }) => (kind === "twin" ? null : this.abouts[agent] ?? null)));
    this.#show();
  }

  get time() {
    return Math.floor(this.transport.at);
  }

  #show() {
    if (!this.recording.started || !this.panes) return;
    const moment = this.recording.at(this.time);
    if (this.orders.isOn) this.#showOrders(moment);
    else this.#showJourney(moment);
    if (this.boards.some(({ view }) => !view.fit)) this.layout(); // a new one has no size yet
    this.tellCell();
    this.#sayEnds(moment);
  }

  #showOrders(moment) {
    const state = (agent) => (this.layers.search ? searchState(agent.state) : null);
    this.boards.forEach(({ view, caption, about }, i) => {
      const { kind, agent: index } = this.panes[i];
      const { costs, overlay, caption: words, agent } = this.orders.shown(kind, moment, state);
      view.map = { ...this.map, costs: kind === "world" && this.busy ? this.map.costs : costs, start: moment.agents[this.orders.chosen].position };
      view.overlay = overlay;
      setText(caption, words);
      caption.classList.toggle("bad", agent !== null && isStuck(agent));
      caption.classList.toggle("good", agent !== null && hasArrived(agent));
      about?.light(agent === null ? new Set() : deedsOf(agent), agent === null ? null : () => accountOf(moment.agents[index]));
      view.draw();
    });
  }

  #showJourney(moment) {
    this.boards.forEach(({ view, caption, about }, i) => {
      const { kind, agent: index } = this.panes[i];
      const all = moment.agents.map(({ position }, k) => ({ cell: position, label: `${k + 1}`, colour: runnerColour(k) }));
      const costs = kind === "world" ? (this.busy ? this.map.costs : moment.world)
        : moment.agents[index].presumed;
      view.map = { ...this.map, costs, goal: moment.goal };
      view.overlay = index === undefined ? { agents: all, path: [], trails: this.#trails(moment) }
        : this.#overlay(moment, index, kind, all[index]);
      caption.textContent = index === undefined ? this.#standing(moment) : captionOf(moment.agents[index]);
      caption.classList.toggle("bad", index !== undefined && isStuck(moment.agents[index]));
      caption.classList.toggle("good", index !== undefined && hasArrived(moment.agents[index]));
      about?.light(index === undefined ? new Set() : deedsOf(moment.agents[index]),
        index === undefined ? null : () => accountOf(moment.agents[index]));
      view.draw();
    });
  }

  /** Says once who has arrived or is stuck, however often it is shown. */
  #sayEnds({ agents }) {
    const line = (agent, i) => (this.orders.isOn ? this.orders.line(agent, i, 2) : `${i + 1}. ${this.titles[i]}: ${captionOf(agent)}`);
    const ends = agents.map((agent, i) => agent.message && line(agent, i))
      .filter(Boolean).join("; ");
    if (ends && ends !== this.saidEnds) say(ends);
    this.saidEnds = ends;
  }

  /** The agents' progress, and once all have ended who did best. */
  #standing({ agents }) {
    const moves = `after ${counted(this.time, "move")}`;
    if (agents.length < 2 || !agents.every((agent) => agent.message)) return moves;
    const arrived = agents.map((agent, i) => ({ ...agent, name: i + 1 })).filter((agent) => !isStuck(agent));
    if (!arrived.length) return `${moves}: none has reached the goal`;
    const least = (count) => {
      const best = Math.min(...arrived.map(count));
      const names = arrived.filter((agent) => count(agent) === best).map(({ name }) => name);
      return `agent${names.length > 1 ? "s" : ""} ${names.join(" and ")} (${best.toLocaleString("en")})`;
    };
    return `fewest moves: ${least(({ trail }) => trail.length - 1)}; ` +
      `fewest expansions: ${least(({ expanded }) => expanded)}`;
  }

  /** The trails of all agents, or of one; the round trip of the comparison is broad. */
  #trails({ agents }, only) {
    if (!this.layers.trail) return null;
    const trip = this.comparison?.trip;
    return agents.flatMap(({ trail }, i) => (only === undefined || i === only ? [{
      cells: trail, colour: runnerColour(i),
      band: trip?.agent === i ? trail.slice(trip.first, trip.last + 1) : null,
    }] : []));
  }

  #overlay(moment, index, kind, marker) {
    const agent = moment.agents[index];
    return {
      agents: [marker],
      known: kind === "known" ? agent.known : null, // with a search on it, on the boards of all
      trails: this.#trails(moment, index),
      marks: this.followed < 0 ? [] : agent.marks, // so many would hide the trail on a small board
      path: kind === "presumed" || this.followed < 0 ? ahead(agent) : [],
      fresh: agent.fresh,
      state: this.layers.search && (kind === "presumed" || this.followed < 0)
        ? searchState(agent.state) : null,
    };
  }

  redraw() {
    this.#show();
  }

  describe(cell) {
    const moment = this.recording.at(this.time);
    if (this.orders.isOn) return [this.placeOf(cell), ...this.orders.describe(cell, moment)].join("  ·  ");
    const known = moment.agents.map((agent, i) => {
      if (agent.known && !agent.known[cell]) return `${i + 1}: not seen`;
      const code = agent.state ? agent.state[cell] : 0;
      return `${i + 1}: ${NAMES[code]}`;
    });
    return [this.placeOf(cell), ...known].join("  ·  ");
  }
}

const PANES = { world: "True world", known: "Known", presumed: "Presumed" };
// What the boards show, until there is something to compare.
const READ = {
  unknown: "Grey cells have never been seen. Each agent takes them for free floor, follows its cheapest " +
    "path (yellow), and plans again when it meets a wall.",
  orders: "Grey cells have never been seen. Click a cell to send the chosen agent there, and again for its next order: it " +
    "remembers what it has seen, and all agents know it. Its twin gets the same orders, and forgets everything each time.",
  changing: "The agents know the whole world. Draw a wall in their way: they plan again.",
};
// As asterion.navigate.STATES.
const NAMES = ["not searched", "open", "closed", "raised", "lowered", "overconsistent", "underconsistent"];
const AS_SEARCH = Uint8Array.of(0, 1, 2, 1, 1, 1, 1);

/** Open and closed, whatever the algorithm calls them. */
function searchState(state) {
  return state ? state.map((code) => AS_SEARCH[code] ?? 0) : null;
}

/** An agent's last activity, in the words of about.py: it has looked, and not yet moved on. */
function deedsOf({ fresh, trail }) {
  return new Set(["look", fresh ? "plan" : "", trail.length > 1 ? "move" : ""].filter(Boolean));
}

/** The last action of an agent in a sentence, for the dock. */
function accountOf({ fresh, plan, planning, trail, message }) {
  const did = planning !== null ? "It waits for its plan"
    : fresh && plan ? `It has just planned: search ${plan.number} expanded ${plan.expanded.toLocaleString("en")}` : "It follows its plan";
  return {
    sentence: `After ${counted(trail.length - 1, "move")}. ${message || `${did}.`}`,
    more: "", note: plan ? "Step through this search (b) shows its expansions one by one." : "",
  };
}

function isStuck({ message }) {
  return message.includes("cannot");
}

function hasArrived(agent) {
  return Boolean(agent.message) && !isStuck(agent);
}

function captionOf({ plan, planning, message, trail, expanded }) {
  const search = planning !== null ? `waits for its plan: ${counted(planning, "cell")} expanded`
    : plan ? `${counted(expanded, "cell")} expanded in ${counted(plan.number, "search", "searches")}` : "no search yet";
  const moves = counted(trail.length - 1, "move");
  return `${message ? `${message.replace(/\.$/, "")} after ${moves}` : moves}, ${search}`;
}
