// Discs, rings, lines and words on a canvas, in the style of the context unless another is given.

export function disc(context, x, y, radius, colour = context.fillStyle) {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

export function ring(context, x, y, radius, colour = context.strokeStyle, width = context.lineWidth) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
}

/** A line from point to point. */
export function polyline(context, points) {
  context.beginPath();
  points.forEach(([x, y], i) => context[i ? "lineTo" : "moveTo"](x, y));
  context.stroke();
}

/** Words around a point. */
export function write(context, words, x, y, font) {
  context.font = font;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(words, x, y);
}
