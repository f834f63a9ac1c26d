"""The tic-tac-toe page without a browser: play, history, links, and comments on a position."""

import asyncio
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import asterion as at
from asterion.games.tictactoe import Game
from asterion.games.tictactoe.board import CELLS
from asterion.games.tictactoe.players import PENALTIES, Astar, computer
from asterion.lab import limits
from asterion.lab.games.game_session import GameSession
from asterion.lab.tictactoe.channel import TicTacToeChannel
from asterion.lab.tictactoe.payload import payload_of
from asterion.lab.tictactoe.setup import (
    NAMES,
    PLAYERS,
    Made,
    TicTacToeSetup,
)
from support import loops, watchers
from support.damage import damaged
from support.watchers import Browser

COMPUTERS = [name for name in PLAYERS if name != "human"]
FORK = [0, 1, 4, 8, 6, 2, 3]  # how a person beats A*


def game(cells, x="human", o="human", **more):
    moves = tuple(Made(cell, (x, o)[i % 2]) for i, cell in enumerate(cells))
    return TicTacToeSetup(moves, x, o, **more)


def played(setup):
    """To its end, by computers."""
    while setup.next_player is not None:
        setup = setup.moved()
    return setup


def cells_of(setup):
    return [move.cell for move in setup.moves]


def position(setup, at=-1, *, playing=True):
    return payload_of(setup, playing=playing)["positions"][at]


@st.composite
def games(draw):
    """Any game that can be played, by anybody."""
    cells = draw(st.permutations(range(9)))
    players = [draw(st.sampled_from(PLAYERS)) for _ in range(2)]
    setup = TicTacToeSetup((), *players, draw(st.integers(0, limits.HIGHEST_SEED)))
    for cell in cells[: draw(st.integers(0, 9))]:
        if setup.board.over:
            break
        by = draw(st.sampled_from(PLAYERS))
        setup = TicTacToeSetup((*setup.moves, Made(cell, by)), *players, setup.seed)
    return setup


# --- Playing


def test_a_person_beats_the_search_with_a_fork():
    session = GameSession(TicTacToeSetup())
    for cell in FORK[::2]:
        session.play(session.setup.marked(cell))
        if session.waits_for_computer:
            session.answer(session.setup.moved())
    assert cells_of(session.setup) == FORK
    assert [move.by for move in session.setup.moves[:2]] == ["human", "astar"]
    told = position(session.setup)
    assert told["status"] == "X wins with the left column."
    assert told["line"] == [0, 3, 6]
    assert told["last"] == 3
    assert not session.waits_for_computer


@pytest.mark.parametrize("x", COMPUTERS)
@pytest.mark.parametrize("o", COMPUTERS)
def test_computers_play_as_on_the_command_line(x, o):
    for seed in (0, 7):
        other = Game()
        other.run(computer(x, 2 * seed), computer(o, 2 * seed + 1))
        ours = played(TicTacToeSetup((), x, o, seed))
        assert [CELLS[cell] for cell in cells_of(ours)] == other.moves


def test_chance_plays_the_same_after_an_undo_and_otherwise_in_a_new_game():
    session = GameSession(TicTacToeSetup())
    session.adopt(TicTacToeSetup(x="random", o="random", seed=3))
    first = played(session.setup)
    session.adopt(first)
    session.play(session.setup.cut(2))
    assert played(session.setup) == first
    session.play(session.setup.restarted())
    assert session.setup.seed == 4
    assert cells_of(played(session.setup)) != cells_of(first)
    session.play(session.setup.restarted())
    assert session.setup.seed == 4  # nothing was played with it


def test_after_the_highest_seed_comes_the_first():
    last = played(TicTacToeSetup(x="random", o="random", seed=limits.HIGHEST_SEED))
    assert last.restarted().seed == 0
    assert last.swapped().seed == 0


def test_players_are_switched_in_the_middle_of_a_game():
    session = GameSession(TicTacToeSetup())
    session.play(session.setup.marked(4))
    session.answer(session.setup.moved())
    session.adopt(session.setup.with_player("x", "perfect").with_player("o", "human"))
    session.answer(session.setup.moved())
    assert [move.by for move in session.setup.moves] == ["human", "astar", "perfect"]
    assert not session.waits_for_computer


def test_the_other_one_begins():
    session = GameSession(TicTacToeSetup())
    session.play(session.setup.marked(4))
    session.play(session.setup.swapped())
    assert session.setup == TicTacToeSetup((), "astar", "human")
    assert session.may_move


# --- UndoStack


def test_an_undo_takes_the_answer_back_too():
    session = GameSession(TicTacToeSetup())
    for cell in FORK[:4:2]:
        session.play(session.setup.marked(cell))
        session.answer(session.setup.moved())
    assert session.undo()
    assert cells_of(session.setup) == FORK[:2]
    assert session.redo()
    assert cells_of(session.setup) == FORK[:4]
    assert session.undo()
    assert session.undo()
    assert not session.setup.moves
    assert not session.undo()


