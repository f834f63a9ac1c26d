"""Teams and turns as the page counts them, from 1; the game, its files and its log count from 0."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from asterion.errors import AsterionError
from asterion.games.tactics.log import as_in_log

_NUMBERED = re.compile(r"\b([Tt]eam|turn) (\d+)\b")


def team_name(team: int) -> str:
    """Return the name of a team on the page.

    >>> from asterion.lab.tactics.numbering import team_name
    >>> team_name(0)
    'team 1'
    """
    return f"team {team + 1}"


def team_title(team: int) -> str:
    """Return the same for the beginning of a line: ``"Team 1"``."""
    return f"Team {team + 1}"


def from_one(text: str) -> str:
    """Return a text of the game with its teams and turns counted from 1.

    >>> from asterion.lab.tactics.numbering import from_one
    >>> from_one("Team 0 (Idle): End of turn 4.")
    'Team 1 (Idle): End of turn 5.'
    """
    return _NUMBERED.sub(lambda found: f"{found[1]} {int(found[2]) + 1}", text)


def as_on_page(text: str) -> str:
    """Return a text of the game with the page's numbers of teams and turns, and tiles as (x, y)."""
    return from_one(as_in_log(text))


@contextmanager
def errors_as_on_page() -> Iterator[None]:
    """Let errors of the game name teams, turns and tiles as the page does."""
    try:
        yield
    except AsterionError as error:
        error.args = (as_on_page(str(error)),)
        raise
