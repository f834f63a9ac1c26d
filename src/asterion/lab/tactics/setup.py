"""A tactics game as a person sets it up: its record, its players, and their plans."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from asterion.errors import InvalidValue, short_repr
from asterion.games.tactics import END, Action, Match, State, maps
from asterion.games.tactics.moments import GameRecord, Moment
from asterion.games.tactics.units import MOST_TEAMS
from asterion.io.checks import reading
from asterion.lab import limits
from asterion.lab.maps.links import decoded_link, link_of
from asterion.lab.tactics.numbering import errors_as_on_page, team_name
from asterion.lab.tactics.players import HUMAN, Plan, Player

FIRST_MAP = "C.1"


@dataclass(frozen=True)
class TacticsSetup:
    """A game. It is immutable: each method returns another one, or says what is wrong."""

    record: GameRecord = field(default_factory=lambda: GameRecord(maps.load(FIRST_MAP)))
    players: dict[int, Player] = field(default_factory=lambda: {1: Player("AStarThree")})
    seed: int = 0
    name: str = FIRST_MAP  # of the map
    plans: tuple[Plan, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        limits.check_seed(self.seed)
        tiles = (self.last + 1) * self.state.width * self.state.height
        if tiles > limits.GAME_TILES:
            most = f"on this board the lab shows {limits.GAME_TILES // (tiles // (self.last + 1))}"
            raise InvalidValue(f"the game has {self.last + 1} states; {most}")

    @property
    def moments(self) -> tuple[Moment, ...]:
        """All states, with the action that led to each."""
        return tuple(self.record.moments)

    @property
    def state(self) -> State:
        """The present state."""
        return self.record.state

    @property
    def last(self) -> int:
        """The number of the present state."""
        return self.record.last

    def player(self, team: int) -> Player:
        """The present player of a team."""
        return self.players.get(team, Player())

    @property
    def match(self) -> Match:
        """Return a match that continues from here; it has a copy of the record."""
        made = {team: self.player(team).made(self.seed + team) for team in range(MOST_TEAMS)}
        match = Match(self.moments[0].state, made, turn_limit=self.record.turn_limit)
        match.moments = [*self.moments]
        return match

    @property
    def waits(self) -> str | None:
        """Whether a person or a computer is to act; None when the game is over."""
        return self.waits_at(self.last)

    def waits_at(self, at: int) -> str | None:
        """Return the next to act in an earlier state, with the present players."""
        state = self.record.moments[at].state
        if self.record.result_of(state) is not None:
            return None
        return "person" if self.player(state.team).name == HUMAN else "computer"

    # --- Actions of a person

    def cut(self, at: int) -> TacticsSetup:
        """Return the game up to a state, with the present players."""
        if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at <= self.last:
            raise InvalidValue(f"state {short_repr(at)} is not in a game of {self.last + 1} states")
        plans = tuple(plan for each in self.plans if (plan := each.until(at)))
        return replace(self, record=self.record.copy_until(at), plans=plans)

    def acted(self, *actions: Action) -> TacticsSetup:
        """Add actions of a person."""
        if self.waits == "computer":
            team = self.state.team
            raise InvalidValue(
                f"{team_name(team)} is played by {self.player(team).name}, not by you"
            )
        record = self.record.copy_until(self.last)
        with errors_as_on_page():
            for action in actions:
                record.add(action, HUMAN)
        return replace(self.cut(self.last), record=record)

    def pushed(self, state: State) -> TacticsSetup:
        """Add an edited state as the present one."""
        record = self.record.copy_until(self.last)
        record.push(state)
        return replace(self.cut(self.last), record=record)

    def on(self, state: State, name: str) -> TacticsSetup:
        """Return a new game on another map, of the same players."""
        return replace(self, record=GameRecord(state), name=name, plans=())

    def with_player(self, team: int, player: Player) -> TacticsSetup:
        """Replace the player of a team; plans of the former one are dropped."""
        return replace(self.cut(self.last), players={**self.players, team: player})

    def with_seed(self, seed: int) -> TacticsSetup:
        """Replace the seed for the rest of the game."""
        return replace(self.cut(self.last), seed=seed)

    def restarted(self) -> TacticsSetup:
        """Return to the map as it was before the first action, including edits."""
        return replace(self, record=GameRecord(self.record.opening), plans=())

    # --- Actions of a computer

    @property
    def pending(self) -> tuple[Action, ...]:
        """The rest of the plan of the team to play."""
        if self.waits != "computer" or not self.plans:
            return ()
        return self.plans[-1].after(self.last)

    def planned(self, plan: Plan) -> TacticsSetup:
        """Add a plan for the rest of the turn."""
        plan = plan._replace(actions=plan.actions or (END,))
        return replace(self, plans=(*self.cut(self.last).plans, plan))

    def stepped(self) -> TacticsSetup:
        """Make the next action of the plan, or end the turn if the rules forbid that."""
        if not self.pending:
            raise InvalidValue("no computer has a plan to continue")
        action, plan = self.pending[0], self.plans[-1]
        refused = self.state.why_not(action)
        record = self.record.copy_until(self.last)
        record.add(END if refused else action, plan.name)
        after = replace(self, record=record)
        if not refused:
            return after
        whole = plan._replace(refused=refused)
        return replace(after, plans=(*self.plans[:-1], whole.until(after.last) or whole))

    # --- Links

    def to_link(self) -> str:
        """Return a link that holds the game."""
        values = {"match": self.match.save(), "seed": self.seed, "name": self.name}
        players = {
            str(team): [player.name, dict(player.settings)] for team, player in self.players.items()
        }
        return link_of({**values, "players": players})

    @classmethod
    def from_link(cls, link: Any) -> TacticsSetup:
        """Return the game of a link."""
        values = decoded_link(link)
        with reading("the link", "a game"):
            players = {
                int(team): Player(str(name), dict(settings))
                for team, (name, settings) in values["players"].items()
            }
            return cls(Match.load(values["match"]), players, values["seed"], str(values["name"]))
