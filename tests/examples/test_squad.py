"""The squad of the example: its units agree without a leader, and hit without being seen."""

import pytest

from support.examples import load_example


@pytest.fixture(scope="module")
def squad():
    return load_example("squad")


@pytest.mark.req("S004-106")
def test_each_unit_has_its_own_cover_because_it_heeds_the_claims_of_the_others(squad):
    state = squad.board()
    wanted, end = squad.take_cover(state)
    cells = {unit.kind: unit.cell for unit in end.units(0)}
    assert cells == wanted
    assert len({*cells.values()}) == len(squad.SQUAD)
    assert not any(squad.in_sight(end)[cell] for cell in cells.values())

    wanted, end = squad.take_cover(state, heeds_claims=False)
    assert len({*wanted.values()}) < len(squad.SQUAD)
    assert {unit.kind: unit.cell for unit in end.units(0)} != wanted


@pytest.mark.req("S004-106", "S004-104")
def test_a_unit_hits_and_is_out_of_sight_again(squad):
    _, state = squad.take_cover(squad.board())
    cost, unit, stand, enemy, cover, last = squad.hit_and_hide(state)
    assert squad.in_sight(state, but=enemy.cell)[stand]  # where it hits from it could be hit
    assert last.at(enemy.cell) is None
    assert last.at(cover) == unit._replace(cell=cover)
    assert not squad.in_sight(last)[cover]
    assert cost == state.mp - last.mp


@pytest.mark.req("S004-104")
def test_a_unit_that_avoids_being_seen_takes_another_route(squad):
    (_, bold, seen), (_, careful, less) = squad.two_routes(squad.board())
    assert [*map(tuple, bold.cells)] != [*map(tuple, careful.cells)]
    assert less < seen
