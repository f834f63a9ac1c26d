// The wheel over a board.

const NOTCH = 100, LINE = 33; // pixels of a turn of the wheel, and of a line in browsers that count lines
const STEP = 1.25, MOST = 2; // how much a turn zooms, and turns of an event at most
const PINCH = 5; // two fingers on a trackpad send small turns with ctrl

/**
 * The wheel zooms the view at the pointer. Where the page around the board scrolls, it does so only
 * with ctrl or shift: else nobody could scroll past the board.
 */
export function zoomByWheel(view) {
  view.canvas.addEventListener("wheel", (event) => {
    const { ctrlKey, shiftKey, deltaMode } = event;
    if (!ctrlKey && !shiftKey && isInScrollingPage(view.canvas)) return;
    event.preventDefault();
    const turn = event.deltaY || (shiftKey ? event.deltaX : 0); // browsers turn it sideways with shift
    const turns = turn * (deltaMode === 1 ? LINE : 1) / NOTCH;
    const times = ctrlKey && Math.abs(turns) < 0.5 ? PINCH : 1;
    if (turn) view.zoomAt(event.clientX, event.clientY, STEP ** -Math.max(-MOST, Math.min(turns * times, MOST)));
  }, { passive: false });
}

/** Whether something around an element can be scrolled up or down. */
function isInScrollingPage(element) {
  for (let each = element.parentElement; each; each = each.parentElement) {
    const isLonger = each.scrollHeight > each.clientHeight + 1;
    if (isLonger && (each === document.scrollingElement || /auto|scroll/.test(getComputedStyle(each).overflowY))) return true;
  }
  return false;
}
