// The goals of a planned turn: where the search may stop.
//
// All goals but `never` are ends of the turn; an end that is no goal is a dead end.
#pragma once

#include "asterion/tactics/measures.hpp"

namespace asterion::tactics {

enum class Aim : std::uint8_t {
  turn_ended,          // any end of the turn, and any end of the game
  team_changed,        // another team is to play, or this one has won
  strike_or_approach,  // an enemy fell, or the sides are closer than before
  kill,                // no enemy is left on a tile
  within_reach,        // kill, or some unit could hit the enemy on the tile
  occupy,              // a unit stands on a tile
  hide,                // a unit of a kind is left, and none of that kind is at risk
  never                // looks at all states of the turn
};

struct TurnGoal {
  Aim aim = Aim::turn_ended;
  Tile tile = kNoTile;
  Kind kind = Kind::melee;

  static bool ended(const State& state, int me) {
    return state.team() != me || result(state) != kGoesOn;
  }

  // Whether an ended turn meets the goal.
  bool reached(const State& state, int me, const Measures& now, const Measures& start) const {
    switch (aim) {
      case Aim::turn_ended:
        return true;
      case Aim::team_changed:
        return state.team() != me || result(state) == me;
      case Aim::strike_or_approach:
        return now.enemies < start.enemies || now.distance < start.distance;
      case Aim::kill:
        return !is_unit(state.at(tile)) || team_of(state.at(tile)) == me;
      case Aim::within_reach:
        return TurnGoal{Aim::kill, tile}.reached(state, me, now, start) ||
               exposed_to(state, tile, me);
      case Aim::occupy:
        return is_unit(state.at(tile)) && team_of(state.at(tile)) == me;
      case Aim::hide:
        return hidden(state, me);
      case Aim::never:
        return false;
    }
    return false;
  }

  // Steps left in a straight line: to the tile or else to the closest enemy; 0 once the goal asks
  // for no step any more.
  int steps_left(const State& state, int me, const Measures& now, const Measures& start) const {
    switch (aim) {
      case Aim::strike_or_approach:
        return now.enemies < start.enemies || now.allies == 0 ? 0 : now.distance;
      case Aim::kill:
      case Aim::within_reach:
      case Aim::occupy: {
        if (reached(state, me, now, start)) return 0;
        int closest = kNoUnitLeft;
        state.for_each_unit(me, [&](Tile ally) {
          closest = std::min(closest, steps_between(state.width(), ally, tile));
        });
        return closest == kNoUnitLeft ? 0 : closest;
      }
      default:
        return 0;
    }
  }

 private:
  bool hidden(const State& state, int me) const {
    bool any = false, all = true;
    state.for_each_unit(me, [&](Tile ally) {
      if (kind_of(state.at(ally)) != kind) return;
      any = true;
      all = all && !is_exposed(state, me, ally);
    });
    return any && all;
  }
};

}  // namespace asterion::tactics
