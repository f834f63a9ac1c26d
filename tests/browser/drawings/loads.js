// Scripts that do their work as they are loaded: the start page, the header, themes, old links, and stages.

import { fire, log, mute, outline, resized, sockets } from "./recorder.js";

let times = 0;
const load = (path) => import(`/lab/web/${path}?${(times += 1)}`);

/** Elements of HTML. */
function page(html) {
  document.body.innerHTML = html;
}

const scenes = {
  async "the header: themes, keys and the menu"() {
    page(`<div class="lab-header"><button data-do="theme"></button><button data-do="keys"></button></div>
      <details class="lab-menu" open><summary>Menu</summary><p tabindex="0">inside</p></details><b>outside</b>`);
    await load("shared/header.js");
    const [theme, keys] = document.querySelectorAll("button"), menu = document.querySelector("details");
    document.addEventListener("keydown", ({ key }) => log(`key ${key}`));
    Object.defineProperty(document, "cookie", { set: (text) => log(text), configurable: true });
    theme.click();
    log(document.body.className);
    theme.click();
    log(document.body.className || "light");
    window.Quasar = { Dark: { set: (isDark) => log(`Quasar: ${isDark}`) } };
    theme.click();
    delete window.Quasar;
    menu.open = true;
    keys.click();
    log(menu.open);
    menu.open = true;
    menu.querySelector("p").click();
    log(menu.open);
    fire(menu.querySelector("p"), "keydown", { key: "x" });
    log(menu.open);
    fire(menu.querySelector("p"), "keydown", { key: "Escape" });
    log(menu.open, document.activeElement.localName);
    window.asterionNotice("a notice");
    log(document.querySelector(".notice").textContent);
  },
  async "a plain page is as dark as the system, unless its reader has chosen"() {
    await load("start/theme.js");
    log(document.body.className || "light");
    document.body.classList.add("body--dark");
    document.body.dataset.theme = "dark";
    await load("start/theme.js");
    log(document.body.className);
    delete document.body.dataset.theme;
    await load("start/theme.js");
    log(document.body.className || "light");
  },
  async "boards that began early are put where they belong"() {
    mute();
    page('<div id="early-stage" class="early" data-kind="playground" data-session="abc"></div><main></main>');
    await load("shared/early_stage.js");
    const early = document.getElementById("early-stage");
    log(early.boards.constructor.name, sockets.length);
    const { default: stage } = await load("stage.js");
    const made = (session) => Object.assign(Object.create(stage.methods), {
      $el: document.querySelector("main"), $nextTick: async () => log("next"), kind: "playground", session, web: "/lab/web",
    });
    const same = made("abc");
    early.boards.layout = () => log("laid out");
    await stage.mounted.call(same);
    log(early.parentNode.localName, early.className, same.root === early);
    early.boards.savePicture = (...values) => `called with ${values}`;
    log(same.call("savePicture", 1, 2));
    stage.unmounted.call(same);
    const other = made("xyz");
    await stage.mounted.call(other);
    log(other.root.boards.session, other.root.parentNode.localName, sockets.length);
    stage.unmounted.call(other);
    const gone = made("uvw");
    const mounting = stage.mounted.call(gone);
    stage.unmounted.call(gone);
    await mounting;
    log(gone.root ?? "nothing", sockets.length, gone.call("savePicture") ?? "no answer");
    outline(document.querySelector("main"), ".stage");
  },
  async "the start page plays the films that are in sight"() {
    mute();
    let take, frame = null;
    window.IntersectionObserver = class {
      constructor(each) {
        take = each;
      }

      observe(target) {
        log(`observes ${target.id}`);
      }
    };
    window.requestAnimationFrame = (turn) => { frame = turn; };
    window.fetch = async (address) => (log(`fetches ${address}`), { json: async () => [1, 2].map((rows) => ({ rows, cols: 1, cells: "11", frames: [{}, {}] })) });
    page('<div class="start-cards"><canvas id="one"></canvas><canvas id="two"></canvas></div>');
    await load("start/start.js");
    const [one, two] = window.asterionFilms;
    const tell = (name, film) => {
      for (const each of ["playTo", "draw", "resize"]) film[each] = (...values) => log(`${name}.${each}(${values})`);
    };
    tell("one", one);
    tell("two", two);
    const play = (now) => frame(now);
    play(100);
    take([{ target: one.canvas, isIntersecting: true }, { target: two.canvas, isIntersecting: true }]);
    play(110);
    play(134);
    play(167);
    play(168);
    take([{ target: one.canvas, isIntersecting: false }]);
    play(300);
    document.body.classList.add("body--dark");
    await null;
    resized();
    log(one.canvas.width, one.at);
  },
};

export default scenes;
