"""Why one agent walked farther than another, from the records of their journey.

A trail is a direct way with round trips. Go along it: where it comes back to the present cell, the
moves until the last time that it is there are one round trip. So the moves of a trail are those of
its direct way plus those of its round trips.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import inf, isclose, isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from asterion.errors import InvalidPath
from asterion.lab import limits
from asterion.lab.terrain.recording import (
    UNSEEN,
    Edited,
    Ended,
    GoalMoved,
    Moved,
    Planned,
    Record,
    Seen,
    Started,
    Tick,
)
from asterion.search.find import find_path
from asterion.search.path import validate

if TYPE_CHECKING:
    import numpy.typing as npt

    from asterion.world.grid import Cell, Grid

    MakeGrid = Callable[[npt.ArrayLike], Grid]


class RoundTrip(NamedTuple):
    """An agent leaves a cell after ``first`` moves, and is there again after ``last``."""

    cell: int
    first: int
    last: int

    @property
    def moves(self) -> int:
        """How many moves it took."""
        return self.last - self.first


class Turn(NamedTuple):
    """After ``move`` moves a wall was on the path of an agent, which then planned to go back."""

    move: int
    wall: int


class Parting(NamedTuple):
    """Two agents walk alike for ``move`` moves; then they go to different cells."""

    move: int
    knew_the_same: bool
    costs: tuple[float, float]  # of their paths, by what each knew


class Visit(NamedTuple):
    """What another agent did where an agent began a round trip.

    ``kind`` is ``"apart"`` if it never came there; ``"passed"``; or ``"in"``, with its moves from
    and to the same cells.
    """

    kind: str
    moves: int = 0


class Farther(NamedTuple):
    """Why agent ``one`` walked farther than agent ``other``; counted from 0."""

    one: int
    other: int
    trip: RoundTrip | None  # of `one`; the one that cost it most, compared with the other
    is_dead_end: bool  # whether the goal could be reached from there only by going back
    turn: Turn | None
    visit: Visit | None


def round_trips(trail: Sequence[int]) -> list[RoundTrip]:
    """Return the round trips of a trail, in order."""
    last_at = {cell: i for i, cell in enumerate(trail)}
    trips, at = [], 0
    while at < len(trail):
        last = last_at[trail[at]]
        if last > at:
            trips.append(RoundTrip(trail[at], at, last))
        at = last + 1
    return trips


class Journey:
    """The records of one journey, to be asked about."""

    def __init__(self, started: Started, records: Sequence[Record], grid_of: MakeGrid) -> None:
        self.records = records  # that follow
        self.grid_of = grid_of  # makes a world from the costs of its cells
        self.started = started
        count = started.agents
        self.trails: list[list[int]] = [[started.start] for _ in range(count)]
        # By agent and move: the index of the record, and the time. Move 0 is the start.
        self.moved: list[list[int]] = [[-1] for _ in range(count)]
        self.times: list[list[int]] = [[0] for _ in range(count)]
        self.reached: list[bool | None] = [None] * count
        self.expanded, self.plans = [0] * count, [0] * count
        self.was_edited = False
        self._read()

    def _read(self) -> None:
        time = 0
        for i, record in enumerate(self.records):
            match record:
                case Tick():
                    time = record.time
                case Edited():
                    self.was_edited = True
                case Moved():
                    self.trails[record.agent].append(record.cell)
                    self.moved[record.agent].append(i)
                    self.times[record.agent].append(time)
                case Planned():
                    self.expanded[record.agent] += record.expanded
                    self.plans[record.agent] += 1
                    self.reached[record.agent] = None
                case Ended():
                    self.reached[record.agent] = record.reached

    # --- What an agent knew

    def mind(self, agent: int, until: int) -> Mind:
        """Return what an agent knew before the record of this index."""
        mind = Mind(self.started)
        for record in self.records[:until]:
            mind.take(agent, record)
        return mind

    def parting(self, one: int, other: int) -> Parting | None:
        """Return where two agents part, if they do."""
        trails = self.trails[one], self.trails[other]
        pairs = zip(*trails, strict=False)
        parted = next((i for i, (a, b) in enumerate(pairs) if a != b), None)
        if parted is None:
            return None
        minds = [self.mind(agent, self.moved[agent][parted]) for agent in (one, other)]
        known, presumed = (
            [getattr(mind, name) for mind in minds] for name in ("known", "presumed")
        )
        same = np.array_equal(known[0], known[1]) and np.array_equal(presumed[0], presumed[1])
        costs = self._cost(minds[0]), self._cost(minds[1])
        return Parting(parted - 1, same and minds[0].goal == minds[1].goal, costs)

    def _cost(self, mind: Mind) -> float:
        """The cost of the path that an agent is about to walk."""
        world = self.grid_of(mind.presumed.reshape(self.started.shape))
        try:
            return validate(world, [self.cell(cell) for cell in mind.path])
        except InvalidPath:  # known to be closed further on, by an agent that looks one step ahead
            return inf

    # --- Round trips

    def farther(self, one: int, other: int) -> Farther:
        """Return why an agent walked farther than another."""
        trail = self.trails[other]
        best, most = None, 0
        for trip in round_trips(self.trails[one]):
            inside = {*self.trails[one][trip.first + 1 : trip.last]} - {trip.cell}
            more = trip.moves - _moves_at(trail, inside)
            if more > most:
                best, most = trip, more
        if best is None:
            return Farther(one, other, None, is_dead_end=False, turn=None, visit=None)
        blind = self.dead_end(one, best)
        cells = {*self.trails[one][best.first + 1 : best.last]} - {best.cell}
        visit = self._visit(other, best.cell, blind or cells)
        return Farther(one, other, best, bool(blind), self._turn(one, best), visit)

    def dead_end(self, agent: int, trip: RoundTrip) -> set[int]:
        """Return the cells of a dead end that a round trip went into; none if it is no dead end.

        They are the cells to which one can go from its first cell without the cell where it began.
        In a dead end the goal is not among them. Of very large ones nothing is said.
        """
        mind = self.mind(agent, self.moved[agent][trip.last])
        goal, without, first = mind.goal, trip.cell, self.trails[agent][trip.first + 1]
        cost = mind.world.reshape(self.started.shape)
        closed = cost.copy()
        closed.flat[without] = 0
        # Closing the cell may close diagonal moves beside it as well, but opens none.
        if not closed.flat[first] or find_path(
            self.grid_of(closed), self.cell(first), self.cell(goal)
        ):
            return set()
        world, cols = self.grid_of(cost), self.started.shape[1]
        cells, waiting = {first}, deque([first])
        while waiting:
            for (row, col), _ in world.neighbours(self.cell(waiting.popleft())):
                cell = int(row * cols + col)
                if cell == goal or len(cells) > limits.DEAD_END_CELLS:
                    return set()
                if cell != without and cell not in cells:
                    cells.add(cell)
                    waiting.append(cell)
        return cells

    def _turn(self, agent: int, trip: RoundTrip) -> Turn | None:
        """The wall that closed a path of a round trip, whose later paths all led back; or None."""
        first, last = (self.moved[agent][move] for move in (trip.first + 1, trip.last))
        turned = None
        for i in range(last - 1, first, -1):
            record = self.records[i]
            if isinstance(record, Planned) and record.agent == agent:
                if trip.cell not in record.path:
                    break
                turned = i
        if turned is None:
            return None
        mind = self.mind(agent, turned)
        walls = [cell for cell in mind.path if mind.presumed[cell] == 0]
        move = sum(index < turned for index in self.moved[agent]) - 1
        return Turn(move, walls[0]) if walls else None

    def _visit(self, agent: int, cell: int, inside: set[int]) -> Visit:
        trail = self.trails[agent]
        if moves := _moves_at(trail, inside):
            return Visit("in", moves)
        return Visit("passed" if cell in trail else "apart")

    def cell(self, node: int) -> Cell:
        """The row and column of a cell."""
        return divmod(int(node), self.started.shape[1])


class Mind:
    """What an agent knows, presumes and plans, record by record; and the true world."""

    def __init__(self, started: Started) -> None:
        self.goal = started.goal
        self.world = started.cost.copy()
        knows_all = started.mode == "changing"
        self.presumed = self.world if knows_all else np.full(len(self.world), UNSEEN, np.uint8)
        self.known = np.full(len(self.world), knows_all)
        self.path: list[int] = []

    def take(self, agent: int, record: Record) -> None:
        """Apply one record, as the top of ``recording.py`` says."""
        match record:
            case Edited():
                self.world[record.cells] = record.costs
            case GoalMoved():
                self.goal = record.cell
            case Seen() if record.agent == agent:
                self.known[record.cells] = True
                self.presumed[record.cells] = record.costs
            case Planned() if record.agent == agent:
                self.path = record.path.tolist()
            case Moved() if record.agent == agent:
                self.path = self.path[1:]


def _moves_at(trail: Sequence[int], cells: Iterable[int]) -> int:
    """The moves of a trail from or to these cells."""
    inside = [cell in cells for cell in trail]
    return sum(here or there for here, there in pairwise(inside))


# --- In words

Part = str | dict[str, Any]  # a text, or {move, text}: a moment of the timeline, and its name


def compared(journey: Journey) -> dict[str, Any]:
    """Return a comparison of agents that have all ended, for JSON.

    ``head`` and ``parts`` are its words; ``trip`` is the agent and the moves, first and last, of
    the round trip in them, or None.
    """
    agents = range(len(journey.trails))
    moves = [len(trail) - 1 for trail in journey.trails]
    if not all(journey.reached):
        return {"head": _stuck_words(journey.reached, moves), "parts": [], "trip": None}
    one, other = max(agents, key=moves.__getitem__), min(agents, key=moves.__getitem__)
    parts: list[Part] = []
    trip = None
    if one == other:  # one agent, or all with as many moves
        others = [i for i in agents if journey.trails[i] != journey.trails[0]]
        other = others[0] if others else one
        head = _equal_words(len(moves), moves[0], same_way=not others)
        parts.append(_work_words(journey))
        parts += _parting_words(journey, one, other)
    else:
        head = _farther_words(moves, one, other)
        parts += _parting_words(journey, one, other)
        trip, words = _trip_words(journey, one, other)
        parts += words
    if journey.started.mode == "unknown" and not journey.was_edited:
        world = journey.grid_of(journey.started.cost.reshape(journey.started.shape))
        ends = (journey.cell(end) for end in (journey.started.start, journey.started.goal))
        fewest = len(find_path(world, *ends, algorithm="bfs")) - 1
        parts.append(f"With a map, {_moves(fewest)} would have been enough.")
    return {"head": head, "parts": parts, "trip": trip}


def _counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def _moves(count: int) -> str:
    return _counted(count, "move", "moves")


def _stuck_words(reached: Sequence[bool | None], moves: Sequence[int]) -> str:
    told = [
        f"agent {i} {'arrived' if there else 'found that there is no path'} after {_moves(count)}"
        for i, (there, count) in enumerate(zip(reached, moves, strict=True), 1)
    ]
    words = "; ".join(told)
    return f"{words[0].upper()}{words[1:]}."


def _equal_words(agents: int, moves: int, *, same_way: bool) -> str:
    if agents == 1:
        return f"Agent 1 walked {_moves(moves)}."
    all_of_them = "Both agents" if agents == 2 else f"All {agents} agents"
    return f"{all_of_them} walked {_moves(moves)}, {'' if same_way else 'not '}on the same way."


def _farther_words(moves: Sequence[int], one: int, other: int) -> str:
    words = f"{_moves(moves[one] - moves[other])} farther than agent {other + 1}"
    most = "" if len(moves) == 2 else ", which walked least"
    return f"Agent {one + 1} walked {words}{most}: {moves[one]:,} against {moves[other]:,}."


def _parting_words(journey: Journey, one: int, other: int) -> list[Part]:
    parting = journey.parting(one, other)
    if parting is None:
        return []
    moment = _moment(journey.times[one][parting.move])
    a, b = parting.costs
    names = "" if len(journey.trails) == 2 else f"agents {one + 1} and {other + 1} "
    if not (isfinite(a) and isfinite(b)):
        why = ""
    elif parting.knew_the_same and isclose(a, b):
        why = ": both knew the same, and their paths cost the same, a tie"
    elif parting.knew_the_same:
        why = f": both knew the same, but their paths cost {a:g} and {b:g}"
    else:
        why = f": they knew different cells, and expected costs of {a:g} and {b:g}"
    return [f"{names or 'they '}parted at ".capitalize(), moment, f"{why}. "]


def _trip_words(journey: Journey, one: int, other: int) -> tuple[dict[str, int] | None, list[Part]]:
    """The round trip that explains the difference, if one does, and words about all of them."""
    spent, direct = [], []
    for agent in (one, other):
        trail = journey.trails[agent]
        spent.append(sum(trip.moves for trip in round_trips(trail)))
        direct.append(len(trail) - 1 - spent[-1])
    names = f"agent {one + 1}", f"agent {other + 1}"
    rest = f"the rest of their ways has {direct[0]:,} and {_moves(direct[1])}. "
    took = f"{names[0]} {_moves(spent[0])} and {names[1]} {spent[1]:,}"
    sums = f"Going back and forth took {took}; {rest}"
    if not any(spent):
        return None, ["Neither ever came back to a cell. "]
    why = journey.farther(one, other)
    trip = why.trip
    if trip is None or spent[0] <= spent[1]:
        return None, [sums]
    times = journey.times[one]
    where = "into a dead end" if why.is_dead_end else "on a way that led it back"
    parts: list[Part] = ["At ", _moment(times[trip.first]), f" {names[0]} went {where}"]
    if why.turn:
        wall = journey.cell(why.turn.wall)
        parts += [f". The wall at {wall} turned it round at ", _moment(times[why.turn.move])]
    parts += ["; it was back at ", _moment(times[trip.last]), f", after {_moves(trip.moves)}. "]
    if why.visit:
        name = names[1].capitalize()
        parts.append(
            {
                "apart": f"{name} never came to this place. ",
                "passed": f"{name} passed by. ",
                "in": f"{name} spent {_moves(why.visit.moves)} there. ",
            }[why.visit.kind]
        )
    return {"agent": one, "first": trip.first, "last": trip.last}, [*parts, sums]


def _work_words(journey: Journey) -> str:
    counts = [
        f"agent {i} {_counted(n, 'cell', 'cells')}" for i, n in enumerate(journey.expanded, 1)
    ]
    return f"Expanded: {', '.join(counts)}. "


def _moment(time: int) -> Part:
    return {"move": time, "text": f"move {time:,}"}
