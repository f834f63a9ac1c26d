"""Scenes of the Characters page."""

from __future__ import annotations

from collections.abc import Iterable

from asterion.goap.values import add, at_least, at_most
from asterion.lab.characters.setup import Aim, CharacterSetup, Deed, Fact
from asterion.lab.maps.scenes import Scene

_PLACES = ("outside", "crate", "enemy")
_SQUAD = (
    Deed("pick up weapon", 1, (), (("weapon", True),)),
    Deed("draw", 1, (("weapon", True),), (("armed", True),)),
    Deed(
        "load",
        2,
        (("armed", True), ("clips", at_least(1))),
        (("loaded", True), ("clips", add(-1))),
    ),
    Deed("go to crate", 4, (), (("at", "crate"),)),
    Deed("go to enemy", 7, (), (("at", "enemy"),)),
    Deed(
        "shoot from cover",
        1,
        (("at", "crate"), ("loaded", True)),
        (("enemy dead", True), ("loaded", False)),
    ),
    Deed("stab with the dagger", 1, (("at", "enemy"),), (("enemy dead", True),)),
    Deed("flee", 3, (), (("safe", True), ("at", "outside"))),
)


def _squad(has: Iterable[str], *, clips: int = 2, live: int = 0) -> CharacterSetup:
    return CharacterSetup(
        (
            Fact("at", "outside", _PLACES),
            Fact("weapon", False),
            Fact("armed", False),
            Fact("loaded", False),
            Fact("clips", clips),
            Fact("enemy dead", False),
            Fact("safe", False),
        ),
        tuple(
            Deed(deed.name, deed.cost, deed.needs, deed.gives, deed.name in has) for deed in _SQUAD
        ),
        (
            Aim("win", (("enemy dead", True),), 5),
            Aim("live", (("safe", True),), live),
        ),
    )


_SOLDIER = ("pick up weapon", "draw", "load", "go to crate", "shoot from cover", "flee")
_ASSASSIN = ("go to enemy", "stab with the dagger", "flee")


def _shopping() -> CharacterSetup:
    """Things to bring home one by one, or all at once by a cart."""
    things = ("bread", "milk", "eggs")
    return CharacterSetup(
        (*(Fact(thing, False) for thing in things), Fact("cart", False)),
        (
            *(Deed(f"carry {thing}", 1, (), ((thing, True),)) for thing in things),
            Deed("fetch the cart", 1, (), (("cart", True),)),
            Deed(
                "bring all by cart",
                1,
                (("cart", True),),
                (*((thing, True) for thing in things), ("cart", False)),
            ),
        ),
        (Aim("all at home", tuple((thing, True) for thing in things)),),
    )


def _mage() -> CharacterSetup:
    return CharacterSetup(
        (Fact("mana", 2, most=9), Fact("health", 4, most=9), Fact("wolves", 2, most=9)),
        (
            Deed(
                "bolt",
                1,
                (("mana", at_least(3)),),
                (("mana", add(-3)), ("wolves", add(-1, least=0))),
            ),
            Deed("rest", 2, (), (("mana", add(5, most=9)),)),
            Deed(
                "heal", 1, (("mana", at_least(2)),), (("mana", add(-2)), ("health", add(3, most=9)))
            ),
        ),
        (
            Aim("no wolves", (("wolves", at_most(0)),), 2),
            Aim("healthy", (("health", at_least(6)),), 1),
        ),
    )


def _figure() -> CharacterSetup:
    """Orkin's first example: an enemy to be killed, and one way to do it."""
    return CharacterSetup(
        (
            Fact("weapon drawn", False),
            Fact("weapon loaded", False),
            Fact("at point", False),
            Fact("object used", False),
            Fact("enemy dead", False),
        ),
        (
            Deed("draw weapon", 1, (), (("weapon drawn", True),)),
            Deed("load weapon", 2, (("weapon drawn", True),), (("weapon loaded", True),)),
            Deed("attack", 1, (("weapon loaded", True),), (("enemy dead", True),)),
            Deed("go to point", 2, (), (("at point", True),)),
            Deed("use object", 1, (("at point", True),), (("object used", True),)),
        ),
        (Aim("kill the enemy", (("enemy dead", True),)),),
    )


def _covers() -> CharacterSetup:
    """Two places to hide, one behind a door; the costs of walking are distances on foot."""
    return CharacterSetup(
        (
            Fact("at", "street", ("street", "door", "wall", "crates")),
            Fact("door open", True),
            Fact("in cover", False),
        ),
        (
            Deed("go to the door", 3, (("at", "street"),), (("at", "door"),)),
            Deed("go through", 1, (("at", "door"), ("door open", True)), (("at", "wall"),)),
            Deed("go round the house", 9, (), (("at", "wall"),)),
            Deed("go to the crates", 6, (), (("at", "crates"),)),
            Deed("hide by the wall", 1, (("at", "wall"),), (("in cover", True),)),
            Deed("hide by the crates", 1, (("at", "crates"),), (("in cover", True),)),
        ),
        (Aim("hide", (("in cover", True),)),),
    )


SCENES = (
    Scene(
        "A soldier and his plan",
        "He wants the enemy dead, and has only actions with preconditions: the plan is the order "
        "that they leave him. Under _Actions and their costs_ let him go to the enemy and stab, "
        "then raise the cost of the way to the crate, and he changes his mind.",
        lambda: _squad(_SOLDIER),
        {"play": True},
    ),
    Scene(
        "An assassin: other actions",
        "The same goal in the same world, with other actions: no plan was written for it either. "
        "Take the dagger away under _Actions and their costs_, and the page says what is missing.",
        lambda: _squad(_ASSASSIN),
        {"at": 1.0},
    ),
    Scene(
        "A door that closes",
        "Cover by the wall is the cheapest, through the door. Press _Do the next action_, then "
        "close the door: clear _door open_ under _The world_. He plans again from where he is.",
        _covers,
        {"at": 1.0},
    ),
    Scene(
        "No clips, no plan",
        "No action gives clips, so he cannot load: that is why there is no plan, whatever state "
        "the search tries. Give him one under _The world_.",
        lambda: _squad(_SOLDIER, clips=0),
        {"at": 1.0},
    ),
    Scene(
        "What matters more",
        "To win has priority 5, to live 2. Press _Do the next action_ once or twice, then raise "
        "the _Priority of live_ above 5: the plan is dropped for another.",
        lambda: _squad(_SOLDIER, live=2),
        {"at": 1.0},
    ),
    Scene(
        "An estimate that says little",
        "Orkin's first example. One condition is wanted, so his estimate is 1 in every state but "
        "the last, and does not say which is nearer to the goal. Choose _exact_ to compare.",
        _figure,
        {"play": True},
    ),
    Scene(
        "An estimate that is too high",
        "Three conditions are unmet, so Orkin's estimate is 3; but the cart meets all of them for "
        "2. A* with his estimate misses that plan. Choose _exact_, and it finds it.",
        _shopping,
        {"play": True},
    ),
    Scene(
        "Spend and rest",
        "A bolt needs 3 mana, and there are two wolves: the plan rests just as often as it must. "
        "Set _wolves_ to 3, and it rests twice; set _mana_ to 6 or more, and it rests less.",
        _mage,
        {"at": 1.0},
    ),
)
