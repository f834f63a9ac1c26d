// Puts boards into a page of NiceGUI. The only script that knows of NiceGUI, which serves it from
// another address: hence the full paths.
import { Graphs } from "/lab/web/graphs/graphs.js";
import { Maze } from "/lab/web/maze/maze.js";
import { Playground } from "/lab/web/playground/playground.js";
import { Tactics } from "/lab/web/tactics/tactics.js";
import { Terrain } from "/lab/web/terrain/terrain.js";
import { TicTacToe } from "/lab/web/tictactoe/tictactoe.js";

const KINDS = {
  graphs: Graphs, maze: Maze, playground: Playground, tactics: Tactics, terrain: Terrain,
  tictactoe: TicTacToe,
};

export default {
  template: "<div></div>",
  props: { kind: String, session: String },
  mounted() {
    this.boards = new KINDS[this.kind](this.$el, this.session);
    this.boards.begin();
  },
  unmounted() {
    this.boards.close();
  },
  methods: {
    call(name, ...values) {
      return this.boards[name](...values);
    },
  },
};
