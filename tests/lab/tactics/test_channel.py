"""The tactics page's messages, and computers that think on a thread."""

import asyncio
import time

import pytest

from asterion.games.tactics import END, controllers, maps
from asterion.games.tactics.moments import GameRecord
from asterion.lab import limits
from asterion.lab.tactics.channel import TacticsChannel
from asterion.lab.tactics.players import Player
from asterion.lab.tactics.setup import TacticsSetup
from support import loops, watchers
from support.watchers import Browser

MELEE = 16


def link(*players, name="C.1", seed=0):
    teams = {team: Player(each) for team, each in enumerate(players)}
    return TacticsSetup(GameRecord(maps.load(name)), teams, seed, name).to_link()


def talked(*messages, link=None):
    return watchers.talked(lambda: TacticsChannel(seconds=0), *messages, link=link)


def act(at, kind, cell=None):
    return {"type": "act", "at": at, "kind": kind, "cell": cell}


@pytest.mark.req("S004-51", "S004-50")
def test_a_browser_acts_and_a_computer_answers():
    channel, browser = talked(
        act(0, "select", MELEE), act(1, "walk", 6), act(3, "end"), link=link("Human", "Idle")
    )
    game = browser.messages["game"]
    assert "error" not in browser.messages
    assert [position["waits"] for position in game["positions"]] == 4 * ["person"] + [
        "computer",
        "person",
    ]
    assert game["log"][-1] == {"text": "Team 2 (Idle): End of turn 1.", "at": 5}
    assert TacticsSetup.from_link(browser.messages["link"]["link"]) == channel.session.setup


@pytest.mark.slow
def test_two_computers_play_to_the_end_and_are_the_same_once_more():
    games = [talked(link=link("Random", "Random", seed=3))[1].messages["game"] for _ in range(2)]
    assert games[0] == games[1]
    assert games[0]["positions"][-1]["waits"] is None
    assert games[0]["log"][-1]["text"].startswith("Game Over")


def test_computers_are_stopped_stepped_and_let_go():
    channel, browser = talked({"type": "toggle"}, link=link("Idle", "Human"))
    assert channel.session.setup.last == 1  # it had played already
    channel, browser = talked({"type": "step"}, {"type": "step"}, link=link("Human", "Idle"))
    assert channel.session.setup.last == 0  # a person is to act: there is nothing to step
    channel, browser = talked(act(0, "end"), {"type": "on", "at": 1}, link=link("Human", "Idle"))
    assert channel.session.setup.state.team == 0
    assert channel.session.setup.last == 2
    assert browser.messages["game"]["playing"] is True


def test_what_units_can_do_is_told_when_it_is_asked_for():
    async def talk():
        channel, browser = TacticsChannel(seconds=0), Browser()
        channel.watchers.add(browser)
        for message in (act(0, "select", MELEE), {"type": "options", "at": 1}):
            await channel.on_message(browser, message)
            await channel._work
        return await browser.gets("options")

    found = loops.run(talk())
    assert found["at"] == 1
    assert found["units"][str(MELEE)]["reach"]["11"] == [1, [16, 11]]
    assert len(found["units"]) == 8


def test_an_edit_pushes_a_state_and_lets_computers_wait():
    put = {"type": "edit", "at": 0, "cells": [12], "kind": 1, "team": 0}
    channel, browser = talked(put, {**put, "at": 1}, link=link("Human", "Random"))
    assert channel.session.setup.last == 1  # the second put what was there already
    assert channel.session.setup.state.at((2, 2)) == "wall"
    assert browser.messages["game"]["positions"][1]["changes"] == [[12, 1, 0]]


def test_strokes_that_come_before_their_answers_are_all_kept():
    put = {"type": "edit", "at": None, "kind": 1, "team": 0}
    channel, _ = talked({**put, "cells": [10]}, {**put, "cells": [11]}, link=link("Human", "Human"))
    assert channel.session.setup.last == 2
    assert channel.session.setup.state.walls == ((2, 0), (2, 1))


