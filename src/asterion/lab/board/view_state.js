// What is shown of a set-up, as a readable part of a link: "step:120;speed:2;zoom:3@12,40;layers:open,path".

import { FASTEST, SLOWEST } from "./speed.js";

export const MOST_ZOOM = 64;
const MOST_STEP = 1e9;

/**
 * The text of a view: {step, speed, zoom: {times, row, col}, pane, race, explained, structure, field,
 * layers: [name]}, each of which may be missing. zoom: how many times, around which point of the map, in tiles; pane: the choice
 * of boards; race: "time", or each step is an expansion; explained: whether the dock is open.
 */
export function viewText({ step, speed, zoom, pane, layers, race, explained, structure, field }) {
  const parts = [];
  if (step !== undefined) parts.push(`step:${step}`);
  if (speed && speed !== 1) parts.push(`speed:${round(speed)}`);
  if (zoom && zoom.times > 1) parts.push(`zoom:${round(zoom.times)}@${round(zoom.row)},${round(zoom.col)}`);
  if (pane) parts.push(`pane:${pane}`);
  if (race === "time") parts.push(`race:${race}`);
  if (explained) parts.push("explained:1");
  if (structure) parts.push(`structure:${structure}`);
  if (field) parts.push(`field:${field}`);
  if (layers) parts.push(`layers:${layers.join(",")}`);
  return parts.join(";");
}

/** The view of a text, without parts that make no sense; known: the names of the layers. */
export function viewOf(text, known = []) {
  const view = {};
  for (const part of String(text ?? "").split(";")) {
    const at = part.indexOf(":"), name = part.slice(0, at);
    const value = Object.hasOwn(READERS, name) ? READERS[name](part.slice(at + 1), known) : undefined;
    if (value !== undefined) view[name] = value;
  }
  return view;
}

const READERS = {
  step: (text) => count(text, MOST_STEP),
  speed: (text) => number(text, SLOWEST, FASTEST),
  zoom(text) {
    const [, times, row, col] = /^([^@,]+)@([^@,]+),([^@,]+)$/.exec(text) ?? [];
    const zoom = { times: number(times, 1, MOST_ZOOM), row: number(row, 0, Infinity), col: number(col, 0, Infinity) };
    return Object.values(zoom).includes(undefined) ? undefined : zoom;
  },
  pane: (text) => count(text, MOST_STEP),
  race: (text) => (text === "time" ? text : undefined),
  explained: (text) => text === "1" || undefined,
  structure: word,
  field: word,
  layers(text, known) {
    const names = text.split(",").filter((name) => known.includes(name));
    return names.length || !text ? names : undefined; // none of this page
  },
};

/** The name of a choice, which a page may not know. */
function word(text) {
  return /^[a-z]{1,20}$/.test(text) ? text : undefined;
}

function count(text, most) {
  return /^\d+$/.test(text) ? number(text, 0, most) : undefined;
}

function number(text, least, most) {
  if (!/^\d+(\.\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) && value >= least && value <= most ? value : undefined;
}

function round(value) {
  return Number(value.toFixed(2));
}
