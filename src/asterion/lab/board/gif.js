// Writes an animated GIF. Each frame has its own palette, of the colours that it has most of, and
// holds only the rectangle that has changed.

const COLOURS = 255; // of a frame; the last place in its palette is for pixels that stay
const SAME = COLOURS, BITS = 8;

export class Gif {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.shown = null; // the pixels so far, as a viewer has them
    this.parts = [];
    this.#write([..."GIF89a"].map((sign) => sign.charCodeAt(0)), short(width), short(height), [0, 0, 0]);
    this.#write([0x21, 0xff, 11], [..."NETSCAPE2.0"].map((sign) => sign.charCodeAt(0)), [3, 1, 0, 0, 0]); // again and again
  }

  /** Adds a frame: its pixels as an ImageData has them, and how long it stays. */
  add({ data }, seconds) {
    const pixels = new Uint32Array(data.buffer, data.byteOffset, this.width * this.height);
    const { palette, indices } = quantised(pixels);
    const { left, top, right, bottom } = this.#changed(palette, indices);
    const width = right - left, inside = new Uint8Array(width * (bottom - top));
    for (let y = top, at = 0; y < bottom; y++)
      for (let x = left; x < right; x++, at++) {
        const i = y * this.width + x, colour = palette[indices[i]];
        inside[at] = this.shown[i] === colour ? SAME : indices[i];
        this.shown[i] = colour;
      }
    this.#write([0x21, 0xf9, 4, 0b101], short(Math.max(2, Math.round(100 * seconds))), [SAME, 0]);
    this.#write([0x2c], short(left), short(top), short(width), short(bottom - top), [0b10000000 | BITS - 1]);
    const table = new Uint8Array(3 * 256);
    palette.forEach((colour, i) => table.set([colour & 255, colour >>> 8 & 255, colour >>> 16 & 255], 3 * i));
    this.parts.push(table, packed(inside), Uint8Array.of(0));
  }

  /** The whole file, in parts. */
  end() {
    this.#write([0x3b]);
    return this.parts;
  }

  /** The rectangle of pixels that differ from those shown; at least one pixel. */
  #changed(palette, indices) {
    const { width, height } = this;
    if (!this.shown) {
      this.shown = new Uint32Array(width * height); // no colour is 0: all are solid
      return { left: 0, top: 0, right: width, bottom: height };
    }
    let left = width, top = height, right = 0, bottom = 0;
    for (let y = 0, i = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++) {
        if (this.shown[i] === palette[indices[i]]) continue;
        if (x < left) left = x;
        if (x >= right) right = x + 1;
        if (y < top) top = y;
        bottom = y + 1;
      }
    return right ? { left, top, right, bottom } : { left: 0, top: 0, right: 1, bottom: 1 };
  }

  #write(...parts) {
    this.parts.push(Uint8Array.from(parts.flat()));
  }
}

function short(value) {
  return [value & 255, value >>> 8];
}

/** Pixels as a palette, most frequent colours first, and indices in it. */
function quantised(pixels) {
  const counts = new Map(), indices = new Uint8Array(pixels.length);
  for (let i = 0, run; i < pixels.length; i += run) { // pixels come in runs
    for (run = 1; i + run < pixels.length && pixels[i + run] === pixels[i]; run++);
    counts.set(pixels[i], (counts.get(pixels[i]) ?? 0) + run);
  }
  const colours = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
  const palette = colours.slice(0, COLOURS).map((colour) => (colour | 0xff000000) >>> 0);
  const places = new Map(colours.map((colour, i) => [colour, i < COLOURS ? i : -1]));
  for (const colour of colours.slice(COLOURS)) places.set(colour, nearest(palette, colour));
  for (let i = 0, last = -1, place = 0; i < pixels.length; i++) {
    if (pixels[i] !== last) place = places.get(last = pixels[i]);
    indices[i] = place;
  }
  return { palette, indices };
}

function nearest(palette, colour) {
  let best = 0, least = Infinity;
  for (let i = 0; i < palette.length; i++) {
    const other = palette[i], red = (other & 255) - (colour & 255);
    const green = (other >>> 8 & 255) - (colour >>> 8 & 255), blue = (other >>> 16 & 255) - (colour >>> 16 & 255);
    const away = 2 * red * red + 4 * green * green + 3 * blue * blue;
    if (away < least) [best, least] = [i, away];
  }
  return best;
}

/** Indices by Lempel, Ziv and Welch, in blocks of up to 255 bytes. */
function packed(indices) {
  const bytes = [], clear = 1 << BITS, end = clear + 1, codes = new Int32Array(4096 * 256).fill(-1);
  let next = end + 1, size = BITS + 1, held = 0, count = 0;
  const used = [];
  const write = (code) => {
    held |= code << count;
    for (count += size; count >= 8; count -= 8) {
      bytes.push(held & 255);
      held >>>= 8;
    }
  };
  write(clear);
  let prefix = indices[0];
  for (let i = 1; i < indices.length; i++) {
    const key = prefix << 8 | indices[i], known = codes[key];
    if (known >= 0) {
      prefix = known;
      continue;
    }
    write(prefix);
    prefix = indices[i];
    if (next === 4096) { // the table is full
      write(clear);
      for (const each of used.splice(0)) codes[each] = -1;
      [next, size] = [end + 1, BITS + 1];
      continue;
    }
    codes[key] = next;
    used.push(key);
    if (next === 1 << size) size += 1;
    next += 1;
  }
  write(prefix);
  write(end);
  if (count) bytes.push(held & 255);
  const blocks = [BITS];
  for (let i = 0; i < bytes.length; i += 255) {
    const block = bytes.slice(i, i + 255);
    blocks.push(block.length, ...block);
  }
  return Uint8Array.from(blocks);
}