def test_play_continues_from_an_earlier_position_and_nothing_is_lost():
    session = GameSession(TicTacToeSetup())
    session.restore(game(FORK, o="astar"))
    session.play(session.setup.cut(4).marked(2))
    assert cells_of(session.setup) == [*FORK[:4], 2]
    assert session.undo()
    assert cells_of(session.setup) == FORK
    session.play(session.setup.cut(3))
    assert session.may_move
    assert session.undo()
    assert cells_of(session.setup) == FORK


def test_a_computer_does_not_move_at_once_after_an_undo():
    session = GameSession(TicTacToeSetup())
    session.adopt(TicTacToeSetup(x="perfect", o="astar"))
    session.adopt(session.setup.with_player("x", "human"))
    assert session.undo()
    assert session.waits_for_computer
    assert not session.may_move
    told = position(session.setup, playing=session.playing)
    assert told["status"] == "X to move: Perfect waits until you press play."


# --- Comments


def test_a_draw_and_a_double_win_are_told():
    drawn = played(TicTacToeSetup(x="perfect", o="perfect"))
    assert position(drawn)["status"] == "A draw: all cells are marked."
    assert position(drawn)["worth"] == {}
    twice = position(game([0, 1, 2, 3, 6, 5, 8, 7, 4]))
    assert twice["status"] == (
        "X wins with the diagonal from the top left and the diagonal from the top right."
    )
    assert twice["line"] == [0, 2, 4, 6, 8]


@given(games())
def test_free_cells_are_worth_what_perfect_players_make_of_them(setup):
    board = setup.board
    for cell, told in position(setup)["worth"].items():
        after = TicTacToeSetup((*setup.moves, Made(cell, "human")), "perfect", "perfect")
        end = played(after)
        wins = {board.turn: "win", "draw": "draw"}
        assert told["kind"] == wins.get(end.board.result, "loss")
        assert told["moves"] == len(end.moves) - len(setup.moves)


@given(games())
def test_what_the_search_weighs_adds_up_and_the_best_is_its_move(setup):
    for i, told in enumerate(payload_of(setup, playing=True)["positions"]):
        thoughts = told["thoughts"]
        by_astar = i > 0 and setup.moves[i - 1].by == "astar"
        if thoughts is None:
            assert setup.boards[i].over
            assert not by_astar
            continue
        board = setup.boards[i - 1 if by_astar else i]
        assert [row["cell"] for row in thoughts["rows"]] == [CELLS.index(c) for c in board.moves]
        assert all(row["cells"][1] == sum(row["cells"][2:]) for row in thoughts["rows"])
        best = [row for row in thoughts["rows"] if row["best"]]
        assert [CELLS[row["cell"]] for row in best] == [Astar().choose(board)]
        assert best[0]["cells"][1] == min(row["cells"][1] for row in thoughts["rows"])


def test_thoughts_are_of_the_move_just_made_or_else_of_the_next():
    told = payload_of(game(FORK[:6], o="astar"), playing=True)["positions"]
    assert told[6]["thoughts"]["title"] == "Why O marked the top right"
    assert told[5]["thoughts"]["title"] == "What O weighs"
    assert told[0]["thoughts"]["title"] == "What A* would weigh as X"
    assert told[6]["thoughts"]["head"] == ["cell", "penalty", *PENALTIES]
    fork = {NAMES[row["cell"]]: row["cells"][2:] for row in told[6]["thoughts"]["rows"]}
    assert fork["top right"] == [0, 50, 7]  # blocks one threat, and leaves another
    assert fork["bottom centre"] == [0, 100, 8]


def test_a_penalty_keeps_its_parts_on_the_way_to_another_process():
    penalty = Astar().weighed(game([0, 4, 1]).board)[1].cost
    copy = pickle.loads(pickle.dumps(penalty))
    assert (copy, copy.components) == (penalty, penalty.components)
    assert penalty == 57


@given(games())
def test_all_that_is_told_is_json_and_names_are_words(setup):
    told = json.loads(json.dumps(payload_of(setup, playing=False)))
    assert len(told["positions"]) == len(told["log"]) + 1
    assert all(line["text"].split(" ", 2)[2] in NAMES for line in told["log"])


# --- Links


@given(games())
def test_a_link_holds_the_whole_game(setup):
    assert TicTacToeSetup.from_link(setup.to_link()) == setup


@given(games().flatmap(lambda setup: damaged(setup.to_link().encode())))
def test_a_damaged_link_is_refused_or_a_game(link):
    try:
        setup = TicTacToeSetup.from_link(link.decode("latin-1"))
    except at.InvalidValue:
        return
    assert isinstance(setup, TicTacToeSetup)


