// All boards as one picture, in their places on the page, each with its title and its caption.

import { palette } from "./palette.js";

const LINE = 24, GAP = 16; // CSS pixels

/** A canvas with the boards in their places. boards: [{title, view, caption}] */
export function pictureOf(boards) {
  const ratio = window.devicePixelRatio || 1;
  const colours = palette();
  const boxes = boards.map(({ view }) => view.canvas.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left)), top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right)), bottom = Math.max(...boxes.map((box) => box.bottom));
  const picture = document.createElement("canvas");
  picture.width = (right - left + 2 * GAP) * ratio;
  picture.height = (bottom - top + 2 * GAP + 2 * LINE) * ratio;
  const pen = picture.getContext("2d");
  pen.scale(ratio, ratio);
  pen.fillStyle = colours.free;
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.textBaseline = "middle";
  boards.forEach(({ title, view, caption }, i) => {
    const x = boxes[i].left - left + GAP, y = boxes[i].top - top + GAP + LINE;
    view.drawNow();
    pen.drawImage(view.canvas, x, y, boxes[i].width, boxes[i].height);
    pen.fillStyle = colours.ink;
    pen.font = "600 15px system-ui, sans-serif";
    pen.fillText(title.textContent, x, y - LINE / 2);
    pen.font = "13px system-ui, sans-serif";
    pen.fillText(caption.textContent, x, y + boxes[i].height + LINE / 2);
  });
  return picture;
}
