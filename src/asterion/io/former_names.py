"""The present names of the modules of version 0.1, so that its pickles and imports still work."""

from __future__ import annotations

import importlib
from importlib.machinery import ModuleSpec
from types import ModuleType

# Modules that became packages need no entry: they have the names of the module still.
_NOW = {
    "barriers": "explanation.barriers",
    "chunks": "abstraction.chunks",
    "cluster_heuristic": "heuristics.clusters",
    "decide.foresight": "decide.prefetch",
    "dice": "world.dice",
    "edges": "world.edge_input",
    "exchange": "world.interop",
    "experiments.architectures_journey": "experiments.architectures.journey",
    "experiments.architectures_maps": "experiments.architectures.maps",
    "experiments.architectures_picture": "experiments.architectures.picture",
    "experiments.clusters_picture": "experiments.clusters.picture",
    "experiments.comparing": "experiments.engine.comparison",
    "experiments.decay_picture": "experiments.decay.picture",
    "experiments.experiment": "experiments.engine.experiment",
    "experiments.fill_picture": "experiments.fill.picture",
    "experiments.gridworlds": "experiments.replanning.gridworlds",
    "experiments.journal": "experiments.engine.trial_log",
    "experiments.paired": "experiments.engine.paired_tests",
    "experiments.pictures": "experiments.engine.pictures",
    "experiments.replanning_picture": "experiments.replanning.picture",
    "experiments.running": "experiments.engine.run",
    "experiments.strength": "experiments.engine.ratings",
    "experiments.study": "experiments.dstar_study.study",
    "experiments.study_journey": "experiments.dstar_study.run",
    "experiments.study_picture": "experiments.dstar_study.picture",
    "experiments.tactics_case_four": "experiments.tactics.case_four",
    "experiments.tactics_case_three": "experiments.tactics.case_three",
    "experiments.tactics_early_cases": "experiments.tactics.early_cases",
    "experiments.tactics_games": "experiments.tactics.games",
    "experiments.tactics_observations": "experiments.tactics.observations",
    "experiments.tactics_picture": "experiments.tactics.picture",
    "experiments.tactics_questions": "experiments.tactics.questions",
    "experiments.tactics_tables": "experiments.tactics.tables",
    "experiments.tactics_variants": "experiments.tactics.variants",
    "experiments.tactics_watching": "experiments.tactics.watching",
    "experiments.weights_picture": "experiments.weights.picture",
    "experiments.workers": "experiments.engine.workers",
    "explorer": "navigate.explorer",
    "games.maze.pack": "games.maze.monsters",
    "games.tactics.manoeuvres": "games.tactics.macro_actions",
    "games.tactics.values": "games.tactics.arguments",
    "goap.answer": "goap.plan_result",
    "goap.weighing": "goap.action_costs",
    "graph": "world.graph",
    "graph_reasons": "explanation.graph",
    "graph_regions": "abstraction.graph_regions",
    "grid": "world.grid",
    "indexing": "world.indexing",
    "lab.frames": "lab.wire.recording_bytes",
    "lab.live_game": "lab.shared.game_channel",
    "lab.live_solver": "lab.shared.solver_channel",
    "lab.live_worker": "lab.shared.worker_channel",
    "lab.maze_camera": "lab.maze.camera",
    "lab.maze_frames": "lab.wire.maze_moment",
    "lab.sessions.codec": "lab.wire.results",
    "lab.sessions.desk": "lab.shared.session_store",
    "lab.sessions.export": "lab.playground.export",
    "lab.sessions.game": "lab.shared.game_session",
    "lab.sessions.graph_parts": "lab.graphs.parts",
    "lab.sessions.graph_setup": "lab.graphs.setup",
    "lab.sessions.graphs": "lab.graphs.session",
    "lab.sessions.ground": "lab.shared.ground",
    "lab.sessions.history": "lab.shared.history",
    "lab.sessions.journal": "lab.wire.recording",
    "lab.sessions.links": "lab.shared.links",
    "lab.sessions.maze": "lab.maze.session",
    "lab.sessions.maze_setup": "lab.maze.setup",
    "lab.sessions.maze_told": "lab.maze.payload",
    "lab.sessions.plain": "lab.terrain.plain_search",
    "lab.sessions.playground": "lab.playground.session",
    "lab.sessions.replay": "lab.terrain.replay",
    "lab.sessions.setup": "lab.playground.setup",
    "lab.sessions.tactics": "lab.tactics.session",
    "lab.sessions.tactics_look": "lab.tactics.unit_options",
    "lab.sessions.tactics_players": "lab.tactics.players",
    "lab.sessions.tactics_setup": "lab.tactics.setup",
    "lab.sessions.tactics_told": "lab.tactics.payload",
    "lab.sessions.terrain": "lab.terrain.session",
    "lab.sessions.terrain_setup": "lab.terrain.setup",
    "lab.sessions.tictactoe": "lab.tictactoe.session",
    "lab.sessions.tictactoe_setup": "lab.tictactoe.setup",
    "lab.sessions.tictactoe_told": "lab.tictactoe.payload",
    "lab.sessions.walker": "lab.terrain.agent",
    "lab.watching": "lab.shared.watching",
    "landmarks": "heuristics.landmarks",
    "legs": "explanation.path_costs",
    "map_graph": "abstraction.base",
    "map_heuristic": "search.map_heuristic",
    "movers": "navigate.movers",
    "moves": "world.moves",
    "navigator_options": "navigate.options",
    "navigator_stats": "navigate.stats",
    "openings": "explanation.openings",
    "options": "search.options",
    "own": "search.custom",
    "portal_map": "abstraction.hierarchy",
    "reasons": "explanation.explain",
    "registry": "search.registry",
    "results": "search.path",
    "room_map": "abstraction.rooms",
    "searched": "navigate.inspect",
    "sight": "world.sight",
    "straight_walks": "abstraction.straight_walks",
    "trace": "search.trace",
    "visibility_map": "abstraction.visibility",
}
_FORMER_PACKAGES = ("lab.sessions",)


class _Forwarder:
    """Makes a module under a former name that forwards to the present module."""

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:  # noqa: ARG002
        """None: Python makes an ordinary module."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Looks up every attribute in the present module."""
        former = module.__name__.removeprefix("asterion.")
        if former in _FORMER_PACKAGES:
            return
        today = importlib.import_module(f"asterion.{_NOW[former]}")
        module.__doc__ = f"The former name of {today.__name__}."
        module.__getattr__ = lambda name: getattr(today, name)  # type: ignore[method-assign]


def forwarder(module: str) -> ModuleSpec | None:
    """The import spec for a module name of 0.1; None if 0.1 had no such module."""
    former = module.removeprefix("asterion.")
    is_package = former in _FORMER_PACKAGES
    if not is_package and former not in _NOW:
        return None
    return ModuleSpec(module, _Forwarder(), is_package=is_package)  # type: ignore[arg-type]
