// Start and goal on a board, or the agents and goals of an overlay.

import { disc, ring } from "./canvas_shapes.js";

/** Start and goal, or all agents and goals; never too small to be seen, however small the cells. */
export function drawEnds(view, colours) {
  const { context } = view;
  const ratio = window.devicePixelRatio || 1;
  const { goals } = view.overlay; // several goals have numbers, which need room
  const r = goals ? Math.max(7 * ratio, view.size * 0.46) : Math.max(5 * ratio, view.size * 0.34);
  context.textAlign = "center";
  context.textBaseline = "middle";
  // A font takes a browser milliseconds while other parts of the page change.
  if (goals || view.overlay.agents) context.font = `bold ${Math.floor(r * (goals ? 1.15 : 1.3))}px system-ui, sans-serif`;
  for (const goal of goals ?? []) drawGoal(view, goal, r, colours);
  const agents = view.overlay.agents ?? [{ cell: view.map.start, label: "" }];
  const areLarge = agents.some(({ colour }) => colour);
  if (!goals && areLarge) drawGoal(view, { cell: view.map.goal }, Math.max(8 * ratio, view.size * 0.44), colours);
  const inFront = agents.filter(({ chosen }) => chosen);
  for (const agent of [...agents.filter(({ chosen }) => !chosen), ...inFront]) drawAgent(view, agent, r, colours, agents);
  if (!goals && !areLarge) drawGoal(view, { cell: view.map.goal }, r, colours);
}

/** The centre of a cell, or as far beside it as shows a marker at the edge whole. */
function markerAt(view, cell, r, aside = 0) {
  const inside = (at, length) =>
    at < 0 || at > length ? at : Math.max(r + 1, Math.min(at, length - r - 1));
  const [x, y] = view.center(cell);
  return [inside(x + aside, view.canvas.width), inside(y, view.canvas.height)];
}

/**
 * A disc; only the outline for an agent without a path. Agents with colours of their own are
 * large, and those on one cell stand beside each other.
 */
function drawAgent(view, agent, plain, colours, agents) {
  const { cell, label, hollow, colour, chosen } = agent;
  if (cell < 0) return;
  const { context } = view, ratio = window.devicePixelRatio || 1;
  const r = colour ? Math.max(9 * ratio, view.size * 0.46) : plain;
  const here = colour ? agents.filter((each) => each.cell === cell) : [agent];
  const [x, y] = markerAt(view, cell, r, (here.indexOf(agent) - (here.length - 1) / 2) * 1.7 * r);
  const main = colour ?? colours.agent, paper = colour ? colours.onTeam : colours.paper;
  const [fill, ink] = hollow ? [paper, main] : [main, paper];
  if (colour) context.font = `bold ${Math.floor(r * 1.3)}px system-ui, sans-serif`;
  disc(context, x, y, r, fill);
  ring(context, x, y, r, ink, Math.max(1.5, window.devicePixelRatio || 1));
  if (chosen) ring(context, x, y, r + 2.5 * ratio, colours.ink, 2 * ratio);
  if (!label) return;
  context.fillStyle = ink;
  context.fillText(label, x, y);
}

/** A ring, around a number if there are several. */
function drawGoal(view, { cell, label, colour = null }, r, colours) {
  if (cell < 0) return;
  const { context } = view;
  const [x, y] = markerAt(view, cell, r);
  if (label) disc(context, x, y, r * 0.85, colours.paper); // numbers are readable on any colour
  ring(context, x, y, r * 0.85, colour ?? colours.goal, Math.max(2 * (window.devicePixelRatio || 1), r * (label ? 0.2 : 0.35)));
  context.fillStyle = colour ?? colours.goal;
  if (label) context.fillText(label, x, y);
  else disc(context, x, y, r * 0.3);
}
