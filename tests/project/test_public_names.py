"""The public names: changes are on purpose only."""

import importlib

import pytest

PUBLIC = {
    "asterion": """
        AlgorithmInfo AsterionError Barrier Board BusyWorld ClusterHeuristic Connection Cost
        CostReport Crowd CrowdPlan Explorer FlowField Graph GraphBarrier GraphCostReport GraphLeg
        GraphView Grid HeuristicReport Index IndexStats InvalidPath InvalidType InvalidValue
        IslandMap IslandPlan Journey Landmarks Leg Link Macro MapStats Mesh Navigator NavigatorStats
        OutsideWorld Path PathRequest PathService Patrol Personality Plan PlanReport PlanStep
        PortalMap PortalPlan Problem RoomMap RoomPlan Search Smoothness StateSearch Stats Survey
        TimedPath Timetable Trace TraceEvent View VisibilityMap WallFollower Wanderer WorldChanged
        algorithms analysis animate baselines cheapest_paths check_heuristic clearance cost_table
        descend distances explain explore find_path find_paths goap hexes lecture lecture_trace
        line_of_sight load_map load_mesh load_scenario maps plot reachable regions register
        room_graph save_map save_mesh sketch smoothness solve solve_crowd survey textbook validate
        validate_crowd visibility_graph visible""",
    "asterion.analysis": """
        choke_points heat_map outlook passages safe_points usage vantage_points""",
    "asterion.baselines": """
        BehaviourTree Branch DecisionTree ProductionRules Rule StateMachine do inverted met
        selector sequence""",
    "asterion.errors": """
        AsterionError BusyWorld InvalidPath InvalidType InvalidValue MissingPackage OutsideWorld
        WorldChanged counted missing short_repr""",
    "asterion.games.maze": """
        PlayerSetup Rules Simulation WORLDS WorldMap load_world read_world""",
    "asterion.games.tactics": """
        Action CANCEL END IllegalAction KINDS Match State Unit attack from_text move select""",
    "asterion.games.tactics.controllers": """
        AStar BehaviourTree Controller Coordinator Decision Goap Human Idle NAMES Random Reply
        StateMachine Step known_name make register settings""",
    "asterion.games.tactics.goals": """
        Goal STRIKE_OR_APPROACH TEAM_CHANGED TURN_ENDED Verdict danger generate hide kill occupy
        parsed validate within_reach""",
    "asterion.games.tactics.maps": """
        blank load randomised""",
    "asterion.games.tactics.tuning": """
        Tuned parameters tune""",
    "asterion.games.tactics.walks": """
        Walk reach walk_to why_not""",
    "asterion.games.tictactoe": """
        Board EMPTY Game Player Scores play_series""",
    "asterion.games.tictactoe.players": """
        Astar Human OneMove Penalty Perfect Random computer worth""",
    "asterion.goap": """
        Action Agent Change Choice Domain Goal GoapPlan GoapReport Missing Places Range add
        at_least at_most between choose go_actions plan priced with_opportunity_costs""",
    "asterion.world.hexes": """
        from_axial from_cube to_axial to_cube""",
    "asterion.io": """
        Problem load_map load_mesh load_scenario save_map save_mesh""",
    "asterion.lecture": """
        Entry Example Iteration LectureTrace example lecture_trace""",
    "asterion.maps": """
        caves field maze rooms scattered terrain""",
    "asterion.regions": """
        automatic blocks cut kept labelled middles pieces rooms terrains""",
    "asterion.sketch": """
        frames panes table values""",
}


@pytest.mark.parametrize("module", PUBLIC)
def test_a_module_has_the_public_names_that_are_listed(module):
    found = importlib.import_module(module)
    names = getattr(found, "__all__", None) or [
        name
        for name, thing in vars(found).items()
        if name[0] != "_" and getattr(thing, "__module__", None) == module
    ]
    assert sorted(names) == PUBLIC[module].split()
    assert all(hasattr(found, name) for name in names)


@pytest.mark.parametrize(
    "module", ["analysis", "lecture", "maps", "regions", "sketch", "world.hexes"]
)
def test_completion_of_a_module_offers_its_own_names_only(module):
    assert (
        dir(importlib.import_module(f"asterion.{module}")) == PUBLIC[f"asterion.{module}"].split()
    )
