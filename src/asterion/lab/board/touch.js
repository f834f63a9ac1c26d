// A person with a finger: nothing is pointed at without a touch, and there are no keys.

/** Whether the page is used with a finger rather than a mouse. */
export const TOUCH = window.matchMedia("(pointer: coarse)").matches;

/**
 * Words for a finger: without the key at their end, and it taps what a mouse clicks or points at.
 * "Play (space)" is "Play".
 */
export function forFinger(text) {
  if (!TOUCH) return text;
  return text.replace(/ \([^()]*\)$/, "")
    .replace(/\bclick|\bpoint at/gi, (found) => (found[0] < "a" ? "Tap" : "tap"));
}
