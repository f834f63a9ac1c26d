// How a page is looked at, apart from its set-up: layers, tool, speed, which of its views is shown,
// open drawers, and the part of the map.

const DRAWERS = ".lab-drawer";

/** Each setting: `of` reads it from a page of boards, undefined if the page has none; `set` sets it. */
const SETTINGS = {
  layers: {
    of: (page) => some(page.layerNames.map((name) => [name, page.hasLayer(name)])),
    set(page, layers) {
      for (const [name, isOn] of Object.entries(layers)) if (page.hasLayer(name) !== isOn) page.setLayer(name, isOn);
    },
  },
  tool: { of: (page) => page.toolName, set: (page, name) => page.chooseTool(name) },
  speed: { of: (page) => page.pace?.factor, set: (page, factor) => page.pace.set(factor) },
  race: { of: (page) => page.raceBy, set: (page, name) => page.setRace(name) },
  structure: { of: (page) => page.structure, set: (page, name) => page.setStructure(name) },
  field: { of: (page) => page.field, set: (page, name) => page.setField(name) },
  explained: {
    of: (page) => Boolean(page.dock?.isOpen),
    set(page, isOn) {
      if (page.dock && page.dock.isOpen !== isOn) page.dock.toggle();
    },
  },
  pane: { of: (page) => page.views?.at, set: (page, at) => page.views.choose(at) },
  drawers: {
    of: () => some([...document.querySelectorAll(DRAWERS)].map((each) => [nameOf(each), Boolean(each.open)])),
    set(_page, drawers) {
      for (const each of document.querySelectorAll(DRAWERS)) each.open = drawers[nameOf(each)] ?? each.open;
    },
  },
  zoom: {
    /** The part of a map of this size, null for all of it. */
    of({ boards: [board] }) {
      if (!board?.view.focusOn) return undefined;
      const { focus, map } = board.view;
      return map && focus.times > 1 ? { ...focus, rows: map.rows, cols: map.cols } : null;
    },
    set(page, zoom) {
      const { view } = page.boards[0];
      if (zoom && zoom.rows === view.map?.rows && zoom.cols === view.map.cols) view.focusOn(zoom);
      else if (view.zoom > 1) view.resetZoom();
    },
  },
};

/** All settings of a page as they are now. */
export function settingsOf(page) {
  const all = Object.entries(SETTINGS).map(([name, { of }]) => [name, of(page)]);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** Sets those settings of a page that differ. */
export function setSettings(page, settings) {
  const now = settingsOf(page);
  for (const [name, value] of Object.entries(settings))
    if (name in now && !same(now[name], value)) SETTINGS[name].set(page, value);
}

/** The settings of a scene on a page: what its view names, and otherwise those of a fresh page. */
export function sceneSettings(page, { layers, drawers = [], tool, speed, pane, race, explained, structure, field }) {
  const among = (names, all) => Object.fromEntries(Object.keys(all).map((name) => [name, names.includes(name)]));
  const fresh = page.freshView, named = { tool, speed, pane, race, structure, field };
  return {
    ...fresh,
    ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)),
    ...(layers && { layers: among(layers, fresh.layers) }),
    explained: explained ?? Boolean(page.dock?.isOpen), // who reads along goes on reading
    drawers: among(drawers, settingsOf(page).drawers ?? {}),
    zoom: null,
  };
}

/** A person's `own` settings after those of a scene: what was changed since then stays as it is `now`. */
export function givenBack(own, scene, now) {
  const back = (mine, its, value) => (same(value, its) && mine !== undefined ? mine : value);
  return Object.fromEntries(Object.entries(now).map(([name, value]) => {
    if (name !== "layers" && name !== "drawers") return [name, back(own[name], scene[name], value)];
    const each = Object.entries(value).map(([key, isOn]) => [key, back(own[name]?.[key], scene[name]?.[key], isOn)]);
    return [name, Object.fromEntries(each)];
  }));
}

function some(entries) {
  return entries.length ? Object.fromEntries(entries) : undefined;
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

function nameOf(drawer) {
  return drawer.querySelector("summary").textContent.trim();
}
