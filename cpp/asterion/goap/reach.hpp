// The conditions that could come true if no true condition ever became false: the delete
// relaxation.
//
// Guarantee   conditions not reached here are reached by no plan; the converse does not hold
// Complexity  O(rounds * size of all actions), at most one round per action
// Source      B. Bonet and H. Geffner, Planning as heuristic search, 2001
#pragma once

#include <vector>

#include "asterion/goap/actions.hpp"

namespace asterion {

class Reach {
 public:
  Reach(const ActionSet& set, const Codes& codes, const PlanState& start)
      : codes_(&codes), facts_(codes.size()), actions_(set.actions.size()) {
    for (std::uint32_t fact = 0; fact < codes.facts(); ++fact)
      facts_[codes({fact, start.facts[fact]})] = true;
    for (const std::int64_t value : start.numbers) numbers_.push_back({0, value, value});
    for (bool more = true; more;) {
      more = false;
      for (std::size_t i = 0; i < set.actions.size(); ++i) {
        if (actions_[i] || !reaches(set.actions[i].needs)) continue;
        actions_[i] = more = true;
        take(set.actions[i]);
      }
    }
  }

  bool reaches(const Conditions& all) const {
    for (const FactIs& each : all.facts)
      if (!facts_[(*codes_)(each)]) return false;
    for (const NumberIn& each : all.numbers)
      if (!reaches(each)) return false;
    return true;
  }
  bool reaches(const NumberIn& each) const {
    const NumberIn& range = numbers_[each.number];
    return range.least <= each.most && each.least <= range.most;
  }
  // The values that a number can take lie in this range.
  const NumberIn& range(std::uint32_t number) const { return numbers_[number]; }
  bool can_do(std::size_t action) const { return actions_[action]; }

 private:
  void take(const PlanAction& action) {
    for (const FactIs& each : action.gives) facts_[(*codes_)(each)] = true;
    for (const NumberChange& change : action.changes) {
      NumberIn& range = numbers_[change.number];
      // Repeated often enough, an addition reaches its end.
      const std::int64_t end = change.sets ? change.amount : change.end;
      if (change.lowers()) range.least = std::min(range.least, end);
      if (change.raises()) range.most = std::max(range.most, end);
    }
  }

  const Codes* codes_;
  std::vector<char> facts_;
  std::vector<NumberIn> numbers_;
  std::vector<char> actions_;
};

}  // namespace asterion
