// Regression: the conditions that must hold before an action, so that others hold after it. The
// PlanSpace of a search from the goal back to the start.
//
// A state is a set of conditions: the bits they test, the values of those, and for each number the
// interval it must lie in. An action leads from conditions to those under which it makes them true;
// it must achieve at least one of them and undo none. An end is a state that the start meets.
//
// Source      R. Waldinger, Achieving several goals simultaneously, 1977; in games, J. Orkin,
//             Applying goal-oriented action planning to games, 2003
#pragma once

#include <vector>

#include "asterion/goap/packing.hpp"

namespace asterion {

template <class Estimates>  // PlanLandmarks or UnmetConditions
class Regression {
 public:
  Regression(const Packing& packing, Estimates& estimates, const Reach& reach,
             const PlanState& start, const Conditions& goal)
      : packing_(packing),
        estimates_(estimates),
        reach_(reach),
        start_(start),
        goal_(goal),
        next_(words()) {}

  std::size_t words() const { return 2 * packing_.words() + packing_.numbers().size(); }

  void root(Word* state) const {
    packing_.write(goal_.facts, state, state + packing_.words());
    for (std::uint32_t i = 0; i < packing_.numbers().size(); ++i)
      put(state, i, {-kLargestNumber, kLargestNumber});
    for (const NumberIn& each : packing_.packed(goal_.numbers)) narrow(state, each);
  }

  bool reached(const Word* state) const {
    for (const Place& at : packing_.places())
      if ((state[at.word] & at.mask) != 0 && code(at, state) != start_.facts[at.fact]) return false;
    for (std::uint32_t i = 0; i < packing_.numbers().size(); ++i) {
      const Interval asked = interval(state, i);
      const std::int64_t value = start_.numbers[packing_.numbers()[i]];
      if (value < asked.least || value > asked.most) return false;
    }
    return true;
  }

  double estimate(const Word* state) {
    wanted_.facts.clear();
    wanted_.numbers.clear();
    for (const Place& at : packing_.places())
      if ((state[at.word] & at.mask) != 0) wanted_.facts.push_back({at.fact, code(at, state)});
    for (std::uint32_t i = 0; i < packing_.numbers().size(); ++i) {
      const Interval asked = interval(state, i);
      wanted_.numbers.push_back({packing_.numbers()[i], asked.least, asked.most});
    }
    return estimates_.estimate(
        wanted_, [&](FactIs each) { return start_.facts[each.fact] == each.code; },
        [&](std::uint32_t number) { return start_.numbers[number]; });
  }

  template <class Visit>
  void expand(const Word* state, Visit&& visit) {
    for (const PackedAction& action : packing_.actions())
      if (before(state, action)) visit(action.id, action.cost, next_.data());
  }

 private:
  struct Interval {
    std::int64_t least;
    std::int64_t most;
  };

  std::uint32_t code(const Place& at, const Word* state) const {
    return at.code(state + packing_.words());
  }

  // Both ends in one word; they fit into 32 bits each.
  Interval interval(const Word* state, std::uint32_t number) const {
    const Word both = state[2 * packing_.words() + number];
    return {static_cast<std::int64_t>(both >> 32) - kLargestNumber,
            static_cast<std::int64_t>(both & 0xFFFFFFFFu) - kLargestNumber};
  }
  void put(Word* state, std::uint32_t number, Interval asked) const {
    state[2 * packing_.words() + number] = static_cast<Word>(asked.least + kLargestNumber) << 32 |
                                           static_cast<Word>(asked.most + kLargestNumber);
  }
  // False if nothing is left of the interval.
  bool narrow(Word* state, const NumberIn& need) const {
    const Interval asked = interval(state, need.number);
    const Interval both{std::max(asked.least, need.least), std::min(asked.most, need.most)};
    if (both.least > both.most) return false;
    put(state, need.number, both);
    return true;
  }

  // Writes the conditions before an action to next_; false if it achieves none of those after it,
  // or undoes one.
  bool before(const Word* state, const PackedAction& action) {
    const std::size_t words = packing_.words();
    const Word* value = state + words;
    Word helped = 0;
    for (std::size_t i = 0; i < words; ++i) {
      const Word given = state[i] & action.give_care[i];
      if ((given & (value[i] ^ action.give_value[i])) != 0) return false;
      helped |= given;
      const Word care = state[i] & ~action.give_care[i];
      const Word kept = value[i] & care;
      if ((care & action.need_care[i] & (kept ^ action.need_value[i])) != 0) return false;
      next_[i] = care | action.need_care[i];
      next_[words + i] = kept | action.need_value[i];
    }
    std::copy(state + 2 * words, state + this->words(), next_.begin() + 2 * words);
    for (const NumberChange& change : action.changes) {
      Interval asked = interval(state, change.number);
      if ((change.raises() && asked.least > -kLargestNumber) ||
          (change.lowers() && asked.most < kLargestNumber))
        helped = 1;
      if (!unchange(change, asked)) return false;
      put(next_.data(), change.number, asked);
    }
    if (helped == 0) return false;
    for (const NumberIn& need : action.needs)
      if (!narrow(next_.data(), need)) return false;
    return within_reach(next_.data());
  }

  // Whether every number can reach its interval. Bounds that a number always keeps are dropped, so
  // that equivalent conditions are one state, and there are finitely many.
  bool within_reach(Word* state) const {
    for (std::uint32_t i = 0; i < packing_.numbers().size(); ++i) {
      const NumberIn& range = reach_.range(packing_.numbers()[i]);
      Interval asked = interval(state, i);
      if (asked.least > range.most || asked.most < range.least) return false;
      if (asked.least <= range.least) asked.least = -kLargestNumber;
      if (asked.most >= range.most) asked.most = kLargestNumber;
      put(state, i, asked);
    }
    return true;
  }

  // The interval in which a number must lie for a change to bring it into `asked`.
  static bool unchange(const NumberChange& change, Interval& asked) {
    const bool from_below = asked.least <= -kLargestNumber, to_above = asked.most >= kLargestNumber;
    if (change.sets) {
      const bool fits = asked.least <= change.amount && change.amount <= asked.most;
      asked = {-kLargestNumber, kLargestNumber};
      return fits;
    }
    const std::int64_t amount = change.amount, end = change.end;
    if (amount > 0) {
      if (!from_below && asked.least <= end)
        asked.least = std::max(asked.least - amount, -kLargestNumber);
      if (!to_above && asked.most < end) asked.most -= amount;
    } else {
      if (!to_above && asked.most >= end)
        asked.most = std::min(asked.most - amount, kLargestNumber);
      if (!from_below && asked.least > end) asked.least -= amount;
    }
    return asked.least <= kLargestNumber && asked.most >= -kLargestNumber;
  }

  const Packing& packing_;
  Estimates& estimates_;
  const Reach& reach_;
  const PlanState& start_;
  const Conditions& goal_;
  Conditions wanted_;
  std::vector<Word> next_;
};

}  // namespace asterion
