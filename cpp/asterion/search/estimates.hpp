// Estimates that a user gives, a value for each node, instead of a named distance.
#pragma once

#include <cmath>

#include "asterion/world/errors.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class GivenEstimates {
 public:
  virtual ~GivenEstimates() = default;
  // The estimated cost from this node to the goal, >= 0. Safe to call from several threads.
  virtual double at(NodeId node) const = 0;
  // Answers that were kept are asked for anew: the world may have changed.
  virtual void forget() {}

  static bool is_estimate(double value) { return value >= 0; }  // NaN is not
};

}  // namespace asterion
