// For heaps that only push and pop: nobody asks where a node stands.
#pragma once

#include <cstdint>

#include "asterion/world/types.hpp"

namespace asterion {

struct NoPlaces {
  std::uint32_t ignored = 0;
  std::uint32_t& place(NodeId) { return ignored; }
};

}  // namespace asterion
