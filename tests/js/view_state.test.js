// The part of a link that says what is shown: written, read again, and read from strangers.

import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { viewOf, viewText } from "../../src/asterion/lab/board/view_state.js";

const LAYERS = ["open", "closed", "path", "tree"];

test("a view is read as it was written", () => {
  for (const view of [
    {}, { step: 0 }, { step: 120 }, { speed: 0.5 }, { zoom: { times: 3.25, row: 12.5, col: 40 } }, { layers: [] }, { pane: 2 },
    { race: "time", explained: true }, { structure: "portals", field: "flow" },
    { step: 7, speed: 8, zoom: { times: 64, row: 0, col: 0.25 }, pane: 1, layers: ["open", "tree"] },
  ]) assert.deepEqual(viewOf(viewText(view), LAYERS), view);
});

test("what every page begins with is not written", () => {
  assert.equal(viewText({ speed: 1, zoom: { times: 1, row: 4, col: 4 }, pane: 0 }), "");
});

test("a view is readable", () => {
  const zoom = { times: 3, row: 12, col: 40.123456 };
  assert.equal(viewText({ step: 120, speed: 2, zoom, layers: ["open", "path"] }),
    "step:120;speed:2;zoom:3@12,40.12;layers:open,path");
});

test("parts that make no sense are left out, and the others are taken", () => {
  const senseless = [
    "step:-1", "step:1e3", "step:1.5", "step:", "step:99999999999", "speed:0", "speed:NaN", "speed:9", "speed:0x2",
    "zoom:3", "zoom:0.5@1,1", "zoom:65@1,1", "zoom:2@-1,1", "zoom:2@1,Infinity", "zoom:2@1,2,3", "pane:x", "race:feet", "explained:yes", "structure:", "structure:A", "field:a b", `field:${"a".repeat(21)}`,
    "layers:secret", "layers:__proto__", "__proto__:1", "constructor:1", "toString:", "step", ":", "<script>:1", "%",
  ];
  for (const part of senseless) assert.deepEqual(viewOf(part, LAYERS), {}, part);
  assert.deepEqual(viewOf(`${senseless.join(";")};speed:2`, LAYERS), { speed: 2 });
  assert.deepEqual(viewOf("layers:open,secret", LAYERS), { layers: ["open"] });
  for (const none of [null, undefined, "", ";;;"]) assert.deepEqual(viewOf(none, LAYERS), {});
});
