// Turns a graph whose nodes were all removed into the hierarchy that searches climb: renumbers
// nodes, lays their upward arcs side by side, and finds the two arcs of each shortcut. A node per
// step.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "asterion/index/dynamic_graph.hpp"
#include "asterion/index/hierarchy.hpp"

namespace asterion {

template <ArcWeight W>
class Layout {
 public:
  // `order` has the nodes in the order of their removal.
  Layout(const DynamicGraph<W>& graph, const std::vector<NodeId>& order, bool symmetric)
      : symmetric_(symmetric), number_(numbered(graph, order)), node_(order.size()) {
    for (NodeId i = 0; i < number_.size(); ++i) node_[number_[i]] = i;
    for (UpArcs<W>* up : {&forward_, &backward_}) {
      if (symmetric_ && up == &backward_) continue;
      up->first.reserve(node_.size() + 1);
      up->first.push_back(0);
    }
  }

  // The numbers by node of the graph.
  const std::vector<NodeId>& number() const { return number_; }

  // Lays out one more node of the same graph; false when nothing is left.
  bool step(const DynamicGraph<W>& graph) {
    if (placed_ < node_.size()) {
      place(graph, placed_++);
    } else if (linked_ < node_.size()) {
      link(graph, linked_++);
    } else {
      return false;
    }
    return true;
  }

  Hierarchy<W> take(std::vector<TautMoves> taut) {
    return {std::move(forward_), std::move(backward_), std::move(taut)};
  }

 private:
  using Edge = typename DynamicGraph<W>::Edge;
  using Arc = typename DynamicGraph<W>::Arc;

  // Numbers in a cache-friendly order. Each node comes after the least important of those that it
  // leads up to, directly followed by all nodes that lead up over it: so the nodes that a search
  // climbs, and those that a shortcut unpacks to, lie close together.
  static std::vector<NodeId> numbered(const DynamicGraph<W>& graph,
                                      const std::vector<NodeId>& order) {
    const auto count = static_cast<NodeId>(order.size());
    std::vector<NodeId> rank(count);
    for (NodeId i = 0; i < count; ++i) rank[order[i]] = i;
    std::vector<NodeId> above(count, kNoIndex), below(count, kNoIndex), beside(count, kNoIndex);
    for (NodeId node = 0; node < count; ++node)
      for (const Edge& edge : graph.edges(node))
        if (above[node] == kNoIndex || rank[edge.node] < rank[above[node]]) above[node] = edge.node;
    for (const NodeId node : order)  // the most important comes first in each list
      if (above[node] != kNoIndex) beside[node] = std::exchange(below[above[node]], node);
    std::vector<NodeId> number(count), waiting;
    NodeId next = 0;
    for (NodeId i = count; i-- > 0;) {
      if (above[order[i]] != kNoIndex) continue;
      waiting.push_back(order[i]);
      while (!waiting.empty()) {
        const NodeId node = waiting.back();
        waiting.pop_back();
        number[node] = next++;
        for (NodeId child = below[node]; child != kNoIndex; child = beside[child])
          waiting.push_back(child);
      }
    }
    return number;
  }

  // Calls visit(arcs, backward) for each direction that is kept.
  template <class Visit>
  void for_each_direction_kept(Visit&& visit) {
    visit(forward_, false);
    if (!symmetric_) visit(backward_, true);
  }

  // The edges of a node at its removal lead to more important nodes.
  void place(const DynamicGraph<W>& graph, NodeId number) {
    for_each_direction_kept([&](UpArcs<W>& up, bool backward) {
      const auto begin = static_cast<std::ptrdiff_t>(up.arcs.size());
      for (const Edge& edge : graph.edges(node_[number])) {
        const Arc& arc = backward ? edge.in : edge.out;
        if (arc.weight < kNoArc<W>)
          up.arcs.push_back({number_[edge.node], arc.first, arc.last, arc.weight});
      }
      std::sort(up.arcs.begin() + begin, up.arcs.end(),
                [](const auto& a, const auto& b) { return a.head < b.head; });
      up.first.push_back(static_cast<ArcIndex>(up.arcs.size()));
      up.unpacked.resize(up.arcs.size());
    });
  }

  // Records the two arcs of each shortcut of a node.
  void link(const DynamicGraph<W>& graph, NodeId number) {
    const UpArcs<W>& all_backward = symmetric_ ? forward_ : backward_;
    for_each_direction_kept([&](UpArcs<W>& up, bool backward) {
      for (const Edge& edge : graph.edges(node_[number])) {
        const Arc& arc = backward ? edge.in : edge.out;
        if (arc.weight >= kNoArc<W> || arc.via == kNoIndex) continue;
        const NodeId head = number_[edge.node], middle = number_[arc.via];
        up.unpacked[place_of(up, number, head)] = {
            middle, place_of(all_backward, middle, backward ? head : number),
            place_of(forward_, middle, backward ? number : head)};
      }
    });
  }
  static ArcIndex place_of(const UpArcs<W>& up, NodeId node, NodeId head) {
    const auto arcs = up.of(node);
    const auto at =
        std::lower_bound(arcs.begin(), arcs.end(), head,
                         [](const auto& arc, NodeId wanted) { return arc.head < wanted; });
    if (at == arcs.end() || at->head != head)
      throw std::logic_error("a shortcut is made of an arc that is not there");
    return up.first[node] + static_cast<ArcIndex>(at - arcs.begin());
  }

  bool symmetric_;
  std::vector<NodeId> number_;  // by node of the graph
  std::vector<NodeId> node_;    // by number
  UpArcs<W> forward_, backward_;
  NodeId placed_ = 0, linked_ = 0;
};

}  // namespace asterion
