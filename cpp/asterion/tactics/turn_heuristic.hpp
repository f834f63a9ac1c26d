// The heuristic of case four of Smith (cost_model.hpp): penalties that a position makes likely,
// with their own weights.
//
// Neither admissible nor 0 at a goal: a plan found with it need not be a cheapest one. A search
// compares the ends of turns by cost and estimate together.
#pragma once

#include "asterion/tactics/cost_model.hpp"

namespace asterion::tactics {

struct TurnHeuristic {
  // In hundredths; all 0 means no heuristic.
  std::int64_t ally_exposed = 0;
  std::int64_t more_exposed = 0;  // per exposed ally more than at the start of the turn
  std::int64_t enemy_in_reach = 0;
  std::int64_t enemy_hidden = 0;
  std::int64_t distance = 0;  // per step to the goal's tile, or to the closest enemy

  // `steps` is that distance; 0 once it no longer matters.
  Amount of(const Measures& now, const Measures& start, int steps) const {
    const Amount sum = ally_exposed * now.at_risk +
                       more_exposed * std::max(0, now.at_risk - start.at_risk) +
                       enemy_in_reach * now.in_reach + enemy_hidden * (now.enemies - now.in_reach) +
                       distance * steps;
    return std::min(sum * (kOne / 100), kMostAmount);
  }
};

}  // namespace asterion::tactics
