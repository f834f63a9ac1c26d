"""A decision for the browser: the plan, the search, other searches, and the log so far."""

from __future__ import annotations

from math import isfinite
from typing import Any

from asterion.lab.characters.searches import Compared
from asterion.lab.characters.session import CharactersSession, Decision
from asterion.lab.characters.setup import in_words


def payload_of(session: CharactersSession) -> dict[str, Any]:
    """Return the last decision with all its words."""
    decision = session.decision
    wants = next((aim.wants for aim in decision.setup.aims if aim.name == decision.goal), ())
    return {
        "news": decision.news,
        "goal": decision.goal,
        "wants": [in_words(fact, value) for fact, value in wants],
        "plan": _cards(decision),
        "cost": sum(action.cost for action in decision.actions),
        "cheaper": decision.cheaper,
        "missing": [
            {
                "fact": in_words(each.fact, each.wanted),
                "by": None if each.needed_by is None else str(each.needed_by),
                "givers": [str(giver) for giver in each.givers],
            }
            for each in decision.missing
        ],
        "estimate": decision.setup.estimate,
        "rows": [_row(each) for each in decision.comparisons],
        "log": [
            [event.cause, event.decision.news, [str(each) for each in event.decision.actions]]
            for event in session.log
        ],
        "search": decision.search or None,
    }


def _cards(decision: Decision) -> list[dict[str, Any]]:
    """The actions of the plan, each with what it changes."""
    state, cards = decision.setup.state, []
    for action in decision.actions:
        after = action.apply(state)
        needs = [in_words(str(fact), value) for fact, value in action.needs.items()]
        gives = [in_words(fact, after[fact]) for fact in after if after[fact] != state.get(fact)]
        cards.append({"name": str(action), "cost": action.cost, "needs": needs, "gives": gives})
        state = after
    return cards


def _row(each: Compared) -> list[Any]:
    cost = each.cost if isfinite(each.cost) else None
    return [each.search, each.estimate, cost, each.expanded, each.status, each.optimal]
