// Selects the actions that can help towards a goal, and the facts and numbers they depend on.
//
// The rest is left out of a search: a cheapest plan needs none of it, and states that differ only
// in it become one. If an action asks a callable, which may depend on anything, everything stays.
//
// Complexity  O(rounds * size of all actions)
// Source      B. Nebel, Y. Dimopoulos and J. Koehler, Ignoring irrelevant facts and operators in
//             plan generation, 1997
#pragma once

#include <vector>

#include "asterion/goap/reach.hpp"

namespace asterion {

struct Relevance {
  std::vector<std::uint32_t> actions;
  std::vector<char> facts;
  std::vector<char> numbers;

  Relevance(const ActionSet& set, const Codes& codes, const Reach& reach, const Conditions& goal)
      : facts(set.sizes.size()), numbers(set.numbers) {
    bool ask = false;
    for (const PlanAction& action : set.actions) ask = ask || action.asks;
    Wanted wanted{std::vector<char>(codes.size()), std::vector<char>(set.numbers),
                  std::vector<char>(set.numbers)};
    want(codes, goal, wanted);
    std::vector<char> kept(set.actions.size());
    for (bool more = true; more;) {
      more = false;
      for (std::size_t i = 0; i < set.actions.size(); ++i) {
        if (kept[i] || !reach.can_do(i) || !(ask || helps(codes, set.actions[i], wanted))) continue;
        kept[i] = more = true;
        want(codes, set.actions[i].needs, wanted);
      }
    }
    for (std::uint32_t i = 0; i < kept.size(); ++i)
      if (kept[i]) actions.push_back(i);
    if (ask) {
      facts.assign(facts.size(), true);
      numbers.assign(numbers.size(), true);
    }
  }

 private:
  struct Wanted {
    std::vector<char> codes;
    std::vector<char> more;  // for each number, whether some condition has a lower bound for it
    std::vector<char> less;
  };

  void want(const Codes& codes, const Conditions& all, Wanted& wanted) {
    for (const FactIs& each : all.facts) wanted.codes[codes(each)] = facts[each.fact] = true;
    for (const NumberIn& each : all.numbers) {
      numbers[each.number] = true;
      if (each.least > -kLargestNumber) wanted.more[each.number] = true;
      if (each.most < kLargestNumber) wanted.less[each.number] = true;
    }
  }

  static bool helps(const Codes& codes, const PlanAction& action, const Wanted& wanted) {
    for (const FactIs& each : action.gives)
      if (wanted.codes[codes(each)]) return true;
    for (const NumberChange& change : action.changes)
      if ((change.raises() && wanted.more[change.number]) ||
          (change.lowers() && wanted.less[change.number]))
        return true;
    return false;
  }
};

}  // namespace asterion
