"""The errors of searches over a user's own states, word for word."""

import asterion as at
from support import refusals


class Counting:
    """A problem that names itself without addresses."""

    def __init__(self, **parts):
        self.__dict__.update(parts)

    def __repr__(self):
        return "Counting()"


def problem(**changes):
    """A count from 0 to 3, with these parts changed; None leaves one out."""
    parts = {
        "start": 0,
        "actions": lambda state: ["next"] if state < 3 else [],
        "apply": lambda state, _: state + 1,
        "cost": lambda *_: 1,
        "is_goal": lambda state: state == 3,
        **changes,
    }
    return Counting(**{name: part for name, part in parts.items() if part is not None})


def busy():
    """A problem that runs its own search."""
    search = at.StateSearch(problem(actions=lambda _: search.run()))
    search.run()


def test_refusals():
    refusals.check(__file__, problem=problem, busy=busy, MIND=at.Personality(a=1))


def test_a_beam_keeps_100_states_unless_said():
    def expanded(**width):
        wide = problem(
            actions=lambda state: range(9) if state < 9**4 else [],
            apply=lambda state, action: 9 * state + action + 1,
            cost=lambda *_: 1,
            is_goal=lambda _: False,
        )
        return at.solve(wide, algorithm="beam", **width).stats.expanded

    assert expanded() == expanded(width=100) != expanded(width=101)
