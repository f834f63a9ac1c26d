// Which algorithm runs where a query leaves the choice open: the one place that decides on "auto".
//
//   world   what is known of it                                            runs
//   grid    costs differ                                                   A*
//           tiles are not squares, or there are links or fences            A*
//           all free cells cost the same, but a side is short              A*
//           ... or the query comes from inside a heuristic                 A*
//           ... or walls are scattered                                     A*
//           else: costs are uniform, and walls are few or connected        JPS
//   graph   estimates are known, from positions or from the user           A*
//           ... or the query comes from inside a heuristic                 A*
//           else: no estimates                                             bidirectional
//
// A query that asks for something only A* honours never comes here as `automatic`:
// `may_choose_algorithm` in src/asterion/search/options.py sees to that. The choice for agents that
// replan is in replan/choose_navigator.hpp.
#pragma once

#include <algorithm>
#include <cstdint>

#include "asterion/query/query.hpp"
#include "asterion/search/graph_metric.hpp"
#include "asterion/world/terrain.hpp"

namespace asterion {

// Whether this query may be answered by JPS, and so needs a jump map to decide, or to run. Grids
// with short lines do without one, which would be large for them; and inside a heuristic none can
// be made, because the search that asks has a lock on the grid. For holders of a lock.
inline bool may_jump(const Query& query, const Terrain& terrain) {
  constexpr std::int32_t kShortSide = 16;
  if (!terrain.is_plain()) return false;
  if (query.algorithm != Algorithm::automatic) return query.algorithm == Algorithm::jps;
  const Grid& grid = terrain.grid();
  return terrain.uniform() && std::min(grid.rows(), grid.cols()) >= kShortSide &&
         !grid.is_nested_read();
}

// Whether a search from jump point to jump point looks at less than one from cell to cell. It does
// where walls are connected: in rooms, mazes, cities and caves one wall in ten or less is the end
// of one. Of walls scattered at random a third or more are, at any density that lets a path
// through, and so many cells between them are jump points that jumps gain nothing.
inline bool jumps_gain(const JumpMap& map) {
  constexpr std::uint64_t kWallsPerEnd = 8, kCellsPerEnd = 250;
  const LineMap& rows = map.rows();
  return kWallsPerEnd * rows.wall_end_count() <= rows.wall_count() ||
         kCellsPerEnd * rows.wall_end_count() <= rows.cells();
}

// The same query with an algorithm; for holders of a lock from read_for(), which has made the jump
// map that this looks at.
inline Query choose_algorithm(Query query, const Terrain& terrain) {
  if (query.algorithm != Algorithm::automatic) return query;
  const bool jump = may_jump(query, terrain) && jumps_gain(terrain.jump_map());
  query.algorithm = jump ? Algorithm::jps : Algorithm::astar;
  query.is_chosen = true;
  return query;
}

inline Query choose_algorithm(Query query, const Network& network) {
  if (query.algorithm != Algorithm::automatic) return query;
  // Inside a heuristic nothing can be made that leads backward, as above.
  const bool blind = query.custom == nullptr && !network.graph().is_nested_read() &&
                     PositionEstimates(network, query.heuristic).empty();
  query.algorithm = blind ? Algorithm::bidirectional : Algorithm::astar;
  return query;
}

}  // namespace asterion
