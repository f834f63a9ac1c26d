// Walks a path by the rules of the world, without any of the structures that searches use.
#pragma once

#include "asterion/search/grid_metric.hpp"

namespace asterion {

// The cost of walking these cells, or BadPath saying which step is not allowed and why.
inline double checked_path_cost(Terrain& terrain, const std::vector<NodeId>& path) {
  const auto guard = terrain.read();
  const Grid& grid = terrain.grid();
  if (path.empty()) throw BadPath("the path has no cells");
  const auto free = [&](std::int32_t r, std::int32_t c) { return terrain.free(grid.id({r, c})); };
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Point b = grid.point(path[i]);
    const std::string here = "cell " + std::to_string(i) + " " + text(b.row, b.col);
    if (!free(b.row, b.col)) throw BadPath(here + " is a wall");
    if (i == 0) continue;
    const Point a = grid.point(path[i - 1]);
    const Direction d = direction_of(b.row - a.row, b.col - a.col);
    const std::string from = " from " + text(a.row, a.col);
    if (d == kNoDirection) throw BadPath(here + " is not one step" + from);
    if (!is_diagonal(d)) continue;
    if (!allows(grid.diagonal(), free(a.row, b.col) + free(b.row, a.col)))
      throw BadPath(here + " is a diagonal step" + from + " that the grid's rule forbids");
  }
  return path_cost(terrain, path);
}

}  // namespace asterion
