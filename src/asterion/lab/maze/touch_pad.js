// Four arrows for fingers: the human player walks while one is held, two at once for a diagonal.

import { button, element } from "../board/parts.js";

const ARROWS = {
  ArrowUp: ["Walk up", "keyboard_arrow_up"],
  ArrowLeft: ["Walk left", "keyboard_arrow_left"],
  ArrowDown: ["Walk down", "keyboard_arrow_down"],
  ArrowRight: ["Walk right", "keyboard_arrow_right"],
};

/** hold(key, isHeld): as if an arrow key went down or up. */
export function touchPad(hold) {
  const pad = element("div", { class: "maze-pad", role: "group", label: "Walk", hidden: true });
  for (const [key, [label, icon]] of Object.entries(ARROWS)) {
    const made = button(label, icon, () => {});
    made.dataset.key = key;
    made.addEventListener("pointerdown", (event) => {
      made.setPointerCapture(event.pointerId); // a finger that slides off still holds it
      hold(key, true);
    });
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"])
      made.addEventListener(kind, () => hold(key, false));
    for (const kind of ["keydown", "keyup"])
      made.addEventListener(kind, (event) => {
        if ([" ", "Enter"].includes(event.key)) hold(key, kind === "keydown");
      });
    made.addEventListener("blur", () => hold(key, false));
    made.addEventListener("contextmenu", (event) => event.preventDefault()); // of a long touch
    pad.append(made);
  }
  return pad;
}
