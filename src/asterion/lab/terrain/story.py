"""The second half of the story: agents that have to plan again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from asterion.lab.maps.made import Made
from asterion.lab.maps.scenes import Scene, walled
from asterion.lab.maps.story import StoryScene
from asterion.lab.terrain.agent import Choice
from asterion.lab.terrain.setup import TerrainSetup
from asterion.search.find import find_path

if TYPE_CHECKING:
    from collections.abc import Mapping

    from asterion.lab.terrain.agent import Walker
    from asterion.lab.terrain.session import TerrainSession

# A dead end that is open towards the agents.
_BAY = walled(
    (27, 19), [((5, 5), (20, 5)), ((5, 13), (20, 13)), ((20, 5), (20, 13))], (2, 9), (25, 9)
)
_LAYERS = ["path", "trail", "search"]
_NEAR, _FAR = (4, 8), (32, 23)  # cells right before the agents, and right before the goal


def _bay(*agents: str) -> TerrainSetup:
    return TerrainSetup(*_BAY, "clear", tuple(map(Choice, agents)))


def _doors() -> TerrainSetup:
    agents = tuple(map(Choice, ("repeated-forward", "dstar-lite")))
    setup = TerrainSetup(agents=agents, diagonal="clear", mode="changing")
    return setup.on_made(Made.by("rooms", (36, 25), seed=9, size=6, extra=0.5))


def _walked(scene: Scene) -> list[Walker]:
    """The agents of a scene after their whole walk."""
    session: TerrainSession = scene.make().session()
    edits = {move: (cells, cost) for move, cells, cost in scene.view.get("edits", ())}
    while session.step():
        if session.time in edits:
            session.edit(*edits[session.time])
    return session.walkers


def _expanded(walker: Walker) -> int:
    return sum(plan.expanded for _, plan in walker.plans)


def _of_repeated() -> Mapping[str, float]:
    (walker,) = _walked(REPEATED)
    setup = REPEATED.make()
    known = find_path(setup.grid(), setup.start, setup.goal, algorithm="astar")
    return {
        "searches": len(walker.plans),
        "expanded": _expanded(walker),
        "moves": walker.moves,
        "known": len(known) - 1,
        "once": int(known.stats.expanded),
    }


def _of_adaptive() -> Mapping[str, float]:
    repeated, adaptive = _walked(ADAPTIVE)
    return {
        "moves": adaptive.moves,
        "repeated": _expanded(repeated),
        "adaptive": _expanded(adaptive),
    }


def _of_dstar_lite() -> Mapping[str, float]:
    repeated, lite = _walked(DSTAR_LITE)
    first = lite.plans[0][1].expanded
    return {
        "repeated": _expanded(repeated),
        "all": _expanded(lite),
        "first": first,
        "repairs": len(lite.plans) - 1,
        "rest": _expanded(lite) - first,
    }


def _of_doors() -> Mapping[str, float]:
    counts = ([plan.expanded for _, plan in walker.plans] for walker in _walked(SAVES))
    (_, near, far), (_, lite_near, lite_far) = counts
    return {"near": near, "far": far, "lite_near": lite_near, "lite_far": lite_far}


REPEATED = StoryScene(
    "Repeated A*: the world is not known",
    "The agent sees only the cells around it, and takes all others for free. It follows its path "
    "until a wall is in the way, and searches again: {searches} searches in all.",
    lambda: _bay("repeated-forward"),
    {"play": True, "from": 16, "pane": 1, "tool": "wall"},
    number=5,
    task="Draw a wall in its way while it walks.",
    question="Can it walk in circles for ever?",
    answer="No. It searches again only when it has seen a wall that it did not know, and there are "
    "finitely many. It makes {moves} moves and {expanded} expansions; an agent "
    "that knows the map makes {known} moves and {once} expansions.",
    measured=_of_repeated,
)
ADAPTIVE = StoryScene(
    "Adaptive A*: learn from the last search",
    "Repeated A* fills the same dead end at every search. Adaptive A* remembers: from a cell that "
    "it has expanded, what remains is at least the cost of the path minus g. That is its new h.",
    lambda: _bay("repeated-forward", "adaptive"),
    {"play": True, "from": 16, "layers": _LAYERS},
    number=6,
    task="Step back and forth, and compare the open and closed cells of both (layer _search_).",
    question="Is the learned estimate never too high?",
    answer="Never, as long as costs only rise: a path over that cell costs g plus what remains, "
    "and no path is cheaper than the cheapest. Both make {moves} moves, with {repeated} "
    "expansions and with {adaptive}.",
    measured=_of_adaptive,
)
DSTAR_LITE = StoryScene(
    "D* Lite: repair the last search",
    "D* Lite searches once, from the goal, and then repairs. A wall that the agent meets changes "
    "what is known near the agent; the rest of the search stays as it is.",
    lambda: _bay("repeated-forward", "dstar-lite"),
    {"play": True, "from": 16, "layers": _LAYERS, "tool": "wall"},
    number=7,
    task="Draw walls right before the agents, and watch which cells are searched again.",
    question="Why does it search from the goal, and not from the agent?",
    answer="The agent moves and the goal does not: g is the cost to the goal, whatever cell the "
    "agent is on. The first search has {first} expansions, all {repairs} repairs together {rest}. "
    "Repeated A* has {repeated} in all.",
    measured=_of_dstar_lite,
)
SAVES = StoryScene(
    "What it saves, and where it does not",
    "Now both know the world, and it changes: at move 6 a wall comes right before the agents, at "
    "move 12 one right before the goal. A* searches all again, D* Lite repairs its search.",
    _doors,
    {
        "from": 5,
        "layers": _LAYERS,
        "tool": "wall",
        "speed": 0.5,
        "edits": [[6, [_NEAR], 0], [12, [_FAR], 0]],
    },
    number=8,
    task="Play it, and compare the counts below the boards. Then draw walls of your own.",
    question="One of the two walls costs D* Lite more than A*. Which one, and why?",
    answer="The one before the goal: {lite_far} expansions against {far}. D* Lite keeps the cost "
    "from each cell to the goal, and now nearly all of these change. Before the agents it is "
    "{lite_near} against {near}: it pays where changes are near the agent, as for one that "
    "explores.",
    measured=_of_doors,
)
STORY_SCENES = (REPEATED, ADAPTIVE, DSTAR_LITE, SAVES)
