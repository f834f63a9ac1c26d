// Types that every part of the core shares: nodes, cells, infinity.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "asterion/world/few.hpp"

namespace asterion {

using NodeId = std::uint32_t;
using NodeList = Few<NodeId>;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Stands, in concepts, for any visitor.
struct AnyVisitor {
  template <class... Visited>
  void operator()(Visited&&...) const;
};

// A cell by row and column, NumPy order.
struct Point {
  std::int32_t row;
  std::int32_t col;
};

}  // namespace asterion
