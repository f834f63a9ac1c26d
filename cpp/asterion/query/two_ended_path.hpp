// A cheapest path between two nodes of a graph by two alternating searches, one from each end.
//
// Of several cheapest paths it is the one that networkx returns: the searches expand one node in
// turn, nodes of the same cost in the order of their arrival, and outdated entries of the queue
// take a turn too; without costs they advance by a level, the side with fewer nodes to expand. The
// searches of bidirectional.hpp expand fewer nodes.
//
// Guarantee   a cheapest path, or one of the fewest connections
// Complexity  O(e log e) time for e connections within reach of either end, without costs O(e); 32
//             bytes per node of the graph, where the searches go, and 16 per entry of a queue
// Source      Pohl 1971, as in bidirectional.hpp; the order is that of `bidirectional_dijkstra` and
//             `bidirectional_shortest_path` of networkx 3.6
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/query/consistent_snapshot.hpp"
#include "asterion/query/graph_query.hpp"
#include "asterion/query/shortest_tree.hpp"

namespace asterion {

struct TwoEndedPath {
  std::vector<NodeId> nodes;
  double cost = 0;  // the halves are each added up from their end; without costs 0
};

class TwoEndedSearch {
 public:
  // `back` has the connections reversed; for an undirected graph it is the same.
  TwoEndedSearch(const Network& ahead, const Network& back, NodeId start, NodeId goal)
      : leases_{borrow_scratch<TreeScratch>(ahead), borrow_scratch<TreeScratch>(back)},
        halves_{Half{ahead, *leases_[0], start}, Half{back, *leases_[1], goal}} {}

  std::optional<TwoEndedPath> by_cost() {
    InterruptPoller poll;
    for (bool ahead = true; !halves_[0].open.empty() && !halves_[1].open.empty(); ahead = !ahead) {
      poll();
      Half &half = halves_[ahead ? 0 : 1], &other = halves_[ahead ? 1 : 0];
      const NodeId node = half.open.top();
      half.open.pop();
      if (half.nodes.closed(node)) continue;
      half.nodes.close(node);
      if (other.has_closed(node)) return path(best_);
      for (const Arc& arc : half.network.out(node)) {
        const double cost = half.nodes.cost(node) + arc.cost;
        if (half.nodes.relax(arc.node, cost, node, false) == Relaxed::no) continue;
        half.push(arc.node, cost);
        if (!other.nodes.seen(arc.node)) continue;
        if (const double whole = cost + other.nodes.cost(arc.node); whole < best_) {
          best_ = whole;
          meeting_ = arc.node;
        }
      }
    }
    return std::nullopt;
  }

  std::optional<TwoEndedPath> by_moves() {
    std::array<std::vector<NodeId>, 2> fringes{{{halves_[0].end}, {halves_[1].end}}};
    InterruptPoller poll;
    while (!fringes[0].empty() && !fringes[1].empty()) {
      const std::size_t side = fringes[0].size() <= fringes[1].size() ? 0 : 1;
      Half &half = halves_[side], &other = halves_[1 - side];
      const std::vector<NodeId> level = std::exchange(fringes[side], {});
      for (const NodeId node : level) {
        poll();
        for (const Arc& arc : half.network.out(node)) {
          if (half.nodes.relax(arc.node, 0, node, false) == Relaxed::opened)
            fringes[side].push_back(arc.node);
          if (!other.nodes.seen(arc.node)) continue;
          meeting_ = arc.node;
          return path(0);
        }
      }
    }
    return std::nullopt;
  }

 private:
  using Nodes = TreeScratch::Nodes;
  struct Half {
    const Network& network;
    Nodes& nodes;
    decltype(TreeScratch::open)& open;
    NodeId end;

    Half(const Network& walked, TreeScratch& scratch, NodeId from)
        : network(walked), nodes(scratch.nodes), open(scratch.open), end(from) {
      nodes.new_search();
      nodes.relax(end, 0, Nodes::kNoStep, false);
      open.start({}, 2 * network.largest_cost());
      push(end, 0);
    }
    bool has_closed(NodeId node) const { return nodes.seen(node) && nodes.closed(node); }
    void push(NodeId node, double cost) { open.push({node, cost, cost, false}); }
  };

  TwoEndedPath path(double cost) const {
    TwoEndedPath found{.nodes = {}, .cost = cost};
    const auto walk = [&](const Half& half, NodeId node) {
      for (; node != Nodes::kNoStep; node = half.nodes.arrived_by(node))
        found.nodes.push_back(node);
    };
    walk(halves_[0], meeting_);
    std::reverse(found.nodes.begin(), found.nodes.end());
    walk(halves_[1], halves_[1].nodes.arrived_by(meeting_));
    return found;
  }

  std::array<ScratchPool<TreeScratch>::Lease, 2> leases_;
  std::array<Half, 2> halves_;
  double best_ = kInfinity;  // of a path through a node seen by both
  NodeId meeting_ = 0;
};

// `back` is null for an undirected graph; else it must not be edited meanwhile.
inline std::optional<TwoEndedPath> two_ended_path(Network& network, Network* back, NodeId start,
                                                  NodeId goal, bool by_moves) {
  return with_consistent_snapshot(network, [&](Network& now) {
    auto guard = now.read();
    ReadLock back_guard;
    if (back != nullptr) back_guard = back->read();
    const GivesWay gives_way(guard, now.source());
    TwoEndedSearch search(now, back == nullptr ? now : *back, start, goal);
    return by_moves ? search.by_moves() : search.by_cost();
  });
}

}  // namespace asterion
