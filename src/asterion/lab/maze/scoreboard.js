// The scoreboard: each runner's place, present activity, and results so far.

import { ordinal } from "../board/numbers.js";
import { element, setText } from "../board/parts.js";
import { figure } from "./stats.js";
import { paintToken } from "../board/tokens.js";

const FIGURES = { keys: "keys", goals: "goals", moves: "moves", expansions: "expanded" };

export class Scoreboard {
  constructor() {
    this.root = element("ol", { class: "maze-scores", label: "Scoreboard" });
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
    const parts = {
      place: element("b", "maze-place"), token: element("span", "maze-token"),
      name: element("span", "maze-name"), doing: element("div", "maze-doing"), figures: {},
    };
    const pairs = Object.entries(FIGURES).map(([each, word]) =>
      element("div", "", element("dt", "", word), parts.figures[each] = element("dd")));
    parts.root = element("li", "maze-runner", element("div", "maze-runner-parts", parts.place,
      element("div", "maze-runner-head", parts.token, parts.name), parts.doing,
      element("dl", "maze-figures", ...pairs)));
    this.root.append(parts.root);
    this.lines.push(parts);
  }
}

/** "key x" or "door X". */
export function goalName(letter = "") {
  return letter === letter.toLowerCase() ? `key ${letter}` : `door ${letter}`;
}

export function doingOf({ state, ticks, goals: reached, reason }, goals) {
  if (state === "finished") return `finished at ${figure(ticks)}`;
  if (state === "stopped") return `waits: ${reason || "no path"}`;
  const to = `to ${goalName(goals[reached]?.letter)}`;
  if (state === "planning") return `${to}: plans, waits`;
  return state === "obstructed" ? `${to}: ${reason || "a pit is in the way"}` : to;
}
