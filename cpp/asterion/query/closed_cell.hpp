// Why a character cannot stand on a cell, in words for messages.
#pragma once

#include <string>

#include "asterion/world/errors.hpp"
#include "asterion/world/grid_view.hpp"

namespace asterion {

// Whether a grid looks like an occupancy map that was read the wrong way round: its cells cost 0 or
// 1, and most cost 0.
inline bool is_mostly_zeros(const Grid& grid) {
  std::size_t zeros = 0;
  for (NodeId cell = 0; cell < grid.cells(); ++cell) {
    if (grid.base()[cell] != 0 && grid.base()[cell] != 1) return false;
    zeros += grid.base()[cell] == 0;
  }
  return 2 * zeros > grid.cells();
}

// For holders of a lock from view.read().
inline std::string closed_cell_in_words(const GridView& view, NodeId cell) {
  const Footprint& unit = view.footprint();
  if (unit.is_large())
    return "a place without room for a unit of " +
           (unit.is_disc()
                ? "radius " + text(unit.radius())
                : std::to_string(unit.rows()) + " x " + std::to_string(unit.cols()) + " cells");
  if (view.grid().total(cell) > 0) return "closed to this view, though it is free on its grid";
  if (!is_mostly_zeros(view.grid())) return "a wall";
  return "a wall: 0 is a wall and 1 is floor. If 1 is occupied in your array: at.Grid(array, "
         "wall=1)";
}

}  // namespace asterion
