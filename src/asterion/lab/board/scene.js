// A scene on a page: the line above the boards that says what to look at, and the view that it
// sets. Left again, the page is looked at as before, but for what a person has changed since.

import { button, element } from "./parts.js";
import { givenBack, sceneSettings, setSettings, settingsOf } from "./view_settings.js";

const CONTROL = /_([^_]+)_/; // names of controls in a text, as in scenes.py

export class Scene {
  /** page: the boards, whose `freshView` are the settings of a fresh page. */
  constructor(page) {
    this.page = page;
    this.own = null; // a person's settings, while a scene has replaced them
    this.set = null; // the settings of that scene
    this.view = null; // of a scene or a link, yet to be shown
    this.isLink = false;
    this.leaves = false; // whether the settings are yet to be given back
  }

  /** Notes a person's settings, before a scene is asked for. */
  ask() {
    const now = settingsOf(this.page);
    this.asked = this.set ? givenBack(this.own, this.set, now) : this.own ?? now;
  }

  /** Takes a scene that the server has set up; settle() shows it once all of it is here. */
  take({ name, text, view }) {
    if (!this.bar) {
      this.words = element("p");
      this.bar = element("div", { class: "scene-text", role: "status" }, this.words,
        button("Leave the scene: layers, speed and zoom as they were before", "close", () => this.leave()));
      this.page.root.prepend(this.bar);
    }
    const parts = text.split(CONTROL).map((part, i) => (i % 2 ? element("em", "", part) : part));
    this.words.replaceChildren(element("strong", "", name), " ", ...parts);
    this.bar.hidden = false;
    this.own = this.asked;
    Object.assign(this, { view, set: null, isLink: false, leaves: false });
  }

  /** Takes the view of a link, to be shown like a scene's. */
  takeLink(view) {
    Object.assign(this, { view, isLink: true });
  }

  /** Called when the page has all there is: shows what was taken, or gives back the person's view. */
  settle() {
    const { page, view, isLink, leaves } = this;
    Object.assign(this, { view: null, leaves: false });
    if (view && isLink) {
      page.showView(view);
    } else if (view) {
      this.set = sceneSettings(page, view);
      setSettings(page, this.set);
      page.showMoment(view);
    } else if (leaves && this.set) {
      setSettings(page, givenBack(this.own, this.set, settingsOf(page)));
      this.own = this.set = null;
    }
  }

  /** Ends the scene. isSettled: whether the page has all there is, so that settle() need not come. */
  leave(isSettled = true) {
    if (!this.bar || this.bar.hidden) return;
    this.bar.hidden = true;
    this.leaves = true;
    if (isSettled) this.settle();
  }
}
