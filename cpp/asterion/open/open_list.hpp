// The open lists of best-first search, behind one interface: start(ties, spread), push(node, f, g),
// improve(node, f, g), top(), pop(), empty(), for_each(visit). An open list may still show nodes
// that were closed since; the search drops them.
#pragma once

#include <cstdint>

#include "asterion/open/binary_heap.hpp"
#include "asterion/open/bucket_heap.hpp"
#include "asterion/open/bucket_queue.hpp"
#include "asterion/open/ties.hpp"

namespace asterion {

// A node for open, with what an order may look at.
template <class Cost>
struct Candidate {
  NodeId node;
  Cost f;
  Cost g;
  bool turns;  // reached by a move in another direction than the one before
};

// By f, then last in, first out; for consistent heuristics, whose f never falls.
template <class Queue>
class MonotoneOpen {
 public:
  using Cost = typename Queue::Cost;

  void start(const Order&, double spread) { queue_.start(spread); }
  bool empty() const { return queue_.empty(); }
  NodeId top() { return queue_.top(); }
  const NodeId* hint() const { return queue_.hint(); }
  void pop() { queue_.pop(); }
  void push(const Candidate<Cost>& c) { queue_.push(c.node, c.f); }
  void improve(const Candidate<Cost>& c) { queue_.push(c.node, c.f); }
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

  void start(const Order& order, double) {
    heap_.clear();
    arrivals_ = 0;
    ties_ = tie_keys(order.ties);
    seed_ = order.seed;
  }
  bool empty() const { return heap_.empty(); }
  NodeId top() const { return heap_.top().node; }
  double smallest_f() const { return heap_.top().cost; }
  const NodeId* hint() const { return heap_.empty() ? nullptr : &heap_.top().node; }
  void pop() { heap_.pop(); }
  void push(const Candidate<Cost>& c) { heap_.push(entry(c)); }
  void improve(const Candidate<Cost>& c) { heap_.update(entry(c)); }
  template <class Visit>
  void for_each(Visit&& visit) const {
    heap_.for_each([&](const HeapEntry& entry) { visit(entry.node); });
  }

 private:
  struct Places {
    Nodes* nodes;
    std::uint32_t& place(NodeId node) { return nodes->place(node); }
  };

  HeapEntry entry(const Candidate<Cost>& c) {
    const double tie = ties_.random ? roll() : ties_.key(c.g, c.turns);
    return {c.f, tie, ties_.arrival(++arrivals_), c.node};
  }

  double roll() { return static_cast<double>(next_random(seed_) >> 11); }

  BinaryHeap<Places> heap_;
  std::int32_t arrivals_ = 0;
  TieKeys ties_;
  std::uint64_t seed_ = 0;
};

}  // namespace asterion
