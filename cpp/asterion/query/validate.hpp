// Walks a path by the rules of the world, without any data structure of the searches.
#pragma once

#include "asterion/query/query.hpp"
#include "asterion/search/grid_search_graph.hpp"
#include "asterion/search/turn_cost_graph.hpp"
#include "asterion/world/network.hpp"

namespace asterion {

// Whether a fence closes a move of one of the cells that the character covers.
inline bool is_fenced(const GridView& view, Point at, Direction d) {
  unsigned closed = 0;
  view.for_each_covered(view.grid().id(at),
                        [&](NodeId cell) { closed |= view.grid().fences().closed(cell); });
  return (closed >> d & 1) != 0;
}

// The cost of walking these cells, or BadPath saying which step is not allowed and why. For holders
// of a lock from view.read().
inline double legal_path_cost(const GridView& view, const std::vector<NodeId>& path) {
  const Grid& grid = view.grid();
  if (path.empty()) throw BadPath("the path has no cells");
  const auto free = [&](std::int32_t r, std::int32_t c) { return view.free(grid.id({r, c})); };
  for (std::size_t i = 0; i < path.size(); ++i) {
    const Point b = grid.point(path[i]);
    const std::string here = "cell " + std::to_string(i) + " " + text(b.row, b.col);
    if (!free(b.row, b.col)) throw BadPath(here + " is a wall");
    if (i == 0) continue;
    if (link_cost(view, path[i - 1], path[i]) < kInfinity) continue;
    const Point a = grid.point(path[i - 1]);
    const Direction d = direction_of(b.row - a.row, b.col - a.col);
    const std::string from = " from " + text(a.row, a.col);
    if (d == kNoDirection || (moves_of_tile(grid.tiles(), a) >> d & 1) == 0)
      throw BadPath(here + " is not one step" + from);
    if (is_fenced(view, a, d)) throw BadPath(here + " is behind a fence" + from);
    if (!is_diagonal(d) || grid.tiles() != Tiles::square) continue;
    if (!allows(view.rule(), free(a.row, b.col) + free(b.row, a.col)))
      throw BadPath(here + " is a diagonal step" + from + " that the grid's rule forbids");
  }
  return path_cost(view, path);
}

inline double checked_path_cost(GridView& view, const std::vector<NodeId>& path,
                                double turn_cost = 0) {
  const auto guard = view.read();
  const double cost = legal_path_cost(view, path);
  return turn_cost > 0 ? turned_path_cost(view, path, turn_cost) : cost;
}

// The path along these connections, by their numbers, from a given node, or BadPath saying which is
// not allowed and why.
inline PathResult checked_walk(Network& network, NodeId start,
                               const std::vector<std::int64_t>& ids) {
  const auto guard = network.read();
  const Graph& graph = network.graph();
  PathResult result;
  result.status = Status::found;
  result.cost = 0;
  result.nodes.push_back(start);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::string here =
        "step " + std::to_string(i) + " uses connection " + std::to_string(ids[i]);
    if (ids[i] < 0 || static_cast<std::uint64_t>(ids[i]) >= graph.connections())
      throw BadPath(here + "; the graph has " + std::to_string(graph.connections()));
    const auto id = static_cast<ConnectionId>(ids[i]);
    if (graph.source(id) != result.nodes.back())
      throw BadPath(here + ", which does not begin where the path is");
    if (network.cost(id) == kInfinity) throw BadPath(here + ", which is closed");
    result.cost += network.cost(id);
    result.nodes.push_back(graph.target(id));
    result.connections.push_back(id);
  }
  result.stats.path = result.nodes.size();
  return result;
}

}  // namespace asterion
