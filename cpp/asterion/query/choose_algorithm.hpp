// Chooses the algorithm where a query leaves it open: the one place that decides on "auto".
//
//   world   what is known of it                                            runs
//   grid    tiles are not squares, or there are links or fences            A*
//           costs differ, and are not whole numbers up to 255              A*
//           a side is short                                                A*
//           ... or the query comes from inside a heuristic                 A*
//           costs are scattered, and few cells are about the cheapest      bidirectional
//           ... or walls are scattered, or costs are                       A*
//           else: walls are few or connected, and costs differ by area     JPS
//   graph   estimates are known, from positions or from the user           A*
//           ... or the query comes from inside a heuristic                 A*
//           else: no estimates                                             bidirectional
//
// A query that asks for something only A* honours never comes here as `automatic`:
// `_may_choose` in src/asterion/search/options.py sees to that. The choice for agents that
// replan is in navigate/choose_navigator.hpp.
#pragma once

#include <algorithm>
#include <cstdint>

#include "asterion/query/query.hpp"
#include "asterion/search/network_search_graph.hpp"
#include "asterion/world/grid_view.hpp"

namespace asterion {

// Whether jump point search can walk it. For holders of a lock.
inline bool can_jump_on(const GridView& view) {
  if (!view.is_plain() || view.uniform()) return view.is_plain();
  const double cells_cost = static_cast<double>(view.count()) * view.largest_cost();
  return view.bytes() != nullptr && fits_44_bits({kStraight, kDiagonal}, cells_cost);
}

// Whether two fronts can grow on it. For holders of a lock.
inline bool suits_fronts(const GridView& view) { return !view.uniform() && can_jump_on(view); }

// Whether this query may be answered by JPS, and so needs a jump map to decide, or to run. Grids
// with short lines do without one, which would be large for them; and inside a heuristic none can
// be made, because the calling search has a lock on the grid. For holders of a lock.
inline bool may_jump(const Query& query, const GridView& view) {
  constexpr std::int32_t kShortSide = 16;
  if (!can_jump_on(view)) return false;
  if (query.algorithm != Algorithm::automatic) return query.algorithm == Algorithm::jps;
  const Grid& grid = view.grid();
  return std::min(grid.rows(), grid.cols()) >= kShortSide && !grid.is_nested_read();
}

// The fraction of mixed cells among the free cells.
inline double share_mixed(const JumpMap& map) {
  const auto free_cells = static_cast<double>(map.rows().cells() - map.rows().wall_count());
  return static_cast<double>(map.rows().mixed_count()) / std::max(free_cells, 1.0);
}

// Whether a search from jump point to jump point looks at less than one from cell to cell. It does
// where walls are connected: in rooms, mazes, cities and caves at most one wall in ten is a wall
// end. Of walls scattered at random a third or more are, at any density that lets a path through,
// and most cells between them are jump points, so that jumps gain nothing. Where costs differ,
// mixed cells are jump points, too.
inline bool jumps_gain(const JumpMap& map) {
  constexpr std::uint64_t kWallsPerEnd = 8, kCellsPerEnd = 250;
  constexpr double kMostMixed = 1 / 3.0;
  const LineMap& rows = map.rows();
  if (share_mixed(map) > kMostMixed) return false;
  return kWallsPerEnd * rows.wall_end_count() <= rows.wall_count() ||
         kCellsPerEnd * rows.wall_end_count() <= rows.cells();
}

// Whether so few cells cost about as little as the cheapest that A*, whose estimates assume the
// cheapest cost, closes about as many cells as two fronts do, at twice the time.
inline bool estimates_say_little(const GridView& view) {
  constexpr double kMostNearness = 0.45;  // measured: docs/performance.md
  return view.nearness_to_cheapest() < kMostNearness;
}

// The same query with an algorithm; for holders of a lock from read_for(), which has made the jump
// map that this needs.
inline Query choose_algorithm(Query query, const GridView& view) {
  if (query.algorithm != Algorithm::automatic) return query;
  const bool is_mapped = may_jump(query, view);
  const bool jump = is_mapped && jumps_gain(view.jump_map());
  query.algorithm = jump ? Algorithm::jps : Algorithm::astar;
  if (!jump && is_mapped && suits_fronts(view) && estimates_say_little(view)) {
    query.algorithm = Algorithm::bidirectional;
    query.blind = true;
  }
  // Checking whether a cell lies inside an area takes a little time, too.
  constexpr double kMostMixed = 0.7;
  query.by_area = !is_mapped || share_mixed(view.jump_map()) < kMostMixed;
  return query;
}

inline Query choose_algorithm(Query query, const Network& network) {
  if (query.algorithm != Algorithm::automatic) return query;
  // Inside a heuristic, data for backward searches cannot be made, as above.
  const bool blind = query.custom == nullptr && !network.graph().is_nested_read() &&
                     PositionEstimates(network, query.heuristic).empty();
  query.algorithm = blind ? Algorithm::bidirectional : Algorithm::astar;
  return query;
}

}  // namespace asterion
