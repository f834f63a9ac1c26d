"""Agents use only permitted knowledge: cells they have seen, the next step, the present map."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

import asterion as at
from asterion.games.maze import PlayerSetup, Rules, Simulation
from asterion.games.tactics import controllers, maps
from support.effort import SAMPLED, scaled
from support.maze_games import FULL
from support.maze_games import world as maze_world
from support.worlds import DIAGONALS

EXPLORERS = [info.name for info in at.algorithms("navigator") if info.name != "lpa"]
PAGE = Path(__file__).parents[2] / "docs" / "when-not-to-search.md"


def some_world(random, side):
    """Floor and walls, or cells of several costs."""
    values = random.choice([[0, 1, 1, 1], [0, 1, 2, 5]])
    costs = np.array([random.choice(values) for _ in range(side * side)]).reshape(side, side)
    costs[0, 0] = 1
    return at.Grid(costs, diagonal=random.choice(DIAGONALS))


def change_unseen(random, world, agent):
    """Other values in some cells that an agent has never seen; a mask of these cells."""
    changed = np.zeros(world.shape, bool)
    unseen = np.argwhere(~agent.known).tolist()
    for row, col in random.sample(unseen, k=min(3, len(unseen))):
        value = 0 if world[row, col] else random.choice([1, 1, 4])
        world[row, col] = value
        changed[row, col] = True
    return changed


@pytest.mark.req("S000-124")
@pytest.mark.parametrize("name", EXPLORERS)
def test_an_explorer_does_not_depend_on_cells_that_it_has_not_seen(name):
    """A second world is changed out of its sight, at some time: the same moves until it sees it."""
    random = Random(f"unseen {name}")
    alike = differ = 0
    for _ in range(scaled(60)):
        side = random.randint(5, 9)
        world = some_world(random, side)
        twin = world.copy()
        options = {"algorithm": name, "sight": random.choice([1, 1, 2, 4]), "unseen": 1}
        goal = side - 1, random.randrange(side)
        changed, when = np.zeros(world.shape, bool), random.randrange(4)
        if when == 0:  # before there is an agent
            scout = at.Explorer(world, (0, 0), goal, **options)
            scout.look()
            changed = change_unseen(random, twin, scout)
        agents = [at.Explorer(each, (0, 0), goal, **options) for each in (world, twin)]
        for move in range(60):
            for agent in agents:
                agent.look()
            if move == when > 0:
                changed = change_unseen(random, twin, agents[1])
            # A wall may hide what is behind it, though it is not seen itself.
            same = np.array_equal(agents[0].known, agents[1].known)
            if not same or (agents[0].known & changed).any():
                first, second = (agent.run().trajectory.tolist() for agent in agents)
                differ += first != second
                break
            assert [*agents[0].path] == [*agents[1].path]
            steps = [agent.step() for agent in agents]
            assert steps[0] == steps[1]
            alike += bool(changed.any())
            if steps[0] is None:
                break
    assert SAMPLED or (alike > 50 and differ > 5)  # moves were compared, and changes do matter


class Watched:
    """A world that records the nodes whose neighbours were requested."""

    def __init__(self, grid):
        self.grid, self.asked = grid, []

    def neighbours(self, cell):
        self.asked.append(cell)
        return self.grid.neighbours(cell)


@pytest.mark.req("S000-124")
def test_movers_look_at_the_cells_beside_them_and_no_others():
    random = Random("movers")
    for seed in range(scaled(60)):
        world = Watched(some_world(random, 7))
        for mover in (
            at.Wanderer(world, (0, 0), seed=seed),
            at.Patrol(world, [(0, 0), (0, 1), (1, 1), (1, 0)]),
        ):
            for _ in range(12):
                world.asked.clear()
                here = mover.position
                mover.step()
                assert {*world.asked} <= {here}
                world.grid[world.grid.shape[0] - 1, random.randrange(7)] = random.randrange(3)


def people(game):
    """The cells of all whom a monster may chase."""
    return {game.human.cell, *(player.cell for player in game.players)}


@pytest.mark.req("S000-124")
def test_a_monster_does_not_depend_on_players_that_it_has_not_seen():
    """In one game the player and the human walk, in the other they hardly move or stand."""
    rules = Rules(trap_amount=0)
    alike = differ = 0
    for seed in range(scaled(30)):
        quick, slow = (
            Simulation(
                maze_world(FULL), players=[PlayerSetup("astar", speed=pace)], rules=rules, seed=seed
            )
            for pace in (84, 1)
        )
        quick.do("human", (0, 1))
        unaware = {*range(len(quick.monsters))}
        for _ in range(300):
            before = [people(game) for game in (quick, slow)]
            quick.tick()
            slow.tick()
            for i, pair in enumerate(zip(quick.monsters, slow.monsters, strict=True)):
                for game, earlier, monster in zip((quick, slow), before, pair, strict=True):
                    sight = monster.sight
                    seen = at.visible(sight.walls, monster.cell, sight.length)
                    if any(seen[cell] for cell in earlier | people(game)):
                        unaware.discard(i)
                first, second = ((each.place, each.facing, each.state) for each in pair)
                if i in unaware:
                    assert first == second
                    alike += 1
                differ += first != second
    assert SAMPLED or (alike > 1000 and differ > 100)


@pytest.mark.req("S000-124")
@pytest.mark.parametrize("name", ["astar", "dstar-lite", "focused-dstar"])
def test_a_player_of_the_maze_does_not_know_which_pits_will_open(name):
    """Games whose pits differ by their seeds: the same walk as long as the maps are the same."""
    rules = Rules(monsters=False, trap_amount=8, trap_interval=40)
    alike = differ = 0
    for seed in range(scaled(20)):
        games = [
            Simulation(maze_world(FULL), players=[name], rules=rules, seed=2 * seed + i)
            for i in range(2)
        ]
        same = True
        for _ in range(200):
            for game in games:
                game.tick()
            same = same and np.array_equal(games[0].grid.total, games[1].grid.total)
            first, second = ((game.players[0].place, [*game.players[0].path]) for game in games)
            if same:
                assert first == second
                alike += 1
            differ += first != second
    assert SAMPLED or (alike > 200 and differ > 200)


@pytest.mark.req("S000-124")
@pytest.mark.parametrize("name", ["AStarOne", "AStarThree", "Random"])
def test_a_tactics_computer_decides_by_the_state_on_the_board_alone(name):
    """Whatever it has seen before: it keeps no notes on its opponent."""
    state = maps.load("C.1")
    before = controllers.make("Random", seed=5)
    used = controllers.make(name, seed=3)
    other = state
    for action in before.decide(state):
        other = other.apply(action)
    used.decide(other)
    assert [*used.decide(state)] == [*controllers.make(name, seed=3).decide(state)]


@pytest.mark.req("S000-124")
def test_the_docs_say_when_not_to_search_and_who_may_know_what():
    text = PAGE.read_text(encoding="utf-8")
    for section in ("Searches that are not needed", "Cheating and fairness", "The right tool"):
        assert f"## {section}" in text
    for agent in ("`at.Navigator`", "`at.Explorer`", "`at.Patrol`", "monster", "tactics"):
        assert agent in text.split("## Cheating and fairness")[1]
    assert "when-not-to-search.md" in (PAGE.parent / "index.md").read_text(encoding="utf-8")
