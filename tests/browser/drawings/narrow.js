// Pages in a narrow window, and for people who want no motion.

import { WIDE } from "/lab/web/shared/boards.js";
import { STILL } from "/lab/web/shared/parts.js";
import { Graphs } from "/lab/web/graphs/graphs.js";
import { Motion } from "/lab/web/tactics/motion.js";
import { Tactics } from "/lab/web/tactics/tactics.js";
import { TicTacToe } from "/lab/web/tictactoe/tictactoe.js";
import { log, outline, resized, round } from "./recorder.js";
import { BATTLE, GAME, graphOf, opened, Plain, playground } from "./pages.js";

const show = (value) => log(JSON.stringify(value, (_, each) => (typeof each === "number" ? Number(round(each)) : each)));

const scenes = {
  "boards are one above the other, and the page scrolls"() {
    show([STILL, WIDE.matches]);
    class Kind extends Plain {
      build() {}
    }
    const { page } = opened(Kind);
    for (const [rows, cols] of [[10, 10], [5, 40], [40, 5]])
      for (const count of [1, 3]) {
        page.map = { rows, cols, costs: new Uint8Array(rows * cols), start: 0, goal: 1 };
        for (const { view } of page.boards) view.map = page.map;
        page.setTitles(Array.from({ length: count }, (_, i) => `${i}`));
        show([page.grid.style.gridTemplateColumns, page.boards.map(({ view }) => [view.canvas.width, view.canvas.height, view.fit])]);
      }
    page.grid.style.width = "700px";
    resized();
    show([page.grid.style.gridTemplateColumns, page.boards.map(({ view }) => [view.canvas.width, view.canvas.height, view.fit])]);
  },
  "what is new is shown at its end"() {
    const { page, result } = playground();
    result(0, 1);
    result(1, 1);
    show([page.transport.at, page.transport.steps, page.transport.playing]);
    page.transport.showAt({ play: true });
    show([page.transport.at, page.transport.playing]);
  },
  "tactics: the room of the board, and no motion"() {
    const { page, socket } = opened(Tactics);
    const first = structuredClone(BATTLE);
    first.positions = first.positions.slice(0, 1);
    first.log = first.log.slice(0, 1);
    socket.give(first);
    socket.give({ ...structuredClone(BATTLE), rows: 20, cols: 20 });
    show([page.scene.side, page.scene.margin, page.grid.style.getPropertyValue("--board"), page.log.parentNode.className, page.scene.motion.parts]);
    socket.give({ ...structuredClone(BATTLE), rows: 60, cols: 2 });
    show([page.scene.side, page.scene.margin, new Motion().update(1)]);
  },
  "noughts and crosses: the words are beside the board"() {
    const { page, socket } = opened(TicTacToe);
    socket.give(structuredClone(GAME));
    page.layout();
    show([page.log.parentNode.className, page.now.parentNode.className]);
    outline(page.beside, ".game-now, .game-thoughts, .game-log");
  },
  "graphs: the lists are below the drawing"() {
    const { page, socket } = opened(Graphs);
    socket.give(graphOf());
    page.drawing.style.width = "500px";
    page.layout();
    show([page.grid.className, page.lists.parentNode === page.root, page.lists.style.maxHeight, page.view.width, page.view.height]);
  },
};

export default scenes;
