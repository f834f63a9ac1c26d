// A path as straight lines between some of its cells: string pulling.
//
// A line leads from the middle of a cell to the middle of another. Where it crosses the side of a
// cell that is a straight move, where it passes exactly through a corner a diagonal one, and each
// must be legal: so a line enters no wall, and cuts corners as the grid's rule says. Its cost adds,
// for each row or column that it advances along its longer side, that part of its length times the
// largest total among the cells it enters there: a line of one move costs as much as the move.
//
// Guarantee   no line is longer, or costs more, than the part of the path that it replaces; as few
//             cells as the path has turns, or fewer
// Complexity  O(lines x cells in sight of each other x their distance)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "asterion/query/consistent_snapshot.hpp"
#include "asterion/query/validate.hpp"
#include "asterion/search/rounding.hpp"

namespace asterion {

// The cost of a line; inf where it cannot be walked, or costs more than `most`.
inline double line_cost(const GridView& view, Point a, Point b, double most) {
  const Grid& grid = view.grid();
  const std::int64_t rows = std::abs(b.row - a.row), cols = std::abs(b.col - a.col);
  const std::int64_t longer = std::max(rows, cols), shorter = std::min(rows, cols);
  if (longer == 0) return 0;
  const std::int32_t down = a.row < b.row ? 1 : -1, right = a.col < b.col ? 1 : -1;
  const bool diagonals_cost_one = grid.diagonal() != Diagonal::never && grid.diagonal_cost() == 1;
  const double length = diagonals_cost_one
                            ? static_cast<double>(longer)
                            : std::hypot(static_cast<double>(rows), static_cast<double>(cols));
  const double part = length / static_cast<double>(longer);

  const auto free = [&](std::int32_t r, std::int32_t c) { return view.free(grid.id({r, c})); };
  std::int64_t r = 0, c = 0;    // sides crossed so far
  std::int64_t parts = 0;       // reached so far
  double sum = 0, largest = 0;  // of the parts before this one; of the cells in this one
  for (Point at = a; r < rows || c < cols;) {
    // The next side between rows is crossed after (2r + 1) / 2 rows of the line; likewise for
    // columns.
    const std::int64_t row_later = (2 * r + 1) * cols - (2 * c + 1) * rows;
    const bool crosses_row = row_later <= 0, crosses_col = row_later >= 0;
    const std::int64_t now =
        (rows >= cols ? crosses_row : crosses_col)
            ? (rows >= cols ? r : c) + 1
            : ((2 * (rows >= cols ? c : r) + 1) * longer + 2 * shorter - 1) / (2 * shorter);
    const Point next{at.row + (crosses_row ? down : 0), at.col + (crosses_col ? right : 0)};
    const double total = view.total(grid.id(next));
    if (!(total > 0)) return kInfinity;
    if (crosses_row && crosses_col &&
        !allows(view.rule(), free(next.row, at.col) + free(at.row, next.col)))
      return kInfinity;
    if (view.has_shape() && legal_direction(view, grid.id(at), grid.id(next)) == kNoDirection)
      return kInfinity;
    if (now != parts) {
      sum += largest;
      largest = 0;
      parts = now;
    }
    largest = std::max(largest, total);
    if (part * (sum + largest) > most) return kInfinity;
    r += crosses_row;
    c += crosses_col;
    at = next;
  }
  return part * (sum + largest);
}

// The cells at which the lines begin and end; BadPath if the path cannot be walked.
inline std::vector<NodeId> smoothed_now(GridView& view, const std::vector<NodeId>& path) {
  auto guard = view.read();
  const GivesWay gives_way(guard, view.source());
  legal_path_cost(view, path);
  const Grid& grid = view.grid();
  std::vector<double> so_far{0};
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Point a = grid.point(path[i - 1]), b = grid.point(path[i]);
    const bool diagonal = a.row != b.row && a.col != b.col;
    so_far.push_back(so_far.back() + view.total(path[i]) * (diagonal ? grid.diagonal_cost() : 1.0));
  }
  const auto replaces = [&](std::size_t from, std::size_t to) {
    const double most = so_far[to] - so_far[from] + kSumRounding * so_far[to];
    return line_cost(view, grid.point(path[from]), grid.point(path[to]), most) < kInfinity;
  };

  // From each corner to the farthest cell that a line leads to. The search for it looks a little
  // ahead, and farther with each cell found: otherwise a long path in a maze would be compared with
  // itself.
  constexpr std::size_t kAhead = 64;
  std::vector<NodeId> corners{path.front()};
  InterruptPoller poll;
  for (std::size_t from = 0, best; from + 1 < path.size(); from = best) {
    best = from + 1;
    for (std::size_t known = 0; known != best;) {
      known = best;
      for (std::size_t to = std::min(path.size() - 1, from + 3 * (best - from) + kAhead);
           to > known; --to) {
        poll.now();
        if (!replaces(from, to)) continue;
        best = to;
        break;
      }
    }
    corners.push_back(path[best]);
  }
  return corners;
}

inline std::vector<NodeId> smoothed(GridView& view, const std::vector<NodeId>& path) {
  return with_consistent_snapshot(view, [&](GridView& now) { return smoothed_now(now, path); });
}

}  // namespace asterion
