// Chooses the flood that computes the costs from some nodes to all others, or back. For
// distances.hpp and cost_table.hpp.
#pragma once

#include "asterion/query/graph_query.hpp"
#include "asterion/query/grid_query.hpp"
#include "asterion/search/flood.hpp"

namespace asterion {

using FloodPool = ScratchPool<FloodScratch>;

struct FloodOptions {
  bool to_them = false;  // the costs of paths to the nodes, not from them
  double max_cost = kInfinity;
};

// Returns use(run), where `run` is a flood from these nodes that has not begun: a Flood, or a
// BestFirst that counts in true costs. The pool is for Floods. For holders of a lock on the
// view.
template <class Use>
auto with_flood(const GridView& view, const NodeList& nodes, const FloodOptions& options,
                FloodPool& pool, Use&& use) {
  SearchOptions search;
  search.max_cost = options.max_cost;
  if (view.has_links()) {
    BestFirst<GraphScratch, Silent, LinkedSearchGraph> run(
        LinkedSearchGraph(view, HeuristicKind::zero, {}, options.to_them), nodes, Goals(), search,
        borrow_scratch<GraphScratch>(view));
    return use(run);
  }
  const auto flood = [&]<class Cost>(const GridSearchGraph<Cost>& graph) {
    Flood<Cost> run(graph, options.max_cost, pool.borrow(view.count()));
    InterruptPoller poll;
    for (const NodeId node : nodes) {
      run.start_at(node);
      poll();
    }
    return use(run);
  };
  if (view.uniform())
    return flood(GridSearchGraph<std::uint64_t>(view, HeuristicKind::zero, {}, Moves::canonical,
                                                options.to_them));
  const GridSearchGraph<double> graph(view, HeuristicKind::zero, {}, Moves::by_area,
                                      options.to_them);
  if (Flood<double>::suits(graph)) return flood(graph);
  BestFirst<BucketScratch> run(graph, nodes, Goals(), search, borrow_scratch<BucketScratch>(view));
  return use(run);
}

// Does the same on a graph.
template <class Use>
auto with_flood(const Network& network, const NodeList& nodes, const FloodOptions& options,
                FloodPool&, Use&& use) {
  SearchOptions search;
  search.max_cost = options.max_cost;
  BestFirst<GraphScratch, Silent, NetworkSearchGraph> run(
      NetworkSearchGraph(network, HeuristicKind::zero, {}, options.to_them), nodes, Goals(), search,
      borrow_scratch<GraphScratch>(network));
  return use(run);
}

}  // namespace asterion
