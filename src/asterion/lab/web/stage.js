// Puts boards into a page of NiceGUI: the only file here that knows of it, and
// is served from elsewhere: hence the full address.
import { Playground } from "/lab/web/playground.js";

const KINDS = { playground: Playground };

export default {
  template: "<div></div>",
  props: { kind: String, session: String },
  mounted() {
    this.boards = new KINDS[this.kind](this.$el, this.session);
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
