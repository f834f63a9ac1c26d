// The cost from the nearest of some nodes to every node, or from every node to the nearest of them,
// up to a limit. The nodes may begin with values of their own, which count like a first move.
//
// Guarantee   exact; inf where there is no path
// Complexity  O(cells) time and 8 bytes per cell, which become the answer, as in flood.hpp; O(cells
//             log cells) and 24 bytes per cell with values or links, on graphs, or where a cell
//             costs thousands of times as much as another
// Source      Dijkstra 1959, as in best_first.hpp
#pragma once

#include "asterion/query/answer.hpp"
#include "asterion/query/floods.hpp"
#include "asterion/search/rounding.hpp"

namespace asterion {

// A search rounds a limit up; here the true cost decides.
inline void cut_off_beyond(double max_cost, double* costs, std::size_t count) {
  if (max_cost == kInfinity) return;
  for (std::size_t node = 0; node < count; ++node)
    if (costs[node] > max_cost * (1 + kSumRounding)) costs[node] = kInfinity;
}

template <World G>
ZeroedArray<double> distances_now(G& world, std::vector<NodeId> nodes,
                                  const FloodOptions& options) {
  // Not the world's pool: the memory becomes the answer, or is freed after the lock.
  FloodPool pool;
  Query query;
  query.algorithm = Algorithm::dijkstra;
  query.backward = options.to_them;
  auto guard = read_for(world, query);
  const GivesWay gives_way(guard, world.source());
  if (options.to_them) {
    std::erase_if(nodes, [&](NodeId node) { return !can_stand_at(world, node); });
  } else {
    for (const NodeId node : nodes) check_start(world, node, "node");
  }
  return with_flood(world, nodes, options, pool, [&](auto& run) {
    run_to_end(run);
    ZeroedArray<double> costs = run.take_costs();
    cut_off_beyond(options.max_cost, costs.get(), world.count());
    return costs;
  });
}

// Nodes and the value at each: any numbers, since only moves must not cost less than 0.
struct Sources {
  std::vector<NodeId> nodes;
  std::vector<double> values;
};

template <World G, class Run>
ZeroedArray<double> run_from(Run&& run, const G& world, const Sources& sources, bool to_them,
                             double max_cost) {
  InterruptPoller poll;
  for (std::size_t i = 0; i < sources.nodes.size(); ++i, poll()) {
    const NodeId node = sources.nodes[i];
    if (!to_them) check_start(world, node, "node");
    if (sources.values[i] < kInfinity && can_stand_at(world, node))
      run.start_at(node, sources.values[i]);
  }
  run_to_end(run);
  ZeroedArray<double> costs = run.take_costs();
  cut_off_beyond(max_cost, costs.get(), world.count());
  return costs;
}

// Values are not sums of moves, so a search from them adds up true costs, and its queue takes keys
// that are far apart.
inline ZeroedArray<double> field_now(GridView& view, const Sources& sources, bool to_them,
                                     double max_cost) {
  auto guard = view.read();
  const GivesWay gives_way(guard, view.source());
  SearchOptions options;
  options.max_cost = max_cost;
  if (view.has_links())
    return run_from(BestFirst<GraphHeapScratch, Silent, LinkedSearchGraph>(
                        LinkedSearchGraph(view, HeuristicKind::zero, {}, to_them), {}, Goals(),
                        options, borrow_scratch<GraphHeapScratch>(view)),
                    view, sources, to_them, max_cost);
  const GridSearchGraph<double> graph(view, HeuristicKind::zero, {}, Moves::by_area, to_them,
                                      nullptr, false);
  return run_from(
      BestFirst<HeapScratch>(graph, {}, Goals(), options, borrow_scratch<HeapScratch>(view)), view,
      sources, to_them, max_cost);
}

inline ZeroedArray<double> field_now(Network& network, const Sources& sources, bool to_them,
                                     double max_cost) {
  auto guard = network.read(to_them);
  const GivesWay gives_way(guard, network.source());
  SearchOptions options;
  options.max_cost = max_cost;
  using Run = BestFirst<GraphHeapScratch, Silent, NetworkSearchGraph>;
  return run_from(Run(NetworkSearchGraph(network, HeuristicKind::zero, {}, to_them), {}, Goals(),
                      options, borrow_scratch<GraphHeapScratch>(network)),
                  network, sources, to_them, max_cost);
}

template <World G>
ZeroedArray<double> distances(G& world, const std::vector<NodeId>& nodes, bool to_them,
                              double max_cost = kInfinity) {
  return with_consistent_snapshot(
      world, [&](G& now) { return distances_now(now, nodes, FloodOptions{to_them, max_cost}); });
}

template <World G>
ZeroedArray<double> field(G& world, const Sources& sources, bool to_them, double max_cost) {
  return with_consistent_snapshot(
      world, [&](G& now) { return field_now(now, sources, to_them, max_cost); });
}

// Instantiated in distances.cpp.
extern template ZeroedArray<double> distances(GridView&, const std::vector<NodeId>&, bool, double);
extern template ZeroedArray<double> field(GridView&, const Sources&, bool, double);
extern template ZeroedArray<double> distances(Network&, const std::vector<NodeId>&, bool, double);
extern template ZeroedArray<double> field(Network&, const Sources&, bool, double);

}  // namespace asterion
