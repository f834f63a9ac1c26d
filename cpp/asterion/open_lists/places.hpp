// Where a heap records the place of each node, so that it can find the node again.
#pragma once

#include <concepts>
#include <cstdint>

#include "asterion/world/types.hpp"

namespace asterion {

template <class P>
concept Places = requires(P& places, NodeId node) {
  { places.place(node) } -> std::same_as<std::uint32_t&>;
};

// For heaps that only push and pop, and never look for a node.
struct NoPlaces {
  std::uint32_t ignored = 0;
  std::uint32_t& place(NodeId) { return ignored; }
};

}  // namespace asterion
