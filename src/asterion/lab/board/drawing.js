// A stroke's effect on the map in the page at once, and the messages about it.

/**
 * The hands of a Painter. page: {map(), tool(), send(message), redraw(cells), setBusy(isBusy),
 * hover(cell), cursor(cell)}; busy: a stroke is in progress, so the map in the page is the newest.
 * takes(end, cell): whether the page does something else with a new start or goal.
 */
export function drawingHands(page) {
  let opened = -1; // a wall under start or goal in this stroke
  return {
    ...page,
    begin() {
      opened = -1;
      page.setBusy(true);
      page.send({ type: "begin" });
    },
    paint(cells, cost, layer) {
      page.send({ type: "paint", cells, cost, ...page.layered && { layer } });
      page.redraw(layer === "costs" ? cells : null);
    },
    move(end, cell) {
      if (page.takes?.(end, cell)) return;
      const map = page.map(), { costs } = map;
      if (opened >= 0) costs[opened] = 0; // the end only passed over it
      opened = costs[cell] === 0 ? cell : -1;
      if (opened >= 0) costs[cell] = 1;
      map[end] = cell;
      page.send({ type: "move", end, cell });
      page.redraw();
    },
    link(a, b, cost, both) {
      const map = page.map(), isOther = ([from, to]) => !(from === a && to === b) && !(from === b && to === a);
      map.links = [...(map.links ?? []).filter(isOther), [a, b, cost, both]];
      page.send({ type: "link", a, b, cost, both });
      page.redraw();
    },
    unlink(cell) {
      const map = page.map(), links = (map.links ?? []).filter(([a, b]) => a !== cell && b !== cell);
      if (links.length === (map.links?.length ?? 0)) return;
      map.links = links;
      page.send({ type: "unlink", cell });
      page.redraw();
    },
    fence(sides, on, both) {
      const map = page.map(), isOther = ([from, to]) => !sides.some(([a, b]) => (a === from && b === to) || (a === to && b === from));
      map.fences = [...(map.fences ?? []).filter(isOther), ...(on ? sides.map(([a, b]) => [a, b, both]) : [])];
      page.send({ type: "fence", sides, on, both });
      page.redraw();
    },
    end() {
      page.setBusy(false);
      page.send({ type: "end" });
    },
  };
}
