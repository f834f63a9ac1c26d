"""Scenes of the maze arena: races that show how players differ."""

from __future__ import annotations

from asterion.games.maze.worlds import load_world
from asterion.lab.maps.scenes import Scene
from asterion.lab.maze.setup import Level, MazeSetup


def _race(world: str, *algorithms: str, **rules: object) -> MazeSetup:
    setup = MazeSetup(world, "").in_shipped(world)
    for number, algorithm in enumerate(algorithms):
        setup = setup.with_player(number, algorithm=algorithm)
    for name, value in rules.items():
        setup = setup.with_rule(name, value)
    return setup


def _levels(*worlds: str) -> MazeSetup:
    levels = [Level(name, load_world(name).to_text()) for name in worlds]
    return _race(worlds[0], "dstar-lite", "astar", "mpaa").with_levels(levels, 0)


SCENES = (
    Scene(
        "First steps",
        "The tutorial: fetch the key, open the door, reach the goal, with few pits on the way.",
        lambda: _race("tutorial"),
        {"play": True},
    ),
    Scene(
        "D*, D* Lite and A* race",
        "Three players on the same path, which changes under them. They walk alike; look at what "
        "each expands.",
        lambda: _race("gallery", "dstar", "dstar-lite", "astar"),
        {"play": True, "layers": ["paths", "states"]},
    ),
    Scene(
        "A floor that gives way",
        "Pits open and close all the time: plans are repaired at every turn, and a player that "
        "starts every search again pays for it.",
        lambda: _race("gallery", "astar", "dstar-lite", "mpaa", trap_amount=12.0, trap_interval=20),
        {"play": True},
    ),
    Scene(
        "Hide and flee",
        "A bold player, one that keeps out of the monsters' sight, and one that runs when it is "
        "seen. What the monsters see is shown.",
        lambda: (
            _race("gallery")
            .with_player(0, mode="bold")
            .with_player(1, mode="hide")
            .with_player(2, mode="flee")
        ),
        {"play": True, "layers": ["paths", "threat"]},
    ),
    Scene(
        "Three levels",
        "Three worlds, one after the other, with the same players. With _pits_ a click digs one; "
        "The world editor, at the left, changes a world or adds one.",
        lambda: _levels("tutorial", "gallery", "arena"),
        {"play": True},
    ),
    Scene(
        "Rain and mud",
        "Clouds wet the ground, mud slows it down: the shortest path is no longer the fastest.",
        lambda: _race("world3", "dstar-lite", mud_amount=10.0, rain_radius=4),
        {"play": True},
    ),
    Scene(
        "Trees of three searches",
        "From each cell to the one it was reached from: how D* Lite, Adaptive A* and MPAA* see the "
        "same maze.",
        lambda: _race("gallery", "dstar-lite", "adaptive", "mpaa"),
        {"play": True, "layers": ["paths", "states", "trees"]},
    ),
)
