// Numbers on boards.

const ENDINGS = ["th", "st", "nd", "rd"];

/** A number in at most four characters or so. */
export function short(value) {
  if (!Number.isFinite(value)) return "∞";
  return value === Math.round(value) ? String(value) : value.toFixed(value < 100 ? 1 : 0);
}

/** "1st", "2nd", "3rd", "4th", up to "12th". */
export function ordinal(number) {
  return `${number}${ENDINGS[number] ?? ENDINGS[0]}`;
}
