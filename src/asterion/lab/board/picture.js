// All boards as one picture, beside each other as on the page, each with its title and its caption;
// drawn again for it, so that it is as sharp as it is to be.

import { palette } from "./palette.js";
import { SvgContext } from "./svg_context.js";

const LINE = 22, GAP = 16; // CSS pixels
const MOST_LINES = 4, FILM_LINES = 2; // of a caption: drawn, and kept free in a film
const TITLE = "600 15px system-ui, sans-serif", WORDS = "13px system-ui, sans-serif";

/**
 * A canvas with the boards, of so many pixels per CSS pixel; frames of a film are drawn on the first
 * one's canvas, where captions have some room to grow. parts: [{title, caption, element, scale,
 * paint(context)}]: paint draws, in units that are `scale` CSS pixels, what the element shows.
 */
export async function canvasOf(parts, scale, { isFilm = false, on } = {}) {
  const page = layoutOf(parts, isFilm ? FILM_LINES : 0), canvas = on ?? document.createElement("canvas");
  if (!on) Object.assign(canvas, { width: even(page.width * scale), height: even(page.height * scale) });
  Object.assign(page, { width: canvas.width / scale, height: canvas.height / scale });
  const pen = canvas.getContext("2d", { willReadFrequently: isFilm });
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  await paint(pen, page);
  return canvas;
}

/** The text of an SVG with the boards. */
export async function svgOf(parts) {
  const page = layoutOf(parts), pen = new SvgContext(page.width, page.height);
  await paint(pen, page);
  return pen.toSvg();
}

/** Videos have even sides. */
function even(length) {
  return 2 * Math.ceil(length / 2);
}

/** Where everything stands: rows of boards as on the page, each as high as its captions are long. */
function layoutOf(parts, least = 0) {
  const boxes = parts.map(({ element }) => element.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const rows = [...new Set(boxes.map(({ top }) => Math.round(top)))].sort((a, b) => a - b);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = WORDS;
  const placed = [];
  let y = GAP / 2;
  for (const row of rows) {
    let low = y;
    parts.forEach((part, i) => {
      const { left: x, top, width, height } = boxes[i];
      if (Math.round(top) !== row) return;
      const title = part.title.textContent;
      const lines = part.caption && !part.caption.hidden ? wrapped(pen, part.caption.textContent, width) : [];
      const box = { x: x - left + GAP, y: y + (title ? LINE : GAP / 2), width, height };
      placed.push({ part, title, lines, box });
      low = Math.max(low, box.y + height + LINE * Math.max(lines.length, part.caption ? least : 0));
    });
    y = low + GAP;
  }
  return { placed, width: Math.max(...placed.map(({ box }) => box.x + box.width)) + GAP, height: y };
}

function wrapped(pen, text, width) {
  const lines = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && pen.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.slice(0, MOST_LINES);
}

async function paint(pen, { placed, width, height }) {
  const colours = palette();
  pen.fillStyle = colours.free;
  pen.fillRect(0, 0, width, height);
  for (const { part, title, lines, box } of placed) {
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    pen.fillStyle = colours.ink;
    pen.font = TITLE;
    if (title) pen.fillText(title, box.x, box.y - LINE / 2);
    pen.font = WORDS;
    lines.forEach((line, i) => pen.fillText(line, box.x, box.y + box.height + LINE * (i + 0.5)));
    const draw = () => part.paint(pen);
    if (pen.isVector) await pen.within(box, part.scale, draw);
    else await within(pen, box, part.scale, draw);
  }
}

/** Draws in a part of a canvas as if it were a canvas of its own. */
async function within(pen, { x, y, width, height }, scale, draw) {
  pen.save();
  pen.translate(x, y);
  pen.beginPath();
  pen.rect(0, 0, width, height);
  pen.clip();
  pen.scale(scale, scale);
  const base = pen.getTransform(), { setTransform } = pen;
  pen.setTransform = (...matrix) => setTransform.call(pen, base.multiply(new DOMMatrix(matrix)));
  pen.clearRect = () => {};
  try {
    await draw();
  } finally {
    delete pen.setTransform;
    delete pen.clearRect;
    pen.restore();
  }
}
