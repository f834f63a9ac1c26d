// Draws a board of the maze game: the world, and the searches and paths of all players or of one.
// The world is painted once and cached; so are the searches until they change. A frame copies both
// and draws moving things on top.

import { ring } from "../board/canvas_shapes.js";
import { GridView } from "../board/grid_view.js";
import { drawDoor, drawExplorer, drawKey, drawMonster, drawPit } from "./art.js";
import { paintFields } from "./fields.js";
import { paintTiles } from "./tile_layer.js";
import { runnerColour, runnerLabel } from "../board/tokens.js";
import { SLOW, TURNS } from "./moment.js";
import { isDark, mix, palette } from "../board/palette.js";

const PITS = 5; // pixels per cell: in smaller ones pits are specks
const SMALLEST = 13, RUNNER = 18; // pixels: the smallest characters, and the smallest runners on the board of all

export class MazeView extends GridView {
  /** board: the number of the player whose board this is; otherwise it is the board of all. */
  constructor(canvas, board, images) {
    super(canvas);
    this.fills = false; // no margins around the world
    this.whole = false; // the map is as large as the board, to a fraction of a pixel
    this.board = board;
    this.images = images; // by name; where there are none, shapes are drawn
    this.world = document.createElement("canvas");
    this.searched = document.createElement("canvas");
    this.frame = null;
    this.fields = new Map(); // the search of each player, and the threat; of all cells
    this.fieldVersion = 0;
    this.switches = {};
    this.marked = []; // cells that are at fault, in the editor
    this.looks = {}; // of paths, by their state: {light, dark, dash}
  }

  // --- One frame

  drawNow() {
    const { context, canvas, frame, switches } = this;
    const colours = palette();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    this.#layer(this.world, this.#worldKey(), (to) => paintTiles(this, to, colours));
    this.frames = (this.frames ?? 0) + 1;
    if (!frame) return;
    if (switches.threat || switches.states || switches.trees || this.fields.has(SLOW)) {
      const key = [this.#worldKey(), this.board, this.fieldVersion,
        switches.states, switches.trees, switches.threat].join();
      this.#layer(this.searched, key, (to) => paintFields(this, to, colours));
    }
    this.#drawPits(colours);
    if (switches.paths) this.#drawPaths(colours);
    this.#drawGoals(colours);
    if (switches.threat) this.#drawChases(colours);
    this.#drawEverybody(colours);
    this.#drawMarks(colours);
    this.#drawHover(colours);
    canvas.dataset.tick = frame.tick;
  }

  get player() {
    return this.frame?.players[this.board];
  }

