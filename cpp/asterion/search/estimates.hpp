// Estimates that a user gives, a value for each node, instead of a named distance.
#pragma once

#include <cmath>
#include <cstdint>

#include "asterion/world/errors.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

// What is known of estimates: nothing, that they never exceed the true cost, or also that they
// never fall by more than a move costs.
enum class Trust : std::uint8_t { none, admissible, consistent };

class GivenEstimates {
 public:
  explicit GivenEstimates(Trust trust = Trust::none) : trust_(trust) {}
  virtual ~GivenEstimates() = default;
  Trust trust() const { return trust_; }
  // The estimated cost from this node to the goal, >= 0. Safe to call from several threads.
  virtual double at(NodeId node) const = 0;
  // Answers that were kept are asked for anew: the world may have changed.
  virtual void forget() {}

  static bool is_estimate(double value) { return value >= 0; }  // NaN is not

 private:
  Trust trust_;
};

}  // namespace asterion
