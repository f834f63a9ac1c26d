// Actions as data: their preconditions and effects, as facts and whole numbers.
//
// A fact has one of several values, each known by its code 0, 1, 2 ...; only the caller knows the
// meaning of the codes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace asterion {

// Numbers stay between this and its negative; additions beyond are lost. An interval with this as
// its end is unbounded there.
inline constexpr std::int64_t kLargestNumber = 1'000'000'000;

struct FactIs {
  std::uint32_t fact;
  std::uint32_t code;
  bool operator==(const FactIs&) const = default;
};

struct NumberIn {
  std::uint32_t number;
  std::int64_t least;  // both included
  std::int64_t most;

  bool holds(std::int64_t value) const { return least <= value && value <= most; }
};

struct NumberChange {
  std::uint32_t number;
  bool sets;  // else adds
  std::int64_t amount;
  std::int64_t end;  // added up to this value; a number already beyond it stays

  std::int64_t applied(std::int64_t value) const {
    if (sets) return amount;
    return amount < 0 ? std::min(value, std::max(value + amount, end))
                      : std::max(value, std::min(value + amount, end));
  }
  bool raises() const { return sets || amount > 0; }
  bool lowers() const { return sets || amount < 0; }
};

struct Conditions {
  std::vector<FactIs> facts;
  std::vector<NumberIn> numbers;
};

struct PlanAction {
  double cost;
  Conditions needs;
  std::vector<FactIs> gives;
  std::vector<NumberChange> changes;
  bool asks;  // also calls a callable
};

struct PlanState {
  std::vector<std::uint32_t> facts;  // a code each
  std::vector<std::int64_t> numbers;
};

struct ActionSet {
  std::vector<std::uint32_t> sizes;  // for each fact, the number of codes that the actions name
  std::size_t numbers = 0;
  std::vector<PlanAction> actions;
};

// Numbers all pairs of a fact and a code.
class Codes {
 public:
  // Start and goal may have values that no action names, so there may be more than in `sizes`.
  Codes(const ActionSet& set, const PlanState& start, const Conditions& goal) : first_(set.sizes) {
    const auto make_room = [&](std::size_t fact, std::uint32_t code) {
      first_[fact] = std::max(first_[fact], code + 1);
    };
    for (std::size_t i = 0; i < first_.size(); ++i) make_room(i, start.facts[i]);
    for (const FactIs& each : goal.facts) make_room(each.fact, each.code);
    first_.push_back(0);
    std::exclusive_scan(first_.begin(), first_.end(), first_.begin(), 0u);
  }

  std::uint32_t size() const { return first_.back(); }
  std::uint32_t facts() const { return static_cast<std::uint32_t>(first_.size() - 1); }
  std::uint32_t count(std::uint32_t fact) const { return first_[fact + 1] - first_[fact]; }
  std::uint32_t operator()(FactIs each) const { return first_[each.fact] + each.code; }

 private:
  std::vector<std::uint32_t> first_;
};

}  // namespace asterion
