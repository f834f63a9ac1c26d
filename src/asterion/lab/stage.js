// Puts boards into a page of NiceGUI. The only script that knows of NiceGUI, which serves it from
// another address: hence the full paths.

const KINDS = {
  graphs: "Graphs", maze: "Maze", playground: "Playground", tactics: "Tactics", terrain: "Terrain",
  tictactoe: "TicTacToe",
};

export default {
  template: "<div></div>",
  props: { kind: String, session: String },
  async mounted() {
    const { kind } = this;
    const module = await import(`/lab/web/${kind}/${kind}.js`);
    if (this.isGone) return;
    this.boards = new module[KINDS[kind]](this.$el, this.session);
    this.boards.begin();
  },
  unmounted() {
    this.isGone = true;
    this.boards?.close();
  },
  methods: {
    call(name, ...values) {
      return this.boards?.[name](...values);
    },
  },
};
