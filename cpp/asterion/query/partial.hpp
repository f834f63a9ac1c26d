// Partial paths: towards a goal that a unit cannot reach, or that a limit has kept a search from
// reaching, to the closed node nearest to the goal, by the distance of the tiles or of the
// positions; among equals the cheapest, then the first.
#pragma once

#include <algorithm>
#include <vector>

#include "asterion/query/answer.hpp"

namespace asterion {

// The number of moves between two cells where nothing is in the way.
inline double distance_between(const GridView& view, NodeId a, NodeId b) {
  const Grid& grid = view.grid();
  const MoveCount moves = moves_between(grid.point(a), grid.point(b), grid);
  return moves.straight + moves.diagonal * grid.diagonal_cost();
}
inline double distance_between(const Network& network, NodeId a, NodeId b) {
  const Positions& at = network.graph().positions();
  return distances_between(at.of(a), at.of(b),
                           at.axes)[static_cast<std::size_t>(Distance::euclidean)];
}

// The partial path of a failed search; for holders of a lock on the world.
template <World G>
PathResult nearest_path(const SearchRun& run, const G& world, NodeId start,
                        const std::vector<NodeId>& goals) {
  const auto distance = [&](NodeId node) {
    double least = kInfinity;
    for (const NodeId goal : goals) least = std::min(least, distance_between(world, node, goal));
    return least;
  };
  std::vector<NodeId> nearest{start};
  double least = distance(start);
  InterruptPoller poll;
  for (NodeId node = 0; node < world.count(); ++node, poll()) {
    if (node == start || !run.is_closed(node)) continue;
    const double here = distance(node);
    if (here > least) continue;
    if (here < least) nearest.clear();
    least = here;
    nearest.push_back(node);
  }
  std::sort(nearest.begin(), nearest.end());
  PathResult best;
  for (const NodeId node : nearest) {
    PathResult result;
    // A limit may have kept the search from the start itself.
    const bool is_start = node == start;
    write_path(world, is_start ? std::vector{start} : run.path_to(node), result);
    if (result.cost < best.cost) best = std::move(result);
    poll.now();
  }
  best.status = Status::partial;
  best.stats = run.stats();
  best.stats.path = best.nodes.size();
  return best;
}

// The same query by a forward search that remembers which nodes it has closed.
inline Query remembering(Query query) {
  const bool remembers = query.algorithm == Algorithm::bfs || query.algorithm == Algorithm::dfs ||
                         query.algorithm == Algorithm::dijkstra ||
                         query.algorithm == Algorithm::greedy ||
                         query.algorithm == Algorithm::best_first;
  if (!remembers) query.algorithm = Algorithm::astar;
  query.backward = false;
  return query;
}

// Searches everywhere, or as far as the query's limits allow; for holders of a lock.
template <World G>
PathResult partial_answer(const G& world, NodeId start, const std::vector<NodeId>& goals,
                          const Query& asked) {
  const Query query = remembering(asked);
  const auto run = make_estimated_search<Silent>(world, {start}, Goals(goals), query);
  run_to_end(*run);
  if (run->status() == Status::found) {
    PathResult result = result_of(*run, query, world);
    if (result.status == Status::found) return result;
  }
  return nearest_path(*run, world, start, goals);
}

// A path to the goal, or a partial one.
template <World G>
PathResult find_partial_path(G& world, NodeId start, const std::vector<NodeId>& goals,
                             const Query& asked) {
  PathResult result = find_path(world, start, goals, asked);
  if (result.status == Status::found || goals.empty()) return result;
  return with_consistent_snapshot(world, [&](G& now) {
    auto guard = read_for(now, remembering(asked));
    const GivesWay gives_way(guard, now.source());
    check_start(now, start);  // the world may have changed
    return partial_answer(now, start, goals, asked);
  });
}

}  // namespace asterion
