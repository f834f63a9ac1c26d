// The Characters page: the plan as a row of actions, the search for it as a tree of states, and what
// other searches for the same plan cost.

import { Boards } from "../board/boards.js";
import { element, headings, keepInSight, setText, wordButton } from "../board/parts.js";
import { Shortcuts } from "../board/shortcuts.js";
import { Transport } from "../board/transport.js";

const HEAD = 34; // pixels of the tree's first row, which does not scroll

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
    this.grid.classList.add("character-page");
    this.news = element("h3", { class: "character-news", ariaLive: "polite" });
    this.plan = element("ol", { class: "character-plan", label: "Plan" });
    this.actButton = wordButton("Do the next action", "Do the next action of the plan (e)", () => this.act());
    this.planButton = wordButton("Plan again", "Drop the plan and make another (k)", () => this.replan());
    this.sum = element("output", "caption");
    const orders = element("div", "character-orders", this.actButton, this.planButton, this.sum);
    this.others = element("table", "character-table");
    this.rows = element("tbody");
    const tree = element("table", "character-table", element("thead", "",
      headings(["state after", "g", "h", "true cost", "f = g + h"])), this.rows);
    this.tree = element("div", { class: "character-tree", tabIndex: 0, role: "group", label: "Search" }, tree);
    this.told = element("p", { class: "caption character-step", ariaLive: "off" });
    this.grid.append(
      element("section", "character-now", this.news, this.plan, orders),
      element("section", "character-search", element("h3", "", "A search for this plan, state by state"), this.told, this.tree),
      element("section", "character-others", element("h3", "", "What the planner expands"), this.others,
        element("p", "caption", "It tries only actions that can help; the search shown tries all.")));
    this.hoverText.hidden = true;
    this.transport = new Transport(this.root, "expansions", (step) => this.#show(step));
    this.shortcuts = new Shortcuts([
      ...this.transport.keys("expansion"),
      [["e"], "do the next action of the plan", () => this.act()],
      [["k"], "drop the plan and make another", () => this.replan()],
      [["ctrl+z", "u"], "undo", () => this.connection.send({ type: "undo" })],
      [["ctrl+y", "r"], "redo", () => this.connection.send({ type: "redo" })],
      ...this.sharedKeys(),
    ]);
  }

  act() {
    if (this.decision?.plan.length) this.connection.send({ type: "act" });
  }

  replan() {
    this.connection.send({ type: "replan" });
  }

  // --- Messages from the server

  onMessage(message) {
    if (message.type !== "decision") return;
    this.decision = message;
    this.#drawPlan(message);
    this.#drawOthers(message.rows);
    this.#buildTree(message.search);
    const steps = message.search?.steps.length ?? 0, atEnd = this.first || this.transport.isAtEnd;
    this.first = false;
    this.transport.setSteps(steps);
    this.transport.seek(atEnd ? steps : Math.min(this.transport.at, steps));
  }

  // --- The plan

  #drawPlan({ news, goal, wants, plan, cost, cheaper }) {
    setText(this.news, news);
    const cards = plan.map(({ name, cost: price, needs, gives }) => element("li", "",
      element("strong", "", name), element("b", "character-cost", String(price)),
      element("span", "", needs.length ? `needs ${needs.join(", ")}` : "needs nothing"),
      element("span", "character-gives", `→ ${gives.join(", ") || "no change"}`)));
    if (goal) cards.push(element("li", "character-goal", element("strong", "", goal), element("span", "", wants.join(", "))));
    this.plan.replaceChildren(...cards);
    const more = cheaper > 0 ? ` A new plan would cost ${cheaper} less: an agent keeps a plan that is still valid.` : "";
    setText(this.sum, plan.length ? `In all ${cost}.${more}` : "");
    this.actButton.disabled = !plan.length;
  }

  #drawOthers(rows) {
    const cell = (text, kind = "") => element("td", kind, String(text));
    const best = Math.min(...rows.map(([, , cost]) => cost ?? Infinity));
    const body = element("tbody", "", ...rows.map(([direction, estimate, cost, expanded, optimal]) => element("tr", "",
      cell(direction), cell(estimate),
      cell(cost === null ? "–" : cost > best ? `${cost}, not the cheapest` : cost, cost > best ? "bad" : ""),
      cell(expanded), cell(optimal ? "yes" : "no"))));
    this.others.replaceChildren(element("thead", "", headings(["search", "estimate", "cost", "expanded", "cheapest for sure"])), body);
  }

  // --- The search

  /** A row for each state, below the one from which it was first reached. */
  #buildTree(search) {
    this.search = search;
    const nodes = search?.nodes ?? [], below = nodes.map(() => []), from = nodes.map(() => null);
    (search?.steps ?? []).forEach(({ node, moves }) => {
      for (const [name, to] of moves) {
        if (to === 0 || from[to]) continue;
        from[to] = { node, name };
        below[node].push(to);
      }
    });
    this.lines = [];
    const add = (node, depth) => {
      const { changed, h, exact } = nodes[node], name = element("td", "", from[node]?.name ?? "now");
      name.style.paddingLeft = `${8 + 14 * depth}px`;
      name.title = changed.join(", ");
      const g = element("td"), f = element("td");
      const isHigh = exact !== null && h > exact;
      const row = element("tr", "", name, g, element("td", isHigh ? "bad" : "", String(h)),
        element("td", "", exact === null ? "no plan" : String(exact)), f);
      this.lines[node] = { row, g, f };
      this.rows.append(row);
      for (const each of below[node]) add(each, depth + 1);
    };
    this.rows.replaceChildren();
    if (nodes.length) add(0, 0);
  }

  #show(step) {
    if (!this.search) return setText(this.told, "");
    const { nodes, steps, path, status } = this.search;
    const g = nodes.map(() => null), closed = new Set();
    g[0] = 0;
    for (const { node, g: cost, moves } of steps.slice(0, step)) {
      closed.add(node);
      g[node] = cost;
      for (const [, to, price] of moves) if (g[to] === null || cost + price < g[to]) g[to] = cost + price;
    }
    const isOver = step >= steps.length, now = steps[step - 1]?.node ?? -1;
    this.lines.forEach(({ row, g: cost, f }, node) => {
      row.hidden = g[node] === null;
      row.className = [closed.has(node) ? "closed" : "open", node === now && "now", isOver && path.includes(node) && "path"]
        .filter(Boolean).join(" ");
      setText(cost, String(g[node] ?? ""));
      setText(f, g[node] === null ? "" : String(g[node] + nodes[node].h));
    });
    const open = g.filter((cost, node) => cost !== null && !closed.has(node)).length;
    const { found, unreachable } = { found: `Found a plan that costs ${this.search.cost}.`, unreachable: "No state is left: there is no plan." };
    const end = { found, unreachable }[status] ?? "The rest is not shown.";
    setText(this.told, isOver ? end : step === 0 ? "The state now is open." :
      `Expanded ${step}: its f of ${g[now] + nodes[now].h} was the smallest. ${open} states are open.`);
    keepInSight(this.tree, this.lines[now]?.row, HEAD);
  }
}
