// Chooses the flood that computes the costs from some nodes to all others, or back. For
// distances.hpp and cost_table.hpp.
#pragma once

#include "asterion/query/graph_query.hpp"
#include "asterion/query/grid_query.hpp"
#include "asterion/search/flood.hpp"

namespace asterion {

using FloodPool = ScratchPool<FloodScratch>;

struct FloodRules {
  bool to_them = false;  // the costs of paths to the nodes, not from them
  double max_cost = kInfinity;
};

// Returns use(run), where `run` is a flood from these nodes that has not begun: a Flood, or a
// BestFirst that counts in true costs. The pool is for Floods. For holders of a lock on the
// terrain.
template <class Use>
auto with_flood(const Terrain& terrain, const NodeList& nodes, const FloodRules& rules,
                FloodPool& pool, Use&& use) {
  SearchRules search;
  search.max_cost = rules.max_cost;
  if (terrain.has_links()) {
    BestFirst<GraphScratch, Silent, LinkedMetric> run(
        LinkedMetric(terrain, HeuristicKind::zero, {}, rules.to_them), nodes, Goals(), search,
        borrow_scratch<GraphScratch>(terrain));
    return use(run);
  }
  const auto flood = [&]<class Cost>(const GridMetric<Cost>& metric) {
    Flood<Cost> run(metric, rules.max_cost, pool.borrow(terrain.count()));
    Breather breathe;
    for (const NodeId node : nodes) {
      run.start_at(node);
      breathe();
    }
    return use(run);
  };
  if (terrain.uniform())
    return flood(GridMetric<std::uint64_t>(terrain, HeuristicKind::zero, {}, Moves::canonical,
                                           rules.to_them));
  const GridMetric<double> metric(terrain, HeuristicKind::zero, {}, Moves::by_area, rules.to_them);
  if (Flood<double>::suits(metric)) return flood(metric);
  BestFirst<BucketScratch> run(metric, nodes, Goals(), search,
                               borrow_scratch<BucketScratch>(terrain));
  return use(run);
}

// Does the same on a graph.
template <class Use>
auto with_flood(const Network& network, const NodeList& nodes, const FloodRules& rules, FloodPool&,
                Use&& use) {
  SearchRules search;
  search.max_cost = rules.max_cost;
  BestFirst<GraphScratch, Silent, GraphMetric> run(
      GraphMetric(network, HeuristicKind::zero, {}, rules.to_them), nodes, Goals(), search,
      borrow_scratch<GraphScratch>(network));
  return use(run);
}

}  // namespace asterion
