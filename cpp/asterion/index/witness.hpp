// What a contraction works on: a graph that loses nodes and gains shortcuts, and a small search in
// it that asks whether there is another way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "asterion/index/hierarchy.hpp"

namespace asterion {

template <ArcWeight W>
class DynamicGraph {
 public:
  struct Arc {
    W weight = kNoArc<W>;
    NodeId via = 0;          // the node that a shortcut leads over
    std::uint32_t hops = 0;  // arcs of the graph that it stands for
    MoveMask first = 0;      // the moves that it may begin with, and end with
    MoveMask last = 0;

    Arc walked_back() const {
      return {weight, via, hops, asterion::walked_back(last), asterion::walked_back(first)};
    }
  };
  // To a neighbour and from it.
  struct Edge {
    NodeId node;
    Arc out, in;
  };

  explicit DynamicGraph(std::size_t nodes) : edges_(nodes) {}

  std::size_t size() const { return edges_.size(); }
  const std::vector<Edge>& edges(NodeId node) const { return edges_[node]; }

  // The cheaper of parallel arcs stays; of equals the first.
  void add(NodeId from, NodeId to, const Arc& arc, bool symmetric) {
    improve(at(from, to).out, arc);
    improve(at(to, from).in, arc);
    if (!symmetric) return;
    improve(at(to, from).out, arc.walked_back());
    improve(at(from, to).in, arc.walked_back());
  }

  void remove(NodeId node, NodeId neighbour) {
    auto& edges = edges_[node];
    const auto found = std::find_if(edges.begin(), edges.end(),
                                    [&](const Edge& edge) { return edge.node == neighbour; });
    *found = edges.back();
    edges.pop_back();
  }

 private:
  static void improve(Arc& held, const Arc& arc) {
    if (arc.weight < held.weight) held = arc;
  }
  Edge& at(NodeId node, NodeId neighbour) {
    for (Edge& edge : edges_[node])
      if (edge.node == neighbour) return edge;
    return edges_[node].emplace_back(Edge{neighbour, {}, {}});
  }

  std::vector<std::vector<Edge>> edges_;
};

template <ArcWeight W>
class WitnessSearch {
 public:
  struct Target {
    NodeId node;
    W weight;  // a way that costs no more than this is a witness
    std::uint32_t hops;
    MoveMask last;
  };

  explicit WitnessSearch(std::size_t nodes) : found_(nodes) {}

  // Searches from a node, not over `without`, as long as it pays.
  void search(const DynamicGraph<W>& graph, NodeId from, NodeId without,
              const std::vector<Target>& targets) {
    ++search_;
    open_.clear();
    W farthest = 0;
    for (const Target& target : targets) {
      farthest = std::max(farthest, target.weight);
      found_[target.node].wanted = search_;
    }
    std::size_t wanted = targets.size();
    found_[without] = {0, search_, 0, true};
    reach(from, 0);
    for (int settled = 0; !open_.empty() && settled < kMostSettled;) {
      const Open top = open_.front();
      std::pop_heap(open_.begin(), open_.end(), Later{});
      open_.pop_back();
      Found& here = found_[top.node];
      if (here.settled) continue;
      here.settled = true;
      ++settled;
      if (top.weight > farthest) return;
      if (here.wanted == search_ && --wanted == 0) return;
      for (const auto& edge : graph.edges(top.node))
        if (edge.out.weight <= farthest - top.weight) reach(edge.node, top.weight + edge.out.weight);
    }
  }

  // Of the cheapest way that was found.
  W cost(NodeId node) const {
    return found_[node].search == search_ ? found_[node].weight : kNoArc<W>;
  }

 private:
  static constexpr int kMostSettled = 200;

  struct Found {
    W weight = 0;
    std::uint32_t search = 0;
    std::uint32_t wanted = 0;
    bool settled = false;
  };
  struct Open {
    W weight;
    NodeId node;
  };
  struct Later {
    bool operator()(const Open& a, const Open& b) const { return a.weight > b.weight; }
  };

  void reach(NodeId node, W weight) {
    Found& found = found_[node];
    if (found.search == search_ && (found.settled || found.weight <= weight)) return;
    found.weight = weight;
    found.search = search_;
    found.settled = false;
    open_.push_back({weight, node});
    std::push_heap(open_.begin(), open_.end(), Later{});
  }

  std::uint32_t search_ = 0;
  std::vector<Found> found_;
  std::vector<Open> open_;
};

}  // namespace asterion
