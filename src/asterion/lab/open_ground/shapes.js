// Outlines as a hand draws them, made into obstacles.

/** An outline without crossings: of what a crossing divides, the larger part. */
export function untangled(ring) {
  for (let i = 0; i < ring.length; i++)
    for (let j = i + 2; j < ring.length; j++) {
      if (i === 0 && j === ring.length - 1) continue; // neighbours
      const at = crossing(ring[i], ring[i + 1], ring[j], ring[(j + 1) % ring.length]);
      if (!at) continue;
      const inner = [at, ...ring.slice(i + 1, j + 1)], outer = [at, ...ring.slice(j + 1), ...ring.slice(0, i + 1)];
      return untangled(area(inner) > area(outer) ? inner : outer);
    }
  return ring;
}

/** The point in which two lines cross or touch; null without one. */
function crossing([ax, ay], [bx, by], [cx, cy], [dx, dy]) {
  const [ux, uy, vx, vy] = [bx - ax, by - ay, dx - cx, dy - cy], turn = ux * vy - uy * vx;
  if (turn === 0) return null;
  const s = ((cx - ax) * vy - (cy - ay) * vx) / turn, t = ((cx - ax) * uy - (cy - ay) * ux) / turn;
  return s >= 0 && s <= 1 && t >= 0 && t <= 1 ? [ax + s * ux, ay + s * uy] : null;
}

export function area(ring) {
  const sum = ring.reduce((total, [x, y], i) => {
    const [u, v] = ring[(i + 1) % ring.length];
    return total + x * v - u * y;
  }, 0);
  return Math.abs(sum) / 2;
}

/** Fewer points, of which the line keeps within a distance (Ramer, Douglas and Peucker). */
export function simplified(line, most) {
  if (line.length < 3) return line;
  const [first, last] = [line[0], line.at(-1)];
  let far = 0, at = 0;
  line.forEach((point, i) => {
    const off = distanceTo(point, first, last);
    if (off > far) [far, at] = [off, i];
  });
  if (far <= most) return [first, last];
  return [...simplified(line.slice(0, at + 1), most).slice(0, -1), ...simplified(line.slice(at), most)];
}

/** The distance from a point to a line between two others. */
function distanceTo([x, y], [ax, ay], [bx, by]) {
  const [ux, uy] = [bx - ax, by - ay], length = ux * ux + uy * uy;
  const share = length ? Math.max(0, Math.min(1, ((x - ax) * ux + (y - ay) * uy) / length)) : 0;
  return Math.hypot(x - ax - share * ux, y - ay - share * uy);
}

export function isInside([x, y], ring) {
  let inside = false;
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length];
    if (ay > y !== by > y && x < ax + (y - ay) / (by - ay) * (bx - ax)) inside = !inside;
  });
  return inside;
}
