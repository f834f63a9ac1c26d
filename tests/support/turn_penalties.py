"""The penalties of the four A* controllers, written plainly; random boards; and Dijkstra."""

from heapq import heappop, heappush
from itertools import count

from asterion.games.tactics import KINDS, Unit
from asterion.games.tactics.drawings import of_things
from asterion.games.tactics.units import NAMES, number_of
from asterion.world.dice import Dice


def random_state(seed, *, sides=(3, 4), walls=25, units=(1, 3), mp=4, ap=3, teams=2):
    """A board from a seed: percent of walls, units per team, and points up to these."""
    dice = Dice(seed)

    def between(low, high):
        return low + dice.below(high - low + 1)

    shape = between(*sides), between(*sides)
    things = [int(dice.below(100) < walls) for _ in range(shape[0] * shape[1])]
    for team in range(teams):
        for _ in range(between(*units)):
            things[dice.below(len(things))] = number_of(NAMES[dice.below(4)], team)
    return of_things(
        shape, things, mp=between(0, mp), ap=between(0, ap), teams=range(teams), team=0
    )


def states_to_play(seeds, **board):
    """The random boards on which the first team can act."""
    for seed in seeds:
        state = random_state(seed, **board)
        if state.result is None and state.units(0):
            yield state


# --- The inputs of penalties


def allies(state, me):
    return state.units(me)


def enemies(state, me):
    return [unit for unit in state.units() if unit.team != me]


def hit_by(state, cell, shooters):
    return any(
        KINDS[unit.kind].ap <= state.max_ap and state.in_reach(unit.cell, cell) for unit in shooters
    )


def at_risk(state, me):
    return sum(hit_by(state, unit.cell, enemies(state, me)) for unit in allies(state, me))


def steps_to_enemy(state, me, cell):
    far = [abs(cell[0] - e.cell[0]) + abs(cell[1] - e.cell[1]) for e in enemies(state, me)]
    return min(far, default=0)


def threatens(state, me, cell):
    return any(state.in_reach(cell, enemy.cell) for enemy in enemies(state, me))


# --- The penalties


def case_one(_start, before, action, after):
    me = before.team
    if action.kind not in ("move", "attack"):
        return {}
    return {
        "enemies": len(enemies(after, me)),
        "allies_lost": len(allies(before, me)) - len(allies(after, me)),
        "allies_at_risk": at_risk(after, me),
    }


def case_two(start, before, action, after):
    if action.kind == "end":
        return {"wasted_mp": before.mp, "wasted_ap": before.ap}
    return case_one(start, before, action, after)


def case_three(start, before, action, after):
    me = before.team
    defends = len(allies(before, me)) < 0.75 * len(enemies(before, me))
    more = max(0, at_risk(after, me) - at_risk(before, me)) if defends else 0
    found = {}
    if action.kind == "select":
        found = {"select": 1}
    elif action.kind == "move" and defends:
        found = {"exposed": more}
    elif action.kind == "move" and not threatens(after, me, action.cell):
        was = hit_by(before, before.selected, enemies(before, me))
        now = hit_by(after, action.cell, enemies(after, me))
        far = steps_to_enemy(before, me, before.selected)
        nearer = steps_to_enemy(after, me, action.cell) < far
        found = {
            "unnecessary_risk": now and not was,
            "not_engaging": not nearer and not (was and not now),
        }
    elif action.kind == "attack":
        target = before.at(action.cell)
        found = {
            "exposed": more,
            "miss": target is None,
            "poor_target": target == "wall",
            "friendly_fire": isinstance(target, Unit) and target.team == me,
        }
    ends_itself = action.kind == "attack" and not allies(after, me)
    if action.kind == "end" or ends_itself:
        left = before if action.kind == "end" else after
        found["unused_mp"], found["unused_ap"] = left.mp, left.ap
        found["enemy_alive"] = len(enemies(after, me))
        worse = max(0, at_risk(after, me) - at_risk(start, me))
        found["exposed"] = found.get("exposed", 0) + worse
    return found


def case_four(_start, before, action, after):
    if action.kind == "end":
        return {"end_turn": 1, "mp": before.mp, "ap": before.ap}
    found = {"action": 1, "mp": before.mp - after.mp, "ap": before.ap - after.ap}
    found["select"] = action.kind == "select"
    if action.kind == "attack":
        target = before.at(action.cell)
        found["hit_nothing"] = target is None
        found["hit_friend"] = isinstance(target, Unit) and target.team == before.team
    return found


CASES = {
    "AStarOne": case_one,
    "AStarTwo": case_two,
    "AStarThree": case_three,
    "AStarFour": case_four,
}


def price(settings, amounts):
    """The cost of these counts of components; exact for whole settings."""
    return sum(
        settings["constants"][name] * settings["multipliers"].get(name, 1) * amount
        for name, amount in amounts.items()
    )


# --- The oracle


def turn_over(start, state):
    return state.team != start.team or state.result is not None


def closer_or_killed(start, state):
    me = start.team
    if len(enemies(state, me)) < len(enemies(start, me)):
        return True

    def closest(now):
        far = [steps_to_enemy(now, me, unit.cell) for unit in allies(now, me)]
        return min(far, default=10**6)

    return closest(state) < closest(start)


def is_goal(name, start, state):
    """Whether an ended turn is a goal of a controller."""
    if name == "AStarOne":
        return state.team != start.team or state.result == start.team
    return name != "AStarFour" or closer_or_killed(start, state)


def cheapest_turn(start, name, settings, *, at_end=1):
    """The smallest cost of a turn's end that is a goal, over all states; None if there is none."""
    weigh, number = CASES[name], count()
    heap, done, best = [(0, next(number), start)], set(), None
    while heap:
        g, _, state = heappop(heap)
        if state in done:
            continue
        done.add(state)
        if turn_over(start, state):
            if is_goal(name, start, state):
                return g
            continue
        for action in state.actions():
            after = state.apply(action)
            if after not in done:
                cost = g + price(settings, weigh(start, state, action, after))
                factor = at_end if action.kind == "end" else 1
                heappush(heap, (cost * factor, next(number), after))
    return best
