// Draws one board of the maze game: the shared world, and the search and path of one player.
//
// The world is painted once and kept; so is the search of the player until it is another. A frame
// copies both and draws what moves on top.

import { GridView } from "../shared/grid_view.js";
import {
  drawDoor, drawExplorer, drawKey, drawMonster, drawPit, drawStones, groundColour, PLAYERS, wallColour,
} from "./art.js";
import { SLOW, stateOf, THREAT, towards, TURNS } from "../wire/maze_moment.js";
import { isDark, mix, palette, pixel } from "../shared/palette.js";

const ROOM = { pits: 5, hatch: 8, lines: 9, stones: 9, digit: 13 }; // pixels a cell, at least
const SMALLEST = 13; // pixels: players and monsters are drawn no smaller
const OPEN = 1, CLOSED = 2;

export class MazeView extends GridView {
  /** board: the number of the player whose screen this is; none, if there is none. */
  constructor(canvas, board, images) {
    super(canvas);
    this.whole = false; // three boards have little room: none is to be lost
    this.board = board;
    this.images = images; // by name; where there are none, shapes are drawn
    this.world = document.createElement("canvas");
    this.searched = document.createElement("canvas");
    this.frame = null;
    this.fields = new Map(); // the search of each player, and the threat; of all cells
    this.fieldVersion = 0;
    this.switches = {};
    this.looks = {}; // of paths, by their state: {light, dark, dash}
  }

  // --- One frame

  drawNow() {
    const { context, canvas, frame, switches } = this;
    const colours = palette();
    this.#refresh(this.world, this.#worldKey(), (to) => this.#paintWorld(to, colours));
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    context.drawImage(this.world, 0, 0);
    this.frames = (this.frames ?? 0) + 1;
    if (!frame) return;
    if (switches.threat || switches.states || switches.trees || this.fields.has(SLOW)) {
      const key = `${this.#worldKey()},${this.fieldVersion},${switches.states},${switches.trees},${switches.threat}`;
      this.#refresh(this.searched, key, (to) => this.#paintSearch(to, colours));
      context.drawImage(this.searched, 0, 0);
    }
    this.#drawPits(colours);
    if (switches.paths) this.#drawPath(colours);
    this.#drawGoals(colours);
    if (switches.threat) this.#drawChases(colours);
    this.#drawEverybody(colours);
    this.#drawHover(colours);
    canvas.dataset.tick = frame.tick;
  }

  get player() {
    return this.frame?.players[this.board];
  }

  center(cell) {
    return this.#at(Math.floor(cell / this.map.cols), cell % this.map.cols);
  }

