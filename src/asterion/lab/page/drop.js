// Files dropped anywhere on a page open as if they were chosen with the button for their kind.

import { element, notice } from "../board/parts.js";

const HIDE = 250; // milliseconds after the last sign of a dragged file

/** The uploads of the page: {endings, others, send(files)}; upload.js adds them. */
const uploads = () => [...window.asterionUploads ?? []];

/** The upload that knows the most of these files by their endings; undefined if none knows any. */
export function uploadFor(names, all) {
  const known = ({ endings, others }) =>
    names.filter((name) => [...endings, ...others].some((ending) => name.toLowerCase().endsWith(ending))).length;
  const best = [...all].sort((one, other) => known(other) - known(one))[0]; // the first of equals
  return best && known(best) ? best : undefined;
}

/** The endings that a page takes, in words. */
export function endingsOf(all) {
  return [...new Set(all.flatMap(({ endings }) => endings))].join(", ");
}

let hint = null, hiding = 0;

function show() {
  hint ??= document.body.appendChild(element("div", { class: "drop-hint", ariaHidden: "true" }));
  const endings = endingsOf(uploads());
  hint.replaceChildren(element("p", "", element("strong", "", endings ? "Drop to open" : "This page opens no files"),
    endings || "Maps open on the playground, on the terrain page and for crowds."));
  hint.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(hide, HIDE); // browsers do not say reliably when a drag ends
}

function hide() {
  clearTimeout(hiding);
  if (hint) hint.hidden = true;
}

export function listen(target) {
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  for (const kind of ["dragenter", "dragover"])
    target.addEventListener(kind, (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault(); // or a drop would leave the page for the file
      event.dataTransfer.dropEffect = uploads().length ? "copy" : "none";
      show();
    });
  target.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    hide();
    if (!uploads().length) return;
    const files = [...event.dataTransfer.files], names = files.map(({ name }) => name);
    const upload = uploadFor(names, uploads());
    if (upload) upload.send(files);
    else notice(`${names.join(", ")} cannot be opened here; this page opens ${endingsOf(uploads())}.`, "error", "dropped");
  });
}
