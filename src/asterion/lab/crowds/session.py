"""The session of the crowds page: one or two crowds on the same map, tick by tick."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

import numpy as np

from asterion.crowd.crowd import Crowd
from asterion.errors import InvalidValue, short_repr
from asterion.lab import limits
from asterion.lab.crowds.setup import GUIDED, TEAMS, Event, most_units
from asterion.lab.maps.map_setup import largest_region
from asterion.search.flow_field import FlowField

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from asterion.lab.crowds.setup import CrowdSetup

    Numbers = npt.NDArray[np.int64]

JAM = 10  # ticks of waiting after which a unit counts as jammed
_RECENT = 50  # ticks of which rates are the mean
_STILL = 20  # ticks without a move after which nothing more is to come


class Counts(NamedTuple):
    """The present figures of a walk."""

    units: int
    there: int  # units on their goals
    arrivals: int  # so far
    rate: float  # arrivals per tick, of late
    waiting: int  # units that stand, away from their goals
    jammed: int  # units that have waited for long
    longest: int  # ticks that a unit has waited, at most
    moves: int  # so far
    ms: float  # per tick, of late


class Walk:
    """One engine's crowd. All arrays have a row for each unit, in the order of ids."""

    def __init__(self, engine: str, session: CrowdSession, starts: Numbers) -> None:
        self.engine = engine
        self._session = session
        self.ids: Numbers = np.arange(len(starts))
        self.cells = starts
        self.waits = np.zeros(len(starts), np.int64)
        self._picks = np.zeros(len(starts), np.int64)  # goals that each has had
        self._ordered = np.zeros(len(starts), np.bool_)  # those stay where they were sent
        self.goals: Numbers = session.goals_of(self.ids, self.cells, self._picks)
        self.first_goals = self.goals  # never edited in place
        cells = session.as_cells
        self.crowd = Crowd(
            session.world,
            cells(starts),
            cells(self.goals),
            algorithm=engine.removesuffix(GUIDED),  # type: ignore[arg-type]
            guidance=engine.endswith(GUIDED),
            seed=session.setup.seed,
        )
        self.arrivals = self.moves = self.still = 0
        self._recent: deque[int] = deque(maxlen=_RECENT)
        self._seconds: deque[float] = deque(maxlen=_RECENT)

    def step(self) -> None:
        """Make a tick; units that arrive get another goal, or leave."""
        there = self.cells == self.goals
        begin = perf_counter()
        self.crowd.step()
        self._seconds.append(perf_counter() - begin)
        before, self.cells = self.cells, self._session.as_numbers(self.crowd.positions)
        moved, at_goal = self.cells != before, self.cells == self.goals
        # Of a group, who is ahead waits for the slowest.
        self.waits = np.where(moved | at_goal | self._ordered, 0, self.waits + 1)
        self.moves += int(moved.sum())
        self.still = 0 if moved.any() else self.still + 1
        then = self._session.setup.then
        arrived = at_goal & ~there if then == "stay" else at_goal & ~(self._ordered & there)
        self.arrivals += int(arrived.sum())
        self._recent.append(int(arrived.sum()))
        arrived &= ~self._ordered
        if not arrived.any():
            return
        if then == "leave":
            self.dismiss(self.ids[arrived])
        elif then == "again":
            self._picks[arrived] += 1
            self.send(arrived)

    def send(self, rows: npt.NDArray[np.bool_]) -> None:
        """Give these units a goal, by the session's rule."""
        if not rows.any():
            return
        self._ordered = self._ordered & ~rows
        self.goals = self.goals.copy()
        self.goals[rows] = self._session.goals_of(
            self.ids[rows], self.cells[rows], self._picks[rows]
        )
        self.crowd.goals = self._session.as_cells(self.goals)
        self.still = 0

    def send_again(self, rows: npt.NDArray[np.bool_]) -> None:
        """Give these units the next of their goals."""
        self._picks[rows] += 1
        self.send(rows)

    def order(self, ids: Numbers, cell: int) -> None:
        """Send these of the units to a cell as a group, where they stay until they are sent on."""
        rows = np.isin(self.ids, ids)
        if rows.any():
            self.crowd.order(self.ids[rows], self._session.as_cells(np.array([cell]))[0])
            self.goals = self._session.as_numbers(np.asarray(self.crowd.goals))
            self._ordered = self._ordered | rows
            self.still = 0

    def add(self, cell: int) -> None:
        """Add the session's last unit."""
        unit = len(self._session.origins) - 1
        self.ids = np.append(self.ids, unit)
        self.cells = np.append(self.cells, cell)
        self.waits = np.append(self.waits, 0)
        self._picks = np.append(self._picks, 0)
        self._ordered = np.append(self._ordered, False)
        goal = self._session.goals_of(self.ids[-1:], self.cells[-1:], self._picks[-1:])
        self.goals = np.append(self.goals, goal)
        (begin,), (end,) = self._session.as_cells(self.cells[-1:]), self._session.as_cells(goal)
        self.crowd.add(begin, end)
        self.still = 0

    def dismiss(self, ids: Numbers) -> None:
        """Take units off the map."""
        gone = np.isin(self.ids, ids)
        for unit in self.ids[gone].tolist():
            self.crowd.remove(unit)
        for name in ("ids", "cells", "waits", "goals", "_picks", "_ordered"):
            setattr(self, name, getattr(self, name)[~gone])
        self.still = 0

    @property
    def counts(self) -> Counts:
        """The present figures."""
        there = self.cells == self.goals
        return Counts(
            units=len(self.ids),
            there=int(there.sum()),
            arrivals=self.arrivals,
            rate=sum(self._recent) / max(1, len(self._recent)),
            waiting=int((self.waits > 0).sum()),
            jammed=int((self.waits >= JAM).sum()),
            longest=int(self.waits.max(initial=0)),
            moves=self.moves,
            ms=1000 * sum(self._seconds) / max(1, len(self._seconds)),
        )

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to come."""
        if self.still >= _STILL or not len(self.ids):
            return True
        return self._session.setup.then == "stay" and bool((self.cells == self.goals).all())


class CrowdSession:
    """The same units on the same map, once for each engine.

    Goals depend on the seed, the unit and how many it has had: both crowds have the same. All
    changes are kept with their ticks: :meth:`record` is a set-up that repeats the run exactly.

    Any thread may call it, one at a time.
    """

    def __init__(self, setup: CrowdSetup) -> None:
        self.setup = setup
        self.world = setup.grid()
        self.targets = setup.targets.copy()
        self.tick = 0
        self.events: list[Event] = []
        self._changes = 0  # cells of the events
        self._script = deque(setup.script)
        self._fields: dict[int, FlowField[Any, Any]] = {}
        starts = np.flatnonzero((setup.units > 0) & (setup.cells > 0))
        self.origins: list[int] = starts.tolist()  # by id: where it began
        self.teams: list[int] = setup.units.flat[starts].tolist()
        self.walks = [Walk(engine, self, starts) for engine in setup.engines]

    @property
    def is_over(self) -> bool:
        """Whether all have arrived or left, or nothing moves any more."""
        return not self._script and all(walk.is_over for walk in self.walks)

    def step(self) -> bool:
        """Make a tick; return whether more is to come."""
        self._follow_script()
        for walk in self.walks:
            walk.step()
        self.tick += 1
        return not self.is_over

    def record(self) -> CrowdSetup:
        """Return a set-up that repeats this run, with every change at its tick."""
        return replace(self.setup, script=(*self.events, *self._script))

    def _follow_script(self) -> None:
        while self._script and self._script[0].tick <= self.tick:
            _, layer, value, cells = self._script.popleft()
            if layer == "gone":
                self.dismiss(cells)
            elif layer == "order":
                self.order(cells, value)
            else:
                self.change(layer, cells, value)

    # --- Changes

    def change(self, layer: str, nodes: Sequence[int], value: int) -> None:
        """Draw on a layer while they walk: costs, goals of a team, or units of a team."""
        self.setup.check_drawing(layer, nodes, value)
        self._check_room(len(nodes))
        cells = np.unique(np.asarray(nodes, np.int64))
        if layer == "costs":
            cells = cells[self.world.cost.flat[cells] != value]
            self.world[np.divmod(cells, self.world.shape[1])] = value
            if len(cells):
                self._attend_to_walls()
        elif layer == "targets":
            cells = cells[self.targets.flat[cells] != value]
            teams = {value, *np.unique(self.targets.flat[cells]).tolist()} - {0}
            self.targets.flat[cells] = value
            if len(cells):
                self._attend_to_targets(teams)
        else:
            cells = self._added(cells, value)
        self._note(layer, value, cells.tolist())

    def _added(self, cells: Numbers, team: int) -> Numbers:
        """Add units where there is room in all crowds; return where."""
        taken = {int(cell) for walk in self.walks for cell in walk.cells}
        free = [
            cell for cell in cells.tolist() if cell not in taken and self.world.cost.flat[cell] > 0
        ]
        rows, cols = self.world.shape
        most = most_units(rows, cols)
        here = max(len(walk.ids) for walk in self.walks)
        if here + len(free) > most:
            raise InvalidValue(
                f"there are {here + len(free)} units; a map of {rows} x {cols} has up to {most}"
            )
        for cell in free if team else ():
            self.origins.append(cell)
            self.teams.append(team)
            for walk in self.walks:
                walk.add(cell)
        return np.array(free if team else [], np.int64)

    def _check_units(self, ids: Sequence[int]) -> None:
        for unit in ids:
            if not 0 <= unit < len(self.origins):
                raise InvalidValue(
                    f"there is no unit {short_repr(unit)}; there are {len(self.origins)}, from 0"
                )

    def order(self, ids: Sequence[int], cell: int) -> None:
        """Send units to a cell as a group, in all crowds."""
        self._check_units(ids)
        self.setup.check_nodes([cell])
        self._check_room(len(ids))
        for walk in self.walks:
            walk.order(np.asarray(ids, np.int64), cell)
        self._note("order", cell, [int(unit) for unit in ids])

    def dismiss(self, ids: Sequence[int]) -> None:
        """Take units off the map, in all crowds."""
        self._check_units(ids)
        self._check_room(len(ids))
        for walk in self.walks:
            walk.dismiss(np.asarray(ids, np.int64))
        self._note("gone", 0, [int(unit) for unit in ids])

    def _note(self, layer: str, value: int, cells: Sequence[int]) -> None:
        if cells:
            self.events.append(Event(self.tick, layer, value, tuple(cells)))
            self._changes += len(cells)

    def _check_room(self, more: int) -> None:
        changes, most = self._changes + more, limits.CROWD_CHANGES
        if changes > most:
            raise InvalidValue(f"the run has {changes} changes; it can have {most}: begin again")

    def follow(self, before: CrowdSetup, after: CrowdSetup) -> None:
        """Make the change from one set-up to another, which differ in their layers alone."""
        old, new = before.layers(), after.layers()
        for layer in ("costs", "targets"):
            changed = np.flatnonzero(old[layer] != new[layer])
            for value in np.unique(new[layer].flat[changed]).tolist():
                self.change(layer, changed[new[layer].flat[changed] == value], value)
        changed = np.flatnonzero(old["units"] != new["units"])
        gone = {*changed.tolist()}
        present = {int(unit) for walk in self.walks for unit in walk.ids}
        self.dismiss([i for i, cell in enumerate(self.origins) if cell in gone and i in present])
        for team in range(1, TEAMS + 1):
            self.change("units", changed[new["units"].flat[changed] == team], team)

    def _attend_to_walls(self) -> None:
        self.__dict__.pop("free", None)
        self.__dict__.pop("hints", None)
        for walk in self.walks:
            walk.still = 0
            if self.setup.then == "again":  # others come as near as they can
                walk.send_again(self.world.cost.flat[walk.goals] == 0)
            elif self.setup.then == "leave":
                walk.send(np.ones(len(walk.ids), np.bool_))

    def _attend_to_targets(self, teams: set[int]) -> None:
        for team in teams:
            self._fields.pop(team, None)
        for walk in self.walks:
            of_team = np.isin(self.teams_of(walk.ids), [*teams])
            if self.setup.then == "again":
                away = self.targets.flat[walk.goals] != self.teams_of(walk.ids)
                walk.send_again(of_team & away)
            else:
                walk.send(of_team)

    # --- Goals

    def teams_of(self, ids: Numbers) -> npt.NDArray[np.uint8]:
        """The team of each unit."""
        return np.array(self.teams, np.uint8)[ids]

    def goals_of(self, ids: Numbers, cells: Numbers, picks: Numbers) -> Numbers:
        """Return a goal for each unit, from where it is and how many it has had."""
        goals = np.empty(len(ids), np.int64)
        teams = self.teams_of(ids)
        for team in np.unique(teams).tolist():
            rows = np.flatnonzero(teams == team)
            targets = np.flatnonzero((self.targets == team) & (self.world.cost > 0))
            if not len(targets):
                goals[rows] = _chosen(self.free, self.setup.seed, ids[rows], picks[rows])
            elif self.setup.then == "again":
                goals[rows] = _chosen(targets, self.setup.seed, ids[rows], picks[rows])
            elif self.setup.then == "leave":
                goals[rows] = self._nearest(team, targets[0])[cells[rows]]
            else:  # in order, so that a formation is kept; shared if there are too few
                places = np.arange(len(rows)) if len(rows) > 1 else ids[rows] % len(targets)
                spread = len(targets) / max(len(rows), 1) if len(rows) > 1 else 1.0
                goals[rows] = targets[np.floor(places * spread).astype(np.int64)]
        for row, unit in enumerate(ids.tolist()) if self.setup.aims else ():
            if self.targets.any() or picks[row]:
                break
            goals[row] = self.setup.aims.get(self.origins[unit], goals[row])
        return goals

    @cached_property
    def free(self) -> Numbers:
        """The cells that units without goals of their team go to."""
        free = self.world.cost > 0
        return np.flatnonzero(largest_region(self.world) if free.any() else ~free)

    def _nearest(self, team: int, otherwise: int) -> Numbers:
        """The nearest goal of a team, from each cell; another one from where there is no way."""
        if team not in self._fields:
            targets = np.flatnonzero(self.targets == team)
            self._fields[team] = FlowField(self.world, self.as_cells(targets))
        ahead = np.array(self._fields[team].next_nodes).ravel()
        ends = np.where(ahead < 0, np.arange(len(ahead)), ahead)
        while (ends != ends[ends]).any():  # twice as far each time
            ends = ends[ends]
        is_open = self.world.cost.flat[ends] > 0  # a unit may stand where an exit was shut
        return np.where(is_open & (self.targets.flat[ends] == team), ends, otherwise)

    @cached_property
    def hints(self) -> npt.NDArray[np.uint32]:
        """The cells of dead ends and single passages, where units may jam."""
        return self.as_numbers(self.walks[0].crowd.hints).astype(np.uint32)

    def as_cells(self, numbers: Numbers) -> Numbers:
        """Rows and columns of flat indices."""
        return np.stack(np.divmod(numbers, self.world.shape[1]), axis=1)

    def as_numbers(self, cells: Numbers) -> Numbers:
        """Flat indices of rows and columns."""
        result: Numbers = cells[:, 0] * self.world.shape[1] + cells[:, 1]
        return result


def _chosen(cells: Numbers, seed: int, ids: Numbers, picks: Numbers) -> Numbers:
    """A random cell for each unit and each of its goals: the same for every engine.

    ``crowds/python.py`` writes the same rule.
    """
    pairs = zip(ids.tolist(), picks.tolist(), strict=True)
    numbers = [crc32(f"{seed} {unit} {pick}".encode()) for unit, pick in pairs]
    result: Numbers = cells[np.array(numbers, np.int64) % len(cells)]
    return result
