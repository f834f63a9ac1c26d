// Icons of the lab's buttons as lines: notebooks and pages in files do not have the font that the lab has.

const LINES = {
  undo: "M9 14 4 9l5-5M4 9h11a5 5 0 0 1 0 10h-4",
  redo: "m15 14 5-5-5-5M20 9H9a5 5 0 0 0 0 10h4",
  layers_clear: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  zoom_in: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM20 20l-4.6-4.6M7.5 10.5h6M10.5 7.5v6",
  zoom_out: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM20 20l-4.6-4.6M7.5 10.5h6",
  fit_screen: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  pan_tool: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3",
  skip_previous: "M6 5v14M18 5 9 12l9 7z",
  navigate_before: "m15 5-7 7 7 7",
  play_arrow: "m8 5 11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  navigate_next: "m9 5 7 7-7 7",
  skip_next: "M18 5v14M6 5l9 7-9 7z",
  replay: "M5 12a7 7 0 1 0 2.5-5.4M5 4v4h4",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 7.5v.5",
  close: "M6 6l12 12M18 6 6 18",
  contrast: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M15 5v14M18 7v10",
  keyboard: "M3 6h18v12H3zM7 10h.1M11 10h.1M15 10h.1M7 14h10",
};

/** Draws an icon in its place, by its name in the lab. */
export function drawIcon(place, name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", LINES[name] ?? "");
  svg.append(line);
  place.replaceChildren(svg);
}
