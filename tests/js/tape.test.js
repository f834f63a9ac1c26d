// The tape of a page: the messages from which its boards can be shown again.

import "./dom.js";
import assert from "node:assert/strict";
import test from "node:test";
import { messagesOf, Tape } from "../../src/asterion/lab/board/tape.js";

function keyOf({ type, board }) {
  if (type === "secret") return null;
  return type === "moment" ? undefined : `${type} ${board}`;
}

async function read(tape) {
  return messagesOf(await new Blob(tape.bytes).arrayBuffer());
}

test("of messages that replace each other the last is kept, of a run all, and others are not", async () => {
  const tape = new Tape(keyOf), bytes = (...values) => Uint8Array.from(values).buffer;
  tape.take({ type: "map" }, "{\"a\": \"é\"}");
  tape.take({ type: "result", board: 0 }, bytes(1));
  tape.take({ type: "result", board: 1 }, bytes(2, 2));
  tape.take({ type: "secret" }, "no");
  tape.take({ type: "moment" }, bytes(3));
  tape.take({ type: "moment" }, bytes(4));
  tape.take({ type: "result", board: 0 }, bytes(5, 6, 7));
  const messages = await read(tape);
  const plain = messages.map(({ data }) => (typeof data === "string" ? data : [...new Uint8Array(data)]));
  assert.deepEqual(plain, ["{\"a\": \"é\"}", [2, 2], [3], [4], [5, 6, 7]]);
  assert.deepEqual(messages.map(({ time }) => time !== undefined), [false, false, true, true, false]);
});

test("another run begins with none of the moments of the one before", async () => {
  const tape = new Tape(keyOf);
  tape.take({ type: "map" }, "map");
  tape.take({ type: "moment" }, "old");
  tape.clear();
  tape.take({ type: "moment" }, "new");
  assert.deepEqual((await read(tape)).map(({ data }) => data), ["map", "new"]);
});

test("a run that is too long keeps its beginning", async () => {
  const tape = new Tape(keyOf), large = new ArrayBuffer(30 * 2 ** 20);
  for (let i = 0; i < 3; i++) tape.take({ type: "moment" }, large);
  assert.equal(tape.kept.size, 2);
  assert.equal(tape.isFull, true);
});
