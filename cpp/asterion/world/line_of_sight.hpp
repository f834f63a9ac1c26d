// Lines of sight: the cells that can be seen from a cell.
//
// With a sight of 1 these are the cells beside it: four, or eight where moves are diagonal. With
// more, all cells that many moves away (on a map without walls) that no wall hides; walls are seen
// themselves. Sight is symmetric: a cell that is seen sees.
//
// On hexes and triangles, where no line is drawn, it is all tiles reachable in that many moves, and
// the walls beside them. Neither links nor fences affect sight.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <unordered_set>
#include <utility>
#include <vector>

#include "asterion/world/grid_view.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion {

constexpr std::int64_t kStepsBetweenPolls = 1 << 16;  // between two calls of InterruptPoller::now()

// Whether no cell that `blocks` lies between two cells of a grid `width` columns wide. The line is
// the same from either end: Bresenham's, walked from the end with the smaller row, then column.
template <class Blocks>
bool in_sight(Point a, Point b, std::int32_t width, Blocks&& blocks) {
  if (std::pair(b.row, b.col) < std::pair(a.row, a.col)) std::swap(a, b);
  const std::int32_t rows = b.row - a.row, cols = std::abs(b.col - a.col);
  const std::int32_t shorter = std::min(rows, cols), longer = std::max(rows, cols);
  // Each step leads along the longer side, and also along the other where that is as near to the
  // line. Nothing is doubled in the error, since a side may exceed 2^30 cells.
  const auto down = static_cast<NodeId>(width), aside = static_cast<NodeId>(a.col < b.col ? 1 : -1);
  const NodeId straight = rows > cols ? down : aside, slanted = down + aside;
  NodeId at = static_cast<NodeId>(a.row) * down + static_cast<NodeId>(a.col);
  std::int32_t error = shorter - longer + ((longer - 1) >> 1);
  for (std::int32_t step = 1; step < longer; ++step) {
    const bool turns = error >= 0;
    at += turns ? slanted : straight;
    error += turns ? shorter - longer : shorter;
    if (blocks(at)) return false;
  }
  return true;
}

// Whether one cell is visible from another; a cell sees itself and those beside it. For holders of
// a lock from view.read().
inline bool in_sight(const GridView& view, Point a, Point b) {
  return in_sight(a, b, view.grid().cols(), [&](NodeId cell) { return !view.free(cell); });
}

// Calls `visit(cell)` for each tile within `sight` moves, the last of which may end at a wall.
template <class Visit>
void for_each_tile_within(const GridView& view, NodeId from, std::int32_t moves, Visit&& visit) {
  const Grid& grid = view.grid();
  std::vector<NodeId> ring{from};
  std::unordered_set<NodeId> seen{from};
  visit(from);
  InterruptPoller poll;
  for (std::int32_t done = 0; done < moves && !ring.empty(); ++done) {
    std::vector<NodeId> next;
    for (const NodeId cell : ring) {
      poll();
      if (cell != from && !view.free(cell)) continue;
      const Point here = grid.point(cell);
      for_each_direction(moves_of_tile(grid.tiles(), here), [&](Direction d) {
        const Point p{here.row + kRowStep[d], here.col + kColStep[d]};
        if (p.row < 0 || p.row >= grid.rows() || p.col < 0 || p.col >= grid.cols()) return;
        if (!seen.insert(grid.id(p)).second) return;
        visit(grid.id(p));
        next.push_back(grid.id(p));
      });
    }
    ring = std::move(next);
  }
}

// Calls `visit(cell)` for each cell in sight, the one looked from included. For holders of a lock
// from view.read(). O(cells within sight x sight).
template <class Visit>
void for_each_in_sight(const GridView& view, NodeId from, std::int32_t sight, Visit&& visit) {
  const Grid& grid = view.grid();
  if (grid.tiles() != Tiles::square) return for_each_tile_within(view, from, sight, visit);
  const Point here = grid.point(from);
  visit(from);
  const bool straight_only = grid.diagonal() == Diagonal::never;
  const auto within = [sight](std::int32_t at, std::int32_t count) {  // may be beyond 2^31
    return std::pair(
        static_cast<std::int32_t>(std::max<std::int64_t>(0, at - std::int64_t{sight})),
        static_cast<std::int32_t>(std::min<std::int64_t>(count - 1, at + std::int64_t{sight})));
  };
  const auto [top, bottom] = within(here.row, grid.rows());
  const auto [left, right] = within(here.col, grid.cols());
  // Most lines are too short to count the steps of each, so a bound of them is added up for a part
  // of a row.
  const std::int64_t longest = std::max({bottom - top, right - left, 1});
  const std::int64_t part = std::max<std::int64_t>(1, kStepsBetweenPolls / longest);
  std::int64_t steps = 0;
  InterruptPoller poll;
  for (std::int32_t r = top; r <= bottom; ++r)
    for (std::int64_t first = left; first <= right; first += part) {
      const std::int64_t end = std::min<std::int64_t>(right + std::int64_t{1}, first + part);
      for (auto c = static_cast<std::int32_t>(first); c < end; ++c) {
        const std::int32_t rows = std::abs(r - here.row), cols = std::abs(c - here.col);
        if (rows + cols == 0 || (straight_only && rows + cols > sight)) continue;
        if (in_sight(view, here, {r, c})) visit(grid.id({r, c}));
      }
      steps += (end - first) * longest;
      if (steps >= kStepsBetweenPolls) {
        poll.now();
        steps = 0;
      }
    }
}

}  // namespace asterion
