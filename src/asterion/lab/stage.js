// Puts boards into a page of NiceGUI: early ones, or else new ones. The only script that knows
// NiceGUI, which serves it from another address: hence `web`, where the others are.

export default {
  template: "<div class='stage-place'></div>",
  props: { kind: String, session: String, web: String },
  async mounted() {
    const early = document.getElementById("early-stage");
    if (early?.dataset.session === this.session) {
      this.$el.append(early);
      this.root = early;
      await this.$nextTick(); // the controls around it have their room now
      early.classList.remove("early");
      early.boards?.layout();
      return;
    }
    const { kind } = this;
    const [module, { KINDS }] = await Promise.all([
      import(`${this.web}/${kind}/${kind}.js`), import(`${this.web}/board/kinds.js`),
    ]);
    if (this.isGone) return;
    this.root = this.$el.appendChild(document.createElement("div"));
    this.root.boards = new module[KINDS[kind]](this.root, this.session);
    this.root.boards.begin();
  },
  unmounted() {
    this.isGone = true;
    this.root?.boards?.close();
  },
  methods: {
    call(name, ...values) {
      return this.root?.boards?.[name](...values);
    },
  },
};
