// The figures of the players: one table, of all players or, by its tab, of one from goal to goal.

import { element, setText } from "../board/parts.js";

export class MazeStats {
  constructor() {
    this.tabs = element("div", { class: "tab-bar", role: "tablist", label: "Figures" });
    this.tabs.addEventListener("keydown", (event) => this.#key(event));
    this.table = element("table", "", element("thead"), element("tbody"), element("tfoot"));
    const looks = { class: "maze-figures-panel", id: "maze-figures", role: "tabpanel", tabIndex: 0 }; // it scrolls
    this.panel = element("div", looks, this.table);
    this.root = element("div", "maze-stats", this.tabs, this.panel);
    this.at = 0; // the tab
  }

  /** stats: {columns: [[name, title]], players: [{name, rows: [{goal, state, ...}], sum}]} */
  show(stats) {
    this.stats = stats;
    const names = ["All players", ...stats.players.map(({ name }) => name)];
    this.at = Math.min(this.at, names.length - 1);
    while (this.tabs.children.length > names.length) this.tabs.lastChild.remove();
    while (this.tabs.children.length < names.length) this.#add(this.tabs.children.length);
    names.forEach((name, i) => setText(this.tabs.children[i], name));
    this.#fill();
  }

  choose(at) {
    this.at = at;
    this.#fill();
  }

  #add(i) {
    const made = element("button", { class: "tab", type: "button", role: "tab", click: () => this.choose(i) });
    made.setAttribute("aria-controls", this.panel.id);
    this.tabs.append(made);
  }

  // Within the tabs arrows go to the next one, as is usual.
  #key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const count = this.tabs.children.length;
    this.choose((this.at + step + count) % count);
    this.tabs.children[this.at].focus();
  }

  #fill() {
    const { columns, players } = this.stats;
    [...this.tabs.children].forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === this.at));
      tab.tabIndex = i === this.at ? 0 : -1;
    });
    const label = this.tabs.children[this.at].textContent;
    if (this.panel.getAttribute("aria-label") !== label) this.panel.setAttribute("aria-label", label);
    const player = players[this.at - 1];
    const rows = player
      ? player.rows.map(({ goal, state, figures }) => ({ state, values: [goal, ...figures] }))
      : players.map(({ name, sum }) => ({ state: "", values: [name, ...sum] }));
    const head = player ? ["goal", "The goal that the player walked to"] : ["player", "The sums of each player"];
    const [top, body, foot] = this.table.children;
    writeHead(top, [head, ...columns]);
    writeRows(body, rows);
    writeRows(foot, player ? [{ state: "sum", values: ["sum", ...player.sum] }] : []);
  }
}

function writeHead(part, heads) {
  const row = part.rows[0] ?? part.insertRow();
  while (row.cells.length < heads.length) row.append(element("th", { scope: "col" }));
  heads.forEach(([label, title], i) => {
    setText(row.cells[i], label);
    row.cells[i].title = title;
  });
}

function writeRows(part, rows) {
  while (part.rows.length > rows.length) part.deleteRow(-1);
  while (part.rows.length < rows.length) part.insertRow();
  rows.forEach(({ state, values }, i) => {
    const row = part.rows[i];
    row.dataset.state = state; // reached, now, later; sum
    while (row.cells.length < values.length) row.insertCell();
    values.forEach((value, k) => setText(row.cells[k], typeof value === "number" ? figure(value) : value));
  });
}

/** A number as people write it. */
export function figure(value) {
  return Number.isInteger(value) ? value.toLocaleString("en-US")
    : value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
