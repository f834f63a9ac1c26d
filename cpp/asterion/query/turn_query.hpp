// Searches for units that pay for turning: the same searches, over cells and headings.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "asterion/query/metric_query.hpp"
#include "asterion/search/folded_run.hpp"
#include "asterion/search/turn_metric.hpp"

namespace asterion {

// A type of its own, since a world keeps memory of each type for one number of nodes.
struct TurnScratch : GraphScratch {
  using GraphScratch::GraphScratch;
};
struct TurnHeapScratch : GraphHeapScratch {
  using GraphHeapScratch::GraphHeapScratch;
};

template <Observer O>
std::unique_ptr<SearchRun> make_turn_search(const Terrain& terrain, const NodeList& starts,
                                            const Goals& goals, const Query& query,
                                            const SearchRules& rules) {
  const HeadedNodes nodes(terrain);
  const std::size_t count = nodes.count(terrain.count());
  if (count > std::numeric_limits<NodeId>::max())
    throw BadValue("turn_cost needs a number for each cell and heading; with " +
                   std::to_string(terrain.count()) + " cells there are too many");
  const TurnMetric metric(terrain, query.heuristic, goals.nodes(), query.turn_cost,
                          query.custom.get());
  NodeList from;
  for (const NodeId start : starts)
    from.push_back(nodes.at(start, Headings(terrain.grid().tiles()).none()));
  const Goals to(nodes.all_of(goals.nodes()));
  const auto run = [&]<class S>(std::type_identity<S>) -> std::unique_ptr<SearchRun> {
    return std::make_unique<BestFirst<S, O, TurnMetric>>(
        metric, from, to, rules, terrain.grid().cache().get<ScratchPool<S>>().borrow(count));
  };
  return std::make_unique<FoldedRun>(buckets_will_do(rules, query, starts, goals)
                                         ? run(std::type_identity<TurnScratch>{})
                                         : run(std::type_identity<TurnHeapScratch>{}),
                                     nodes, terrain.count());
}

}  // namespace asterion
