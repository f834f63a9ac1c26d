"""The scenes of the tactics page, without a canvas: time passes when a test says so."""

import pytest

HEADLESS = """
(async () => {
    const { App, Scene, Welcome } = await import("/lab/web/tactics/scenes.js");
    const calls = [];
    class Spy extends Scene {
        constructor(name, moves = false) { super(); this.name = name; this.moves = moves; }
        showScene() { calls.push(`${this.name} shown`); }
        hideScene() { calls.push(`${this.name} hidden`); }
        onUpdate(seconds) { calls.push(`${this.name} ${seconds}`); return this.moves; }
        onEvent(event) { calls.push(`${this.name} ${event.type}`); return event.type !== "wheel"; }
        onRender() { calls.push(`${this.name} drawn`); }
    }
    const clock = {
        time: 0, waiting: null,
        now: () => clock.time,
        next: (turn) => { clock.waiting = turn; return 1; },
        cancel: () => { clock.waiting = null; },
        tick(milliseconds = 16) { // returns how many frames there were
            const turn = clock.waiting;
            clock.time += milliseconds;
            clock.waiting = null;
            turn?.(clock.time);
            return turn ? 1 : 0;
        },
    };
    const app = new App({ clock });
    const taken = () => calls.splice(0);
    const point = (type, x, y, target) => app.handleEvent({ type, clientX: x, clientY: y, target });
    return await (async () => { %s })();
})()
"""


@pytest.fixture(scope="module")
def ask(lab, chromium):
    """The value of a few lines of JavaScript about a headless App; no page of the lab is opened."""
    page = chromium.new_page()
    page.goto(f"{lab.address}/lab/web/tactics/scenes.js")
    yield lambda lines: page.evaluate(HEADLESS % lines)
    page.close()


@pytest.mark.req("S004-56")
def test_an_app_is_initialised_started_and_stopped(ask):
    found = ask("""
        app.initialise({ one: new Spy("one") });
        const before = app.running;
        app.start("one");
        const first = [app.running, app.sceneName, ...taken()];
        clock.tick(16);
        const turn = taken();
        app.stop();
        return { before, first, turn, end: [app.running, clock.tick(16), ...taken()] };
    """)
    assert found["before"] is False
    assert found["first"] == [True, "one", "one shown"]
    assert found["turn"] == ["one 0.016"]  # headless: time passes, and nothing is drawn
    assert found["end"] == [False, 0, "one hidden"]


@pytest.mark.req("S004-56")
def test_switching_hides_one_scene_and_shows_another(ask):
    found = ask("""
        app.initialise({ one: new Spy("one"), two: new Spy("two") }).start("one");
        taken();
        app.switchScene("two");
        const switched = [app.sceneName, ...taken()];
        app.switchScene("two");
        const again = taken();
        let fault = "";
        try { app.switchScene("three"); } catch (error) { fault = error.message; }
        return { switched, again, fault, still: app.sceneName, said: app.console.lines };
    """)
    assert found["switched"] == ["two", "one hidden", "two shown"]
    assert found["again"] == []
    assert found["fault"] == 'unknown scene "three"; choose one of one, two'
    assert found["still"] == "two"
    assert found["said"] == ["scene: one", "scene: two"]


@pytest.mark.req("S004-56")
def test_only_the_scene_that_is_on_gets_time_and_input(ask):
    found = ask("""
        app.initialise({ one: new Spy("one"), two: new Spy("two") }).start("one");
        taken();
        const used = [point("pointermove", 30, 40), point("wheel", 0, 0)];
        clock.tick(20);
        return { used, calls: taken(), cursor: app.cursor };
    """)
    assert found["used"] == [True, False]
    assert found["calls"] == ["one pointermove", "one wheel", "one 0.02"]
    assert found["cursor"] == {"x": 30, "y": 40}


@pytest.mark.req("S004-56")
def test_a_window_above_the_scene_captures_input(ask):
    found = ask("""
        app.initialise({ one: new Spy("one") }).start("one");
        taken();
        const host = document.createElement("div");
        host.innerHTML = "<div data-captures><button>go</button></div><canvas></canvas><input>";
        const used = ["button", "canvas", "input"]
            .map((name) => point("pointerdown", 5, 6, host.querySelector(name)));
        return { used, calls: taken() };
    """)
    assert found["used"] == [False, True, False]
    assert found["calls"] == ["one pointerdown"]


@pytest.mark.req("S004-56")
def test_the_loop_sleeps_while_nothing_moves_and_runs_for_the_debug_menu(ask):
    found = ask("""
        const spy = new Spy("one");
        app.initialise({ one: spy }).start("one");
        const turns = [clock.tick(), clock.tick(), clock.tick()];
        spy.moves = true;
        app.wake();
        turns.push(clock.tick(), clock.tick());
        spy.moves = false;
        turns.push(clock.tick(), clock.tick());
        let shown = 0;
        app.debugMenu = { show: () => { shown += 1; } };
        app.wake();
        for (let i = 0; i < 60; i++) clock.tick(20);
        return { turns, shown, fps: app.fps };
    """)
    assert found["turns"] == [1, 0, 0, 1, 1, 1, 0]
    assert found["shown"] == 60
    assert found["fps"] == pytest.approx(50, abs=1)


@pytest.mark.req("S004-56")
def test_the_circle_of_the_welcome_follows_the_pointer(ask):
    found = ask("""
        const welcome = new Welcome();
        app.initialise({ welcome }).start("welcome");
        point("pointermove", 300, 200);
        const far = () => Math.hypot(welcome.circle.x - 300, welcome.circle.y - 200);
        const distances = [far()];
        while (clock.tick(16)) distances.push(far());
        return { distances, circle: welcome.circle };
    """)
    assert found["distances"] == sorted(found["distances"], reverse=True)
    assert found["circle"] == {"x": pytest.approx(300, abs=1), "y": pytest.approx(200, abs=1)}
    assert 5 < len(found["distances"]) < 200  # it comes to rest, and so does the loop


@pytest.mark.req("S004-56")
def test_an_app_with_a_canvas_draws_on_it(ask):
    found = ask("""
        const names = [];
        const context = new Proxy({}, { get: (_, name) => () => names.push(name) });
        const canvas = { width: 0, height: 0, style: {}, getContext: () => context };
        const drawn = new App({ canvas, clock }).initialise({ one: new Spy("one") });
        drawn.start("one");
        drawn.resize(200, 100);
        clock.tick();
        return { names, style: canvas.style, calls: taken() };
    """)
    assert found["names"] == ["setTransform", "clearRect"]
    assert found["style"] == {"width": "200px", "height": "100px"}
    assert found["calls"][-1] == "one drawn"
