"""The tactics page's session: a game with undo and redo, and a computer that plans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from asterion.errors import InvalidValue, short_repr
from asterion.games.tactics import CANCEL, END, Action, State, attack, map_file, maps, select
from asterion.games.tactics.arguments import action_number
from asterion.games.tactics.log import tile_name
from asterion.games.tactics.walks import walk_to
from asterion.lab import limits
from asterion.lab.games.game_session import GameSession
from asterion.lab.tactics.numbering import errors_as_on_page
from asterion.lab.tactics.players import Plan
from asterion.lab.tactics.setup import TacticsSetup
from asterion.lab.work import Work, steps_of
from asterion.world.arguments import count
from asterion.world.grid import Cell

OBJECTS = (None, "wall", "melee", "blaster", "sniper", "laser")  # as map files number them


class TacticsSession(GameSession[TacticsSetup]):
    """A tactics game that people and computers play."""

    def __init__(self) -> None:
        super().__init__(TacticsSetup())

    # --- Actions of a person

    def act(self, at: int, kind: str, number: int | None) -> None:
        """Do what a click means, at a state; later states are dropped."""
        setup = self.setup.cut(at)
        actions = meant(setup.state, kind, number)
        self.play(setup.acted(*actions))

    def edit(self, at: int | None, numbers: Sequence[int], thing: int, team: int) -> None:
        """Create or remove something on the tiles of a stroke: another state, undone at once.

        ``at`` is None for the present state, whichever that is: strokes may follow each other
        faster than they are answered.
        """
        what = OBJECTS[count("object", thing, most=len(OBJECTS) - 1)]
        setup = self.setup.cut(self.setup.last if at is None else at)
        tiles = setup.state.width * setup.state.height
        if not isinstance(numbers, list | tuple) or not 1 <= len(numbers) <= tiles:
            raise InvalidValue(
                f"cells are {short_repr(numbers)}; they must be 1 to {tiles} numbers"
            )
        state = setup.state
        for number in numbers:
            state = state.edited(cell_of(state, number), what, team)
        if state != setup.state:
            self._push(setup, state)

    def save_resources(self, at: int, mp: int, ap: int) -> None:
        """Add a copy of a state with other points per turn."""
        setup = self.setup.cut(at)
        self._push(setup, setup.state.with_resources(mp, ap))

    def _push(self, setup: TacticsSetup, state: State) -> None:
        self.adopt(setup.pushed(state))
        self.playing = False  # computers wait while a map is drawn

    def load(self, state: State, name: str) -> None:
        """Begin a game on another map."""
        self.play(self.setup.on(state, name))

    def load_named(self, name: str) -> None:
        """Begin a game on one of the maps that come with the game."""
        self.load(maps.load(name), name)

    def shuffle(self) -> None:
        """Begin a game on the same map, with each team's units at random tiles of its side."""
        setup = self.setup.restarted()
        seed = (setup.seed + 1) % (limits.HIGHEST_SEED + 1)
        with errors_as_on_page():
            shuffled = maps.randomised(setup.state, seed)
        self.play(setup.with_seed(seed).on(shuffled, setup.name))

    def load_file(self, data: bytes, name: str) -> None:
        """Begin a game on the map of a file."""
        self.load(map_file.parsed(data, name), Path(name).stem)

    def load_blank(self, width: int, height: int) -> None:
        """Begin on an empty board, to be drawn on; points stay as they are."""
        state = self.setup.state
        self.load(maps.blank(width, height, state.max_mp, state.max_ap), "blank")

    def file_of(self, at: int) -> bytes:
        """Return the map at a state, as a file."""
        return map_file.text_of(self.setup.cut(at).state).encode()

    # --- Actions of a computer

    def thinking(
        self, watched: Callable[[int, int], bool] = lambda _processed, _open: True
    ) -> Work[Plan]:
        """Return the plan of the computer to play, for the present state. Changes nothing here.

        It may take a while. If the computer's search can be paused, ``watched(processed, open)`` is
        called between its slices; when it returns False, or the search has reached a limit of time
        or states, the best plan so far is taken.
        """
        setup = self.setup
        state, at = setup.state, setup.last
        controller: Any = setup.player(state.team).made(setup.seed + state.team)
        if not hasattr(controller, "think"):
            decide = getattr(controller, "deciding", controller.decide)
            actions = (yield from steps_of(partial(decide, state))) or [END]
            decision = getattr(controller, "thoughts", None)
            return Plan(at, state.team, controller.name, checked(state, actions), decision)
        search, continues, spent = controller.think(state), True, 0.0
        while continues:
            begin = perf_counter()
            if search.advance(seconds=limits.SLICE_SECONDS) != "running":
                break
            spent += perf_counter() - begin
            states = search.processed + search.open
            continues = watched(search.processed, search.open)
            continues = continues and spent < limits.THINK_SECONDS and states < limits.THINK_STATES
            yield
        actions, decision = checked(state, search.turn), search.decision()
        return Plan(at, state.team, controller.name, actions, decision, not continues)

    def plan_for(self, setup: TacticsSetup, plan: Plan) -> bool:
        """Take a plan, if the game is still the one it was made for; return whether."""
        if self.setup != setup:
            return False
        self.answer(self.setup.planned(plan))
        return True

    def step(self) -> bool:
        """Make the next action of the plan; False if there is none."""
        if not self.setup.pending:
            return False
        self.answer(self.setup.stepped())
        return True


def checked(state: State, actions: Iterable[Any]) -> tuple[Action, ...]:
    """Return a controller's actions, or raise an error if one is no action on this board."""
    known = tuple(actions)
    for action in known:
        action_number(action, state.width, state.height)
    return tuple(Action(*action) for action in known)


def cell_of(state: State, number: Any) -> Cell:
    """Return the cell with a number, row by row."""
    return divmod(count("cell", number, most=state.width * state.height - 1), state.width)


def meant(state: State, kind: str, number: int | None) -> list[Action]:
    """Return the actions that a click stands for."""
    if kind in ("cancel", "end"):
        return [CANCEL if kind == "cancel" else END]
    cell = cell_of(state, number)
    if kind == "select":
        return [select(cell)]
    if kind == "attack":
        return [attack(cell)]
    if kind == "walk":
        walk = walk_to(state, cell)
        if walk is None:
            raise InvalidValue(f"the selected unit cannot walk to {tile_name(cell)} now")
        return walk.actions
    raise InvalidValue(f"action is {short_repr(kind)}; choose select, walk, attack, cancel or end")
