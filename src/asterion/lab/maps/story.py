"""A story for lectures: scenes in an order, over several pages, each with a question.

The numbers in its texts are measured in the run that the scene shows, when it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from asterion.lab.maps.scenes import Scene

STORY = "From Dijkstra to D* Lite"
# The pages of its scenes, from the first on.
_PAGES = ("playground",) * 4 + ("terrain",) * 4
LENGTH = len(_PAGES)


def story_address(number: int) -> str:
    """The address of a scene by its number, from 1; empty if there is none."""
    return f"/{_PAGES[number - 1]}#scene=story-{number}" if 1 <= number <= LENGTH else ""


def story_html() -> str:
    """Return a link to its beginning, for the pages that it is on."""
    return (
        f'<p class="story-link">A story in {LENGTH} scenes: '
        f'<a href="{story_address(1)}">{escape(STORY)}</a></p>'
    )


@dataclass(frozen=True)
class StoryScene(Scene):
    """A scene of the story: an idea, something to try, and a question with its answer.

    Texts name in braces what ``measured`` returns: ``{expanded}``.
    """

    number: int = 0
    task: str = ""
    question: str = ""
    answer: str = ""
    measured: Callable[[], Mapping[str, float]] = dict

    @property
    def key(self) -> str:
        """Its name in an address."""
        return f"story-{self.number}"

    def told(self) -> dict[str, Any]:
        """Return the texts with their numbers, for the browser; it makes the runs they are of."""
        numbers = {name: _written(value) for name, value in self.measured().items()}
        parts = {"idea": self.text, "task": self.task, "question": self.question}
        return {
            **{name: text.format_map(numbers) for name, text in parts.items()},
            "answer": self.answer.format_map(numbers),
            "story": STORY,
            "number": self.number,
            "of": LENGTH,
            "before": story_address(self.number - 1),
            "after": story_address(self.number + 1),
        }


def _written(value: float) -> str:
    """A number for people: counts as they are, costs with four figures."""
    return f"{value:,}" if isinstance(value, int) else f"{value:.4g}"
