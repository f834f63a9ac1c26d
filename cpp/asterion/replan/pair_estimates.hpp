// Custom estimates between any two nodes.
#pragma once

#include "asterion/world/types.hpp"

namespace asterion {

// The user's estimate of the cost from one node to another.
class PairEstimates {
 public:
  virtual ~PairEstimates() = default;
  virtual double between(NodeId from, NodeId to) const = 0;
};

}  // namespace asterion
