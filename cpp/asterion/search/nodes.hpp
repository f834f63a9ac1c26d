// The tables that hold a search's data of each node. Tables are kept between searches: a search
// number stamped into each record says whether it belongs to the current search, so nothing is ever
// cleared.
//
// For grids a table keeps the direction from the parent, for graphs the parent itself. The system
// zeroes memory page by page, so that a search pays only for the part of the world it visits.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#include "asterion/world/compiler.hpp"
#include "asterion/world/large_pages.hpp"
#include "asterion/world/moves.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

enum class Relaxed : std::uint8_t { no, opened, improved, reopened };

// Classifies another route to a node that the search has seen.
inline Relaxed by_another_route(bool cheaper, bool closed, bool may_reopen) {
  if (!cheaper || (closed && !may_reopen)) return Relaxed::no;
  return closed ? Relaxed::reopened : Relaxed::improved;
}

// The readable data of the current search's nodes.
template <class N>
concept SearchNodes = requires(N& nodes, const N& seen, NodeId node) {
  nodes.new_search();
  { seen.count() } -> std::same_as<std::size_t>;
  { seen.seen(node) } -> std::same_as<bool>;
  // The rest is for seen nodes.
  { seen.closed(node) } -> std::same_as<bool>;
  { seen.cost(node) } -> std::same_as<typename N::Cost>;  // so far
  seen.arrived_by(node);                                  // a step
  nodes.close(node);
};

// Nodes to which a search may find better routes.
template <class N>
concept RelaxableNodes = SearchNodes<N> && requires(N& nodes, NodeId node, typename N::Cost cost,
                                                    typename N::Step step, bool may_reopen) {
  { nodes.relax(node, cost, step, may_reopen) } -> std::same_as<Relaxed>;
};

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};
template <class T>
using ZeroedArray = std::unique_ptr<T[], FreeMemory>;

template <class T>
ZeroedArray<T> zeroed_array(std::size_t count) {
  auto* memory = static_cast<T*>(std::calloc(std::max<std::size_t>(count, 1), sizeof(T)));
  if (memory == nullptr) throw std::bad_alloc();
  return ZeroedArray<T>(memory);
}

// For memory that is used throughout, or at random.
template <class T>
ZeroedArray<T> zeroed_in_large_pages(std::size_t count) {
  auto memory = zeroed_array<T>(count);
  ask_for_large_pages(memory.get(), count * sizeof(T));
  return memory;
}

// 8 bytes per node, whole-number costs: 44 bits of cost so far, 15 of search number, closed,
// direction. 44 bits hold the longest path of the largest grid, 2^31 cells of kDiagonal each.
class PackedNodes {
 public:
  using Cost = std::uint64_t;
  using Step = Direction;
  static constexpr Step kNoStep = kNoDirection;

  // Large pages pay where most searches go far.
  explicit PackedNodes(std::size_t count, bool in_large_pages = false)
      : count_(count),
        words_(in_large_pages ? zeroed_in_large_pages<Cost>(count) : zeroed_array<Cost>(count)) {}

  void new_search() {
    current_ += kOneSearch;
    if (current_ <= kSearchMask) return;
    words_ = zeroed_array<Cost>(count_);  // once in 32,767 searches
    current_ = kOneSearch;
  }

  bool seen(NodeId node) const { return (words_[node] & kSearchMask) == current_; }
  bool closed(NodeId node) const { return (words_[node] & kClosed) != 0; }
  Cost cost(NodeId node) const { return words_[node] >> kCostShift; }
  Step arrived_by(NodeId node) const { return static_cast<Step>(words_[node] & 15); }

  void close(NodeId node) { words_[node] |= kClosed; }

  Relaxed relax(NodeId node, Cost cost, Direction from, bool may_reopen) {
    const Cost old = words_[node];
    Relaxed what = Relaxed::opened;
    if ((old & kSearchMask) == current_) {
      what = by_another_route(cost < old >> kCostShift, (old & kClosed) != 0, may_reopen);
      if (what == Relaxed::no) return what;
    }
    words_[node] = cost << kCostShift | current_ | from;
    return what;
  }

  // Replaces the route to an open node, whatever it costs.
  void replace(NodeId node, Cost cost, Direction from) {
    words_[node] = cost << kCostShift | current_ | from;
  }

  std::size_t count() const { return count_; }

 private:
  static constexpr Cost kClosed = 16;
  static constexpr Cost kOneSearch = 32;
  static constexpr Cost kSearchMask = 32767 * kOneSearch;
  static constexpr int kCostShift = 20;

