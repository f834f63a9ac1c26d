// A replanner's data of each node, kept from plan to plan. Forgetting everything costs nothing:
// each record has the number of the restart it was made in, and counts only until the next.
#pragma once

#include <concepts>
#include <cstdint>

#include "asterion/open_lists/keyed_heap.hpp"
#include "asterion/search/nodes.hpp"

namespace asterion {

template <class N>
concept ReplanNode = requires(N node, NodeId id) {
  { node.round } -> std::same_as<std::uint32_t&>;  // the restart it belongs to
  { node.place } -> std::same_as<std::uint32_t&>;  // on a KeyedHeap
  { N::fresh(id) } -> std::same_as<N>;             // its state before a search reaches it
};

template <ReplanNode Node>
class NodeTable {
 public:
  // Gives a heap the places of nodes. The table must not move.
  struct Places {
    NodeTable* table;
    std::uint32_t& place(NodeId node) { return table->nodes_[node].place; }
  };

  explicit NodeTable(std::size_t count) : count_(count), nodes_(zeroed_array<Node>(count)) {}
  NodeTable(const NodeTable&) = delete;
  NodeTable& operator=(const NodeTable&) = delete;

  void forget() {
    if (++round_ != 0) return;
    nodes_ = zeroed_array<Node>(count_);  // once in 4 billion restarts
    round_ = 1;
  }

  Node& at(NodeId id) {
    Node& node = nodes_[id];
    if (node.round != round_) {
      node = Node::fresh(id);
      node.round = round_;
    }
    return node;
  }
  Node at(NodeId id) const { return nodes_[id].round == round_ ? nodes_[id] : Node::fresh(id); }

  // Calls visit(id, node) for every node of the world.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (NodeId id = 0; id < count_; ++id) visit(id, at(id));
  }

  std::size_t bytes() const { return count_ * sizeof(Node); }

 private:
  std::size_t count_;
  ZeroedArray<Node> nodes_;
  std::uint32_t round_ = 1;  // 0 marks nodes never touched
};

}  // namespace asterion
