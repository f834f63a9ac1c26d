"""What 0.1 has pickled is loaded by this version, is what it was, and works."""

import base64
import pickle
import zlib
from pathlib import Path

import numpy as np
import pytest

import asterion as at
from asterion.games.tactics import END, Match
from asterion.games.tictactoe import Game
from compatibility.described import described, differences
from compatibility.files_of_0_1 import files, told

PICKLES = {Path(name).stem: told(name) for name in files("pickles/*.json")}
ALL = [(group, name) for group, entries in PICKLES.items() for name in entries]


def loaded(group, name, protocol="5"):
    packed = PICKLES[group][name]["pickles"][protocol]
    return pickle.loads(zlib.decompress(base64.b64decode(packed)))


def check(group, name, value):
    faults = [*differences(PICKLES[group][name]["is"], described(value))]
    assert not faults, "\n".join([f"{group}.{name} is not what it was:", *faults])


@pytest.mark.parametrize(("group", "name"), ALL)
def test_what_was_pickled_is_what_it_was_and_can_be_pickled_again(group, name):
    for protocol in PICKLES[group][name]["pickles"]:
        value = loaded(group, name, protocol)
        check(group, name, value)
        check(group, name, pickle.loads(pickle.dumps(value, int(protocol))))


def test_classes_are_those_of_this_version():
    for group, name, kind in (
        ("worlds", "grid", at.Grid),
        ("worlds", "view", at.View),
        ("worlds", "graph", at.Graph),
        ("worlds", "graph_view", at.GraphView),
        ("worlds", "connection", at.Connection),
        ("worlds", "patrol", at.Patrol),
        ("worlds", "wanderer", at.Wanderer),
        ("paths", "path_on_a_grid", at.Path),
        ("paths", "path_on_a_graph", at.Path),
        ("paths", "stats", at.Stats),
        ("paths", "trace", at.Trace),
        ("paths", "trace_event", at.TraceEvent),
        ("paths", "smoothness", at.Smoothness),
        ("paths", "journey", at.Journey),
        ("paths", "navigator_stats", at.NavigatorStats),
        ("paths", "algorithm_info", at.AlgorithmInfo),
        ("paths", "cost_report", at.CostReport),
        ("paths", "leg", at.Leg),
        ("paths", "barrier", at.Barrier),
        ("paths", "graph_cost_report", at.GraphCostReport),
        ("paths", "graph_leg", at.GraphLeg),
        ("paths", "graph_barrier", at.GraphBarrier),
        ("paths", "heuristic_report", at.HeuristicReport),
        ("paths", "problem", at.Problem),
        ("maps", "clusters", at.ClusterHeuristic),
        ("maps", "landmarks", at.Landmarks),
        ("maps", "room_map", at.RoomMap),
        ("maps", "room_plan", at.RoomPlan),
        ("maps", "portal_map", at.PortalMap),
        ("maps", "portal_plan", at.PortalPlan),
        ("maps", "visibility_map", at.VisibilityMap),
        ("decisions", "personality", at.Personality),
        ("decisions", "cost", at.Cost),
        ("decisions", "macro", at.Macro),
        ("decisions", "plan", at.Plan),
        ("decisions", "plan_report", at.PlanReport),
        ("decisions", "plan_step", at.PlanStep),
        ("goap", "action", at.goap.Action),
        ("goap", "domain", at.goap.Domain),
        ("goap", "plan", at.goap.GoapPlan),
        ("goap", "report", at.goap.GoapReport),
        ("goap", "goal", at.goap.Goal),
        ("goap", "choice", at.goap.Choice),
        ("goap", "agent", at.goap.Agent),
        ("goap", "places", at.goap.Places),
    ):
        assert type(loaded(group, name)) is kind, f"{group}.{name}"


@pytest.mark.parametrize("name", PICKLES["errors"])
def test_an_error_is_caught_by_its_name(name):
    error = loaded("errors", name)
    assert type(error).__name__ == name
    assert isinstance(error, at.AsterionError)
    if hasattr(at, name):
        assert type(error) is getattr(at, name)


