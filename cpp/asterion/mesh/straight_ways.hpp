// Straight ways across the cells of a grid, by a point that may touch walls and corners but not
// pass between two walls that touch at a corner.
//
// Coordinates are in halves of a cell, so that the middle of a cell and its corners are whole.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "asterion/mesh/mesh.hpp"
#include "asterion/mesh/mesh_query.hpp"
#include "asterion/query/query.hpp"
#include "asterion/world/grid_view.hpp"

namespace asterion {

struct HalfPoint {
  std::int64_t row, col;
  bool operator==(const HalfPoint&) const = default;
};
inline HalfPoint middle_of(Point cell) { return {2 * cell.row, 2 * cell.col}; }

// Calls visit(cell, share) for the cells on the way from a to b, in order, each with its share of
// the way. False where the way is blocked; visit may have been called then.
template <class Visit>
bool cross_cells(const GridView& view, HalfPoint a, HalfPoint b, Visit&& visit) {
  const Grid& grid = view.grid();
  const auto free = [&](std::int64_t row, std::int64_t col) {
    return row >= 0 && col >= 0 && row < grid.rows() && col < grid.cols() &&
           view.free(grid.id({static_cast<std::int32_t>(row), static_cast<std::int32_t>(col)}));
  };
  const auto pass = [&](std::int64_t row, std::int64_t col, double share) {
    visit(grid.id({static_cast<std::int32_t>(row), static_cast<std::int32_t>(col)}), share);
  };
  const std::int64_t rows = b.row - a.row, cols = b.col - a.col;
  const auto floor2 = [](std::int64_t v) { return v >> 1; };
  const bool between_rows = rows == 0 && a.row % 2 != 0, between_cols = cols == 0 && a.col % 2 != 0;
  if (between_rows || between_cols) {
    // Along the edges of cells: a side where they are free, as long as it lasts.
    const std::int64_t line = floor2((between_rows ? a.row : a.col) + 1);
    const std::int64_t from = between_rows ? a.col : a.row, to = between_rows ? b.col : b.row;
    const std::int64_t way = to > from ? 1 : -1, length = std::abs(to - from);
    unsigned sides = 3;
    for (std::int64_t at = from; at != to || length == 0;) {
      const std::int64_t cell = way > 0 ? floor2(at + 1) : floor2(at);  // of the stretch from `at`
      const std::int64_t end = way > 0 ? std::min(to, 2 * cell + 1) : std::max(to, 2 * cell - 1);
      unsigned open = 0;
      for (unsigned side = 0; side < 2; ++side)
        if (between_rows ? free(line - 1 + side, cell) : free(cell, line - 1 + side))
          open |= 1u << side;
      if ((sides & open) == 0) return false;
      const std::int64_t on = (sides & open & 1) != 0 ? line - 1 : line;
      sides = open;
      const double share = length == 0 ? 0.0 : double(std::abs(end - at)) / double(length);
      between_rows ? pass(on, cell, share) : pass(cell, on, share);
      if (length == 0) return true;
      at = end;
    }
    return true;
  }
  // The first cell, and the distance to the next edge in both directions.
  const auto first = [&](std::int64_t at, std::int64_t step) {
    return step < 0 ? floor2(at) : floor2(at + 1);
  };
  std::int64_t row = first(a.row, rows), col = first(a.col, cols);
  const std::int64_t down = rows > 0 ? 1 : -1, aside = cols > 0 ? 1 : -1;
  std::int64_t to_row = rows > 0 ? 2 * row + 1 - a.row : a.row - (2 * row - 1);
  std::int64_t to_col = cols > 0 ? 2 * col + 1 - a.col : a.col - (2 * col - 1);
  const std::int64_t height = std::abs(rows), width = std::abs(cols);
  for (double done = 0;;) {
    if (!free(row, col)) return false;
    const bool ends = to_row >= height && to_col >= width;
    const std::int64_t over = to_row * width - to_col * height;  // > 0: the next column comes first
    const bool next_col = height == 0 || (width != 0 && over >= 0);
    const bool next_row = width == 0 || (height != 0 && over <= 0);
    const double reached = ends       ? 1.0
                           : next_col ? double(to_col) / double(width)
                                      : double(to_row) / double(height);
    pass(row, col, reached - done);
    if (ends) return true;
    done = reached;
    if (next_row && next_col && !free(row + down, col) && !free(row, col + aside)) return false;
    if (next_row) row += down, to_row += 2;
    if (next_col) col += aside, to_col += 2;
  }
}

// The cost of a straight way: its length in each cell times the cost of the cell; infinite where it
// is blocked.
inline double cost_of_way(const GridView& view, HalfPoint a, HalfPoint b) {
  double mean = 0;
  const bool open =
      cross_cells(view, a, b, [&](NodeId cell, double share) { mean += share * view.total(cell); });
  if (!open) return kInfinity;
  return mean * 0.5 * std::hypot(double(b.row - a.row), double(b.col - a.col));
}

// Adds the cells on a way over these points, and its cost, to a result. BadPath where it is
// blocked.
inline void write_way(const GridView& view, const std::vector<RealPoint>& points,
                      PathResult& result) {
  result.cost = 0;
  const auto half = [&](RealPoint p) {
    return HalfPoint{std::llrint(2 * p.x), std::llrint(2 * p.y)};
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    const HalfPoint a = half(points[i == 0 ? 0 : i - 1]), b = half(points[i]);
    double mean = 0;
    if (i == 0 && points.size() > 1) continue;
    if (!cross_cells(view, a, b, [&](NodeId cell, double share) {
          mean += share * view.total(cell);
          if (result.nodes.empty() || result.nodes.back() != cell) result.nodes.push_back(cell);
        }))
      throw BadPath("the way to point " + std::to_string(i) + " " + Mesh::text(points[i]) +
                    " is blocked");
    result.cost += mean * 0.5 * std::hypot(double(b.row - a.row), double(b.col - a.col));
  }
  result.stats.path = result.nodes.size();
}

// The mesh of a view, which is made on first use and lives as long as the view.
class MeshOfView {
 public:
  std::shared_ptr<Mesh> get(GridView& view) {
    const std::lock_guard guard(lock_);
    if (mesh_ == nullptr)
      mesh_ = std::make_shared<Mesh>(std::shared_ptr<GridView>(std::shared_ptr<void>(), &view));
    return mesh_;
  }

 private:
  ForkSafeMutex lock_;
  std::shared_ptr<Mesh> mesh_;
};
inline std::shared_ptr<Mesh> mesh_of(GridView& view) {
  return view.cache().get<MeshOfView>().get(view);
}

}  // namespace asterion
