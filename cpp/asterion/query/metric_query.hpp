// Searches that need only moves and costs from their metric: on graphs, and on grids with links.
#pragma once

#include <memory>
#include <vector>

#include "asterion/query/ground.hpp"
#include "asterion/query/query.hpp"
#include "asterion/search/best_first.hpp"
#include "asterion/search/bfs.hpp"
#include "asterion/search/bidirectional.hpp"
#include "asterion/search/dfs.hpp"
#include "asterion/search/ida.hpp"

namespace asterion {

inline SearchRules search_rules(const Query& query, bool is_consistent) {
  SearchRules rules = query.rules;
  rules.greedy = query.algorithm == Algorithm::greedy;
  rules.consistent = is_consistent && is_known_order(query);
  rules.evaluation = query.evaluation.get();
  if (rules.greedy) rules.reopen = Reopen::off;
  return rules;
}

// Buckets need keys that never fall and that begin near each other, which keys of several starts
// may not. Their only tie rule is `automatic`.
inline bool buckets_will_do(const SearchRules& rules, const Query& query, const NodeList& starts,
                            const Goals& goals) {
  const bool several_starts = starts.size() > 1 || (query.algorithm == Algorithm::bidirectional &&
                                                    goals.nodes().size() > 1);
  const bool begins_with_one_f = !several_starts || query.heuristic == HeuristicKind::zero;
  return rules.consistent && rules.order.ties == Ties::automatic && rules.stop == Stop::fast &&
         begins_with_one_f;
}

template <Observer O, Metric M, Ground G>
std::unique_ptr<SearchRun> make_metric_search(const G& ground, const NodeList& starts,
                                              const Goals& goals, const Query& query,
                                              const SearchRules& rules) {
  const M metric(ground, query.heuristic, goals.nodes(), query.backward, query.custom.get());
  const auto plain = [&] { return borrow_scratch<GraphScratch>(ground); };
  if (query.algorithm == Algorithm::bfs)
    return std::make_unique<Bfs<O, GraphScratch, M>>(metric, starts, goals, rules, plain());
  if (query.algorithm == Algorithm::dfs)
    return std::make_unique<Dfs<O, GraphScratch, M>>(metric, starts, goals, rules, plain());
  if (query.algorithm == Algorithm::ida)
    return std::make_unique<Ida<double, O, M>>(metric, starts, goals, rules, query.transpositions);
  const auto best_first = [&]<class S>(std::type_identity<S>) -> std::unique_ptr<SearchRun> {
    if (query.algorithm != Algorithm::bidirectional)
      return std::make_unique<BestFirst<S, O, M>>(metric, starts, goals, rules,
                                                  borrow_scratch<S>(ground));
    const M back(ground, query.heuristic, starts, true);
    return std::make_unique<Bidirectional<S, O, M>>(
        metric, back, starts, goals, rules, borrow_scratch<S>(ground), borrow_scratch<S>(ground));
  };
  if (buckets_will_do(rules, query, starts, goals))
    return best_first(std::type_identity<GraphScratch>{});
  return best_first(std::type_identity<GraphHeapScratch>{});
}

// The goals that a walk can reach, by a flood. For IDA* where components are unknown, since its
// rounds would never end if there is no path.
template <Metric M, Ground G>
Goals flooded_goals(const G& ground, NodeId start, const Goals& goals) {
  const M metric(ground, HeuristicKind::zero, {});
  std::vector<bool> reached(ground.count());
  std::vector<NodeId> next{start};
  reached[start] = true;
  for (Breather breathe; !next.empty(); breathe()) {
    const NodeId node = next.back();
    next.pop_back();
    metric.for_each_move(node, M::kNoStep, [&](NodeId to, auto&&...) {
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
