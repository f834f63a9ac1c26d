// What is on the boards as a file: a picture, a moving picture, or a page to play.

import { filmOf } from "./film.js";
import { pageOf } from "./page_file.js";
import { download, notice } from "./parts.js";
import { canvasOf, svgOf } from "./picture.js";

const SHARP = 2; // pixels per CSS pixel at least, so that a picture is sharp on slides

/** kind: "png", "svg", "gif", "mp4" or "html". */
export async function saveAs(boards, kind) {
  if (boards.isSaving) return notice("A film is being made; stop it first.");
  boards.isSaving = true;
  try {
    const parts = () => boards.pictures, { reel } = boards;
    if (["gif", "mp4"].includes(kind)) boards.stop();
    const made = await {
      png: async () => blobOf(await canvasOf(parts(), Math.max(SHARP, window.devicePixelRatio || 1))),
      svg: async () => new Blob([await svgOf(parts())], { type: "image/svg+xml" }),
      gif: () => filmOf({ kind, parts, reel }),
      mp4: () => filmOf({ kind, parts, reel }),
      html: () => pageOf(boards),
    }[kind]();
    const ending = made.type.includes("webm") ? "webm" : kind;
    if (kind === "html" && boards.tape.isFull) notice("The run is too long for a file: it holds the beginning.");
    download(`${boards.page.replace("_", "-")}.${ending}`, made);
  } catch (error) {
    notice(error.message, "error");
  } finally {
    boards.isSaving = false;
  }
}

function blobOf(canvas) {
  return new Promise((done) => canvas.toBlob(done));
}
