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

  explicit DynamicGraph(std::size_t nodes) : edges_(nodes), place_(nodes) {}

  std::size_t size() const { return edges_.size(); }
  const std::vector<Edge>& edges(NodeId node) const { return edges_[node]; }
  // Of all nodes that were not taken out.
  std::size_t edges_left() const { return edges_left_; }

  // The cheaper of parallel arcs stays; of equals the first.
  void add(NodeId from, NodeId to, const Arc& arc, bool symmetric) {
    improve(at(from, to).out, arc);
    improve(at(to, from).in, arc);
    if (!symmetric) return;
    improve(at(to, from).out, arc.walked_back());
    improve(at(from, to).in, arc.walked_back());
  }

  // Puts shortcuts over a node between all its neighbours, none dearer than `most`.
  void join_neighbours(NodeId node, W most) {
    const std::vector<Edge>& around = edges_[node];
    for (const Edge& one : around) {
      std::vector<Edge>& edges = edges_[one.node];
      for (std::uint32_t i = 0; i < edges.size(); ++i) place_[edges[i].node] = i + 1;
      for (const Edge& other : around) {
        if (other.node == one.node) continue;
        const Arc out = over(node, one.in, other.out, most),
                  in = over(node, other.in, one.out, most);
        if (out.weight >= kNoArc<W> && in.weight >= kNoArc<W>) continue;
        if (place_[other.node] == 0) {
          edges.push_back({other.node, {}, {}});
          ++edges_left_;
          place_[other.node] = static_cast<std::uint32_t>(edges.size());
        }
        Edge& edge = edges[place_[other.node] - 1];
        improve(edge.out, out);
        improve(edge.in, in);
      }
      for (const Edge& edge : edges) place_[edge.node] = 0;
    }
  }

  // Closes the arcs of a node to more important ones that are no cheaper than another way: over a
  // third one. `ways` has the cheapest ways of those nodes to others above them, and gets those of
  // this node; where to look for them is `edges(node)`.
  struct Ways {
    std::vector<W> out, in;
  };
  std::uint32_t close_detours(NodeId node, std::vector<Ways>& ways) {
    std::vector<Edge>& edges = edges_[node];
    Ways& here = ways[node];
    for (std::uint32_t i = 0; i < edges.size(); ++i) {
      place_[edges[i].node] = i + 1;
      here.out.push_back(edges[i].out.weight);
      here.in.push_back(edges[i].in.weight);
    }
    std::vector<bool> keep_out(edges.size(), true), keep_in(edges.size(), true);
    // One way of `node` is that over another one and then this.
    const auto look = [](W& way, std::vector<bool>::reference keep, W arc, W first, W then) {
      if (first >= kNoArc<W> || then >= kNoArc<W>) return;
      const W sum = first + then;
      if (sum < arc || (sum == arc && then > 0)) keep = false;
      way = std::min(way, sum);
    };
    for (std::uint32_t b = 0; b < edges.size(); ++b) {
      const NodeId above = edges[b].node;
      const Ways& known = ways[above];
      for (std::size_t k = 0; k < known.out.size(); ++k) {
        if (place_[edges_[above][k].node] == 0) continue;
        const std::uint32_t a = place_[edges_[above][k].node] - 1;
        look(here.out[a], keep_out[a], edges[a].out.weight, edges[b].out.weight, known.out[k]);
        look(here.out[b], keep_out[b], edges[b].out.weight, edges[a].out.weight, known.in[k]);
        look(here.in[a], keep_in[a], edges[a].in.weight, edges[b].in.weight, known.in[k]);
        look(here.in[b], keep_in[b], edges[b].in.weight, edges[a].in.weight, known.out[k]);
      }
    }
    std::uint32_t closed = 0;
    for (std::uint32_t i = 0; i < edges.size(); ++i) {
      place_[edges[i].node] = 0;
      if (!keep_out[i]) edges[i].out.weight = kNoArc<W>, ++closed;
      if (!keep_in[i]) edges[i].in.weight = kNoArc<W>, ++closed;
    }
    return closed;
  }

  // A node that is taken out keeps its edges, and is in those of no other.
  void take_out(NodeId node) {
    for (const Edge& edge : edges_[node]) {
      auto& edges = edges_[edge.node];
      const auto found = std::find_if(edges.begin(), edges.end(),
                                      [&](const Edge& back) { return back.node == node; });
      *found = edges.back();
      edges.pop_back();
    }
    edges_left_ -= 2 * edges_[node].size();
  }

 private:
  static void improve(Arc& held, const Arc& arc) {
    if (arc.weight < held.weight) held = arc;
  }
  static Arc over(NodeId node, const Arc& to, const Arc& on, W most) {
    if (to.weight >= kNoArc<W> || on.weight >= kNoArc<W> || to.weight + on.weight > most) return {};
    return {to.weight + on.weight, node, to.hops + on.hops, to.first, on.last};
  }
  Edge& at(NodeId node, NodeId neighbour) {
    for (Edge& edge : edges_[node])
      if (edge.node == neighbour) return edge;
    ++edges_left_;
    return edges_[node].emplace_back(Edge{neighbour, {}, {}});
  }

  std::vector<std::vector<Edge>> edges_;
  std::size_t edges_left_ = 0;
  std::vector<std::uint32_t> place_;  // of a neighbour among some edges, and one; lent
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
        if (edge.out.weight <= farthest - top.weight)
          reach(edge.node, top.weight + edge.out.weight);
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