  std::size_t count_;
  ZeroedArray<Cost> words_;
  Cost current_ = 0;
};

// 16 bytes per node: any cost, and the node's place on a heap.
class WideNodes {
 public:
  using Cost = double;
  using Step = Direction;
  static constexpr Step kNoStep = kNoDirection;

  explicit WideNodes(std::size_t count)
      : count_(count), nodes_(zeroed_in_large_pages<Node>(count)) {}

  void new_search() {
    current_ += kOneSearch;
    if (current_ != 0) return;
    nodes_ = zeroed_in_large_pages<Node>(count_);  // once in 134 million searches
    current_ = kOneSearch;
  }

  bool seen(NodeId node) const { return (nodes_[node].tag & kSearchMask) == current_; }
  bool closed(NodeId node) const { return (nodes_[node].tag & kClosed) != 0; }
  Cost cost(NodeId node) const { return nodes_[node].cost; }
  Step arrived_by(NodeId node) const { return static_cast<Step>(nodes_[node].tag & 15); }
  std::uint32_t& place(NodeId node) { return nodes_[node].place; }

  void close(NodeId node) { nodes_[node].tag |= kClosed; }

  Relaxed relax(NodeId id, Cost cost, Direction from, bool may_reopen) {
    Node& node = nodes_[id];
    Relaxed what = Relaxed::opened;
    if ((node.tag & kSearchMask) == current_) {
      what = by_another_route(cost < node.cost, (node.tag & kClosed) != 0, may_reopen);
      if (what == Relaxed::no) return what;
    }
    node.cost = cost;
    node.tag = current_ | from;
    return what;
  }

  std::size_t count() const { return count_; }

 private:
  struct Node {
    double cost;
    std::uint32_t place;
    std::uint32_t tag;  // 27 bits of search number, closed, 4 of direction
  };
  static constexpr std::uint32_t kClosed = 16;
  static constexpr std::uint32_t kOneSearch = 32;
  static constexpr std::uint32_t kSearchMask = ~std::uint32_t{31};

  std::size_t count_;
  ZeroedArray<Node> nodes_;
  std::uint32_t current_ = 0;
};

// For graphs: any cost, and the node before. 16 bytes per node, 24 with its place on a heap.
template <bool with_place>
class GraphNodes {
 public:
  using Cost = double;
  using Step = NodeId;
  static constexpr Step kNoStep = ~NodeId{0};

  explicit GraphNodes(std::size_t count)
      : count_(count), nodes_(zeroed_in_large_pages<Node>(count)) {}

  void new_search() {
    current_ += kOneSearch;
    if (current_ != 0) return;
    nodes_ = zeroed_in_large_pages<Node>(count_);  // once in 2 billion searches
    current_ = kOneSearch;
  }

  // Fetches a node that will be needed soon.
  void prefetch(NodeId node) const { prefetch_memory(&nodes_[node]); }

  bool seen(NodeId node) const { return (nodes_[node].tag & ~kClosed) == current_; }
  bool closed(NodeId node) const { return (nodes_[node].tag & kClosed) != 0; }
  Cost cost(NodeId node) const { return nodes_[node].cost; }
  Step arrived_by(NodeId node) const { return nodes_[node].before; }
  std::uint32_t& place(NodeId node)
    requires with_place
  {
    return nodes_[node].place;
  }

  void close(NodeId node) { nodes_[node].tag |= kClosed; }

  Relaxed relax(NodeId id, Cost cost, Step before, bool may_reopen) {
    Node& node = nodes_[id];
    Relaxed what = Relaxed::opened;
    if ((node.tag & ~kClosed) == current_) {
      what = by_another_route(cost < node.cost, (node.tag & kClosed) != 0, may_reopen);
      if (what == Relaxed::no) return what;
    }
    replace(id, cost, before);
    return what;
  }

  // Replaces the route to a node, whatever it costs.
  void replace(NodeId id, Cost cost, Step before) {
    Node& node = nodes_[id];
    node.cost = cost;
    node.before = before;
    node.tag = current_;
  }

  std::size_t count() const { return count_; }

 private:
  struct Plain {
    double cost;
    NodeId before;
    std::uint32_t tag;  // 31 bits of search number, closed
  };
  struct Placed : Plain {
    std::uint32_t place;
  };
  using Node = std::conditional_t<with_place, Placed, Plain>;
  static constexpr std::uint32_t kClosed = 1;
  static constexpr std::uint32_t kOneSearch = 2;

  std::size_t count_;
  ZeroedArray<Node> nodes_;
  std::uint32_t current_ = 0;
};

}  // namespace asterion
