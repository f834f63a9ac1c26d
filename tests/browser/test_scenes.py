"""The scene manager of the games' pages, without a canvas and by hand: time goes when we say so."""

import pytest

HEADLESS = """
(async () => {
    const { App, HandClock, Scene, Status } = await import("/lab/web/shared/scenes.js");
    const { Elsewhere, Welcome } = await import("/lab/web/shared/welcome.js");
    const said = [];
    class Spy extends Scene {
        constructor(name, moves = false) { super(); this.name = name; this.moves = moves; }
        showScene() { said.push(`${this.name} shown`); }
        hideScene() { said.push(`${this.name} hidden`); }
        onUpdate(seconds) { said.push(`${this.name} ${seconds}`); return this.moves; }
        onEvent(event) { said.push(`${this.name} ${event.type}`); return event.type !== "wheel"; }
        onRender() { said.push(`${this.name} drawn`); }
    }
    const clock = new HandClock();
    const app = new App({ clock });
    const told = () => said.splice(0);
    const point = (type, x, y, target) => app.handleEvent({ type, clientX: x, clientY: y, target });
    return await (async () => { %s })();
})()
"""


@pytest.fixture(scope="module")
def ask(lab, chromium):
    """The value of a few lines of JavaScript about a headless App; no page of the lab is opened."""
    page = chromium.new_page()
    page.goto(f"{lab.address}/lab/web/shared/scenes.js")
    yield lambda lines: page.evaluate(HEADLESS % lines)
    page.close()


@pytest.mark.req("S004-56")
def test_an_app_is_initialised_started_and_stopped(ask):
    told = ask("""
        const before = app.status;
        let fault = "";
        try { app.start("one"); } catch (error) { fault = error.message; }
        app.initialise("Test", { one: new Spy("one") });
        const ready = app.status;
        app.start("one");
        const first = [app.status, app.sceneName, ...told()];
        clock.tick(16);
        const turn = told();
        app.stop();
        return { before, fault, ready, first, turn, end: [app.status, clock.tick(16), ...told()] };
    """)
    assert told["before"] == "new"
    assert told["fault"] == "the App is new; it starts when it is ready"
    assert told["ready"] == "ready"
    assert told["first"] == ["running", "one", "one shown"]
    assert told["turn"] == ["one 0.016"]  # headless: time goes by, and nothing is drawn
    assert told["end"] == ["closed", 0, "one hidden"]


@pytest.mark.req("S004-56")
def test_switching_hides_one_scene_and_shows_another(ask):
    told = ask("""
        app.initialise("Test", { one: new Spy("one"), two: new Spy("two") }).start("one");
        told();
        app.switchScene("two");
        const switched = [app.sceneName, ...told()];
        app.switchScene("two");
        const again = told();
        let fault = "";
        try { app.switchScene("three"); } catch (error) { fault = error.message; }
        app.hideScene();
        app.showScene();
        return { switched, again, fault, still: app.sceneName, last: told() };
    """)
    assert told["switched"] == ["two", "one hidden", "two shown"]
    assert told["again"] == []
    assert told["fault"] == 'there is no scene "three"; there is one, two'
    assert told["still"] == "two"
    assert told["last"] == ["two hidden", "two shown"]


@pytest.mark.req("S004-56")
def test_only_the_scene_that_is_on_gets_time_and_input(ask):
    told = ask("""
        app.initialise("Test", { one: new Spy("one"), two: new Spy("two") }).start("one");
        told();
        const who = [point("pointermove", 30, 40), point("wheel", 0, 0)];
        clock.tick(20);
        return { who, said: told(), cursor: app.cursor };
    """)
    assert told["who"] == ["scene", "nobody"]
    assert told["said"] == ["one pointermove", "one wheel", "one 0.02"]
    assert told["cursor"] == {"x": 30, "y": 40}


@pytest.mark.req("S004-56")
def test_a_window_above_the_scene_captures_input(ask):
    told = ask("""
        app.initialise("Test", { one: new Spy("one") }).start("one");
        told();
        const host = document.createElement("div");
        host.innerHTML = "<div data-captures><button>go</button></div><canvas></canvas><input>";
        const who = ["button", "canvas", "input"]
            .map((name) => point("pointerdown", 5, 6, host.querySelector(name)));
        return { who, said: told() };
    """)
    assert told["who"] == ["ui", "scene", "ui"]
    assert told["said"] == ["one pointerdown"]


@pytest.mark.req("S004-56")
def test_the_loop_sleeps_while_nothing_moves_and_runs_for_the_debug_menu(ask):
    told = ask("""
        const spy = new Spy("one");
        app.initialise("Test", { one: spy }).start("one");
        const turns = [clock.tick(), clock.tick(), clock.tick()];
        spy.moves = true;
        app.wake();
        turns.push(clock.tick(), clock.tick());
        spy.moves = false;
        turns.push(clock.tick(), clock.tick());
        app.debug = true;
        app.wake();
        for (let i = 0; i < 60; i++) clock.tick(20);
        return { turns, fps: app.fps };
    """)
    assert told["turns"] == [1, 0, 0, 1, 1, 1, 0]
    assert told["fps"] == pytest.approx(50, abs=1)


@pytest.mark.req("S004-56")
def test_the_circle_of_the_welcome_follows_the_pointer(ask):
    told = ask("""
        const welcome = new Welcome();
        app.initialise("Test", { welcome }).start("welcome");
        point("pointermove", 300, 200);
        const far = () => Math.hypot(welcome.circle.x - 300, welcome.circle.y - 200);
        const way = [far()];
        let turns = 0;
        while (clock.tick(16)) { way.push(far()); turns += 1; }
        return { way, turns, circle: welcome.circle };
    """)
    assert told["way"] == sorted(told["way"], reverse=True)
    assert told["circle"] == {"x": pytest.approx(300, abs=1), "y": pytest.approx(200, abs=1)}
    assert 5 < told["turns"] < 200  # it comes to rest, and so does the loop


@pytest.mark.req("S004-56")
def test_a_scene_of_another_page_is_gone_to(ask):
    told = ask("""
        const went = [];
        app.initialise("Test", {
            one: new Spy("one"), other: new Elsewhere("/tactics", (to) => went.push(to)),
        }).start("one");
        app.switchScene("other");
        return went;
    """)
    assert told == ["/tactics"]


@pytest.mark.req("S004-56")
def test_an_app_with_a_canvas_draws_on_it(ask):
    told = ask("""
        const calls = [];
        const context = new Proxy({}, { get: (_, name) => () => calls.push(name) });
        const canvas = { width: 0, height: 0, style: {}, getContext: () => context };
        const drawn = new App({ canvas, clock }).initialise("Test", { one: new Spy("one") });
        drawn.start("one");
        drawn.resize(200, 100);
        clock.tick();
        return { headless: [app.headless, drawn.headless], names: calls,
            style: canvas.style, said: told() };
    """)
    assert told["headless"] == [True, False]
    assert told["names"] == ["setTransform", "clearRect"]
    assert told["style"] == {"width": "200px", "height": "100px"}
    assert told["said"][-1] == "one drawn"
