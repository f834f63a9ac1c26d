// Paints the still parts of a board of the maze game: walls and floor.

import { drawStones, wallColour } from "./art.js";
import { write } from "../board/canvas_shapes.js";
import { costColour, isDark, mix } from "../board/palette.js";

const ROOM = { stones: 9, digit: 13 }; // pixels per cell, at least

export function paintTiles(view, to, colours) {
  const { map, size, switches, images } = view;
  const { rows, cols } = map;
  const [left, top, right, bottom] = view.edges;
  paintRock(view, to, colours);
  to.fillStyle = colours.free;
  to.fillRect(left, top, right - left, bottom - top);
  const background = switches.background && images.get("background");
  if (background) to.drawImage(background, -view.left, -view.top, cols * size, rows * size);
  view.eachSeen((cell, x, y) => {
    const image = images.get(`tile_${map.tiles[cell]}`);
    if (image) to.drawImage(image, x, y, size + 0.5, size + 0.5);
    else paintTile(view, to, cell, x, y, colours, Boolean(background));
  });
  if (size >= ROOM.stones) paintDepth(view, to, colours);
  if (!switches.grids) return;
  to.strokeStyle = mix(colours.free, colours.ink, 0.3);
  to.lineWidth = 1;
  view.strokeLines(to);
}

/** The surroundings of the world, on a board of another shape: rock, like its outer walls. */
function paintRock({ size, left, top, switches }, to, colours) {
  const { width, height } = to.canvas;
  const stone = mix(colours.wall, colours.paper, isDark() ? 0.5 : 0.16);
  to.fillStyle = switches.background ? stone : colours.paper;
  to.fillRect(0, 0, width, height);
  if (!switches.background || size < ROOM.stones) return;
  to.lineWidth = Math.max(1, size * 0.04);
  to.strokeStyle = mix(stone, colours.paper, 0.12);
  to.beginPath();
  for (let y = -top % size - size; y < height; y += size)
    for (let x = -left % size - size; x < width; x += size) drawStones(to, x, y, size, 0);
  to.stroke();
}

function paintTile({ map, size, switches }, to, cell, x, y, colours, covered) {
  const wall = map.walls[cell];
  const [left, top] = [Math.round(x), Math.round(y)]; // no gap between tiles, and no overlap
  const [w, h] = [Math.round(x + size) - left, Math.round(y + size) - top];
  if (wall >= 0) {
    to.fillStyle = wallColour(wall, colours);
  } else if (map.costs[cell] > 1) {
    to.fillStyle = costColour(map.costs[cell], colours);
  } else {
    // A flagstone floor, unless the background is off or a custom picture.
    if (!switches.background || covered || (Math.floor(cell / map.cols) + cell % map.cols) % 2) return;
    to.fillStyle = mix(colours.free, colours.ink, 0.035);
  }
  to.fillRect(left, top, w, h);
  if (wall < 0 && map.costs[cell] > 1 && size >= ROOM.digit) {
    to.fillStyle = mix(colours.ink, costColour(map.costs[cell], colours), 0.35);
    write(to, map.costs[cell], x + size / 2, y + size / 2, `${Math.floor(size * 0.45)}px system-ui, sans-serif`);
  }
}

// Stones, and the shadow of a wall on the floor below it.
function paintDepth(view, to, colours) {
  const { map, size } = view;
  const edge = Math.max(1, size * 0.09);
  view.strokeSeen(to, mix(colours.wall, colours.paper, 0.22), Math.max(1, size * 0.04), (cell, x, y) => {
    if (map.walls[cell] >= 0) drawStones(to, x, y, size, map.walls[cell]);
  });
  to.fillStyle = isDark() ? "#00000070" : "#0b172a30";
  view.eachSeen((cell, x, y) => {
    if (map.walls[cell] < 0 && map.walls[cell - map.cols] >= 0) to.fillRect(x, y, size, edge * 2);
  });
  to.fillStyle = isDark() ? "#ffffff40" : "#ffffff38";
  view.eachSeen((cell, x, y) => {
    if (map.walls[cell] >= 0 && !(map.walls[cell - map.cols] >= 0)) to.fillRect(x, y, size, edge);
  });
}
