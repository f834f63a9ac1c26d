// The size of the largest square unit that fits at each cell, its upper left corner.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "asterion/world/grid_view.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion {

// The side of that square; 0 for a closed cell. O(cells). For holders of a lock from
// view.read().
inline std::vector<std::int64_t> clearance(const GridView& view) {
  const Grid& grid = view.grid();
  const auto cols = static_cast<std::size_t>(grid.cols());
  std::vector<std::int64_t> side(grid.cells());
  std::vector<std::int64_t> below(cols + 1), here(cols + 1);  // with a wall beyond the last column
  InterruptPoller poll;
  for (std::size_t row = static_cast<std::size_t>(grid.rows()); row-- > 0; poll.now()) {
    for (std::size_t col = cols; col-- > 0;) {
      const std::size_t cell = row * cols + col;
      const bool free = view.free(static_cast<NodeId>(cell));
      here[col] = free ? 1 + std::min({here[col + 1], below[col], below[col + 1]}) : 0;
      side[cell] = here[col];
    }
    below.swap(here);
  }
  return side;
}

}  // namespace asterion
