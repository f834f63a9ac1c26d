"""One seed, one run: again, in another process, beside others, and from a saved game."""

import json
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

import asterion as at
from asterion.games.maze.rules import Rules
from asterion.games.maze.simulation import Simulation
from support.maze_games import FULL, game, lively, played, world

TESTS = Path(__file__).parents[2]


def test_the_same_seed_gives_the_same_run_and_another_one_another():
    assert played(1) == played(1)
    assert played(1) != played(2)


def test_a_hash_differs_from_tick_to_tick():
    play = lively()
    hashes = set()
    for _ in range(100):
        play.tick()
        hashes.add(play.hash)
        assert play.hash == play.hash
    assert len(hashes) == 100


def test_whatever_changes_changes_the_hash():
    def pits(play):
        play.traps.clear()

    def mud(play):
        play.maze.mud.clear()

    def rain(play):
        play.maze.rain.cell = (0, 0)

    def player(play):
        play.players[2].progress += 1

    def monster(play):
        play.monsters[1].target = (1, 2)

    def human(play):
        play.human.place = (4200, 1681)

    for change in (pits, mud, rain, player, monster, human):
        play = lively()
        play.run(30)
        before = play.hash
        change(play)
        assert play.hash != before, change


def test_every_part_of_a_game_has_its_own_dice():
    grounds = [lively(seed).maze for seed in (0, 1, 7)]
    assert len({ground.stream(n) for ground in grounds for n in range(30)}) == 90
    cells = ["A" * 9, "A a     A", "A       A", "A" * 9]
    twins = game("\n".join([*cells, *cells, "ApxX"]), [], Rules(trap_amount=0), seed=1)
    places = [[], []]
    for _ in range(200):
        twins.tick()
        for at_place, monster in zip(places, twins.monsters, strict=True):
            at_place.append((monster.place[0] % (4 * 840), monster.place[1]))
    assert places[0] != places[1]


@pytest.mark.slow
def test_other_processes_find_the_same():
    """With another hash seed of Python; then in parallel in a pool."""
    code = f"import sys; sys.path.insert(0, {str(TESTS)!r})\n"
    code += "from support import maze_games as games; print(games.played(1))"
    for salt in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": salt}
        done = subprocess.run(
            [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == str(played(1))


@pytest.mark.slow
def test_one_worker_or_two_find_the_same():
    alone = [played(seed) for seed in range(4)]
    for workers in (1, 2):
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            assert [*pool.map(played, range(4))] == alone


@pytest.mark.parametrize("ticks", [0, 1, 137, 400])
def test_a_saved_game_continues_as_if_it_had_never_stopped(ticks):
    play = lively(9)
    play.do("human", (0, 1))
    play.run(ticks // 2)
    play.do("human", (1, 0))
    play.do("aggressiveness", np.int64(90))
    play.run(ticks - ticks // 2)
    play.do("invulnerable", True)  # done, but no tick since
    data = json.loads(json.dumps(play.save()))
    again = Simulation.load(data)
    assert again.now == play.now == ticks
    assert again.hash == play.hash
    assert again.rules == play.rules
    for _ in range(30):
        play.run(7)
        again.run(7)
        assert again.hash == play.hash
    assert [player.table() for player in again.players] == [p.table() for p in play.players]
    assert again.save() == play.save()


def test_a_game_of_another_format_is_refused():
    other = {**lively().save(), "format": "asterion maze game 1"}
    said = "the saved game has the format 'asterion maze game 1'; this version reads '.* game 3'"
    with pytest.raises(at.InvalidValue, match=said):
        Simulation.load(other)


def test_a_game_that_was_tampered_with_is_refused():
    play = lively()
    play.do("speed", 120)
    play.run(60)
    data = play.save()
    with pytest.raises(at.InvalidValue, match="after 60 ticks the hash is '"):
        Simulation.load({**data, "seed": 5})
    with pytest.raises(at.InvalidValue, match="after 60 ticks the hash is '"):
        Simulation.load({**data, "events": []})
    with pytest.raises(at.InvalidValue, match="the saved game lacks 'rules'"):
        Simulation.load({key: value for key, value in data.items() if key != "rules"})
    with pytest.raises(
        at.InvalidValue, match=r"the saved game does not hold a maze game: .*'luck'"
    ):
        Simulation.load({**data, "rules": {"luck": 1}})


@pytest.mark.parametrize(
    ("what", "value", "message"),
    [
        ("seed", 3, "'seed' cannot be changed while the game runs; choose one of 'speed'"),
        ("vision", 3, "'vision' cannot be changed while the game runs"),
        ([], 3, r"\[\] cannot be changed while the game runs"),
        ("speed", 0, "speed is 0; it must be at least 1"),
        ("trap_amount", 101, "trap_amount is 101.0; it must be at most 100"),
        ("aggressiveness", -1, "aggressiveness is -1"),
        ("mud_amount", 5, "mud_amount is 5.0; a game that began without mud cannot get any"),
        ("human", (0, 1), "the map has no human player; 'o' says where one starts"),
        ("pit", (0, 0), r"there can be no pit at \(0, 0\): it is a wall, a start, a key"),
    ],
)
def test_what_cannot_be_done_is_refused_and_leaves_the_game_as_it_was(what, value, message):
    play = game("p x X")
    with pytest.raises(at.InvalidValue, match=message):
        play.do(what, value)
    assert play.events == []
    assert play.rules == play.first_rules


def test_the_amount_of_pits_follows_its_rule_while_the_game_runs():
    play = Simulation(world(FULL), rules=Rules(trap_amount=10, trap_interval=2), seed=3)
    play.run(4)
    places = play.traps.places
    assert places / 10 - 3 < len(play.traps.open) <= round(places / 10)
    play.do("trap_amount", 0)
    play.run(700)
    assert not play.traps.open
    play.do("trap_amount", 20)
    play.do("trap_interval", 50)
    play.run(51)
    assert places / 5 - 4 < len(play.traps.open) <= round(places / 5)


def test_a_pit_that_is_dug_is_walked_around_saved_and_replayed():
    room = "AAAAAAAA\nAp     A\nA     xA\nAAAAAAXA\n"
    play = Simulation(world(room), players=["dstar-lite"], rules=Rules(trap_amount=0), trace=True)
    play.run(3)
    in_the_way = play.players[0].path[1]
    play.do("pit", list(in_the_way))  # as JSON has it
    play.run(1)
    assert in_the_way not in play.players[0].path
    play.run()
    assert play.over
    assert Simulation.load(json.loads(json.dumps(play.save()))).hash == play.hash
