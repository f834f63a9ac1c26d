"""What searches over states of a user's own refuse, and in which words."""

from types import SimpleNamespace

from support import refusals


def problem(**changes):
    """Counts from 0 to 3, with these parts changed; None leaves one out."""
    parts = {
        "start": 0,
        "actions": lambda state: ["next"] if state < 3 else [],
        "result": lambda state, _: state + 1,
        "cost": lambda *_: 1,
        "is_goal": lambda state: state == 3,
        **changes,
    }
    return SimpleNamespace(**{name: part for name, part in parts.items() if part is not None})


def test_refusals():
    refusals.check(__file__, problem=problem)
