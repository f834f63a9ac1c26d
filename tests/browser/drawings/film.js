// The films of the start page: a search, a walk, a game and a graph, as they go on.

import { Film } from "/lab/web/start/film.js";
import { canvas, log, ratio, round } from "./recorder.js";

const show = (value) => log(JSON.stringify(value, (_, each) =>
  (typeof each === "number" ? Number(round(each)) : ArrayBuffer.isView(each) ? Array.from(each) : each)));

function filmOf(film, width = 300, height = 200) {
  const made = new Film(canvas(width, height), film);
  made.resize();
  return made;
}

const GRID = {
  rows: 2, cols: 3, cells: "101951", start: 0, goal: 5,
  frames: [{ paint: [[0, 2], [3, 1]] }, { paint: [[3, 2], [4, 1], [1, 1]], costs: [[2, 0]] }, { path: [0, 3, 4, 5] }],
};
const GRAPH = {
  nodes: [[0, 0, "A"], [1, 0.5, "B"], [0.5, 1, "C"]], arcs: [[0, 1], [1, 2]],
  frames: [{ paint: [[0, 2], [1, 1]] }, { path: [0, 1] }],
};

const scenes = {
  "a search on a grid"() {
    const film = filmOf(GRID);
    log("to the end");
    film.toEnd();
  },
  "a grid that is higher than it is wide lies on its side"() {
    filmOf({ ...GRID, rows: 3, cols: 2 });
  },
  "a walk in a world that is not seen at first"() {
    const film = filmOf({ ...GRID, hidden: true, frames: [{ paint: [[0, 3], [1, 3], [2, 1]], tokens: [[0, 0, 1]] }, { tokens: [[0, 2, 9]] }] });
    film.toEnd();
  },
  "tokens with trails"() {
    const film = filmOf({ rows: 1, cols: 2, cells: "11", trails: true, frames: [{ tokens: [[0, 0, 1]] }, { tokens: [[0, 1, 8]] }] }, 100, 100);
    film.toEnd();
    const small = filmOf({ rows: 1, cols: 2, cells: "11", frames: [{ tokens: [[0, 0, 1]] }] }, 10, 10);
    small.toEnd();
  },
  "a game of noughts and crosses"() {
    const film = filmOf({ rows: 3, cols: 3, cells: "111111111", frames: [{ marks: [] }, { marks: [[4, "x"]] }, { marks: [[2, "o"]] }] });
    film.toEnd();
    show(film.marks);
  },
  "a graph"() {
    const film = filmOf(GRAPH);
    film.toEnd();
    filmOf(GRAPH, 200, 300);
  },
  "it plays in six seconds, and begins again after a pause"() {
    const film = filmOf({ ...GRID, frames: Array.from({ length: 60 }, (_, i) => ({ paint: [[i % 6, 1]] })) });
    film.draw = () => log("drawn");
    for (const now of [1000, 1001, 1100, 1101, 4000, 7000, 7100, 8600, 8601, 8700, 8701]) {
      film.playTo(now);
      show([now, film.at, film.began]);
    }
  },
  "it has the pixels of the screen"() {
    ratio(2);
    const film = filmOf({ rows: 1, cols: 1, cells: "1", frames: [{}] }, 100, 50);
    show([film.canvas.width, film.canvas.height]);
  },
};

export default scenes;
