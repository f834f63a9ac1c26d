// The scoreboard: the place of each runner, what it does, and what it has done so far.

import { element, setText } from "../board/parts.js";
import { figure } from "./stats.js";
import { paintToken } from "./tokens.js";

const ENDINGS = ["th", "st", "nd", "rd"];
const FIGURES = { keys: "keys", goals: "goals", moves: "moves", expansions: "expanded" };

export class Scoreboard {
  constructor() {
    this.root = element("ol", "maze-scores");
    this.root.setAttribute("aria-label", "Scoreboard");
    this.lines = [];
  }

  /** runners: as race.py has them, the human last; goals: [{letter}], of the world. */
  show(runners, goals, human) {
    while (this.lines.length > runners.length) this.lines.pop().root.remove();
    while (this.lines.length < runners.length) this.#add();
    runners.forEach((runner, i) => {
      const { root, place, token, name, doing, figures } = this.lines[i];
      root.dataset.state = runner.state;
      root.dataset.place = runner.place ?? "";
      setText(place, runner.place ? ordinal(runner.place) : "–");
      paintToken(token, human && i === runners.length - 1 ? -1 : i);
      setText(name, runner.name);
      setText(doing, doingOf(runner, goals));
      doing.title = doing.textContent; // a small card may cut it off
      setText(figures.keys, runner.keys.join(" ") || "–");
      setText(figures.goals, `${runner.goals} of ${runner.of}`);
      for (const each of ["moves", "expansions"])
        setText(figures[each], runner[each] === null ? "–" : figure(runner[each]));
    });
  }

  #add() {
    const root = element("li", "maze-runner");
    const head = element("div", "maze-runner-head");
    const parts = {
      root, place: element("b", "maze-place"), token: element("span", "maze-token"),
      name: element("span", "maze-name"), doing: element("span", "maze-doing"), figures: {},
    };
    head.append(parts.token, parts.name, parts.doing);
    const list = element("dl", "maze-figures");
    for (const [each, word] of Object.entries(FIGURES)) {
      const pair = element("div");
      parts.figures[each] = element("dd");
      pair.append(element("dt", "", word), parts.figures[each]);
      list.append(pair);
    }
    const inside = element("div", "maze-runner-parts");
    inside.append(parts.place, head, list);
    root.append(inside);
    this.root.append(root);
    this.lines.push(parts);
  }
}

/** "1st", "2nd", "3rd", "4th". */
export function ordinal(place) {
  return `${place}${ENDINGS[place] ?? ENDINGS[0]}`;
}

/** "key x" or "door X". */
export function goalName(letter = "") {
  return letter === letter.toLowerCase() ? `key ${letter}` : `door ${letter}`;
}

function doingOf({ state, ticks, goals: reached }, goals) {
  if (state === "finished") return `finished at ${figure(ticks)}`;
  if (state === "stopped") return "stuck: no path, waits";
  const to = `to ${goalName(goals[reached]?.letter)}`;
  if (state === "planning") return `${to}: plans, waits`;
  return state === "obstructed" ? `${to}: a pit is in the way` : to;
}
