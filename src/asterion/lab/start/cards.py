"""The cards of the start page: their pictures, and their links."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from asterion.lab.characters.scenes import SCENES as CHARACTERS
from asterion.lab.crowds.scenes import SCENES as CROWDS
from asterion.lab.crowds.scenes import armies
from asterion.lab.graphs.scenes import SCENES as GRAPHS
from asterion.lab.maps.scenes import Scene, scene_of
from asterion.lab.maze.scenes import SCENES as MAZE
from asterion.lab.open_ground.scenes import SCENES as OPEN_GROUND
from asterion.lab.open_ground.scenes import hall
from asterion.lab.page.header import address_of
from asterion.lab.playground.scenes import SCENES as PLAYGROUND
from asterion.lab.playground.story import STORY_SCENES, both_searches
from asterion.lab.start.films import (
    Film,
    battle_film,
    crowd_film,
    graph_film,
    ground_film,
    marks_film,
    plan_film,
    race_film,
    search_film,
    walk_film,
)
from asterion.lab.tactics.scenes import SCENES as TACTICS
from asterion.lab.terrain.scenes import SCENES as TERRAIN
from asterion.lab.tictactoe.scenes import SCENES as TICTACTOE
from asterion.maps import rooms


@dataclass(frozen=True)
class Card:
    """A scene of a page, under a name and a sentence of its own."""

    name: str
    text: str
    page: str
    scene: Scene
    film: Callable[[Any], Film]

    @property
    def address(self) -> str:
        """The address of its scene."""
        return f"{address_of(self.page)}#scene={self.scene.key}"


# Ordered by what a first visitor would enjoy.
CARDS = (
    Card(
        "Lead a crowd",
        "Armies, gates, a warehouse: thousands of units, never two of them in one cell.",
        "crowds",
        scene_of(CROWDS, "two-armies-through-one-gate"),
        lambda _setup: crowd_film(armies(22, 17, 3)),  # as wide as cards
    ),
    Card(
        "Watch a search",
        "A*, Dijkstra and others on a map that you draw, step by step, side by side.",
        "playground",
        scene_of(PLAYGROUND, "dijkstra-and-a-star"),
        lambda setup: search_film(setup.with_map(rooms((25, 41), seed=4).cost)),  # as wide as cards
    ),
    Card(
        "Explore the unknown",
        "Agents that see only what is near, and plan again when they meet a wall.",
        "terrain",
        scene_of(TERRAIN, "a-maze-never-seen"),
        walk_film,
    ),
    Card(
        "Race through a maze",
        "Keys, doors, pits and monsters: three players, three algorithms, one goal.",
        "maze",
        scene_of(MAZE, "d-star-d-star-lite-and-a-star-race"),
        race_film,
    ),
    Card(
        "Cross open ground",
        "Shortest paths among polygons, for points and discs, beside paths on a grid.",
        "open_ground",
        scene_of(OPEN_GROUND, "rooms-with-pillars"),
        lambda _setup: ground_film(hall(4.5, 19.5), 4.5, 15),  # as wide as cards
    ),
    Card(
        "From Dijkstra to D* Lite",
        "A story in eight scenes, each with an idea, something to try, and a question.",
        "playground",
        STORY_SCENES[0],
        lambda _setup: search_film(both_searches((20, 32)), 2),  # as wide as cards
    ),
    Card(
        "Win a battle",
        "A tactics game whose computers plan whole turns with A*. Play against them.",
        "tactics",
        scene_of(TACTICS, "fords"),
        battle_film,
    ),
    Card(
        "Fall into a trap",
        "Greedy best-first runs straight at the goal. See what that costs.",
        "playground",
        scene_of(PLAYGROUND, "greedy-in-a-trap"),
        search_film,
    ),
    Card(
        "Plan like a character",
        "Actions, goals and a world that you change: see the plan follow, or why there is none.",
        "characters",
        scene_of(CHARACTERS, "a-soldier-and-his-plan"),
        lambda setup: plan_film(  # begun already: few enough states for a card
            setup.with_fact("weapon", True).with_fact("at", "crate")
        ),
    ),
    Card(
        "Count along",
        "A small graph, the open and the closed list, and every step as in a lecture.",
        "graphs",
        scene_of(GRAPHS, "a-star-with-estimates"),
        graph_film,
    ),
    Card(
        "Set a fork",
        "Tic-tac-toe against A*, which looks one move ahead, or a player that never loses.",
        "tictactoe",
        scene_of(TICTACTOE, "a-star-against-chance"),
        marks_film,
    ),
)


@cache
def films() -> list[Film]:
    """Return the film of each card; they take a second to record."""
    return [card.film(card.scene.make()) for card in CARDS]
