// Orders under fog, on the boards of the terrain page: what all agents know, the twin of the chosen
// agent, who carries out the same orders and remembers nothing, and the true world.

import { counted } from "../board/numbers.js";
import { say, STILL } from "../board/parts.js";
import { runnerColour } from "../board/tokens.js";
import { TOOLS } from "../board/tool_bar.js";
import { forFinger } from "../board/touch.js";
import { ahead } from "./recording.js";

export const ORDER_TOOLS = {
  order: {
    key: "e", label: forFinger("Send the chosen agent: click where it goes; click an agent to choose it"),
    says: "tool: send the chosen agent", does: { kind: "order" }, icon: "near_me",
  },
  ...TOOLS,
};
const HINT = forFinger("Click a cell: the chosen agent goes there. Click an agent to choose it.");

export class Orders {
  /** page: the boards of the terrain page. */
  constructor(page) {
    this.page = page;
    this.wasOn = false;
  }

  get isOn() {
    return this.page.recording.started?.mode === "orders";
  }

  /** The number of the agent that is sent, from 0. */
  get chosen() {
    return this.page.views.at;
  }

  /** Shows the tools of the mode, and takes the one that it is about. */
  fitTools() {
    const { page, isOn, wasOn } = this, { buttons } = page.tools;
    if (isOn === wasOn) return;
    this.wasOn = isOn;
    buttons.order.hidden = !isOn;
    buttons.goal.hidden = isOn;
    page.views.at = 0;
    if (isOn || page.toolName === "order") page.chooseTool(isOn ? "order" : page.freshView?.tool ?? "wall");
    page.hint = isOn ? HINT : page.usualHint;
    page.tellCell();
  }

  /** The boards: {kind, agent, title}. */
  panes(count) {
    const agent = this.chosen;
    return [
      { kind: "known", agent, title: count > 1 ? "Known to all agents" : "Known to the agent" },
      { kind: "twin", agent, title: `Agent ${agent + 1} without memory` },
      { kind: "world", title: "True world" },
    ];
  }

  // --- Acting

  /** A click with a tool: on an agent it is chosen, elsewhere the chosen one is sent. */
  click(cell) {
    if (this.page.tool.kind === "start") return this.place(cell);
    const here = this.#at(cell);
    if (here.length) this.page.views.choose(here.find((i) => i > this.chosen) ?? here[0]);
    else this.send(cell);
  }

  send(cell) {
    const { page, chosen } = this, { transport } = page;
    if (transport.playing) transport.pause();
    transport.seek(transport.steps); // orders are given now
    page.connection.send({ type: "order", agent: chosen, cell });
    say(`Agent ${chosen + 1} goes to ${this.#name(cell)}.`);
    if (!STILL && !transport.isRunning) transport.play();
  }

  /** Puts the start of the chosen agent on a cell. */
  place(cell) {
    this.page.connection.send({ type: "post", agent: this.chosen, cell });
  }

  #at(cell) {
    const { agents } = this.page.recording.at(this.page.time);
    return agents.flatMap(({ position }, i) => (position === cell ? [i] : []));
  }

  #name(cell) {
    const { cols } = this.page.map;
    return `(${Math.floor(cell / cols)}, ${cell % cols})`;
  }

  // --- Showing

  /** One board at a moment: {costs, overlay, caption, agent}; state(agent): its open and closed cells. */
  shown(kind, moment, state) {
    const { chosen, page: { layers, time } } = this;
    const isTwin = kind === "twin", those = isTwin ? [moment.twins[chosen]] : moment.agents;
    const number = (i) => (isTwin ? chosen : i);
    const one = isTwin ? those[0] : moment.agents[chosen];
    const overlay = {
      agents: those.map(({ position }, i) => ({
        cell: position, label: `${number(i) + 1}`, colour: runnerColour(number(i)), chosen: number(i) === chosen && moment.agents.length > 1 && !isTwin,
      })),
      goals: those.flatMap(({ goal, position }, i) => (goal < 0 || goal === position ? []
        : [{ cell: goal, label: `${number(i) + 1}`, colour: runnerColour(number(i)) }])),
      trails: layers.trail ? those.map(({ trail, first }, i) => ({ cells: trail.slice(first), colour: runnerColour(number(i)) })) : null,
      path: [],
    };
    if (kind === "world") return { costs: moment.world, overlay, caption: `after ${counted(time, "move")}`, agent: null };
    return {
      costs: one.presumed, agent: one,
      overlay: { ...overlay, known: one.known, path: ahead(one), fresh: one.fresh, state: state(one) },
      caption: this.line(one, chosen, moment.agents.length),
    };
  }

  /** "Agent 1, order 2: arrived after 8 moves": how far an agent, or its twin, is. */
  line({ order, trail, first, message, planning }, index, count) {
    const name = count > 1 ? `agent ${index + 1}, ` : "";
    if (!order) return `${name}no order yet`;
    const moves = counted(trail.length - 1 - first, "move");
    const told = message.includes("cannot") ? `found no way in ${moves}` : message ? `arrived after ${moves}` : moves;
    return `${name}order ${order}: ${told}${planning === null ? "" : `, waits for its plan: ${counted(planning, "cell")} expanded`}`;
  }

  /** What is known of a cell, in parts. */
  describe(cell, { agents }) {
    const told = [agents[0].known[cell] ? "seen" : "never seen"];
    agents.forEach(({ position, goal }, i) => {
      if (position === cell) told.push(`agent ${i + 1} is here`);
      else if (goal === cell) told.push(`agent ${i + 1} is sent here`);
    });
    return told;
  }
}
