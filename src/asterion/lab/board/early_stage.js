// Begins the boards before NiceGUI has built the page around them, which takes most of a second. The
// page has a place for them, `#early-stage`; stage.js moves it to where it belongs.

import { KINDS } from "./kinds.js";

const place = () => document.getElementById("early-stage");
if (!place()) await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));
const root = place();
const { kind, session } = root.dataset;
const module = await import(`../${kind}/${kind}.js`);
root.boards = new module[KINDS[kind]](root, session);
root.boards.begin();