# --- Messages


def talked(*messages, link=None):
    return watchers.talked(lambda: TicTacToeChannel(seconds=0), *messages, link=link)


def test_a_browser_marks_a_cell_and_is_answered():
    channel, browser = talked({"type": "mark", "at": 0, "cell": 0})
    assert [line["title"] for line in browser.messages["game"]["log"]] == ["by Human", "by A*"]
    assert TicTacToeSetup.from_link(browser.messages["link"]["link"]) == channel.session.setup
    assert "error" not in browser.messages


def test_a_browser_watches_two_computers_to_the_end():
    channel, browser = talked(link=TicTacToeSetup(x="perfect", o="astar").to_link())
    assert browser.messages["game"]["positions"][-1]["waits"] is None
    channel, browser = talked(
        {"type": "new", "swapped": True}, link=channel.session.setup.to_link()
    )
    assert (channel.session.setup.x, channel.session.setup.o) == ("astar", "perfect")
    assert channel.session.setup.board.over


def test_a_browser_steps_computers_and_lets_them_go():
    link = game([4, 0], x="perfect", o="astar").to_link()
    _, browser = talked({"type": "step"}, link=link)
    assert len(browser.messages["game"]["log"]) == 3
    assert browser.messages["game"]["playing"] is False
    _, browser = talked({"type": "step"}, {"type": "undo"}, {"type": "toggle"}, link=link)
    assert browser.messages["game"]["positions"][-1]["waits"] is None
    _, browser = talked({"type": "on", "at": 1}, link=link)
    assert browser.messages["game"]["positions"][-1]["waits"] is None


def test_a_step_while_computers_play_lets_them_wait():
    async def talk():
        channel, browser = TicTacToeChannel(seconds=30), Browser()
        channel.watchers.add(browser)
        await channel.on_message(
            browser, {"type": "hello", "link": TicTacToeSetup(x="astar").to_link()}
        )
        await browser.gets("game")
        assert channel.session.playing
        await channel.on_message(browser, {"type": "step"})
        await asyncio.wait_for(channel._work, 10)
        return channel

    channel = loops.run(talk())
    assert len(channel.session.setup.moves) == 1
    assert not channel.session.playing


def test_a_step_in_a_persons_turn_changes_nothing():
    channel, browser = talked({"type": "step"})
    assert channel.session.playing
    assert browser.messages["game"]["log"] == []


def test_a_speed_is_a_multiple_of_the_seconds_of_a_move(monkeypatch):
    async def talk():
        channel, browser = TicTacToeChannel(seconds=30), Browser()
        waits = []

        async def heard(news, seconds):
            waits.append(seconds)
            news.close()
            raise TimeoutError

        monkeypatch.setattr("asterion.lab.games.game_channel.asyncio.wait_for", heard)
        for value in (0.5, 1, 8):
            await channel.on_message(browser, {"type": "speed", "value": value})
            await channel._is_disturbed()
        for value in (0.49, 8.5, float("nan"), float("inf"), True, "8", None):
            await channel.on_message(browser, {"type": "speed", "value": value})
            assert "speed is" in browser.messages.pop("error")["text"]
        return waits, channel.speed

    assert loops.run(talk()) == ([60, 30, 3.75], 8.0)


def test_computers_wait_while_nobody_looks_and_what_is_asked_meanwhile_comes_first():
    async def talk():
        channel, browser = TicTacToeChannel(seconds=30), Browser()
        channel.watchers.add(browser)
        await channel.on_message(
            browser, {"type": "hello", "link": TicTacToeSetup(x="astar").to_link()}
        )
        await browser.news.wait()
        await channel.on_message(browser, {"type": "toggle"})
        await asyncio.wait_for(channel._work, 10)  # not after half a minute
        channel.watchers.clear()
        channel.toggle()
        await asyncio.wait_for(channel._work, 10)
        return channel

    channel = loops.run(talk())
    assert channel.session.playing
    assert not channel.session.setup.moves


def test_a_game_from_a_link_waits_to_be_looked_at():
    _, browser = talked(link=game([4], o="perfect").to_link())
    assert len(browser.messages["game"]["log"]) == 1
    assert browser.messages["game"]["playing"] is False


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ({"type": "mark", "at": 0}, "lacks 'cell'"),
        ({"type": "mark", "at": 0, "cell": 11}, "cell is 11"),
        ({"type": "on", "at": -1}, "move -1 is not in"),
        ({"type": "god"}, "unknown message type"),
    ],
)
def test_nonsense_is_answered_with_an_error_and_the_game_stays(message, told):
    channel, browser = talked(message)
    assert told in browser.messages["error"]["text"]
    assert channel.session.setup == TicTacToeSetup()
