"""Everything derived from the table of search options agrees with it."""

import inspect
from typing import get_args

import pytest

import asterion as at
from asterion.cli.solve import solve
from asterion.search import option_table, registry
from asterion.search.option_table import OPTIONS
from asterion.search.options import SearchOptions
from asterion.world import grid
from support.needs import needed

GRID = at.Grid([[1, 1, 1]])
ENDS = (0, 0), (0, 2)
CALLS = {
    "find_path": lambda **options: at.find_path(GRID, *ENDS, **options),
    "Search": lambda **options: at.Search(GRID, *ENDS, **options),
    "find_paths": lambda **options: at.find_paths(GRID, [ENDS[0]], [ENDS[1]], **options),
}


class Odd:
    """A value that no option takes."""

    def __bool__(self):
        raise RuntimeError


def another(option):
    """A value that is not the default."""
    if option.choices:
        return next(name for name in option.choices if name not in (option.default, "auto"))
    return {int: 3, float: 2.5, bool: not option.default, object: lambda g, h, _: g + h}[
        option.type
    ]


def test_find_path_spells_out_the_options_with_their_defaults():
    signature = inspect.signature(at.find_path)
    spelled = {name: each.default for name, each in signature.parameters.items()}
    rest = {"world": inspect.Parameter.empty, "algorithm": "auto", "partial": False}
    rest |= {"radius": 0.0}  # of a disc on a mesh, which takes no other option
    rest |= {"start": inspect.Parameter.empty, "goal": inspect.Parameter.empty}
    assert spelled == rest | {option.name: option.default for option in OPTIONS.values()}


def test_type_checkers_know_the_names_and_no_others():
    for kind, names in (("search", registry.SearchName), ("navigator", registry.NavigatorName)):
        built_in = [info.name for info in at.algorithms(kind) if info.factory is None]
        straight = [info.name for info in at.algorithms("any-angle") if info.kind == kind]
        to_read = [info.name for info in at.algorithms("textbook") if info.kind == kind]
        assert [*get_args(names)] == ["auto", *built_in, *straight, *to_read]
    for name, values in (
        ("heuristic", option_table.HeuristicName),
        ("ties", option_table.Ties),
        ("stop", option_table.Stop),
        ("reopen", option_table.Reopen),
        ("direction", option_table.Direction),
    ):
        assert [*get_args(values)] == [*OPTIONS[name].choices]
    assert [*get_args(grid.Diagonal)] == [*grid.DIAGONALS]
    assert [*get_args(grid.TileKind)] == [*grid.TILES]
    spelled = inspect.signature(at.find_path).parameters
    types = {name: each.__forward_arg__ for name, each in SearchOptions.__annotations__.items()}
    assert types == {name: spelled[name].annotation for name in ("algorithm", "radius", *OPTIONS)}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("info", at.algorithms("search"), ids=lambda info: info.name)
def test_a_search_takes_its_options_and_rejects_the_others_by_name(info, call):
    taken = set()
    for name, option in OPTIONS.items():
        options = {"algorithm": info.name, **needed(info), name: another(option)}
        if name == "seed":
            options["ties"] = "random"
        wrong = "ties" if "ties" in options and "ties" not in info.options else name
        try:
            CALLS[call](**options)
            taken.add(name)
        except at.InvalidValue as error:
            said = str(error)
        assert name in taken or f"{info.name!r} does not take {wrong}=" in said
    assert taken == {*info.options}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("name", OPTIONS)
def test_an_error_names_the_option_whose_value_is_wrong(name, call):
    taker = next(info for info in at.algorithms("search") if name in info.options)
    options = {"algorithm": taker.name, **needed(taker), name: Odd()}
    if name == "seed":
        options["ties"] = "random"
    with pytest.raises(at.AsterionError, match=rf"\b{name}\b"):
        CALLS[call](**options)


def test_the_command_line_has_each_option_that_can_be_written():
    written = {name for name, option in OPTIONS.items() if option.type is not object}
    assert written <= inspect.signature(solve).parameters.keys()
