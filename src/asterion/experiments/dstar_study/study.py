"""The D* study repeated: which navigator works least while pits open and close.

The study is Z. Moori, Testing an Analysis of D* Algorithms, Carleton University, 2008. In the maze
game without monsters, a player fetches a key, goes to its door, and so on. Counted as there: nodes
put into the queue and taken out of it, and its mean size; from these the height of the queue as a
binary heap, and the depth, which is the worst-case cost of all operations. Also counted: keys
changed in the queue, expansions, searches, restarts, time and memory.

All navigators meet the same pits in a run, except pits that would have opened under their own
player, which are skipped.

A. Stentz, Optimal and Efficient Path Planning for Partially-Known Environments, 1994;
The Focussed D* Algorithm for Real-Time Replanning, 1995
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from math import inf, isclose
from typing import NamedTuple

import asterion as at
from asterion.errors import InvalidPath, InvalidValue, short_repr
from asterion.experiments.dstar_study.summary import columns, draw, screens, summarise
from asterion.experiments.engine.experiment import Config, Experiment, Prepared, Row
from asterion.games.maze.players import Player
from asterion.games.maze.rules import PlayerSetup, Rules
from asterion.games.maze.simulation import Simulation
from asterion.games.maze.statistics import SUM, Segment, summed
from asterion.games.maze.world_file import WorldMap, read_world
from asterion.games.maze.worlds import TRAP_AMOUNTS, WORLDS, load_world, world_of
from asterion.navigate.navigator import Navigator
from asterion.world.grid import Cell, GridWorld

# The three of Moori's study first. Its A* breaks ties first in, first out. Our default helps a lot
# on open maps, so both are here. Its D* and Focused D* plan at every change, ours when a change can
# matter to the path; both are here as well. Moori wanted to add D* Lite and LPA*.
NAVIGATORS = (
    "focused-dstar",
    "dstar",
    "astar, fifo",
    "astar",
    "focused-dstar, change",
    "dstar, change",
    "dstar-lite",
    "dstar-lite-basic",
    "lpa",
    "adaptive",
    "mpaa",
    "generalised-adaptive",
    "repeated-forward",
    "repeated-backward",
    "jps",
)
_RUNS_OF_A_SEED = 2**32  # two seeds have no run in common


@dataclass(frozen=True)
class Study(Config):
    """The config of Moori's study: 30 runs on each map.

    Pits change once per tile walked. That decides whether D* is ahead of A* on open maps: with the
    default interval of the game it is not.
    """

    runs: int = 30
    ticks: int = 200_000  # after which a run is ended; its row has arrived = False
    worlds: tuple[str, ...] = ("world2", "world3")  # names, or text files
    navigators: tuple[str, ...] = NAVIGATORS  # as PlayerSetup.named takes them
    pits: float | None = None  # percent of the floor; None: as suits the world
    interval: int = 10  # ticks from change to change of the pits
    speed: int = 100  # of the player, in percent

    def __post_init__(self) -> None:
        """Reject what no run could use, and give each navigator its one name."""
        for name in ("worlds", "navigators"):
            chosen = getattr(self, name)
            if not chosen or len({*chosen}) < len(chosen):
                raise InvalidValue(f"{name} is {short_repr(chosen)}; it must be some, each once")
        setups = [PlayerSetup.named(each) for each in self.navigators]
        for setup in setups:
            if setup.mode != "bold":
                rule = "the study has no monsters, so every player is bold"
                raise InvalidValue(f"navigators has {setup.label!r}; {rule}")
        labels = tuple(setup.label for setup in setups)
        if len({*labels}) < len(labels):
            raise InvalidValue(f"navigators is {short_repr(self.navigators)}; two are the same")
        object.__setattr__(self, "navigators", labels)
        rules_of(self, self.worlds[0]).checked()


def rules_of(config: Study, world: str) -> Rules:
    """Rules with pits alone: monsters would chase one navigator more than another."""
    return Rules(
        monsters=False,
        threat=False,
        trap_amount=TRAP_AMOUNTS.get(world, 1.0) if config.pits is None else config.pits,
        trap_interval=config.interval,
        speed=config.speed,
    )


class Trial(NamedTuple):
    """One world with the pits of one run, for all navigators."""

    config: Study
    world: str
    run: int
    text: str = ""  # of a world that is not part of the package

    def map(self) -> WorldMap:
        """Its world."""
        return read_world(self.text) if self.text else load_world(self.world)


def prepare(config: Study) -> Prepared:
    """Save nothing; the hash of the worlds and their rules identifies them."""
    plans = [(name, world_of(name).to_text(), rules_of(config, name)) for name in config.worlds]
    return Prepared({"worlds_sha256": hashlib.sha256(repr(plans).encode()).hexdigest()}, {})


def trials(config: Study) -> list[Trial]:
    """Return one for each world and run."""
    texts = {name: "" if name in WORLDS else world_of(name).to_text() for name in config.worlds}
    return [
        Trial(config, world, run, texts[world])
        for world in config.worlds
        for run in range(config.runs)
    ]


def run(trial: Trial) -> list[Row]:
    """Return rows for each navigator: one per segment between goals, and one for the whole run."""
    config = trial.config
    seed = config.seed * _RUNS_OF_A_SEED + trial.run
    world, rules = trial.map(), rules_of(config, trial.world)
    rows: list[Row] = []
    for name in config.navigators:
        setup = PlayerSetup.named(name)
        played = playthrough(world, setup, rules=rules, seed=seed, ticks=config.ticks)
        names = {"world": trial.world, "run": trial.run, "navigator": name}
        rows += ({**names, **row} for row in rows_of(played))
    return rows


def rows_of(played: Playthrough) -> list[Row]:
    """A row for each segment, by the letter of its goal, and one for their sum."""
    last = len(played.segments) - 1
    return [
        {
            "segment": segment.goal,
            **columns(segment.plans),
            "moves": segment.moves,
            "waits": segment.waits,
            "ticks": segment.ticks,
            "arrived": played.finished or at < last,
            "wrong": played.wrong if segment.goal == SUM else 0,
        }
        for at, segment in enumerate([*played.segments, summed(played.segments)])
    ]


# --- One run: the maze game with one player, whose moves and paths are checked

_CHECKED = 500  # ticks between comparisons with Dijkstra


class Playthrough(NamedTuple):
    """The result of a run."""

    segments: list[Segment]  # from goal to goal; the last may be one that was not reached
    finished: bool
    wrong: int  # illegal moves, and paths that were not the cheapest


def playthrough(
    world: WorldMap, setup: PlayerSetup, *, rules: Rules, seed: int, ticks: int
) -> Playthrough:
    """Play through all goals of a world with one navigator, for at most ``ticks``."""
    game = Simulation(world, players=[setup], rules=rules, seed=seed)
    player = game.players[0]
    wrong = 0
    entering = None
    while not game.over and game.now < ticks:
        game.tick()
        if player.entering != entering and player.entering is not None:
            wrong += not is_move(player.world, player.cell, player.entering)
        entering = player.entering
        if game.now % _CHECKED == 0 and not game.over:
            wrong += not _is_right(player)
    return Playthrough(player.stats, player.finished, wrong)


def _is_right(player: Player) -> bool:
    path = player.navigator.path
    if player.algorithm == "lpa":  # plans from a fixed start, the first cell of its path
        return not path or is_cheapest(player.world, player.navigator, path[0])
    return is_cheapest(player.world, player.navigator, player.entering or player.cell)


def is_move(world: GridWorld, here: Cell, there: Cell) -> bool:
    """Whether a move is legal in the world."""
    try:
        at.validate(world, [here, there])
    except InvalidPath:
        return False
    return True


def is_cheapest(world: GridWorld, agent: Navigator, start: Cell) -> bool:
    """Whether the path from ``start`` costs as much as Dijkstra's."""
    if not world.total[start]:
        return True  # LPA* with a pit at its start, from which Dijkstra cannot search
    free = world.total[agent.goal] > 0
    cost = at.find_path(world, start, agent.goal, algorithm="dijkstra").cost if free else inf
    return isclose(agent.path.cost, cost, rel_tol=1e-9)


EXPERIMENT = Experiment(
    name="dstar-study",
    about="The D* study: queue operations of all navigators while pits open and close.",
    config=Study,
    prepare=prepare,
    trials=trials,
    run=run,
    summarise=summarise,
    draw=draw,
    screens=screens,
)
