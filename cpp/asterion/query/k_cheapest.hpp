// The k cheapest paths that visit no cell twice, in the order of their costs.
//
// Guarantee   exact; fewer than k only if there are no more
// Complexity  O(k x length of a path) searches
// Source      J. Y. Yen, Finding the k shortest loopless paths in a network, 1971, with the
//             improvement by E. L. Lawler, 1972: detours start no earlier than where their path
//             left its parent
#pragma once

#include <set>

#include "asterion/query/consistent_snapshot.hpp"
#include "asterion/query/different_paths.hpp"
#include "asterion/query/distances.hpp"
#include "asterion/query/grid_query.hpp"

namespace asterion {

namespace detail {

// A cheapest path from the last cell of `root` that enters none of its cells, and does not begin
// with the moves in `forbidden`; empty if there is none.
inline std::vector<NodeId> spur(const GridView& view, const std::vector<NodeId>& root, NodeId goal,
                                HeuristicKind heuristic, std::uint8_t forbidden) {
  // All legal moves except the forbidden ones: other prunings fail where cells are closed off.
  MoveTable table = legal_moves(view.move_rule());
  for (auto& moves : table[kNoDirection]) moves &= static_cast<std::uint8_t>(~forbidden);
  const auto run = [&]<class S>(std::type_identity<S>) {
    GridSearchGraph<typename S::Cost> graph(view, heuristic, {goal}, Moves::legal);
    graph.look_at(table);
    BestFirst<S> search(graph, {root.back()}, Goals({goal}), SearchOptions{},
                        borrow_scratch<S>(view));
    for (std::size_t i = 0; i + 1 < root.size(); ++i) search.close_off(root[i]);
    run_to_end(search);
    return search.status() == Status::found ? search.path_to_goal() : std::vector<NodeId>{};
  };
  return view.uniform() ? run(std::type_identity<PackedScratch>{})
                        : run(std::type_identity<BucketScratch>{});
}

inline std::vector<PathResult> priced(const GridView& view,
                                      std::vector<std::vector<NodeId>> paths) {
  std::vector<PathResult> results;
  for (std::vector<NodeId>& nodes : paths) {
    PathResult result;
    result.status = Status::found;
    result.cost = path_cost(view, nodes);
    result.optimal = results.empty();
    result.stats.path = nodes.size();
    result.nodes = std::move(nodes);
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace detail

inline std::vector<PathResult> k_cheapest_paths_now(GridView& view, NodeId start, NodeId goal,
                                                    HeuristicKind heuristic, std::size_t k) {
  struct Candidate {
    double cost;
    std::vector<NodeId> nodes;
    std::size_t left_at;  // where it leaves its parent path
    bool operator<(const Candidate& other) const {
      return std::tie(cost, nodes) < std::tie(other.cost, other.nodes);
    }
  };
  auto guard = view.read();
  const GivesWay gives_way(guard, view.source());
  check_start(view, start);
  InterruptPoller poll;
  std::vector<Candidate> found;
  std::set<Candidate> waiting;  // each once, cheapest first
  const auto consider = [&](std::vector<NodeId> nodes, std::size_t left_at) {
    if (nodes.empty()) return;
    const double cost = path_cost(view, nodes);
    waiting.insert({cost, std::move(nodes), left_at});
  };
  const auto apart = [&] {
    const Grid& grid = view.grid();
    return view.components().certainly_apart(grid.point(start), grid.point(goal));
  };
  if (k > 0 && view.free(goal) && !apart())
    consider(detail::spur(view, {start}, goal, heuristic, 0), 0);
  while (!waiting.empty()) {
    found.push_back(std::move(waiting.extract(waiting.begin()).value()));
    if (found.size() == k) break;  // its detours would only yield the next path
    const Candidate best = found.back();
    for (std::size_t i = best.left_at; i + 1 < best.nodes.size(); ++i) {
      poll.now();
      std::vector<NodeId> root(best.nodes.begin(),
                               best.nodes.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      std::uint8_t forbidden = 0;
      for (const Candidate& other : found) {
        if (other.nodes.size() <= i + 1 ||
            !std::equal(root.begin(), root.end(), other.nodes.begin()))
          continue;
        const Point a = view.grid().point(root.back());
        const Point b = view.grid().point(other.nodes[i + 1]);
        forbidden |= static_cast<std::uint8_t>(1u << direction_of(b.row - a.row, b.col - a.col));
      }
      std::vector<NodeId> rest = detail::spur(view, root, goal, heuristic, forbidden);
      if (rest.empty()) continue;
      root.insert(root.end(), rest.begin() + 1, rest.end());
      consider(std::move(root), i);
    }
  }
  std::vector<std::vector<NodeId>> paths;
  for (Candidate& candidate : found) paths.push_back(std::move(candidate.nodes));
  return detail::priced(view, std::move(paths));
}

// Each path has at most 1 - min_difference as many cells on those before it as each of these has.
inline std::vector<PathResult> k_different_paths_now(GridView& view, NodeId start, NodeId goal,
                                                     std::size_t k, double min_difference) {
  const std::uint64_t version = view.source().version();
  const auto to_goal = distances_now(view, {goal}, FloodOptions{true, kInfinity});
  auto guard = view.read();
  const GivesWay gives_way(guard, view.source());
  if (view.source().version() != version) throw Outdated();
  check_start(view, start);
  DifferentPath search(view, start, goal, to_goal.get());
  std::vector<std::vector<NodeId>> found;
  while (found.size() < k && to_goal[start] < kInfinity) {
    found.push_back(search.find());
    if (found.back().empty()) {
      found.pop_back();
      break;
    }
    if (start == goal) break;
    search.avoid(found.back(), 1 - min_difference);
  }
  return detail::priced(view, std::move(found));
}

inline std::vector<PathResult> k_cheapest_paths(GridView& view, NodeId start, NodeId goal,
                                                HeuristicKind heuristic, std::size_t k,
                                                double min_difference) {
  return with_consistent_snapshot(view, [&](GridView& now) {
    return min_difference > 0 ? k_different_paths_now(now, start, goal, k, min_difference)
                              : k_cheapest_paths_now(now, start, goal, heuristic, k);
  });
}

}  // namespace asterion
