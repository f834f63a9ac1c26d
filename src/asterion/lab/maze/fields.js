// Paints the fields of a moment of the maze game: mud and rain, the searches of the players, and
// where monsters look. On the board of all players, each search has the colour of its player.

import { runnerColour } from "../board/tokens.js";
import { SLOW, stateOf, THREAT, towards } from "./moment.js";
import { mix, pixel } from "../board/palette.js";

const ROOM = { hatch: 8, lines: 9 }; // pixels per cell, at least
const OPEN = 1, CLOSED = 2;

export function paintFields(view, to, colours) {
  const { switches, fields, player, board } = view;
  if (fields.has(SLOW)) paintSlow(view, to, fields.get(SLOW), colours);
  const searches = player ? [[board, looksAlone(colours)]]
    : view.frame.players.map((_, i) => [i, looksTogether(runnerColour(i))]);
  for (const [number, looks] of searches) {
    const search = fields.get(number);
    if (switches.states && search?.length) paintStates(view, to, search, looks);
    if (switches.trees && search?.length) paintTree(view, to, search, looks.tree);
  }
  if (switches.threat && fields.has(THREAT)) paintThreat(view, to, fields.get(THREAT), colours);
}

// Second cues besides colour: closed cells are hatched, open ones have a ring.
function looksAlone(colours) {
  return {
    open: veil(colours.open, 190), closed: veil(colours.closed, 190), tree: mix(colours.ink, colours.closed, 0.2),
    ring: mix(colours.open, colours.ink, 0.55), hatch: mix(colours.closed, colours.ink, 0.28),
  };
}

// Several of them overlap: they are transparent, and not hatched.
function looksTogether(colour) {
  return { open: veil(colour, 110), closed: veil(colour, 50), tree: colour, ring: colour };
}

function paintCells(view, to, pixelOf) {
  const { rows, cols } = view.map;
  view.cells.width = cols;
  view.cells.height = rows;
  const context = view.cells.getContext("2d");
  const image = context.createImageData(cols, rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let i = 0; i < pixels.length; i++) pixels[i] = pixelOf(i);
  context.putImageData(image, 0, 0);
  to.drawImage(view.cells, -view.left, -view.top, cols * view.size, rows * view.size);
}

// Mud is brown with dots in it, rain is blue with strokes.
function paintSlow(view, to, slow, colours) {
  const { size, map } = view;
  const veils = [0, veil(colours.heavy, 150), veil(colours.agent, 40), veil(colours.heavy, 190)];
  paintCells(view, to, (cell) => (map.walls[cell] < 0 ? veils[slow[cell]] : 0));
  if (size < ROOM.hatch) return;
  to.fillStyle = mix(colours.heavy, colours.ink, 0.5);
  view.strokeSeen(to, mix(colours.open, colours.ink, 0.2), Math.max(1, size / 18), (cell, x, y) => {
    if (map.walls[cell] >= 0) return;
    if (slow[cell] & 1)
      for (const [dx, dy] of [[0.25, 0.3], [0.65, 0.2], [0.45, 0.7], [0.8, 0.65]])
        to.fillRect(x + size * dx, y + size * dy, size * 0.1, size * 0.1);
    if (slow[cell] & 2)
      for (const dx of [0.3, 0.75]) {
        to.moveTo(x + size * dx, y + size * 0.2);
        to.lineTo(x + size * (dx - 0.15), y + size * 0.55);
      }
  });
}

function paintStates(view, to, search, { open, closed, ring, hatch }) {
  const { size } = view;
  const looks = [0, open, closed, open, open, open, open];
  paintCells(view, to, (cell) => looks[stateOf(search[cell])] ?? 0);
  if (size < ROOM.hatch) return;
  const width = Math.max(1, size / 14);
  if (hatch)
    view.strokeSeen(to, hatch, width, (cell, x, y) => {
      if (stateOf(search[cell]) !== CLOSED) return;
      to.moveTo(x + size * 0.2, y + size * 0.8);
      to.lineTo(x + size * 0.8, y + size * 0.2);
    });
  view.strokeSeen(to, ring, width, (cell, x, y) => {
    const state = stateOf(search[cell]);
    if (state === OPEN || state > CLOSED) to.rect(x + size * 0.28, y + size * 0.28, size * 0.44, size * 0.44);
  });
}

function paintTree(view, to, search, colour) {
  const { size } = view;
  view.strokeSeen(to, colour, Math.max(0.75, size / 14), (cell, x, y) => {
    const step = towards(search[cell]);
    if (!step) return;
    to.moveTo(x + size / 2, y + size / 2);
    to.lineTo(x + size * (0.5 + step[1]), y + size * (0.5 + step[0]));
  });
}

function paintThreat(view, to, threat, colours) {
  const { size } = view;
  const veils = Array.from({ length: 256 }, (_, value) => (value ? veil(colours.threat, 28 + value * 0.45) : 0));
  paintCells(view, to, (cell) => veils[threat[cell]]);
  if (size < ROOM.lines) return;
  view.strokeSeen(to, mix(colours.threat, colours.ink, 0.2), Math.max(0.75, size / 18), (cell, x, y) => {
    if (!threat[cell]) return;
    for (const share of [0.25, 0.75]) {
      to.moveTo(x, y + size * share);
      to.lineTo(x + size, y + size * share);
    }
  });
}

/** A transparent colour as a pixel. */
function veil(hex, alpha) {
  return (pixel(hex) & 0xffffff | Math.min(255, Math.round(alpha)) << 24) >>> 0;
}
