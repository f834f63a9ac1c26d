// Of nodes that are considered one by one, the one that seems nearest to a goal.
#pragma once

#include <optional>
#include <tuple>

#include "asterion/world/types.hpp"

namespace asterion {

// By estimate, then by cost so far, then by number.
template <class Cost>
class Nearest {
 public:
  void consider(NodeId node, Cost estimate, Cost cost) {
    const std::tuple key{estimate, cost, node};
    if (!best_ || key < *best_) best_ = key;
  }
  std::optional<NodeId> node() const {
    if (!best_) return {};
    return std::get<NodeId>(*best_);
  }

 private:
  std::optional<std::tuple<Cost, Cost, NodeId>> best_;
};

}  // namespace asterion
