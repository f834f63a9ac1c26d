// Numbers on boards.

const ENDINGS = ["th", "st", "nd", "rd"];

/** A number in at most four characters or so. */
export function short(value) {
  if (!Number.isFinite(value)) return "∞";
  return value === Math.round(value) ? String(value) : value.toFixed(value < 100 ? 1 : 0);
}

/** A number for a sentence, with commas between thousands: "12,345", "41.2". */
export function grouped(value) {
  if (!Number.isFinite(value)) return "∞";
  return value.toLocaleString("en-US", { maximumFractionDigits: value < 100 ? 1 : 0 });
}

/**
 * Short names of titles such as "A*, weight 2": the algorithm, or what differs where others have the
 * same: "A*", "weight 2". Equal titles get their numbers.
 */
export function distinctNames(titles) {
  const heads = titles.map((title) => title.split(", ")[0]);
  return titles.map((title, i) => {
    const rest = title.split(", ").slice(1).join(", ");
    if (titles.indexOf(title) !== titles.lastIndexOf(title)) return `${i + 1}. ${title}`;
    const isShared = heads.indexOf(heads[i]) !== heads.lastIndexOf(heads[i]);
    return isShared && rest ? rest : heads[i];
  });
}

/** "1st", "2nd", "3rd", "4th", up to "12th". */
export function ordinal(number) {
  return `${number}${ENDINGS[number] ?? ENDINGS[0]}`;
}

/** "1 move", "2 moves". */
export function counted(count, one, many = `${one}s`) {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
