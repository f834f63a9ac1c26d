"""Macro-actions are legal, and the cheapest ones: compared with all walks of a unit."""

from asterion.games.tactics import macro_actions
from asterion.games.tactics.actions import select
from support.effort import SAMPLED, scaled
from support.turn_penalties import enemies, hit_by, states_to_play


def stands(state, cell):
    """The reach of a unit: for each cell the largest rest of MP, and the state there."""
    begin = state if state.selected == cell else state.apply(select(cell))
    best, waiting = {cell: begin}, [begin]
    while waiting:
        now = waiting.pop()
        for action in now.actions():
            if action.kind != "move":
                continue
            after = now.apply(action)
            known = best.get(after.selected)
            if known is None or known.mp < after.mp:
                best[after.selected] = after
                waiting.append(after)
    return best


def exposed(state, team):
    foes = enemies(state, team)
    return {unit.cell for unit in state.units(team) if hit_by(state, unit.cell, foes)}


def played(state, macro):
    for action in macro.actions:
        assert state.why_not(action) is None
        state = state.apply(action)
    return state


def test_a_unit_hides_by_the_shortest_walk_that_exposes_no_other():
    walked = stayed = 0
    for state in states_to_play(range(scaled(300)), sides=(3, 5), mp=6):
        me = state.team
        for cell in state.exposed(me):
            most = len(exposed(state, me)) - 1
            safe = {
                there: state.mp - after.mp
                for there, after in stands(state, cell).items()
                if there not in exposed(after, me) and len(exposed(after, me)) <= most
            }
            found = macro_actions.hides(state, cell)
            if not safe:
                assert found is None
                stayed += 1
                continue
            assert (found.mp, found.target) == min((mp, there) for there, mp in safe.items())
            assert played(state, found) == found.after
            assert found.after.mp == state.mp - found.mp
            walked += len(safe) > 1
    assert min(walked, stayed) > 20 or SAMPLED


def test_of_each_enemy_that_a_unit_can_destroy_the_strike_takes_fewest_mp():
    struck = 0
    for state in states_to_play(range(scaled(300)), sides=(3, 5), mp=4, ap=6):
        cheapest = {
            (unit.cell, foe.cell): min(costs)
            for unit in state.units(state.team)
            if unit.traits.ap <= state.ap
            for foe in enemies(state, state.team)
            if (
                costs := [
                    state.mp - after.mp
                    for there, after in stands(state, unit.cell).items()
                    if after.in_reach(there, foe.cell)
                ]
            )
        }
        found = macro_actions.strikes(state)
        assert {(it.unit.cell, it.target): it.mp for it in found} == cheapest
        for it in found:
            assert played(state, it) == it.after
            assert it.ap == it.unit.traits.ap == state.ap - it.after.ap
            assert it.target not in {unit.cell for unit in it.after.units()}
        struck += len(found)
    assert struck > 100 or SAMPLED


def test_an_advance_costs_what_its_actions_cost():
    walked = shot = 0
    for state in states_to_play(range(scaled(100)), sides=(3, 5), mp=4, ap=6):
        for it in macro_actions.advances(state):
            assert played(state, it) == it.after
            assert (it.mp, it.ap) == (state.mp - it.after.mp, state.ap - it.after.ap)
            walked, shot = walked + (it.mp > 0), shot + (it.ap > 0)
    assert min(walked, shot) > 5 or SAMPLED
