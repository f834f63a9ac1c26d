// Reads searches as JSON, and writes what the dock says about each of their steps.

import { StepAccount } from "../../../src/asterion/lab/board/step_account.js";

let text = "";
for await (const part of process.stdin) text += part;
const told = JSON.parse(text).map(({ log, size, cols, order, goal }) => {
  const of = (node) => `(${Math.floor(node / cols)}, ${node % cols})`;
  const columns = { ...log, g: Float32Array.from(log.g), h: Float32Array.from(log.h, (h) => h ?? NaN) };
  const account = new StepAccount(columns, size, order, { of, one: "cell", many: "cells" }, goal);
  return Array.from({ length: account.steps + 1 }, (_, step) => account.at(step));
});
process.stdout.write(JSON.stringify(told));
