// The context that writes SVG: shapes, words and pictures where a canvas would draw them.

import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { SvgContext } from "../../src/asterion/lab/board/svg_context.js";

/** What is in the SVG that drawing makes, without its head and its end. */
function drawn(draw) {
  const pen = new SvgContext(100, 80);
  draw(pen);
  return pen.toSvg().split("\n").slice(1, -2);
}

test("an SVG has the size of the canvas", () => {
  assert.match(new SvgContext(100, 80).toSvg(), /^<svg xmlns="[^"]+" width="100" height="80" viewBox="0 0 100 80">/);
});

test("lines have the style of the context when they are drawn", () => {
  const [line] = drawn((pen) => {
    Object.assign(pen, { strokeStyle: "#12345680", lineWidth: 3, lineCap: "round" });
    pen.setLineDash([4, 2]);
    pen.moveTo(1, 2);
    pen.lineTo(30.123456, 40);
    pen.quadraticCurveTo(5, 6, 7, 8);
    pen.closePath();
    pen.stroke();
  });
  assert.equal(line, '<path d="M1 2L30.123 40Q5 6 7 8z" fill="none" stroke="#123456" stroke-opacity="0.50196" ' +
    'stroke-width="3" stroke-linecap="round" stroke-dasharray="4 2"/>');
});

test("a circle is two arcs, and an arc goes the way it is drawn", () => {
  const [circle, arch] = drawn((pen) => {
    pen.arc(10, 10, 5, 0, 2 * Math.PI);
    pen.fill();
    pen.beginPath();
    pen.arc(10, 10, 5, Math.PI, 0);
    pen.fill();
  });
  assert.match(circle, /d="M15 10A5 5 0 0 1 5 10A5 5 0 0 1 15 10"/);
  assert.match(arch, /d="M5 10A5 5 0 0 1 15 10"/);
});

test("moved and turned shapes keep their own units", () => {
  const [moved, back] = drawn((pen) => {
    pen.save();
    pen.translate(10, 20);
    pen.scale(4, 4);
    pen.fillRect(0, 0, 1, 1);
    pen.restore();
    pen.fillRect(0, 0, 1, 1);
  });
  assert.match(moved, /transform="matrix\(4 0 0 4 10 20\)"/);
  assert.doesNotMatch(back, /transform/);
});

test("words stand on a line below their middle, and signs in them are harmless", () => {
  const [words] = drawn((pen) => {
    Object.assign(pen, { font: "bold 20px system-ui, sans-serif", textAlign: "center", textBaseline: "middle" });
    pen.fillText('<a & "b">', 50, 40);
  });
  assert.match(words, /x="50" y="47.2" font-size="20" font-family="system-ui, sans-serif" font-weight="bold" text-anchor="middle"/);
  assert.match(words, />&#60;a &#38; &#34;b&#34;&#62;<\/text>$/);
});

test("a board is drawn in its place, in its own units, and cut off at its edges", async () => {
  const pen = new SvgContext(100, 80);
  await pen.within({ x: 10, y: 20, width: 30, height: 15 }, 0.5, async () => {
    pen.setTransform(1, 0, 0, 1, 0, 0); // as boards begin
    assert.deepEqual(pen.canvas, { width: 60, height: 30 });
    pen.fillRect(0, 0, 60, 30);
  });
  pen.fillRect(1, 1, 2, 2);
  const [clip, board, rect, end, outer, after] = pen.toSvg().split("\n").slice(1);
  assert.match(clip, /<clipPath id="clip1"><path d="M0 0h30v15h-30z" transform="matrix\(1 0 0 1 10 20\)"\/><\/clipPath><g clip-path="url\(#clip1\)">/);
  assert.equal(board, '<g transform="translate(10 20) scale(0.5)">');
  assert.match(rect, /^<rect x="0" y="0" width="60" height="30" fill="#000000"\/>$/);
  assert.deepEqual([end, outer], ["</g>", "</g>"]);
  assert.match(after, /^<rect x="1"/);
});

test("the cells of a small map are rectangles, a run of equal ones one of them", () => {
  const cells = document.createElement("canvas");
  Object.assign(cells, { width: 3, height: 2 });
  const { createElement } = document;
  const pixels = Uint32Array.of(0xff0000ff, 0xff0000ff, 0xff00ff00, 0xff0000ff, 0, 0xff00ff00);
  document.createElement = (name) => { // a canvas that has these pixels
    const made = createElement(name);
    made.pen.getImageData = () => ({ data: { buffer: pixels.buffer } });
    return made;
  };
  try {
    const parts = drawn((pen) => {
      pen.imageSmoothingEnabled = false;
      pen.drawImage(cells, 0, 0, 30, 20);
    });
    assert.deepEqual(parts, [
      '<path d="M0 0h2v1h-2zM0 1h1v1h-1z" fill="#ff0000" shape-rendering="crispEdges" transform="matrix(10 0 0 10 0 0)"/>',
      '<path d="M2 0h1v1h-1zM2 1h1v1h-1z" fill="#00ff00" shape-rendering="crispEdges" transform="matrix(10 0 0 10 0 0)"/>',
    ]);
  } finally {
    document.createElement = createElement;
  }
});
