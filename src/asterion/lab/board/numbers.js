// Numbers on boards.

/** A number in at most four characters or so. */
export function short(value) {
  if (!Number.isFinite(value)) return "∞";
  return value === Math.round(value) ? String(value) : value.toFixed(value < 100 ? 1 : 0);
}
