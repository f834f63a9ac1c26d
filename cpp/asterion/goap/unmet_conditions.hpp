// The number of unmet conditions as an estimate of the cost of meeting them.
//
// One action may meet several conditions, or cost less than the number it meets, so the estimate
// may exceed the cost of a plan; but no action lowers it by more than the conditions it meets. With
// `most_met` for the largest number of conditions that an action meets per unit of its cost:
//
// Guarantee   at most `most_met` times the cost of a plan; if that is at most 1, consistent. So A*
//             finds a plan of at most max(1, most_met) times the cheapest
// Complexity  O(conditions) per estimate; nothing is prepared
// Source      J. Orkin, Applying goal-oriented action planning to games, 2003
#pragma once

#include <algorithm>
#include <vector>

#include "asterion/goap/packing.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

struct UnmetConditions {
  // As PlanLandmarks::estimate().
  template <class Met, class Value>
  double estimate(const Conditions& goal, const Met& met, const Value& value) const {
    std::size_t unmet = 0;
    for (const FactIs& each : goal.facts) unmet += !met(each);
    for (const NumberIn& each : goal.numbers) unmet += !each.holds(value(each.number));
    return static_cast<double>(unmet);
  }
};

// Forward, only the goal has conditions; backward also what actions need, without what holds at
// the start.
inline double most_met(const ActionSet& set, const Codes& codes, const Relevance& relevance,
                       const PlanState& start, const Conditions& goal, bool backward) {
  std::vector<char> facts(codes.size()), numbers(set.numbers);
  const auto count = [&](const Conditions& all) {
    for (const FactIs& each : all.facts)
      facts[codes(each)] = !backward || start.facts[each.fact] != each.code;
    for (const NumberIn& each : all.numbers) numbers[each.number] = true;
  };
  count(goal);
  if (backward)
    for (const std::uint32_t id : relevance.actions) count(set.actions[id].needs);
  double most = 0;
  for (const std::uint32_t id : relevance.actions) {
    const PlanAction& action = set.actions[id];
    double met = 0;
    for (const FactIs& each : action.gives) met += facts[codes(each)];
    for (const NumberChange& change : action.changes) met += numbers[change.number];
    if (met > 0) most = std::max(most, action.cost > 0 ? met / action.cost : kInfinity);
  }
  return most;
}

}  // namespace asterion
