// Progression: the states that actions lead to from the start. The PlanSpace of a forward search.
//
// A state is the words of its facts, then a word for each number.
#pragma once

#include <functional>
#include <vector>

#include "asterion/goap/packing.hpp"

namespace asterion {

// Whether an action with a callable may be done in this state.
using Ask = std::function<bool(std::uint32_t action, const PlanState& state)>;

template <class Estimates>  // PlanLandmarks or UnmetConditions
class Progression {
 public:
  Progression(const Packing& packing, Estimates& estimates, const PlanState& start,
              const Conditions& goal, const Ask& ask)
      : packing_(packing),
        estimates_(estimates),
        start_(start),
        goal_(goal),
        ask_(ask),
        goal_care_(packing.words()),
        goal_value_(packing.words()),
        goal_numbers_(packing.packed(goal.numbers)),
        next_(words()) {
    packing.write(goal.facts, goal_care_.data(), goal_value_.data());
  }

  std::size_t words() const { return packing_.words() + packing_.numbers().size(); }

  void root(Word* state) const {
    for (const Place& at : packing_.places())
      state[at.word] |= Word{start_.facts[at.fact]} << at.shift;
    for (std::size_t i = 0; i < packing_.numbers().size(); ++i)
      state[packing_.words() + i] = static_cast<Word>(start_.numbers[packing_.numbers()[i]]);
  }

  bool reached(const Word* state) const {
    return agrees(state, goal_care_, goal_value_) && agrees(state, goal_numbers_);
  }

  double estimate(const Word* state) {
    return estimates_.estimate(
        goal_, [&](FactIs each) { return packing_.place(each.fact).code(state) == each.code; },
        [&](std::uint32_t number) { return value(state, packing_.number_at(number)); });
  }

  template <class Visit>
  void expand(const Word* state, Visit&& visit) {
    asked_ = false;
    for (const PackedAction& action : packing_.actions()) {
      if (!agrees(state, action.need_care, action.need_value) || !agrees(state, action.needs))
        continue;
      if (action.asks && !allowed(action.id, state)) continue;
      for (std::size_t i = 0; i < packing_.words(); ++i)
        next_[i] = (state[i] & ~action.give_care[i]) | action.give_value[i];
      std::copy(state + packing_.words(), state + words(), next_.begin() + packing_.words());
      for (const NumberChange& change : action.changes) {
        Word& number = next_[packing_.words() + change.number];
        number = static_cast<Word>(change.applied(static_cast<std::int64_t>(number)));
      }
      visit(action.id, action.cost, next_.data());
    }
  }

 private:
  std::int64_t value(const Word* state, std::uint32_t number) const {
    return static_cast<std::int64_t>(state[packing_.words() + number]);
  }

  static bool agrees(const Word* state, const std::vector<Word>& care,
                     const std::vector<Word>& wanted) {
    for (std::size_t i = 0; i < care.size(); ++i)
      if ((state[i] & care[i]) != wanted[i]) return false;
    return true;
  }
  bool agrees(const Word* state, const std::vector<NumberIn>& needs) const {
    for (const NumberIn& need : needs)
      if (!need.holds(value(state, need.number))) return false;
    return true;
  }

  bool allowed(std::uint32_t action, const Word* state) {
    if (!asked_) {  // unpacked once for all actions that ask about this state
      unpacked_ = start_;
      for (const Place& at : packing_.places()) unpacked_.facts[at.fact] = at.code(state);
      for (std::uint32_t i = 0; i < packing_.numbers().size(); ++i)
        unpacked_.numbers[packing_.numbers()[i]] = value(state, i);
      asked_ = true;
    }
    return ask_(action, unpacked_);
  }

  const Packing& packing_;
  Estimates& estimates_;
  const PlanState& start_;
  const Conditions& goal_;
  const Ask& ask_;
  std::vector<Word> goal_care_, goal_value_;
  std::vector<NumberIn> goal_numbers_;
  std::vector<Word> next_;
  PlanState unpacked_;
  bool asked_ = false;
};

}  // namespace asterion
