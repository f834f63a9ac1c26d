// The tree of cheapest paths from some nodes of a graph: every node within reach, in the order in
// which a search closes them, with its cost and parent.
//
// Of nodes of the same cost, the one reached first is closed first, and keeps the path by which it
// was reached: the order and the choice of a textbook's heap of (cost, arrival).
//
// Guarantee   cheapest paths, or paths of the fewest connections; costs are added up from the start
// Complexity  O(e log n) time for e connections within reach, without costs O(e); 16 bytes per node
//             within reach, and 16 in the answer
// Source      Dijkstra 1959, as in best_first.hpp; Moore 1959, as in bfs.hpp
#pragma once

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/query/consistent_snapshot.hpp"
#include "asterion/query/graph_query.hpp"

namespace asterion {

struct ShortestTree {
  std::vector<NodeId> nodes;           // in the order in which they were closed
  std::vector<std::uint32_t> parents;  // places in `nodes`; of a start, its own
  std::vector<double> costs;
};

struct TreeOptions {
  bool by_moves = false;  // the fewest connections, whatever they cost
  double max_cost = kInfinity;
  std::optional<NodeId> goal = {};  // the tree may end soon after this node
};

// Records the order in which a search closes nodes.
class ClosingOrder {
 public:
  void note(EventKind kind, NodeId node, NodeId, double cost) {
    if (kind != EventKind::closed) return;
    nodes_.push_back(node);
    cost_ = cost;
  }
  const std::vector<Event>& events() const { return Silent().events(); }
  const std::vector<NodeId>& nodes() const { return nodes_; }
  double last_cost() const { return cost_; }

 private:
  std::vector<NodeId> nodes_;
  double cost_ = 0;
};

// As GraphScratch, but of equal costs the first in is the first out.
using TreeScratch = MonotoneScratch<GraphNodes<false>, BucketHeapBy<Arrivals::first_first>>;

template <class Run>
ShortestTree grown(Run&& run, const TreeOptions& options, std::size_t count) {
  advance_until(run, [&] {
    return run.observer().last_cost() > options.max_cost ||
           (options.goal && run.is_closed(*options.goal));
  });
  ShortestTree tree;
  auto places = zeroed_array<std::uint32_t>(count);  // only reached entries are touched
  InterruptPoller poll;
  for (const NodeId node : run.observer().nodes()) {
    const double cost = static_cast<double>(run.cost(node));
    if (cost > options.max_cost) break;  // a search rounds a limit up
    const NodeId parent = run.parent(node);
    const auto place = static_cast<std::uint32_t>(tree.nodes.size());
    places[node] = place;
    tree.nodes.push_back(node);
    tree.parents.push_back(parent == node ? place : places[parent]);
    tree.costs.push_back(cost);
    poll();
  }
  return tree;
}

inline ShortestTree shortest_tree(Network& network, const NodeList& nodes,
                                  const TreeOptions& options) {
  return with_consistent_snapshot(network, [&](Network& now) {
    auto guard = now.read();
    const GivesWay gives_way(guard, now.source());
    const NetworkSearchGraph graph(now, HeuristicKind::zero, {});
    SearchOptions search;
    if (options.by_moves) {
      using Run = Bfs<ClosingOrder, GraphScratch, NetworkSearchGraph>;
      return grown(Run(graph, nodes, Goals(), search, borrow_scratch<GraphScratch>(now)), options,
                   now.count());
    }
    search.max_cost = options.max_cost;
    using Run = BestFirst<TreeScratch, ClosingOrder, NetworkSearchGraph>;
    return grown(Run(graph, nodes, Goals(), search, borrow_scratch<TreeScratch>(now)), options,
                 now.count());
  });
}

}  // namespace asterion