def test_a_bad_link_is_told_and_the_first_map_shown():
    channel, browser = talked(link="nonsense")
    assert "damaged" in browser.messages["error"]["text"]
    assert channel.session.setup == TacticsSetup()


# --- Thinking


class Endless:
    """Never comes to an end by itself."""

    name = "Endless"

    turn = (END,)

    def think(self, _state):
        self.processed = self.open = 0
        return self

    def advance(self, *, seconds):
        time.sleep(seconds)
        self.processed += 1
        self.open += 2
        return "running"

    def decision(self):
        return None


class Broken:
    """Cannot play."""

    name = "Broken"

    def decide(self, state):
        return state.apply(controllers.Human)  # no action: the game refuses it


class Fails:
    """Cannot play either: what it does instead of a turn is exchanged by tests."""

    name = "Fails"

    def decide(self, state):
        return self.turn(state)


@pytest.fixture(autouse=True)
def _more_controllers():
    made = (Endless, Broken, Fails)
    for each in made:
        controllers.register(each.name, lambda _seed, _settings, kind=each: kind())
    yield
    for each in made:
        controllers.registry._MAKERS.pop(each.name)


@pytest.mark.req("S004-54")
def test_counts_come_while_a_computer_thinks_and_a_stop_takes_the_best_so_far():
    async def talk():
        channel, browser = TacticsChannel(seconds=0), Browser()
        channel.watchers.add(browser)
        await channel.on_message(browser, {"type": "hello", "link": link("Endless", "Human")})
        # The event loop is free meanwhile: thinking is done elsewhere.
        counting = await browser.gets("thinking", "processed")
        await channel.on_message(browser, {"type": "stop"})
        await asyncio.wait_for(channel._work, 20)
        return channel, browser, counting

    channel, browser, counting = loops.run(talk())
    assert counting["on"]
    assert counting["text"].startswith("Endless thinks: ")
    assert channel.session.setup.state.team == 1
    assert browser.messages["thinking"] == {"type": "thinking", "on": False, "text": ""}
    assert browser.messages["game"]["plans"][0]["note"].startswith("The best so far")


@pytest.mark.req("S004-54")
def test_a_plan_can_be_wanted_without_its_actions():
    channel, browser = talked({"type": "toggle"}, link=link("Human", "Idle"))
    assert not channel.session.playing
    channel, browser = talked({"type": "toggle"}, act(0, "end"), link=link("Human", "Human"))
    channel.session.adopt(channel.session.setup.with_player(1, Player("Idle")))

    async def talk():
        await channel.on_message(browser, {"type": "think"})
        await channel._work

    loops.run(talk())
    assert channel.session.setup.last == 1
    assert channel.session.setup.pending == (END,)
    assert browser.messages["game"]["plans"][0]["rows"][0]["cells"] == ["1. End the turn"]


def test_whoever_changes_the_game_is_not_kept_waiting_by_a_thinker():
    async def talk():
        channel, browser = TacticsChannel(seconds=0), Browser()
        channel.watchers.add(browser)
        await channel.on_message(browser, {"type": "hello", "link": link("Endless", "Human")})
        await browser.gets("thinking")
        channel.adopt(channel.session.setup.with_player(0, Player("Human")))
        await asyncio.wait_for(channel._work, 20)
        return channel

    channel = loops.run(talk())
    assert channel.session.setup.last == 0  # the plan was for another game
    assert channel.session.setup.plans == ()


def test_a_computer_that_cannot_play_is_said_and_the_page_continues():
    channel, browser = talked(link=link("Broken", "Human"))
    assert browser.messages["error"]["text"].startswith("Broken cannot play: ")
    assert not channel.session.playing
    assert browser.messages["game"]["positions"][0]["waits"] == "computer"


