// The graph during a contraction: it loses nodes and gains shortcuts.
#pragma once

#include <algorithm>
#include <cstdint>
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
  // The arcs to a neighbour and from it. Both ends have one edge.
  struct Edge {
    NodeId node;
    std::uint32_t place = 0;  // place of the neighbour's edge, unless others joined it since
    Arc out, in;
    bool out_is_detour = false;  // there is a cheaper path
    bool in_is_detour = false;
  };

  explicit DynamicGraph(std::size_t nodes) : edges_(nodes), place_(nodes) {}

  std::size_t size() const { return edges_.size(); }
  const std::vector<Edge>& edges(NodeId node) const { return edges_[node]; }
  // Whether a node has too many neighbours to check all pairs of them.
  bool is_hub(NodeId node) const { return edges_[node].size() > 512; }
  // The edges of all remaining nodes.
  std::size_t edges_left() const { return edges_left_; }

  // Keeps the cheaper of parallel arcs; of equals the first.
  void add(NodeId from, NodeId to, const Arc& arc, bool symmetric) {
    const auto [there, back] = between(from, to);
    improve(there.out, arc);
    improve(back.in, arc);
    if (!symmetric) return;
    improve(back.out, arc.walked_back());
    improve(there.in, arc.walked_back());
  }

  // Puts shortcuts over a node between all its neighbours, none more expensive than `most`.
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
          edges.push_back({.node = other.node, .out = {}, .in = {}});
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

  // Finds the arcs from a node to more important ones that are detours: a path over another of
  // those nodes is cheaper. `ways` has the cheapest paths of those nodes to others above them, in
  // the order of edges(), and gets this node's.
  struct Ways {
    std::vector<W> out, in;
  };
  void find_detours(NodeId node, std::vector<Ways>& ways) {
    std::vector<Edge>& edges = edges_[node];
    Ways& here = ways[node];
    for (std::uint32_t i = 0; i < edges.size(); ++i) {
      place_[edges[i].node] = i + 1;
      here.out.push_back(edges[i].out.weight);
      here.in.push_back(edges[i].in.weight);
    }
    const auto shorten = [](W& way, W first, W then) {
      if (first < kNoArc<W> && then < kNoArc<W>) way = std::min(way, first + then);
    };
    for (std::uint32_t b = 0; b < edges.size(); ++b) {
      const Ways& known = ways[edges[b].node];
      const std::vector<Edge>& above = edges_[edges[b].node];
      for (std::size_t k = 0; k < known.out.size(); ++k) {
        if (place_[above[k].node] == 0) continue;
        const std::uint32_t a = place_[above[k].node] - 1;
        shorten(here.out[a], edges[b].out.weight, known.out[k]);
        shorten(here.out[b], edges[a].out.weight, known.in[k]);
        shorten(here.in[a], edges[b].in.weight, known.in[k]);
        shorten(here.in[b], edges[a].in.weight, known.out[k]);
      }
    }
    for (std::uint32_t i = 0; i < edges.size(); ++i) {
      place_[edges[i].node] = 0;
      edges[i].out_is_detour = here.out[i] < edges[i].out.weight;
      edges[i].in_is_detour = here.in[i] < edges[i].in.weight;
    }
  }

  // Removes the detours of a node. The parts of a shortcut that stays must stay too, even if the
  // last digit makes them a detour; so this is done for more important nodes first.
  void drop_detours(NodeId node) {
    for (Edge& edge : edges_[node]) {
      if (edge.out_is_detour) edge.out.weight = kNoArc<W>;
      if (edge.in_is_detour) edge.in.weight = kNoArc<W>;
      if (edge.out.weight < kNoArc<W>) keep_parts(node, edge.node, edge.out.via);
      if (edge.in.weight < kNoArc<W>) keep_parts(edge.node, node, edge.in.via);
    }
  }

  // A removed node keeps its edges, but no other node has an edge to it.
  void take_out(NodeId node) {
    for (const Edge& edge : edges_[node]) {
      auto& edges = edges_[edge.node];
      const std::uint32_t place = place_of_back(node, edge);
      const Edge& last = edges[place] = edges.back();
      edges.pop_back();
      if (auto& others = edges_[last.node]; last.place < others.size())
        if (Edge& back = others[last.place]; back.node == edge.node) back.place = place;
    }
    edges_left_ -= 2 * edges_[node].size();
  }

 private:
  static void improve(Arc& held, const Arc& arc) {
    if (arc.weight < held.weight) held = arc;
  }
  void keep_parts(NodeId from, NodeId to, NodeId via) {
    if (via >= edges_.size()) return;  // an arc of the graph itself
    for (Edge& edge : edges_[via]) {
      if (edge.node == from) edge.in_is_detour = false;
      if (edge.node == to) edge.out_is_detour = false;
    }
  }
  static Arc over(NodeId node, const Arc& to, const Arc& on, W most) {
    if (to.weight >= kNoArc<W> || on.weight >= kNoArc<W> || to.weight + on.weight > most) return {};
    return {to.weight + on.weight, node, to.hops + on.hops, to.first, on.last};
  }

  // The place of the edge that leads back; looking for it at a hub takes long.
  std::uint32_t place_of_back(NodeId node, const Edge& edge) const {
    const std::vector<Edge>& edges = edges_[edge.node];
    if (edge.place < edges.size() && edges[edge.place].node == node) return edge.place;
    return static_cast<std::uint32_t>(find(edges, node) - edges.begin());
  }
  static auto find(const std::vector<Edge>& edges, NodeId node) {
    return std::find_if(edges.begin(), edges.end(),
                        [&](const Edge& edge) { return edge.node == node; });
  }

  // The edges between two nodes, from either end, added where there are none.
  std::pair<Edge&, Edge&> between(NodeId one, NodeId other) {
    if (edges_[other].size() < edges_[one].size()) {
      const auto [there, back] = between(other, one);
      return {back, there};
    }
    std::vector<Edge>&here = edges_[one], &there = edges_[other];
    if (const auto found = find(here, other); found != here.end()) {
      Edge& edge = here[static_cast<std::size_t>(found - here.begin())];
      return {edge, there[place_of_back(one, edge)]};
    }
    edges_left_ += 2;
    here.push_back(
        {.node = other, .place = static_cast<std::uint32_t>(there.size()), .out = {}, .in = {}});
    there.push_back(
        {.node = one, .place = static_cast<std::uint32_t>(here.size() - 1), .out = {}, .in = {}});
    return {here.back(), there.back()};
  }

  std::vector<std::vector<Edge>> edges_;
  std::size_t edges_left_ = 0;
  std::vector<std::uint32_t> place_;  // of a neighbour among some edges, plus one; lent
};

}  // namespace asterion
