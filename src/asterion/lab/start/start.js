// The start page: plays the films of its cards while they are in sight.

import { Film } from "./film.js";
import { unpack } from "../wire/unpack.js";
import "./theme.js";

const STILL = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
const BETWEEN = 1000 / 30; // milliseconds from picture to picture

const canvases = [...document.querySelectorAll(".start-cards canvas")];
const recorded = unpack(await (await fetch("/lab/films")).arrayBuffer());
const films = recorded.map((film, i) => new Film(canvases[i], film));
const inSight = new Set();
const watching = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) {
    if (isIntersecting) inSight.add(films[canvases.indexOf(target)]);
    else inSight.delete(films[canvases.indexOf(target)]);
  }
});
for (const canvas of canvases) watching.observe(canvas);
new MutationObserver(() => films.forEach((film) => film.draw()))
  .observe(document.body, { attributes: true, attributeFilter: ["class"] });
new ResizeObserver(() => films.forEach((film) => film.resize())).observe(document.querySelector(".start-cards"));

let last = 0;
function play(now) {
  if (now - last >= BETWEEN) {
    last = now;
    for (const film of inSight) film.playTo(now);
  }
  requestAnimationFrame(play);
}
for (const film of films) film.resize();
if (STILL) for (const film of films) film.toEnd();
else requestAnimationFrame(play);
window.asterionFilms = films; // for tests
