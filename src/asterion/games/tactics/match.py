"""``Match``: a game between controllers, with a record of all that has happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from json import dumps
from typing import Any, cast

from asterion.errors import InvalidValue
from asterion.games.tactics.actions import END, Action
from asterion.games.tactics.arguments import team_number
from asterion.games.tactics.controllers import Controller, Human, make
from asterion.games.tactics.drawings import to_dict
from asterion.games.tactics.match_file import from_values, to_values
from asterion.games.tactics.moments import GameRecord, Refusal
from asterion.games.tactics.state import State
from asterion.games.tactics.units import MOST_TEAMS
from asterion.world.arguments import count


def seed_of(seed: int, team: int) -> int:
    """The seed of a team's controller in a match with a seed."""
    return MOST_TEAMS * count("seed", seed) + team_number(team)


class Match(GameRecord):
    """A game between controllers; any of them may be changed at any time.

    ``controllers`` are by team, as a dictionary or in order; names stand for controllers made from
    ``seed``, each team's with another one. A team without one is a person's. When more turns than
    ``turn_limit`` are over, by default 2 x width x height, the team with most units wins.

    >>> from asterion.games.tactics import Match, maps
    >>> match = Match(maps.load("C.1"), ["Random", "Idle"], seed=4)
    >>> match.run(), match.state.turn
    (0, 16)
    >>> match.log[0], match.log[-1]
    ('Game has been reset.', 'Game Over, Team 0 Wins!')
    """

    def __init__(
        self,
        state: State,
        controllers: Mapping[int, Controller | str] | Sequence[Controller | str] = (),
        *,
        turn_limit: int | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(state, turn_limit)
        self.refused: list[Refusal] = []
        if not isinstance(controllers, Mapping):
            controllers = dict(enumerate(controllers))
        self.controllers: dict[int, Controller] = {team: Human() for team in state.teams}
        for team, each in controllers.items():
            own = seed_of(seed, team)
            self.controllers[team] = make(each, own) if isinstance(each, str) else each
        # The undone part of the decision of the controller to play, and the state it begins at.
        self._plan: list[Any] = []
        self._plan_of: tuple[Controller, State] | None = None

    @property
    def states(self) -> list[State]:
        """All states, from the first to the present one."""
        return [moment.state for moment in self.moments]

    @property
    def actions(self) -> list[Action | None]:
        """The action that led to each of the states; None for the first and for edits."""
        return [moment.action for moment in self.moments]

    @property
    def log(self) -> list[str]:
        """The events, a line each."""
        return [line for moment in self.moments for line in moment.lines]

    @property
    def controller(self) -> Controller:
        """The controller of the team to play."""
        return self.controllers.setdefault(self.state.team, Human())

    def step(self) -> Action | None:
        """Make one action of the team to play; None if the match is over or waits for a person."""
        if self.result is not None:
            return None
        controller, state = self.controller, self.state
        if self._is_stale():
            decided = controller.decide(state)
            if decided is None:
                return None
            self._plan = list(decided)
        action: Any = self._plan.pop(0) if self._plan else END
        why = state.why_not(action)
        if why is not None:
            self.refused.append(Refusal(len(self.moments) - 1, state.team, action, why))
            action = END
        self.add(action, controller.name)
        self._plan_of = (controller, self.state) if self.state.team == state.team else None
        return Action(*action)

    def _is_stale(self) -> bool:
        """Whether the controller to play has decided nothing for this very state."""
        if self._plan_of is None:
            return True
        controller, state = self._plan_of
        return controller is not self.controller or state is not self.state

    def play_turn(self) -> list[Action]:
        """Step until another team is to play, the match is over or waits for a person."""
        team, turn = self.state.team, self.state.turn
        done: list[Action] = []
        while (self.state.team, self.state.turn) == (team, turn):
            action = self.step()
            if action is None:
                break
            done.append(action)
        return done

    def run(self) -> int | str | None:
        """Step until the match is over or waits for a person; return the result."""
        while self.step() is not None:
            pass
        return self.result

    def act(self, action: Action) -> State:
        """Make an action from outside, by a person or a script, for the team to play.

        Raises
        ------
        IllegalAction  ``attack (0, 4): a Laser needs 3 AP to attack; 1 left``
        """
        self.add(action, self.controller.name)
        return self.state

    def view(self, number: int) -> State:
        """The state with a number, 0 the first."""
        return self.at(number).state

    def back_to(self, number: int) -> State:
        """Return to a past state. Later ones are dropped, from the log too."""
        self.cut_after(number)
        self.refused = [each for each in self.refused if each.number < number]
        return self.state

    def push(self, state: State) -> None:
        """Make an edited state the present one. A new team in it is a person's."""
        super().push(state)
        for team in state.teams:
            self.controllers.setdefault(team, Human())

    def undo(self, by: str | None = None) -> Action | None:
        """Take the last action or edit back; with a name, all since that controller acted last.

        Returns the action, None for an edit. ``undo("Human")`` takes back the last action of a
        person, with all that computers did since.
        """
        for number in range(len(self.moments) - 1, 0, -1):
            moment = self.moments[number]
            if by is None or moment.by == by:
                self.back_to(number - 1)
                return moment.action
        raise InvalidValue("there is nothing to undo")

    def reset(self) -> None:
        """Return to the first state, as if nothing had happened."""
        self.back_to(0)

    @property
    def hash(self) -> str:
        """A hash of all events: equal for equal matches, on every machine."""
        story = [moment.action or to_dict(moment.state) for moment in self.moments]
        return sha256(dumps(story, sort_keys=True).encode()).hexdigest()[:16]

    def save(self) -> dict[str, Any]:
        """Return the match as plain values, which JSON can hold."""
        plan = None if self._is_stale() else self._plan
        return to_values(self, plan)

    @classmethod
    def load(cls, values: dict[str, Any]) -> Match:
        """Replay the match that :meth:`save` wrote; an illegal action in it is an error."""
        saved = from_values(values)
        first, *rest = saved.moments
        match = cls(cast("State", first), saved.controllers, turn_limit=saved.turn_limit)
        for number, each in enumerate(rest, 1):
            if isinstance(each, State):
                match.push(each)
                continue
            try:
                match.add(*each)
            except InvalidValue as error:
                raise InvalidValue(f"moment {number}: {error}") from None
        match.refused = saved.refused
        if saved.plan is not None:
            match._plan, match._plan_of = saved.plan, (match.controller, match.state)
        return match
