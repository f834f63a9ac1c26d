// Searches that need only the moves and costs of a SearchGraph: on graphs, and on grids with links.
#pragma once

#include <memory>
#include <vector>

#include "asterion/query/query.hpp"
#include "asterion/query/world.hpp"
#include "asterion/search/best_first.hpp"
#include "asterion/search/bfs.hpp"
#include "asterion/search/bidirectional.hpp"
#include "asterion/search/dfs.hpp"
#include "asterion/search/ida.hpp"

namespace asterion {

inline SearchOptions search_options(const Query& query, bool is_consistent) {
  SearchOptions options = query.options;
  options.greedy = query.algorithm == Algorithm::greedy;
  options.consistent = is_consistent && is_known_order(query);
  options.evaluation = query.evaluation.get();
  if (options.greedy) options.reopen = Reopen::off;
  return options;
}

// Buckets need keys that never fall and that begin near each other, which keys of several starts
// may not. Their only tie rule is `automatic`.
inline bool buckets_will_do(const SearchOptions& options, const Query& query,
                            const NodeList& starts, const Goals& goals) {
  const bool several_starts = starts.size() > 1 || (query.algorithm == Algorithm::bidirectional &&
                                                    goals.nodes().size() > 1);
  const bool begins_with_one_f = !several_starts || query.heuristic == HeuristicKind::zero;
  return options.consistent && options.order.ties == Ties::automatic &&
         options.stop == Stop::fast && begins_with_one_f;
}

template <Observer O, SearchGraph M, World G>
std::unique_ptr<SearchRun> make_general_search(const G& world, const NodeList& starts,
                                               const Goals& goals, const Query& query,
                                               const SearchOptions& options) {
  const M graph(world, query.heuristic, goals.nodes(), query.backward, query.custom.get());
  const auto plain = [&] { return borrow_scratch<GraphScratch>(world); };
  if (query.algorithm == Algorithm::bfs)
    return std::make_unique<Bfs<O, GraphScratch, M>>(graph, starts, goals, options, plain());
  if (query.algorithm == Algorithm::dfs)
    return std::make_unique<Dfs<O, GraphScratch, M>>(graph, starts, goals, options, plain());
  if (query.algorithm == Algorithm::ida)
    return std::make_unique<Ida<double, O, M>>(graph, starts, goals, options, query.transpositions);
  const auto best_first = [&]<class S>(std::type_identity<S>) -> std::unique_ptr<SearchRun> {
    if (query.algorithm != Algorithm::bidirectional)
      return std::make_unique<BestFirst<S, O, M>>(graph, starts, goals, options,
                                                  borrow_scratch<S>(world));
    const M back(world, query.heuristic, starts, true);
    return std::make_unique<Bidirectional<S, O, M>>(
        graph, back, starts, goals, options, borrow_scratch<S>(world), borrow_scratch<S>(world));
  };
  if (buckets_will_do(options, query, starts, goals))
    return best_first(std::type_identity<GraphScratch>{});
  return best_first(std::type_identity<GraphHeapScratch>{});
}

// The goals that a walk can reach, by a flood. For IDA* where components are unknown, since its
// rounds would never end if there is no path.
template <SearchGraph M, World G>
Goals flooded_goals(const G& world, NodeId start, const Goals& goals) {
  const M graph(world, HeuristicKind::zero, {});
  std::vector<bool> reached(world.count());
  std::vector<NodeId> next{start};
  reached[start] = true;
  for (InterruptPoller poll; !next.empty(); poll()) {
    const NodeId node = next.back();
    next.pop_back();
    graph.for_each_move(node, M::kNoStep, [&](NodeId to, auto&&...) {
      if (!reached[to]) next.push_back(to);
      reached[to] = true;
    });
  }
  NodeList possible;
  for (const NodeId goal : goals.nodes())
    if (reached[goal]) possible.push_back(goal);
  return Goals(std::move(possible));
}

}  // namespace asterion