  #at(row, col) {
    return [(col + 0.5) * this.size - this.left, (row + 0.5) * this.size - this.top];
  }

  /** Draws a layer, which is painted again if its key has changed. */
  #layer(layer, key, paint) {
    const { context } = this;
    if (context.isVector === true) {
      context.imageSmoothingEnabled = false;
      return paint(context);
    }
    if (layer.key !== key) this.#refresh(layer, key, paint);
    context.drawImage(layer, 0, 0);
  }

  #refresh(layer, key, paint) {
    layer.key = key;
    layer.width = this.canvas.width; // which wipes it
    layer.height = this.canvas.height;
    const to = layer.getContext("2d");
    to.imageSmoothingEnabled = false;
    paint(to);
  }

  // --- Cached layers

  #worldKey() {
    const { canvas, size, left, top, map, images, switches } = this;
    return [canvas.width, canvas.height, size, left, top, map.run, isDark(), images.size,
      switches.background, switches.grids].join();
  }

  // --- Moving parts

  #drawPits(colours) {
    const { context, frame, size } = this;
    if (size >= PITS) {
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

  /** The path of the board's player by its state; else everyone's side by side, by player. */
  #drawPaths(colours) {
    const { player, frame, looks } = this;
    const ratio = window.devicePixelRatio || 1;
    if (player) {
      // Green, yellow and red; for colour-blind eyes also solid, dashed and dotted.
      const look = looks[player.state], width = Math.max(2.5 * ratio, this.size * 0.24);
      const colour = isDark() ? look.dark : look.light;
      this.#strokePath(player, { colour, dash: look.dash, width, aside: 0 });
      if (player.state === "stopped") this.#drawStop(player, colours, colour, width);
      return;
    }
    const width = Math.max(2 * ratio, this.size * 0.13);
    frame.players.forEach((each, i) => {
      const aside = (i - (frame.players.length - 1) / 2) * width * 1.4;
      const look = { colour: runnerColour(i), dash: looks[each.state].dash, width, aside };
      this.#strokePath(each, look);
      if (each.state === "stopped") this.#drawStop(each, colours, look.colour, width);
    });
  }

  #strokePath(player, { colour, dash, width, aside }) {
    if (!player.path.length || player.finished) return;
    const { context } = this;
    const ratio = window.devicePixelRatio || 1;
    const line = () => {
      context.beginPath();
      context.moveTo(...this.#at(player.row, player.col));
      for (const cell of player.path) {
        const [x, y] = this.center(cell);
        context.lineTo(x + aside, y + aside * 0.7); // different shifts: equal ones would make diagonals coincide
      }
      context.stroke();
    };
    context.lineJoin = "round";
    context.lineCap = dash.length ? "butt" : "round";
    context.strokeStyle = isDark() ? "#000000" : "#ffffff";
    context.lineWidth = width + 2 * ratio;
    line();
    context.setLineDash(dash.map((length) => length * width));
    context.strokeStyle = colour;
    context.lineWidth = width;
    line();
    context.setLineDash([]);
  }

  /** A cross on the pit that a player has stopped for. */
  #drawStop(player, colours, colour, width) {
    const { context } = this;
    const pits = new Set(this.frame.pits);
    const cell = player.path.find((each) => pits.has(each));
    if (cell === undefined) return;
    const [x, y] = this.center(cell), r = Math.max(6, this.size * 0.4);
    for (const [shade, thick] of [[colours.paper, width + 4], [colour, width]]) {
      context.strokeStyle = shade;
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
    const { context, map, size } = this, width = Math.max(2, size * 0.1);
    const seen = this.player ? [this.player] : this.#everybody;
    const reached = seen.map((each) => each.reached);
    const [least, most] = seen.length ? [Math.min(...reached), Math.max(...reached)] : [0, 0];
    map.goals.forEach(({ letter, cell }, i) => {
      const [x, y] = this.center(cell);
      this.#ringsOf(i, colours).forEach((colour, k) => {
        ring(context, x, y, Math.max(8, size * 0.62) + k * (width + 1), colour, width);
      });
      const isKey = letter === letter.toLowerCase();
      const image = this.images.get(`${isKey ? "key" : "door"}_${letter.toLowerCase()}`);
      if (image) this.#drawImage(image, x, y, size);
      else if (isKey) drawKey(context, x, y, size, letter, i < least);
      else drawDoor(context, x, y, size, letter, i <= most);
    });
  }

  /** The colours of the rings around a goal: the players whose next goal it is. */
  #ringsOf(goal, colours) {
    const isNext = ({ reached, finished }) => reached === goal && !finished;
    if (this.player) return isNext(this.player) ? [colours.goal] : [];
    return this.frame.players.flatMap((each, i) => (isNext(each) ? [runnerColour(i)] : []));
  }

  get #everybody() {
    const { players, human } = this.frame;
    return human ? [...players, human] : players;
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
      const image = images.get(`monster_${monster.letter}_${wordOf(monster.heading)}`);
      if (image) this.#drawImage(image, x, y, size);
      else drawMonster(context, x, y, size, monster, colours);
    }
    const large = this.player ? size : Math.max(RUNNER * (window.devicePixelRatio || 1), size);
    const draw = (each, number, ghost) => {
      const [aside, below] = this.#aside(each, large);
      const [left, top] = this.#at(each.row, each.col), x = left + aside, y = top + below;
      const image = images.get(`explorer_${wordOf(each.heading)}`);
      const look = { colour: runnerColour(number), ink: colours.onTeam, label: runnerLabel(number), ghost };
      if (image) this.#drawImage(image, x, y, large, ghost);
      else drawExplorer(context, x, y, large, { ...look, heading: each.heading });
    };
    frame.players.forEach((each, i) => {
      if (i !== this.board) draw(each, i, this.player !== undefined);
    });
    if (frame.human) draw(frame.human, -1, false);
    if (this.player) draw(this.player, this.board, false);
  }

  /** On the board of all, runners at one place stand around it, so that each is visible. */
  #aside(runner, size) {
    if (this.player) return [0, 0];
    const near = size / this.size / 2; // tiles
    const here = this.#everybody.filter(({ row, col }) => Math.hypot(row - runner.row, col - runner.col) < near);
    if (here.length < 2) return [0, 0];
    const angle = 2 * Math.PI * here.indexOf(runner) / here.length + Math.PI;
    return [0.4 * size * Math.cos(angle), 0.4 * size * Math.sin(angle)];
  }

  #drawImage(image, x, y, size, ghost) {
    this.context.globalAlpha = ghost ? 0.4 : 1;
    this.context.drawImage(image, x - size / 2, y - size / 2, size, size);
    this.context.globalAlpha = 1;
  }

  #drawMarks(colours) {
    const { context, size } = this, ratio = window.devicePixelRatio || 1;
    for (const cell of this.marked) {
      const [x, y] = this.center(cell);
      context.setLineDash([4 * ratio, 3 * ratio]);
      ring(context, x, y, Math.max(10 * ratio, size * 0.75), colours.threat, 2.5 * ratio);
      context.setLineDash([]);
    }
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
