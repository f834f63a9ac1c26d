// A scene on a page: the line above the boards that says what to look at, and the view that it
// sets. Left again, the page is looked at as before, but for what a person has changed since.

import { button, element } from "./parts.js";
import { marked, Story } from "./story.js";
import { givenBack, sceneSettings, setSettings, settingsOf } from "./view_settings.js";

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

  /** Asks the server for a scene, and notes a person's settings. */
  open(name) {
    const now = settingsOf(this.page);
    this.asked = this.set ? givenBack(this.own, this.set, now) : this.own ?? now;
    if (this.story && !name.startsWith("story-")) this.story.giveBack();
    this.page.connection.send({ type: "scene", name });
  }

  /** Takes a scene that the server has set up; settle() shows it once all of it is here. */
  take({ name, text, view, story }) {
    if (this.bar) this.bar.hidden = true;
    if (story) {
      this.story ??= new Story(this.page, () => this.leave());
      this.story.show(name, story);
    } else {
      this.#showText(name, text);
    }
    this.own = this.asked;
    Object.assign(this, { view, set: null, isLink: false, leaves: false });
  }

  #showText(name, text) {
    this.story?.close();
    this.story = null;
    if (!this.bar) {
      this.words = element("p");
      this.bar = element("div", { class: "scene-text", role: "status" }, this.words,
        button("Leave the scene: layers, speed and zoom as they were before", "close", () => this.leave()));
      this.page.root.prepend(this.bar);
    }
    this.words.replaceChildren(element("strong", "", name), " ", ...marked(text));
    this.bar.hidden = false;
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

  /** Ends the scene. isOurs: by its button; else by another set-up, of which the server will tell. */
  leave(isOurs = true) {
    if (!this.story && (!this.bar || this.bar.hidden)) return;
    this.leaves = true;
    if (this.story) {
      if (isOurs) this.story.giveBack();
      this.story.close();
      this.story = null;
      return;
    }
    this.bar.hidden = true;
    if (isOurs) this.settle();
  }

}
