// Searches on grids with links: the same engines as on other worlds, with a LinkedMetric.
#pragma once

#include <memory>
#include <vector>

#include "asterion/query/query.hpp"
#include "asterion/search/best_first.hpp"
#include "asterion/search/bfs.hpp"
#include "asterion/search/bidirectional.hpp"
#include "asterion/search/dfs.hpp"
#include "asterion/search/ida.hpp"
#include "asterion/search/linked_metric.hpp"

namespace asterion {

template <Scratch S>
typename ScratchPool<S>::Lease borrow_scratch(const Terrain& terrain);

// `buckets_will_do` as in grid_query.hpp, which has said what the rules are.
template <Observer O>
std::unique_ptr<SearchRun> start_linked_search(const Terrain& terrain, const NodeList& starts,
                                               const Goals& goals, const Query& query,
                                               const SearchRules& rules, bool buckets_will_do) {
  const LinkedMetric metric(terrain, query.heuristic, goals.nodes(), query.backward,
                            query.custom.get());
  const auto plain = [&] { return borrow_scratch<GraphScratch>(terrain); };
  if (query.algorithm == Algorithm::bfs)
    return std::make_unique<Bfs<O, GraphScratch, LinkedMetric>>(metric, starts, goals, rules,
                                                                plain());
  if (query.algorithm == Algorithm::dfs)
    return std::make_unique<Dfs<O, GraphScratch, LinkedMetric>>(metric, starts, goals, rules,
                                                                plain());
  if (query.algorithm == Algorithm::ida)
    return std::make_unique<Ida<double, O, LinkedMetric>>(metric, starts, goals, rules,
                                                          query.transpositions);
  const auto best_first = [&]<class S>(std::type_identity<S>) -> std::unique_ptr<SearchRun> {
    if (query.algorithm != Algorithm::bidirectional)
      return std::make_unique<BestFirst<S, O, LinkedMetric>>(metric, starts, goals, rules,
                                                             borrow_scratch<S>(terrain));
    const LinkedMetric back(terrain, query.heuristic, starts, true);
    return std::make_unique<Bidirectional<S, O, LinkedMetric>>(
        metric, back, starts, goals, rules, borrow_scratch<S>(terrain), borrow_scratch<S>(terrain));
  };
  if (buckets_will_do) return best_first(std::type_identity<GraphScratch>{});
  return best_first(std::type_identity<GraphHeapScratch>{});
}

}  // namespace asterion
