// The colours of the boards, by meaning. Each meaning has a second cue besides its colour: a shape,
// a line or hatching (see grid_view.js). tests/lab/test_palette.py keeps the pairs distinct for
// colour-blind eyes. Teams of units differ in their shapes too (see units.js).

export const LIGHT = {
  free: "#ffffff", wall: "#2b303b", open: "#4aa9e6", closed: "#bfd0e6", path: "#f0b400",
  agent: "#0b4f9e", goal: "#007a5a", threat: "#c2410c", unknown: "#9aa1ad",
  line: "#00000018", ink: "#1c2430", casing: "#5c4700", paper: "#f6f7f9", heavy: "#8a6d3b",
  near: "#e4eefa", far: "#0b4f9e", // of the goal, by estimate: nowhere like the path
  team0: "#0072b2", team1: "#c2410c", team2: "#007a5a", team3: "#8e3b8a",
  team4: "#6b5b00", team5: "#3d4db7", team6: "#a3195b", team7: "#4b5563", onTeam: "#ffffff",
  player0: "#0b62a8", player1: "#b0306f", player2: "#8a5a00", player3: "#8600e0", // agents and players, by number
  quick: "#dc2626", full: "#7b61ff", splice: "#f0b400",
  link: "#8c1aff", fence: "#e60000", jam: "#8a00e6",
  structure: "#8c1aff", route: "#e60000", // of a map without links and fences
};

export const DARK = {
  free: "#12161c", wall: "#8b94a3", open: "#4aa8e0", closed: "#274563", path: "#ffd23f",
  agent: "#ffffff", goal: "#2fd6a3", threat: "#ff6b2c", unknown: "#58646a",
  line: "#ffffff1c", ink: "#e8edf4", casing: "#000000", paper: "#0c0f14", heavy: "#b08d57",
  near: "#16222f", far: "#5a8fd0",
  team0: "#56b4e9", team1: "#ff8a4c", team2: "#2fd6a3", team3: "#e59be0",
  team4: "#e6c84a", team5: "#9aa8ff", team6: "#ff8fb8", team7: "#c3cad4", onTeam: "#0b0f14",
  player0: "#56b4e9", player1: "#ff8fb8", player2: "#e6c84a", player3: "#ad5cff",
  quick: "#f4511e", full: "#7a5cff", splice: "#ffd23f",
  link: "#cc66ff", fence: "#ff3b30", jam: "#b94dff",
  structure: "#cc66ff", route: "#ff3b30",
};

/** Whether the page is dark; a page outside the lab sets another function. */
export const theme = { isDark: () => document.body.classList.contains("body--dark") };

export function isDark() {
  return theme.isDark();
}

export function palette() {
  return isDark() ? DARK : LIGHT;
}

/** Gives the page's styles the colours of the boards, for the legend. */
export function lendColours() {
  for (const [role, colour] of Object.entries(palette()))
    document.documentElement.style.setProperty(`--board-${role}`, colour);
}

/** The colour of a cell of this cost; 0 is a wall. */
export function costColour(cost, colours) {
  if (cost === 0) return colours.wall;
  return mix(colours.free, colours.heavy, Math.min(1, (cost - 1) / 8) * 0.85);
}

/** The colour of a reached cell of this cost: the more expensive, the more the cost shows. */
export function reachedColour(cost, tint, colours) {
  return mix(tint, colours.heavy, Math.min(1, (cost - 1) / 8) * 0.5);
}

/** "#rrggbb" as one number for a little-endian ImageData. */
export function pixel(hex) {
  const [r, g, b] = rgb(hex);
  return (255 << 24 | b << 16 | g << 8 | r) >>> 0;
}

export function rgb(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/** A colour between two others: share 0 is the first, 1 the second. */
export function mix(from, to, share) {
  const a = rgb(from), b = rgb(to);
  const part = (i) => Math.round(a[i] + (b[i] - a[i]) * share).toString(16).padStart(2, "0");
  return `#${part(0)}${part(1)}${part(2)}`;
}
