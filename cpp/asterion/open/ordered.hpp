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
//   low_g      smaller g, then first in, first out
//   fifo       first in, first out
//   lifo       last in, first out
//   random     as the dice fall, from a seed
//   straight   a move straight on before a turn, then first in, first out
enum class Ties : std::uint8_t { automatic, high_g, low_g, fifo, lifo, random, straight };

struct Order {
  Ties ties = Ties::automatic;
  std::uint64_t seed = 0;
};

// The next number of a seeded stream (S. Vigna's SplitMix64).
inline std::uint64_t next_random(std::uint64_t& seed) {
  std::uint64_t z = seed += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

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
    order_ = order;
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
    ++arrivals_;
    switch (order_.ties) {
      case Ties::automatic:
        return {c.f, -c.g, -arrivals_, c.node};
      case Ties::high_g:
        return {c.f, -c.g, arrivals_, c.node};
      case Ties::low_g:
        return {c.f, c.g, arrivals_, c.node};
      case Ties::fifo:
        return {c.f, 0, arrivals_, c.node};
      case Ties::lifo:
        return {c.f, 0, -arrivals_, c.node};
      case Ties::random:
        return {c.f, roll(), arrivals_, c.node};
      case Ties::straight:
        return {c.f, c.turns ? 1.0 : 0.0, arrivals_, c.node};
    }
    return {};
  }

  double roll() { return static_cast<double>(next_random(order_.seed) >> 11); }

  BinaryHeap<Places> heap_;
  std::int32_t arrivals_ = 0;
  Order order_;
};

}  // namespace asterion
