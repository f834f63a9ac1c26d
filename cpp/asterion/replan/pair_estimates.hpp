// Estimates that a user gives, for any two nodes.
#pragma once

#include "asterion/world/types.hpp"

namespace asterion {

// A user's own estimate of the cost from one node to another.
class PairEstimates {
 public:
  virtual ~PairEstimates() = default;
  virtual double between(NodeId from, NodeId to) const = 0;
};

}  // namespace asterion
