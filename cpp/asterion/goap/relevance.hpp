// Which actions can help towards a goal, and which facts and numbers they turn on.
//
// The rest is left out of a search: a cheapest plan needs none of it, and states that differ in
// nothing else are one. Where a callable may look at anything, everything stays.
//
// Complexity  O(rounds * size of all actions)
// Source      B. Nebel, Y. Dimopoulos and J. Koehler, Ignoring irrelevant facts and operators in
//             plan generation, 1997
#pragma once

#include <vector>

#include "asterion/goap/reach.hpp"

namespace asterion {

struct Relevance {
  std::vector<std::uint32_t> deeds;
  std::vector<char> facts;
  std::vector<char> numbers;

  Relevance(const ActionSet& set, const Codes& codes, const Reach& reach, const Conditions& goal)
      : facts(set.sizes.size()), numbers(set.numbers) {
    bool ask = false;
    for (const Deed& deed : set.deeds) ask = ask || deed.asks;
    Wanted wanted{std::vector<char>(codes.size()), std::vector<char>(set.numbers),
                  std::vector<char>(set.numbers)};
    want(codes, goal, wanted);
    std::vector<char> kept(set.deeds.size());
    for (bool more = true; more;) {
      more = false;
      for (std::size_t i = 0; i < set.deeds.size(); ++i) {
        if (kept[i] || !reach.can_do(i) || !(ask || helps(codes, set.deeds[i], wanted))) continue;
        kept[i] = more = true;
        want(codes, set.deeds[i].needs, wanted);
      }
    }
    for (std::uint32_t i = 0; i < kept.size(); ++i)
      if (kept[i]) deeds.push_back(i);
    if (ask) {
      facts.assign(facts.size(), true);
      numbers.assign(numbers.size(), true);
    }
  }

 private:
  struct Wanted {
    std::vector<char> codes;
    std::vector<char> more;  // for each number whether some condition asks it to be larger
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

  static bool helps(const Codes& codes, const Deed& deed, const Wanted& wanted) {
    for (const FactIs& each : deed.gives)
      if (wanted.codes[codes(each)]) return true;
    for (const NumberChange& change : deed.changes)
      if ((change.raises() && wanted.more[change.number]) ||
          (change.lowers() && wanted.less[change.number]))
        return true;
    return false;
  }
};

}  // namespace asterion
