"""A decision for the browser: the plan, the search, and the other searches to compare with."""

from __future__ import annotations

from math import isfinite
from typing import Any

from asterion.lab.characters.session import Decision
from asterion.lab.characters.setup import in_words


def payload_of(decision: Decision) -> dict[str, Any]:
    """Return the decision with all its words."""
    state = decision.setup.state
    plan: list[dict[str, Any]] = []
    for action in decision.actions:
        after = action.apply(state)
        plan.append(
            {
                "name": str(action),
                "cost": action.cost,
                "needs": [in_words(str(fact), value) for fact, value in action.needs.items()],
                "gives": [
                    in_words(fact, after[fact]) for fact in after if after[fact] != state.get(fact)
                ],
            }
        )
        state = after
    wants = next((aim.wants for aim in decision.setup.aims if aim.name == decision.goal), ())
    return {
        "news": decision.news,
        "goal": decision.goal,
        "wants": [in_words(fact, value) for fact, value in wants],
        "plan": plan,
        "cost": sum(action.cost for action in decision.actions),
        "cheaper": decision.cheaper,
        "rows": [
            [
                each.direction,
                "Orkin's" if each.heuristic == "unmet" else "landmarks",
                each.cost if isfinite(each.cost) else None,
                each.expanded,
                each.optimal,
            ]
            for each in decision.comparisons
        ],
        "search": decision.search or None,
    }