  #at(row, col) {
    return [(col + 0.5) * this.size - this.left, (row + 0.5) * this.size - this.top];
  }

  /** Paints a layer again if its key has changed. */
  #refresh(layer, key, paint) {
    if (layer.key === key) return;
    layer.key = key;
    layer.width = this.canvas.width; // which wipes it
    layer.height = this.canvas.height;
    const to = layer.getContext("2d");
    to.imageSmoothingEnabled = false;
    paint(to);
  }

  // --- What stands still

  #worldKey() {
    const { canvas, size, left, top, map, images, switches } = this;
    return [canvas.width, canvas.height, size, left, top, map.run, isDark(), images.size,
      switches.background, switches.grids].join();
  }

  #paintWorld(to, colours) {
    const { map, size, switches, images } = this;
    const { rows, cols } = map;
    const [left, top, right, bottom] = this.edges;
    to.fillStyle = colours.paper;
    to.fillRect(0, 0, to.canvas.width, to.canvas.height);
    to.fillStyle = colours.free;
    to.fillRect(left, top, right - left, bottom - top);
    const background = switches.background && images.get("background");
    if (background) to.drawImage(background, -this.left, -this.top, cols * size, rows * size);
    this.eachSeen((cell, x, y) => {
      const image = images.get(`tile_${map.tiles[cell]}`);
      if (image) to.drawImage(image, x, y, size + 0.5, size + 0.5);
      else this.#paintTile(to, cell, x, y, colours, Boolean(background));
    });
    if (size >= ROOM.stones) this.#paintDepth(to, colours);
    if (switches.grids) this.#paintGrid(to, colours);
  }

  #paintTile(to, cell, x, y, colours, covered) {
    const { map, size, switches } = this;
    const wall = map.walls[cell];
    const [left, top] = [Math.round(x), Math.round(y)]; // no gap between tiles, and no overlap
    const [w, h] = [Math.round(x + size) - left, Math.round(y + size) - top];
    if (wall >= 0) {
      to.fillStyle = wallColour(wall, colours);
    } else if (map.costs[cell] > 1) {
      to.fillStyle = groundColour(map.costs[cell], colours);
    } else {
      // A flagstone floor, unless the background is off or a custom picture.
      if (!switches.background || covered || (Math.floor(cell / map.cols) + cell % map.cols) % 2) return;
      to.fillStyle = mix(colours.free, colours.ink, 0.035);
    }
    to.fillRect(left, top, w, h);
    if (wall < 0 && map.costs[cell] > 1 && size >= ROOM.digit) {
      to.fillStyle = mix(colours.ink, groundColour(map.costs[cell], colours), 0.35);
      to.font = `${Math.floor(size * 0.45)}px system-ui, sans-serif`;
      to.textAlign = "center";
      to.textBaseline = "middle";
      to.fillText(map.costs[cell], x + size / 2, y + size / 2);
    }
  }

  // Stones, and the shadow that a wall casts on the ground below it.
  #paintDepth(to, colours) {
    const { map, size } = this;
    const edge = Math.max(1, size * 0.09);
    to.lineWidth = Math.max(1, size * 0.04);
    to.strokeStyle = mix(colours.wall, colours.paper, 0.22);
    to.beginPath();
    this.eachSeen((cell, x, y) => {
      if (map.walls[cell] >= 0) drawStones(to, x, y, size, map.walls[cell]);
    });
    to.stroke();
    to.fillStyle = isDark() ? "#00000070" : "#0b172a30";
    this.eachSeen((cell, x, y) => {
      if (map.walls[cell] < 0 && map.walls[cell - map.cols] >= 0) to.fillRect(x, y, size, edge * 2);
    });
    to.fillStyle = isDark() ? "#ffffff40" : "#ffffff38";
    this.eachSeen((cell, x, y) => {
      if (map.walls[cell] >= 0 && !(map.walls[cell - map.cols] >= 0)) to.fillRect(x, y, size, edge);
    });
  }

  #paintGrid(to, colours) {
    to.strokeStyle = mix(colours.free, colours.ink, 0.3);
    to.lineWidth = 1;
    this.strokeLines(to);
  }

  // --- What the player's search has come to, and where monsters look

  #paintSearch(to, colours) {
    const { switches, fields } = this;
    const search = fields.get(this.board), slow = fields.get(SLOW);
    if (slow) this.#paintSlow(to, slow, colours);
    if (switches.states && search) this.#paintStates(to, search, colours);
    if (switches.trees && search) this.#paintTree(to, search, colours);
    if (switches.threat && fields.get(THREAT)) this.#paintThreat(to, fields.get(THREAT), colours);
  }

  #paintCells(to, pixelOf) {
    const { rows, cols } = this.map;
    this.cells.width = cols;
    this.cells.height = rows;
    const context = this.cells.getContext("2d");
    const image = context.createImageData(cols, rows);
    const pixels = new Uint32Array(image.data.buffer);
    for (let i = 0; i < pixels.length; i++) pixels[i] = pixelOf(i);
    context.putImageData(image, 0, 0);
    to.drawImage(this.cells, -this.left, -this.top, cols * this.size, rows * this.size);
  }

  // Mud is brown with dots in it, rain is blue with strokes.
  #paintSlow(to, slow, colours) {
    const { size } = this;
    const veils = [0, veil(colours.heavy, 150), veil(colours.agent, 40), veil(colours.heavy, 190)];
    this.#paintCells(to, (cell) => (this.map.walls[cell] < 0 ? veils[slow[cell]] : 0));
    if (size < ROOM.hatch) return;
    to.fillStyle = mix(colours.heavy, colours.ink, 0.5);
    to.strokeStyle = mix(colours.open, colours.ink, 0.2);
    to.lineWidth = Math.max(1, size / 18);
    to.beginPath();
    this.eachSeen((cell, x, y) => {
      if (this.map.walls[cell] >= 0) return;
      if (slow[cell] & 1)
        for (const [dx, dy] of [[0.25, 0.3], [0.65, 0.2], [0.45, 0.7], [0.8, 0.65]])
          to.fillRect(x + size * dx, y + size * dy, size * 0.1, size * 0.1);
      if (slow[cell] & 2)
        for (const dx of [0.3, 0.75]) {
          to.moveTo(x + size * dx, y + size * 0.2);
          to.lineTo(x + size * (dx - 0.15), y + size * 0.55);
        }
    });
    to.stroke();
  }

  #paintStates(to, search, colours) {
    const { size } = this;
    const open = veil(colours.open, 190), closed = veil(colours.closed, 190);
    const looks = [0, open, closed, open, open, open, open];
    this.#paintCells(to, (cell) => looks[stateOf(search[cell])] ?? 0);
    if (size < ROOM.hatch) return;
    // Second cues besides colour: closed cells are hatched, open ones have a ring.
    to.lineWidth = Math.max(1, size / 14);
    to.strokeStyle = mix(colours.closed, colours.ink, 0.28);
    to.beginPath();
    this.eachSeen((cell, x, y) => {
      if (stateOf(search[cell]) !== CLOSED) return;
      to.moveTo(x + size * 0.2, y + size * 0.8);
      to.lineTo(x + size * 0.8, y + size * 0.2);
    });
    to.stroke();
    to.strokeStyle = mix(colours.open, colours.ink, 0.55);
    to.beginPath();
    this.eachSeen((cell, x, y) => {
      const state = stateOf(search[cell]);
      if (state === OPEN || state > CLOSED) to.rect(x + size * 0.28, y + size * 0.28, size * 0.44, size * 0.44);
    });
    to.stroke();
  }

  #paintTree(to, search, colours) {
    const { size } = this;
    to.strokeStyle = mix(colours.ink, colours.closed, 0.2);
    to.lineWidth = Math.max(0.75, size / 14);
    to.beginPath();
    this.eachSeen((cell, x, y) => {
      const step = towards(search[cell]);
      if (!step) return;
      to.moveTo(x + size / 2, y + size / 2);
      to.lineTo(x + size * (0.5 + step[1]), y + size * (0.5 + step[0]));
    });
    to.stroke();
  }

  #paintThreat(to, threat, colours) {
    const { size } = this;
    const veils = Array.from({ length: 256 }, (_, value) => (value ? veil(colours.threat, 28 + value * 0.45) : 0));
    this.#paintCells(to, (cell) => veils[threat[cell]]);
    if (size < ROOM.lines) return;
    to.strokeStyle = mix(colours.threat, colours.ink, 0.2);
    to.lineWidth = Math.max(0.75, size / 18);
    to.beginPath();
    this.eachSeen((cell, x, y) => {
      if (!threat[cell]) return;
      for (const share of [0.25, 0.75]) {
        to.moveTo(x, y + size * share);
        to.lineTo(x + size, y + size * share);
      }
    });
    to.stroke();
  }

  // --- What moves

  #drawPits(colours) {
    const { context, frame, size } = this;
    if (size >= ROOM.pits) {
      for (const cell of frame.pits) drawPit(context, ...this.center(cell), size, colours);
      return;
    }
    context.fillStyle = mix(colours.ink, colours.heavy, isDark() ? 0.9 : 0.3); // specks, all at once
    const side = Math.max(2, size);
    for (const cell of frame.pits) {
      const [x, y] = this.center(cell);
      context.fillRect(x - side / 2, y - side / 2, side, side);
    }
  }

  // Green, yellow and red; for colour-blind eyes also solid, dashed and dotted.
  #drawPath(colours) {
    const { context, player, size } = this;
    if (!player?.path.length || player.finished) return;
    const look = this.looks[player.state];
    const ratio = window.devicePixelRatio || 1;
    const width = Math.max(2.5 * ratio, size * 0.24);
    const line = () => {
      context.beginPath();
      context.moveTo(...this.#at(player.row, player.col));
      for (const cell of player.path) context.lineTo(...this.center(cell));
      context.stroke();
    };
    context.lineJoin = "round";
    context.lineCap = look.dash.length ? "butt" : "round";
    context.strokeStyle = isDark() ? "#000000" : "#ffffff";
    context.lineWidth = width + 2 * ratio;
    line();
    context.setLineDash(look.dash.map((length) => length * width));
    context.strokeStyle = isDark() ? look.dark : look.light;
    context.lineWidth = width;
    line();
    context.setLineDash([]);
    if (player.state === "stopped") this.#drawStop(colours, look, width);
  }

  #drawStop(colours, look, width) {
    const { context, player } = this;
    const pits = new Set(this.frame.pits);
    const cell = player.path.find((each) => pits.has(each));
    if (cell === undefined) return;
    const [x, y] = this.center(cell), r = Math.max(6, this.size * 0.4);
    for (const [colour, thick] of [[colours.paper, width + 4], [isDark() ? look.dark : look.light, width]]) {
      context.strokeStyle = colour;
      context.lineWidth = thick;
      context.beginPath();
      context.moveTo(x - r, y - r);
      context.lineTo(x + r, y + r);
      context.moveTo(x + r, y - r);
      context.lineTo(x - r, y + r);
      context.stroke();
    }
  }

  #drawGoals(colours) {
    const { context, map, size, player } = this;
    const reached = player?.reached ?? this.frame.human?.reached ?? 0;
    map.goals.forEach(({ letter, cell }, i) => {
      const [x, y] = this.center(cell);
      if (i === reached && player && !player.finished) {
        context.strokeStyle = colours.goal;
        context.lineWidth = Math.max(2, size * 0.1);
        context.beginPath();
        context.arc(x, y, Math.max(8, size * 0.62), 0, 2 * Math.PI);
        context.stroke();
      }
      const isKey = letter === letter.toLowerCase();
      const image = this.images.get(`${isKey ? "key" : "door"}_${letter.toLowerCase()}`);
      if (image) this.#drawImage(image, x, y, size);
      else if (isKey) drawKey(context, x, y, size, letter, i < reached);
      else drawDoor(context, x, y, size, letter, i <= reached);
    });
  }

  #drawChases(colours) {
    const { context, frame, size } = this;
    context.strokeStyle = colours.threat;
    context.lineWidth = Math.max(1.5, size * 0.1);
    context.setLineDash([size * 0.3 + 2, size * 0.2 + 2]);
    for (const { row, col, target } of frame.monsters) {
      if (target < 0) continue;
      context.beginPath();
      context.moveTo(...this.#at(row, col));
      context.lineTo(...this.center(target));
      context.stroke();
    }
    context.setLineDash([]);
  }

  #drawEverybody(colours) {
    const { context, frame, images } = this;
    const size = Math.max(SMALLEST * (window.devicePixelRatio || 1), this.size);
    for (const monster of frame.monsters) {
      const [x, y] = this.#at(monster.row, monster.col);
      const letter = String.fromCharCode(97 + monster.letter);
      const image = images.get(`monster_${letter}_${wordOf(monster.heading)}`);
      if (image) this.#drawImage(image, x, y, size);
      else drawMonster(context, x, y, size, monster, colours);
    }
    const draw = (each, look) => {
      const [x, y] = this.#at(each.row, each.col);
      const image = images.get(`explorer_${wordOf(each.heading)}`);
      if (image) this.#drawImage(image, x, y, size, look.ghost);
      else drawExplorer(context, x, y, size, { ...look, heading: each.heading });
    };
    const others = frame.players.map((_, i) => i).filter((i) => i !== this.board);
    for (const i of others)
      draw(frame.players[i], { colour: PLAYERS[i], label: `${i + 1}`, ghost: this.player !== undefined });
    if (frame.human) draw(frame.human, { colour: isDark() ? "#3c4654" : "#1c2430", label: "H" });
    if (this.player) draw(this.player, { colour: PLAYERS[this.board], label: `${this.board + 1}` });
  }

  #drawImage(image, x, y, size, ghost) {
    this.context.globalAlpha = ghost ? 0.4 : 1;
    this.context.drawImage(image, x - size / 2, y - size / 2, size, size);
    this.context.globalAlpha = 1;
  }

  #drawHover(colours) {
    if (this.hover < 0) return;
    const [x, y] = this.center(this.hover), side = Math.max(this.size, 6);
    this.context.lineWidth = 2;
    this.context.strokeStyle = colours.open;
    this.context.strokeRect(x - side / 2, y - side / 2, side, side);
  }
}

/** "upright": the word for a heading in the names of picture files; without a heading, down. */
function wordOf(heading) {
  const [down, right] = TURNS[heading] ?? TURNS[4];
  return ["up", "", "down"][down + 1] + ["left", "", "right"][right + 1];
}

/** A colour that lets through what is below it, as a pixel. */
function veil(hex, alpha) {
  return (pixel(hex) & 0xffffff | Math.min(255, Math.round(alpha)) << 24) >>> 0;
}
