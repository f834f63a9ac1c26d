// Searches for units that pay for turning: the same searches, over cells and headings.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "asterion/query/general_query.hpp"
#include "asterion/search/folded_run.hpp"
#include "asterion/search/turn_cost_graph.hpp"

namespace asterion {

// A type of its own, since a world keeps memory of each type for one number of nodes.
struct TurnScratch : GraphScratch {
  using GraphScratch::GraphScratch;
};
struct TurnHeapScratch : GraphHeapScratch {
  using GraphHeapScratch::GraphHeapScratch;
};

template <Observer O>
std::unique_ptr<SearchRun> make_turn_search(const GridView& view, const NodeList& starts,
                                            const Goals& goals, const Query& query,
                                            const SearchOptions& options) {
  const HeadedNodes nodes(view);
  const std::size_t count = nodes.count(view.count());
  if (count > std::numeric_limits<NodeId>::max())
    throw BadValue("turn_cost needs a number for each cell and heading; with " +
                   std::to_string(view.count()) + " cells there are too many");
  const TurnCostGraph graph(view, query.heuristic, goals.nodes(), query.turn_cost,
                            query.custom.get());
  NodeList from;
  for (const NodeId start : starts)
    from.push_back(nodes.at(start, Headings(view.grid().tiles()).none()));
  const Goals to(nodes.all_of(goals.nodes()));
  const auto run = [&]<class S>(std::type_identity<S>) -> std::unique_ptr<SearchRun> {
    return std::make_unique<BestFirst<S, O, TurnCostGraph>>(
        graph, from, to, options, view.grid().cache().get<ScratchPool<S>>().borrow(count));
  };
  return std::make_unique<FoldedRun>(buckets_will_do(options, query, starts, goals)
                                         ? run(std::type_identity<TurnScratch>{})
                                         : run(std::type_identity<TurnHeapScratch>{}),
                                     nodes, view.count());
}

}  // namespace asterion
