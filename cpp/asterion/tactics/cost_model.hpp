// The costs of the steps of a turn: whole amounts of named components, each with a weight.
//
// A cost model tells how much of each component a step has. A weight is a constant times a
// multiplier, both in hundredths, so every cost is a whole number of millionths and nothing is ever
// rounded. The four models are the four cases of A. Smith, The path to the right decision: an
// investigation into using heuristic pathfinding algorithms for decision making in game AI, 2020;
// "case one of Smith" and so on below.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "asterion/tactics/measures.hpp"

namespace asterion::tactics {

using Amount = std::int64_t;  // of cost, in millionths
inline constexpr Amount kOne = 1'000'000;
// Costs stop here: doubles on the heap are exact up to this.
inline constexpr Amount kMostAmount = Amount{1} << 53;

inline constexpr std::size_t kMostComponents = 12;
using Counts = std::array<std::int32_t, kMostComponents>;

// One step of a plan, with all data that a cost model may use.
struct Step {
  int me;  // the team whose turn it is
  const Measures& start;
  const State& before;
  const Measures& was;
  Action action;
  const State& after;
  const Measures& is;
};

class CostModel {
 public:
  virtual ~CostModel() = default;
  virtual std::span<const std::string_view> components() const = 0;
  // Adds to counts that are 0.
  virtual void count(const Step& step, Counts& counts) const = 0;
  // Adds a lower bound, for each component, on what every end of the turn still adds from here, to
  // counts that are 0. Never falls by more than a step has.
  virtual void count_least(const State&, const Measures&, Counts&) const {}
};

// An upper bound of the attacks that the points of the team to play suffice for.
inline int most_attacks(const State& state) {
  int cheapest = std::numeric_limits<int>::max();
  state.for_each_unit(state.team(), [&](Tile tile) {
    cheapest = std::min(cheapest, traits_of(state.at(tile)).ap);
  });
  return state.ap() / cheapest;
}

// The cost of one unit of each component, and the factor of the whole cost at the turn's end.
class Weights {
 public:
  // Both in hundredths, one for each component.
  Weights(const std::vector<std::int64_t>& constants, const std::vector<std::int64_t>& multipliers,
          std::int64_t at_end)
      : at_end_(at_end) {
    for (std::size_t i = 0; i < constants.size(); ++i)
      weights_[i] = constants[i] * multipliers[i] * (kOne / 10'000);
  }

  Amount of(const Counts& counts) const {
    Amount sum = 0;
    for (std::size_t i = 0; i < kMostComponents; ++i) sum += counts[i] * weights_[i];
    return std::min(sum, kMostAmount);
  }

  // A plan's cost with one more step. Rises with `g`, so the cheapest path to a state is also the
  // cheapest to end from there, whatever the multiplier.
  Amount with_step(Amount g, const Counts& counts, ActionKind kind) const {
    const Amount sum = std::min(g + of(counts), kMostAmount);
    if (kind != ActionKind::end || at_end_ == 100) return sum;
    return std::min(sum / 100 * at_end_, kMostAmount);
  }

 private:
  std::array<Amount, kMostComponents> weights_{};
  std::int64_t at_end_;
};

}  // namespace asterion::tactics
