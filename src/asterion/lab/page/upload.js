// A hidden choice of files, which are sent to the lab as they are, without a form. It also gets
// files that are dropped on the page: drop.js chooses among all of a page by their endings.

export default {
  template: '<input type="file" hidden :accept="`${endings},${others}`" :multiple="Boolean(others)" @change="choose">',
  props: { address: String, endings: String, most: Number, others: String },
  mounted() {
    const list = (endings) => endings.split(",").filter(Boolean);
    this.entry = { endings: list(this.endings), others: list(this.others), send: (files) => this.send(files) };
    (window.asterionUploads ??= new Set()).add(this.entry);
  },
  unmounted() {
    window.asterionUploads.delete(this.entry);
  },
  methods: {
    pick() {
      this.$el.click();
    },
    choose() {
      const files = [...this.$el.files];
      this.$el.value = ""; // so that the same file can be chosen again
      if (files.length) this.send(files);
    },
    async send(files) {
      const size = files.reduce((sum, file) => sum + file.size, 0);
      if (size > this.most) return this.$emit("rejected");
      const headers = { "Content-Type": "application/octet-stream" };
      const about = new URLSearchParams(files.flatMap((file) => [["name", file.name], ["size", file.size]]));
      const answer = await fetch(`${this.address}?${about}`, { method: "POST", headers, body: new Blob(files) });
      if (!answer.ok) this.$emit("rejected");
    },
  },
};