# --- They work


def test_worlds_can_be_searched_and_changed():
    grid, view = loaded("worlds", "grid"), loaded("worlds", "view")
    path = loaded("paths", "path_on_a_grid")
    assert at.validate(grid, path) == at.find_path(grid, path[0], path[-1]).cost == path.cost
    assert at.find_path(view, (0, 0), (4, 6)).found
    grid.layers["threat"][0, 0] = 3
    grid[0, 0] = 5
    graph, walk = loaded("worlds", "graph"), loaded("paths", "path_on_a_graph")
    assert at.validate(graph, walk) == at.find_path(graph, "A", "D").cost
    assert str(at.explain(walk, graph)) == str(loaded("paths", "graph_cost_report"))
    nowhere = loaded("paths", "path_unreachable")
    assert (bool(nowhere), nowhere.status, nowhere.cost) == (False, "unreachable", np.inf)


def test_maps_that_know_a_world_still_find_their_way():
    plan = loaded("maps", "room_plan").path
    for name in ("room_map", "portal_map"):
        known = loaded("maps", name)
        assert known.find_path(plan[0], plan[-1]).found
        known.refresh()
        assert known.find_path(plan[0], plan[-1]).found
    for name in ("clusters", "landmarks", "clusters_with_another_variant"):
        known = loaded("maps", name)
        path = at.find_path(known.world, plan[0], plan[-1], heuristic=known)
        assert at.validate(known.world, path) == path.cost
    for name in ("clusters_of_a_graph", "landmarks_of_a_graph"):
        known = loaded("maps", name)
        known.refresh()  # the version of a world that was edited is not pickled with it
        assert at.find_path(known.world, "A", "D", heuristic=known).cost == (
            loaded("paths", "path_on_a_graph").cost
        )


def test_movers_walk_on():
    patrol, wanderer = loaded("worlds", "patrol"), loaded("worlds", "wanderer")
    twin = loaded("worlds", "wanderer", "2")
    assert [wanderer.step() for _ in range(20)] == [twin.step() for _ in range(20)]
    assert patrol.step() is not None


def test_plans_explain_themselves_and_characters_decide():
    assert str(loaded("decisions", "plan").explain()) == str(loaded("decisions", "plan_report"))
    cost, careful = loaded("decisions", "cost"), loaded("decisions", "personality")
    assert cost == careful.cost(move=4, exposure=0.5)
    assert cost + careful.zero == cost
    domain, plan = loaded("goap", "domain"), loaded("goap", "plan")
    assert domain.plan(plan.states[0], plan.goal).actions == plan.actions
    assert str(loaded("goap", "plan_unreachable").explain()) == (
        str(loaded("goap", "report_of_nothing"))
    )
    assert loaded("goap", "agent").decide(plan.states[0]) == plan.actions[0]
    assert loaded("baselines", "rules").decide({"x": 1}) == "go"
    assert loaded("baselines", "tree").decide({}) == "no"
    assert loaded("baselines", "machine").decide({"x": 1}) == "run"


def test_games_go_on():
    match = loaded("tactics", "match")
    assert match.hash == Match.load(match.save()).hash
    state = loaded("tactics", "state_played")
    assert state.apply(END).team != state.team
    for name in PICKLES["tactics"]:
        if name.startswith("controller_") and not name.startswith("controller_astar"):
            loaded("tactics", name).decide(loaded("tactics", "state"))
    game = loaded("tictactoe", "game")
    game.redo()
    assert game.hash == Game.replay([(0, 0), (1, 1), (0, 1)]).hash
    board = loaded("tictactoe", "board")
    for name in ("random", "astar", "perfect"):
        assert loaded("tictactoe", name).choose(board) in board.moves
    assert loaded("maze", "world").to_text().startswith("AAAA")
    assert loaded("maze", "rules").checked() == loaded("maze", "rules", "2")
