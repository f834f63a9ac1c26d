// The colours of agents and players, and the discs that stand for them outside the boards.

import { isDark, palette } from "./palette.js";
import { setText } from "./parts.js";

const HUMAN = { light: "#1c2430", dark: "#e8edf4" };

/** The colour of an agent or a player by its number from 0; -1 is the human. */
export function runnerColour(number) {
  return number < 0 ? HUMAN[isDark() ? "dark" : "light"] : palette()[`player${number}`];
}

export function runnerLabel(number) {
  return number < 0 ? "H" : `${number + 1}`;
}

/** Shows a runner's disc in an element. */
export function paintToken(target, number) {
  setText(target, runnerLabel(number));
  target.style.background = runnerColour(number);
  target.style.color = palette().onTeam;
}
