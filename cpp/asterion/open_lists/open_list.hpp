// The open lists of best-first search, behind one interface.
#pragma once

#include <concepts>
#include <cstdint>

#include "asterion/open_lists/binary_heap.hpp"
#include "asterion/open_lists/bucket_heap.hpp"
#include "asterion/open_lists/bucket_queue.hpp"
#include "asterion/open_lists/ties.hpp"

namespace asterion {

// A node to be opened, with the data that tie rules need.
template <class Cost>
struct Candidate {
  NodeId node;
  Cost f;
  Cost g;
  bool turns;  // reached by a move in another direction than the previous one
};

// An open list may still show nodes that were closed since; the search drops them.
template <class L>
concept OpenList = requires(L& open, const L& seen, const Order& order, double spread,
                            const Candidate<typename L::Cost>& candidate, AnyVisitor visit) {
  open.start(order, spread);  // empties it; no f will exceed the smallest by more than `spread`
  { seen.empty() } -> std::same_as<bool>;
  { open.top() } -> std::same_as<NodeId>;
  open.pop();
  open.push(candidate);
  open.improve(candidate);  // for an open node with a larger f
  seen.for_each(visit);     // visit(node)
};

// A queue of nodes by keys that never fall.
template <class Q>
concept MonotoneQueue = requires(Q& queue, const Q& seen, NodeId node, typename Q::Cost key,
                                 double spread, AnyVisitor visit) {
  queue.start(spread);
  { seen.empty() } -> std::same_as<bool>;
  { queue.top() } -> std::same_as<NodeId>;
  queue.pop();
  queue.push(node, key);  // or lowers its key
  seen.for_each(visit);
};

// By f, then last in, first out; for consistent heuristics, whose f never falls.
template <MonotoneQueue Queue>
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

// By f, then by the tie rule. The table of nodes keeps their places on the heap.
template <Places Nodes>
class HeapOpen {
 public:
  using Cost = double;

  explicit HeapOpen(Nodes& nodes) : heap_(InTable{&nodes}) {}

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
  struct InTable {
    Nodes* nodes;
    std::uint32_t& place(NodeId node) { return nodes->place(node); }
  };

  HeapEntry entry(const Candidate<Cost>& c) {
    const double tie = ties_.random ? roll() : ties_.key(c.g, c.turns);
    return {c.f, tie, ties_.arrival(++arrivals_), c.node};
  }

  double roll() { return static_cast<double>(next_random(seed_) >> 11); }

  BinaryHeap<InTable> heap_;
  std::int32_t arrivals_ = 0;
  TieKeys ties_;
  std::uint64_t seed_ = 0;
};

}  // namespace asterion