@pytest.mark.req("S004-109")
@pytest.mark.parametrize(
    ("turn", "told"),
    [
        (lambda _self, _state: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda _self, _state: 7, "TypeError: 'int' object is not iterable"),
        (lambda _self, _state: ["jump"], "'jump' is not an action"),
        (lambda _self, _state: [("select", (9, 9))], "cell (9, 9) is outside the board"),
    ],
)
def test_an_error_of_a_controller_is_told_and_another_one_can_take_over(monkeypatch, turn, told):
    monkeypatch.setattr(Fails, "turn", turn, raising=False)

    async def talk():
        channel, browser = TacticsChannel(seconds=0), Browser()
        channel.watchers.add(browser)
        await channel.on_message(browser, {"type": "hello", "link": link("Human", "Fails")})
        await channel._work
        await channel.on_message(browser, act(0, "end"))
        await channel._work
        message = browser.messages.pop("error")
        assert browser.messages["game"]["positions"][-1]["waits"] == "computer"
        channel.adopt(channel.session.setup.with_player(1, Player("Idle")))
        await channel.on_message(browser, {"type": "toggle"})
        await channel._work
        return channel, browser, message

    channel, browser, message = loops.run(talk())
    assert message["text"].startswith("Fails cannot play: ")
    assert told in message["text"]
    assert "error" not in browser.messages
    assert channel.session.setup.state.team == 0  # Idle has played


def test_a_computer_stops_thinking_when_the_last_watcher_leaves():
    async def talk():
        channel, browser = TacticsChannel(seconds=0), Browser()
        channel.watchers.add(browser)
        await channel.on_message(browser, {"type": "hello", "link": link("Endless", "Human")})
        await browser.gets("thinking", "processed")
        tasks = [*channel._tasks]
        channel.watchers.discard(browser)
        channel.on_unwatched()
        _, going_on = await asyncio.wait(tasks, timeout=20)
        assert not going_on
        counts = channel.counts
        await channel.run(lambda: None)  # its last slice has ended
        counts = channel.counts
        await asyncio.sleep(0.2)
        assert channel.counts == counts
        # Whoever comes back finds the game as it was, and the computer thinks again.
        channel.watchers.add(browser)
        browser.messages.clear()
        await channel.on_message(browser, {"type": "hello"})
        await browser.gets("thinking", "processed")
        channel.close()

    loops.run(talk())


@pytest.mark.parametrize("limit", [{"THINK_SECONDS": 0.05}, {"THINK_STATES": 50}])
def test_a_computer_takes_its_best_plan_at_a_limit_of_time_or_memory(monkeypatch, limit):
    for name, value in limit.items():
        monkeypatch.setattr(limits, name, value)
    channel, browser = talked(link=link("Endless", "Human"))
    assert channel.session.setup.state.team == 1
    assert browser.messages["game"]["plans"][0]["note"].startswith("The best so far")


def test_only_the_last_of_many_questions_about_units_is_answered():
    async def talk():
        channel, browser = TacticsChannel(seconds=0), Browser()
        channel.watchers.add(browser)
        await channel.on_message(browser, act(0, "select", MELEE))
        await channel._work
        for _ in range(200):
            await channel.on_message(browser, {"type": "options", "at": 0})
        await channel.on_message(browser, {"type": "options", "at": 1})
        await channel._answering
        return [each["at"] for each in browser.all if each["type"] == "options"]

    answered = loops.run(talk())
    assert answered[-1] == 1
    assert len(answered) <= 2


def test_a_game_as_long_as_the_lab_shows_stops(monkeypatch):
    monkeypatch.setattr(limits, "GAME_TILES", 25 * 8)
    channel, browser = talked(link=link("Idle", "Idle"))
    assert channel.session.setup.last == 7
    assert not channel.session.playing
    assert (
        "the game has 9 states; on this board the lab shows 8" in browser.messages["error"]["text"]
    )
