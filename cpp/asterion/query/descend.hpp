// The walk downhill along a field, which has a number for each node, as distances.hpp makes them.
//
// Each move goes to the lower neighbour with the smallest sum of the move's cost and its number. So
// the walk along a field of costs to some sources is a cheapest path to one of them. It ends at a
// source, or where no neighbour is lower.
//
// Guarantee   legal moves; each node is visited at most once
// Complexity  O(length of the walk), except for nodes that cost nothing to pass between
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "asterion/query/answer.hpp"

namespace asterion {

// Calls visit(next, cost) for each legal move from a node.
template <class Visit>
void for_each_exit(const GridView& view, NodeId node, Visit&& visit) {
  const GridSearchGraph<double> graph(view, HeuristicKind::zero, {}, Moves::legal, false, nullptr,
                                      false);
  graph.for_each_move(node, kNoDirection,
                      [&](NodeId next, double cost, Direction, Point) { visit(next, cost); });
  if (view.has_links()) view.for_each_link_out(node, visit);
}
template <class Visit>
void for_each_exit(const Network& network, NodeId node, Visit&& visit) {
  for (const Arc& arc : network.out(node))
    if (arc.cost < kInfinity) visit(arc.node, arc.cost);
}

template <World G>
class Descent {
 public:
  // `ends` are the sources of the field, in order: the walk may end there though it could continue.
  Descent(const G& world, const double* field, std::span<const std::int64_t> ends)
      : world_(world), field_(field), ends_(ends) {}

  std::vector<NodeId> from(NodeId start) {
    std::vector<NodeId> walk{start};
    for (InterruptPoller poll; !ends_at(walk.back()); poll()) {
      const NodeId here = walk.back();
      const Exit down = best_exit(here);
      if (!down.pays && cross_level(walk)) continue;
      if (down.node == here) break;
      walk.push_back(down.node);
      // Only another thread that writes into the field can make a walk this long.
      if (walk.size() > world_.count()) throw BadValue("the field was changed during the walk");
    }
    return walk;
  }

 private:
  struct Exit {
    NodeId node;
    bool pays;  // the number falls by the move's cost, as in a field of costs to sources
  };

  bool ends_at(NodeId node) const {
    return std::binary_search(ends_.begin(), ends_.end(), std::int64_t{node});
  }

  // The node itself if no neighbour is lower.
  Exit best_exit(NodeId here) const {
    const double level = field_[here];
    double least = kInfinity, scale = 0;
    NodeId best = here;
    for_each_exit(world_, here, [&](NodeId next, double cost) {
      const double left = field_[next];
      if (!(left < level) || !(cost + left < least || best == here)) return;
      best = next;
      least = cost + left;
      scale = cost + std::abs(left);
    });
    return {best, best != here && least <= level + kSumRounding * (scale + std::abs(level))};
  }

  // Moves may cost nothing, or too little to count beside the numbers of the field; then nodes of
  // one level lie side by side. Walks over them to the nearest that is an end or has an exit that
  // pays.
  bool cross_level(std::vector<NodeId>& walk) const {
    const NodeId first = walk.back();
    const double level = field_[first];
    std::unordered_map<NodeId, NodeId> before;
    std::vector<NodeId> queue{first};
    InterruptPoller poll;
    for (std::size_t head = 0; head < queue.size(); ++head, poll()) {
      const NodeId node = queue[head];
      if (node != first && (ends_at(node) || best_exit(node).pays)) {
        const auto length = static_cast<std::ptrdiff_t>(walk.size());
        for (NodeId at = node; at != first; at = before.at(at)) walk.push_back(at);
        std::reverse(walk.begin() + length, walk.end());
        return true;
      }
      for_each_exit(world_, node, [&](NodeId next, double cost) {
        if (field_[next] != level || level + cost != level || next == first) return;
        if (before.try_emplace(next, node).second) queue.push_back(next);
      });
    }
    return false;
  }

  const G& world_;
  const double* field_;
  std::span<const std::int64_t> ends_;
};

template <World G>
PathResult descend_now(G& world, const double* field, NodeId start,
                       std::span<const std::int64_t> ends) {
  auto guard = world.read();
  const GivesWay gives_way(guard, world.source());
  check_start(world, start, "cell");
  PathResult result;
  result.status = Status::found;
  write_path(world, Descent<G>(world, field, ends).from(start), result);
  return result;
}

template <World G>
PathResult descend(G& world, const double* field, NodeId start,
                   std::span<const std::int64_t> ends) {
  return with_consistent_snapshot(world,
                                  [&](G& now) { return descend_now(now, field, start, ends); });
}

}  // namespace asterion
