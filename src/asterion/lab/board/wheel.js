// The wheel over a board.

/** With ctrl or shift the wheel zooms the view at the pointer; else the page scrolls. */
export function zoomByWheel(view) {
  view.canvas.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.shiftKey) return;
    event.preventDefault();
    const turn = event.deltaY || event.deltaX; // browsers turn the wheel sideways with shift
    if (turn) view.zoomAt(event.clientX, event.clientY, turn < 0 ? 1.25 : 0.8);
  }, { passive: false });
}
