"""``solve`` and ``StateSearch``: plans in one call, or a slice at a time."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from time import perf_counter
from typing import Any, Generic, NamedTuple

from asterion.decide.beam import Beam
from asterion.decide.best_first import BestFirst
from asterion.decide.ida import Ida
from asterion.decide.nodes import ACTION, STATE, STEP, G, H, Node, plan_of
from asterion.decide.plan import Plan
from asterion.decide.problem import A, C, Problem, S, Space
from asterion.errors import BusyWorld, InvalidValue
from asterion.search.path import Stats
from asterion.world.arguments import count, number, one_of

# The options of each algorithm; all algorithms take limits.
TAKES: dict[str, tuple[str, ...]] = {
    "astar": ("weight", "stop"),
    "dijkstra": (),
    "greedy": (),
    "ida": ("weight",),
    "beam": ("width", "weight"),
}


def solve(
    problem: Problem[S, A, C],
    *,
    algorithm: str = "astar",
    max_expansions: int | None = None,
    seconds: float | None = None,
    max_depth: int | None = None,
    goals: Iterable[S] | None = None,
    weight: float = 1.0,
    stop: str = "fast",
    width: int | None = None,
) -> Plan[S, A, C]:
    """Return the cheapest plan from a problem's start to a goal, or one with ``found`` False.

    Optimal with ``"astar"`` and ``"ida"`` if the heuristic is admissible (it need not be
    consistent), with ``"dijkstra"`` always. The same call gives the same plan: states and actions
    are never compared for order, so nothing depends on hashes or memory addresses. O(n log n) for n
    generated routes; all algorithms but ``"ida"`` keep the states.

    Parameters
    ----------
    problem     an object with ``start``, ``actions(state)``, ``apply(state, action)``,
                ``cost(state, action, result)`` and ``is_goal(state)``; its optional methods are in
                :class:`asterion.decide.problem.Problem`
    algorithm   ``"astar"``, which without a heuristic is ``"dijkstra"``; ``"greedy"`` (some plan,
                soon), ``"ida"`` (little memory), ``"beam"`` (keeps the ``width`` best states of
                each depth)
    max_expansions, seconds
                stop after that many expansions or seconds (status ``"stopped"``): the plan is then
                the cheapest one known to reach a goal, else the actions to the open state with the
                smallest estimate, then cost
    max_depth   the most actions that a plan may have; a macro counts as one
    goals       states to reach, instead of ``is_goal``; the nearest counts, and is estimated by
                ``estimate(state, goal)`` if the problem has it
    weight      of the heuristic: above 1 a plan costs at most that many times the cheapest
    stop        ``"fast"``: when a goal is best on open; ``"guaranteed"``: when no open state costs
                less so far, which is optimal for any heuristic
    width       of the beam

    An option that the algorithm does not take is rejected by name. Exceptions of the problem's
    methods are not caught.

    Returns
    -------
    A :class:`Plan` with ``actions``, ``states`` and ``cost``; ``found`` is False if it reaches no
    goal.

    >>> import asterion as at
    >>> class Jugs:  # one holds 3 litres, the other 5: measure 4
    ...     start = (0, 0)
    ...     def actions(self, jugs):
    ...         return ["fill 3", "fill 5", "empty 3", "empty 5", "3 to 5", "5 to 3"]
    ...     def apply(self, jugs, action):
    ...         a, b = jugs
    ...         poured = {"3 to 5": min(a, 5 - b), "5 to 3": -min(b, 3 - a)}.get(action, 0)
    ...         simple = {"fill 3": (3, b), "fill 5": (a, 5), "empty 3": (0, b), "empty 5": (a, 0)}
    ...         return simple.get(action, (a - poured, b + poured))
    ...     def cost(self, jugs, action, result): return 1
    ...     def is_goal(self, jugs): return 4 in jugs
    >>> plan = at.solve(Jugs())
    >>> plan.cost, plan.actions
    (6, ['fill 5', '5 to 3', 'empty 3', '5 to 3', 'fill 5', '5 to 3'])

    Raises
    ------
    ValueError  ``cost('home', 'walk', ...) is -1; it must be at least 0``
    TypeError   ``start is [0, 0], which cannot be hashed (unhashable type: 'list'); ...``
    """
    search = StateSearch(
        problem,
        algorithm=algorithm,
        max_expansions=max_expansions,
        max_depth=max_depth,
        goals=goals,
        weight=weight,
        stop=stop,
        width=width,
    )
    search.run(seconds=seconds)
    return search._plan("stopped" if search.status == "running" else search.status)


class Current(NamedTuple):
    """The state that a search expands, the action that led there, and its costs."""

    state: Any
    action: Any  # None at the start
    cost: Any  # of the action; zero at the start
    g: Any  # of the route so far


class StateSearch(Generic[S, A, C]):
    """A search for a plan that can be paused: it runs a slice at a time and can be inspected.

    Takes the arguments of :func:`solve`, except ``seconds``, which :meth:`run` takes. One step is
    one expansion; a search in slices does exactly the same as one without pauses. An exception of
    the problem, or Ctrl-C, leaves it as it was before the expansion, and it can continue. Only one
    thread may use it at a time.

    >>> import asterion as at
    >>> class Stairs:
    ...     start = 0
    ...     def actions(self, step): return [1, 2]
    ...     def apply(self, step, action): return step + action
    ...     def cost(self, step, action, result): return 1
    ...     def is_goal(self, step): return step == 5
    >>> search = at.StateSearch(Stairs())
    >>> search.step(2), search.processed, search.open
    ('running', [0, 1], [2, 3])
    >>> search.run(), search.plan.actions, search.stats.expanded
    ('found', [1, 2, 2], 5)
    """

    def __init__(
        self,
        problem: Problem[S, A, C],
        *,
        algorithm: str = "astar",
        max_expansions: int | None = None,
        max_depth: int | None = None,
        goals: Iterable[S] | None = None,
        weight: float = 1.0,
        stop: str = "fast",
        width: int | None = None,
    ) -> None:
        one_of("algorithm", algorithm, TAKES)
        one_of("stop", stop, ("fast", "guaranteed"))
        given = {
            "weight": weight != 1.0,
            "stop": stop != "fast",
            "width": width is not None,
        }
        for name, is_given in given.items():
            if is_given and name not in TAKES[algorithm]:
                takers = ", ".join(repr(each) for each in TAKES if name in TAKES[each])
                raise InvalidValue(f"{algorithm!r} does not take {name}; {takers} does")
        self.algorithm = algorithm
        self._max_expansions = (
            inf if max_expansions is None else count("max_expansions", max_expansions)
        )
        depth = None if max_depth is None else count("max_depth", max_depth)
        heavy = number("weight", weight, finite=True)
        space = Space(problem, goals=goals, led=algorithm != "dijkstra", weight=heavy)
        self._optimal = (algorithm in ("astar", "ida") and heavy <= 1.0) or (
            algorithm == "dijkstra" or stop == "guaranteed"
        )
        self._engine: Beam | BestFirst | Ida
        if algorithm == "ida":
            self._engine = Ida(space, max_depth=depth)
        elif algorithm == "beam":
            kept = count("width", 100 if width is None else width, least=1)
            self._engine = Beam(space, width=kept, max_depth=depth)
        else:
            self._engine = BestFirst(
                space,
                greedy=algorithm == "greedy",
                guaranteed=stop == "guaranteed",
                max_depth=depth,
            )
        self._status = "running"
        self._busy = False

    def step(self, n: int = 1) -> str:
        """Make up to ``n`` expansions; return the status."""
        return self.run(expansions=n)

    def run(self, *, expansions: int | None = None, seconds: float | None = None) -> str:
        """Run to the end, or for up to this many expansions or seconds; return the status.

        At least one expansion unless ``expansions`` is 0, so that slices of 0 seconds end too.
        """
        most = inf if expansions is None else count("expansions", expansions)
        wait = inf if seconds is None else number("seconds", seconds)
        if self._busy:
            raise BusyWorld("the search is already running; its problem cannot run it")
        if self._status != "running":
            return self._status
        tally = self._engine.tally
        left = self._max_expansions - tally.expanded
        begin = perf_counter()
        self._busy = True
        try:
            self._status = self._engine.advance(min(most, left), begin + wait)
        finally:
            self._busy = False
            tally.seconds += perf_counter() - begin
        if self._status == "running" and tally.expanded >= self._max_expansions:
            self._status = "stopped"
        return self._status

    @property
    def status(self) -> str:
        """``"running"``, and at the end ``"found"``, ``"unreachable"`` or ``"stopped"``."""
        return self._status

    @property
    def plan(self) -> Plan[S, A, C]:
        """The plan, once it is found; before that, the best so far."""
        return self._plan(self._status)

    @property
    def best_so_far(self) -> Plan[S, A, C]:
        """The cheapest known plan to a goal; else one to the state that seems nearest."""
        return self.plan

    def _plan(self, status: str) -> Plan[S, A, C]:
        return plan_of(self._engine, status, optimal=self._optimal)

    @property
    def stats(self) -> Stats:
        """The counters of the search so far."""
        if self._status == "found":
            return self.plan.stats
        return self._engine.tally.stats(self._engine.pushes, 0)

    @property
    def current(self) -> Current | None:
        """The state being expanded, or expanded last."""
        node = self._engine.current
        if node is None:
            return None
        return Current(node[STATE], node[ACTION], node[STEP], node[G])

    @property
    def processed(self) -> list[S]:
        """The expanded states, in the order in which they were first reached."""
        waiting = {id(node) for node in self._engine.waiting()}
        return [state for state, node in self._engine.reached().items() if id(node) not in waiting]

    @property
    def open(self) -> list[S]:
        """The open states, best first."""
        return [node[STATE] for node in self._engine.waiting()]

    @property
    def g(self) -> dict[S, C]:
        """The cost from the start to every reached state."""
        return {state: node[G] for state, node in self._known()}

    @property
    def h(self) -> dict[S, C]:
        """The estimate of every reached state, times the weight."""
        return {state: node[H] for state, node in self._known()}

    @property
    def f(self) -> dict[S, C]:
        """The sum of g and h of every reached state."""
        return {state: node[G] + node[H] for state, node in self._known()}

    @property
    def thresholds(self) -> list[C]:
        """The bounds on f in the rounds of ``"ida"`` so far; empty for other searches."""
        return [*self._engine.thresholds] if isinstance(self._engine, Ida) else []

    def _known(self) -> Iterable[tuple[S, Node]]:
        known = dict(self._engine.reached())
        for node in self._engine.waiting():  # "ida" and "beam" do not keep all of them
            known.setdefault(node[STATE], node)
        return known.items()
