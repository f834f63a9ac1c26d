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

template <Ground G>
ZeroedArray<double> distances_now(G& ground, std::vector<NodeId> nodes, const FloodRules& rules) {
  // Not the world's pool: the memory becomes the answer, or is freed after the lock.
  FloodPool pool;
  Query query;
  query.algorithm = Algorithm::dijkstra;
  query.backward = rules.to_them;
  auto guard = read_for(ground, query);
  const GivesWay gives_way(guard, ground.world());
  if (rules.to_them) {
    std::erase_if(nodes, [&](NodeId node) { return !can_stand_at(ground, node); });
  } else {
    for (const NodeId node : nodes) check_start(ground, node, "node");
  }
  return with_flood(ground, nodes, rules, pool, [&](auto& run) {
    run_to_end(run);
    ZeroedArray<double> costs = run.take_costs();
    cut_off_beyond(rules.max_cost, costs.get(), ground.count());
    return costs;
  });
}

// Nodes and the value at each: any numbers, since only moves must not cost less than 0.
struct Sources {
  std::vector<NodeId> nodes;
  std::vector<double> values;
};

template <Ground G, class Run>
ZeroedArray<double> run_from(Run&& run, const G& ground, const Sources& sources, bool to_them,
                             double max_cost) {
  Breather breathe;
  for (std::size_t i = 0; i < sources.nodes.size(); ++i, breathe()) {
    const NodeId node = sources.nodes[i];
    if (!to_them) check_start(ground, node, "node");
    if (sources.values[i] < kInfinity && can_stand_at(ground, node))
      run.start_at(node, sources.values[i]);
  }
  run_to_end(run);
  ZeroedArray<double> costs = run.take_costs();
  cut_off_beyond(max_cost, costs.get(), ground.count());
  return costs;
}

// Values are not sums of moves, so a search from them adds up true costs, and its queue takes keys
// that are far apart.
inline ZeroedArray<double> field_now(Terrain& terrain, const Sources& sources, bool to_them,
                                     double max_cost) {
  auto guard = terrain.read();
  const GivesWay gives_way(guard, terrain.world());
  SearchRules rules;
  rules.max_cost = max_cost;
  if (terrain.has_links())
    return run_from(BestFirst<GraphHeapScratch, Silent, LinkedMetric>(
                        LinkedMetric(terrain, HeuristicKind::zero, {}, to_them), {}, Goals(), rules,
                        borrow_scratch<GraphHeapScratch>(terrain)),
                    terrain, sources, to_them, max_cost);
  const GridMetric<double> metric(terrain, HeuristicKind::zero, {}, Moves::by_area, to_them,
                                  nullptr, false);
  return run_from(
      BestFirst<HeapScratch>(metric, {}, Goals(), rules, borrow_scratch<HeapScratch>(terrain)),
      terrain, sources, to_them, max_cost);
}

inline ZeroedArray<double> field_now(Network& network, const Sources& sources, bool to_them,
                                     double max_cost) {
  auto guard = network.read(to_them);
  const GivesWay gives_way(guard, network.world());
  SearchRules rules;
  rules.max_cost = max_cost;
  using Run = BestFirst<GraphHeapScratch, Silent, GraphMetric>;
  return run_from(Run(GraphMetric(network, HeuristicKind::zero, {}, to_them), {}, Goals(), rules,
                      borrow_scratch<GraphHeapScratch>(network)),
                  network, sources, to_them, max_cost);
}

template <Ground G>
ZeroedArray<double> distances(G& ground, const std::vector<NodeId>& nodes, bool to_them,
                              double max_cost = kInfinity) {
  return of_one_state(
      ground, [&](G& now) { return distances_now(now, nodes, FloodRules{to_them, max_cost}); });
}

template <Ground G>
ZeroedArray<double> field(G& ground, const Sources& sources, bool to_them, double max_cost) {
  return of_one_state(ground, [&](G& now) { return field_now(now, sources, to_them, max_cost); });
}

// Instantiated in distances.cpp.
extern template ZeroedArray<double> distances(Terrain&, const std::vector<NodeId>&, bool, double);
extern template ZeroedArray<double> field(Terrain&, const Sources&, bool, double);
extern template ZeroedArray<double> distances(Network&, const std::vector<NodeId>&, bool, double);
extern template ZeroedArray<double> field(Network&, const Sources&, bool, double);

}  // namespace asterion
