// The open lists of best-first search, behind one interface: start(ties, spread), push(node, f, g),
// improve(node, f, g), top(), pop(), empty(), for_each(visit). An open list may still show nodes
// that were closed since; the search drops them.
#pragma once

#include <cstdint>

#include "asterion/open/binary_heap.hpp"
#include "asterion/open/bucket_heap.hpp"
#include "asterion/open/bucket_queue.hpp"

namespace asterion {

// Which of several nodes with the same f comes first.
//   automatic  last in, first out; on a heap larger g before that
//   high_g     larger g, then first in, first out
enum class Ties : std::uint8_t { automatic, high_g };

// By f, then last in, first out; for consistent heuristics, whose f never falls.
template <class Queue>
class MonotoneOpen {
 public:
  using Cost = typename Queue::Cost;

  void start(Ties, double spread) { queue_.start(spread); }
  bool empty() const { return queue_.empty(); }
  NodeId top() { return queue_.top(); }
  void pop() { queue_.pop(); }
  void push(NodeId node, Cost f, Cost) { queue_.push(node, f); }
  void improve(NodeId node, Cost f, Cost) { queue_.push(node, f); }
  template <class Visit>
  void for_each(Visit&& visit) const {
    queue_.for_each(visit);
  }

 private:
  Queue queue_;
};

// By f, then by the tie rule. `Nodes` keeps the places of nodes on the heap.
template <class Nodes>
class HeapOpen {
 public:
  using Cost = double;

  explicit HeapOpen(Nodes& nodes) : heap_(Places{&nodes}) {}

  void start(Ties ties, double) {
    heap_.clear();
    arrivals_ = 0;
    ties_ = ties;
  }
  bool empty() const { return heap_.empty(); }
  NodeId top() const { return heap_.top().node; }
  void pop() { heap_.pop(); }
  void push(NodeId node, Cost f, Cost g) { heap_.push(entry(node, f, g)); }
  void improve(NodeId node, Cost f, Cost g) { heap_.decrease(entry(node, f, g)); }
  template <class Visit>
  void for_each(Visit&& visit) const {
    heap_.for_each([&](const HeapEntry& entry) { visit(entry.node); });
  }

 private:
  struct Places {
    Nodes* nodes;
    std::uint32_t& place(NodeId node) { return nodes->place(node); }
  };

  HeapEntry entry(NodeId node, Cost f, Cost g) {
    ++arrivals_;
    return {f, -g, ties_ == Ties::high_g ? arrivals_ : -arrivals_, node};
  }

  BinaryHeap<Places> heap_;
  std::int32_t arrivals_ = 0;
  Ties ties_ = Ties::automatic;
};

}  // namespace asterion
