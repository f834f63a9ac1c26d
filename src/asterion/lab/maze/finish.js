// The end of a race, shown on the arena: the winner, all results, and a button for another.

import { button, element, headings, setText, wordButton } from "../board/parts.js";
import { ordinal } from "../board/numbers.js";
import { figure } from "./stats.js";
import { paintToken } from "../board/tokens.js";

const HEADS = ["place", "player", "ticks", "waited", "moves", "expansions"];

export class Finish {
  /** hands: {again(), reseed(), next()} */
  constructor(hands) {
    this.title = element("h2", { role: "status" });
    this.table = element("table");
    this.head = this.table.createTHead();
    this.body = this.table.createTBody();
    this.again = wordButton("Again", "Again: the same race, from its start", hands.again);
    this.next = wordButton("Next level", "Next level: the same players go on to the next world (n)", hands.next);
    this.next.classList.add("play");
    const buttons = element("div", "maze-finish-buttons", this.next,
      this.again, wordButton("New seed", "New seed: a race with other pits and monsters", hands.reseed));
    const close = button("Close", "close", () => this.hide());
    close.classList.add("maze-finish-close");
    const looks = { class: "maze-finish", label: "Result", hidden: true };
    this.root = element("section", looks, close, this.title, this.table, buttons);
  }

  /** Shows the race of a run, unless a person has closed it; isNext: another level follows. */
  show(run, runners, human, isNext = false) {
    if (this.run === run) return;
    this.run = run;
    const lanes = runners.map((runner, i) => ({
      ...runner, number: human && i === runners.length - 1 ? -1 : i,
    })).sort((a, b) => a.place - b.place);
    const first = lanes.filter(({ place }) => place === 1);
    setText(this.title, first.map(nameOf).join(" and ") + (first.length > 1 ? " are level" : wins(first[0], lanes[1])));
    const names = runners.some(({ total }) => total) ? [...HEADS, "all levels"] : HEADS;
    this.head.replaceChildren(headings(names));
    this.body.replaceChildren(...lanes.map((lane) => rowOf(lane, runners, names)));
    this.next.hidden = !isNext;
    this.again.classList.toggle("play", !isNext);
    this.root.hidden = false;
  }

  /** Hides it for another run or world. */
  clear() {
    this.run = null;
    this.hide();
  }

  hide() {
    this.root.hidden = true;
  }

  /** The discs have the colours of the theme. */
  paint() {
    for (const token of this.body.querySelectorAll(".maze-token")) paintToken(token, Number(token.dataset.number));
  }
}

function nameOf({ number, name }) {
  return number < 0 ? name : `${number + 1}. ${name}`;
}

/** " wins, 12 ticks ahead": of the next one, if that has finished. */
function wins(first, next) {
  const ahead = first.ticks === null ? 0 : (next?.ticks ?? 0) - first.ticks;
  return `${first.number < 0 ? " win" : " wins"}${ahead > 0 ? `, ${figure(ahead)} ${ahead === 1 ? "tick" : "ticks"} ahead` : ""}`;
}

/** The least of all is bold. */
function rowOf(lane, runners, names) {
  const token = element("span", "maze-token");
  token.dataset.number = lane.number;
  paintToken(token, lane.number);
  const row = element("tr", "", element("td", "", ordinal(lane.place)), element("td", "", token, ` ${lane.name}`));
  for (const name of ["ticks", "waits", "moves", "expansions"]) {
    const least = Math.min(...runners.map((each) => each[name] ?? Infinity));
    const text = lane[name] === null ? (name === "ticks" ? "still walks" : "–") : figure(lane[name]);
    row.append(element("td", lane[name] === least ? "least" : "", text));
  }
  if (names.length > HEADS.length) {
    const least = Math.min(...runners.map(({ total }) => total ?? Infinity));
    row.append(element("td", lane.total === least ? "least" : "", lane.total ? figure(lane.total) : "–"));
  }
  return row;
}
