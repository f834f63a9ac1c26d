// A hidden choice of a file, which is sent to the lab as it is, without a form.

export default {
  template: '<input type="file" hidden :accept="endings" @change="send">',
  props: { address: String, endings: String, most: Number },
  methods: {
    pick() {
      this.$el.click();
    },
    async send() {
      const file = this.$el.files[0];
      this.$el.value = ""; // so that the same file can be chosen again
      if (!file) return;
      if (file.size > this.most) {
        this.$emit("rejected");
        return;
      }
      const headers = { "Content-Type": "application/octet-stream" };
      const name = encodeURIComponent(file.name);
      const answer = await fetch(`${this.address}?name=${name}`, { method: "POST", headers, body: file });
      if (!answer.ok) this.$emit("rejected");
    },
  },
};
