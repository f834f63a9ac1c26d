// Dijkstra's algorithm on a grid where only costs are wanted: without a goal, estimates, parents or
// statistics.
//
// Cells wait in buckets no wider than the cheapest move: no cell of a bucket can be improved by
// another one in it, so they need no order. Where a cell has only one move, straight on, the flood
// follows it at once instead of by a bucket. Such a run may be ahead of a cheaper route, which then
// overwrites it: a cost is final when its bucket has been passed. Runs are short, so that little is
// written twice.
//
// Guarantee   exact; where all cells cost the same, to the last digit, as moves are counted
// Complexity  O(cells reached) time; 8 bytes per cell, which can become the answer
// Source      E. V. Denardo and B. L. Fox, Shortest-route methods: 1. Reaching, pruning, and
//             buckets, 1979
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "asterion/open_lists/bucket_ring.hpp"
#include "asterion/search/grid_search_graph.hpp"
#include "asterion/search/nodes.hpp"
#include "asterion/search/rounding.hpp"
#include "asterion/search/scratch.hpp"
#include "asterion/world/compiler.hpp"

namespace asterion {

// One word per cell, 0 where the flood has not been. To be used again, only the words between the
// first and the last expanded cell are cleared, and as far beyond as a run may lead.
class FloodNodes {
 public:
  // Large pages: most of it is written, and mapping small pages takes longer than the flood.
  explicit FloodNodes(std::size_t count)
      : count_(count), words_(zeroed_in_large_pages<std::uint64_t>(count)) {}

  std::uint64_t& operator[](NodeId node) { return words_[node]; }
  std::uint64_t operator[](NodeId node) const { return words_[node]; }

  void went_on_from(NodeId node) {
    first_ = std::min(first_, std::size_t{node});
    last_ = std::max(last_, std::size_t{node});
  }

  // `farthest` is how far beyond an expanded cell, in the table, a run may lead.
  void clear(std::size_t farthest) {
    if (first_ > last_) return;
    const std::size_t begin = first_ - std::min(first_, farthest);
    std::fill(&words_[begin], words_.get() + std::min(count_, last_ + farthest + 1), 0);
    first_ = count_;
    last_ = 0;
  }

  ZeroedArray<std::uint64_t> take() { return std::move(words_); }

 private:
  std::size_t count_;
  ZeroedArray<std::uint64_t> words_;
  std::size_t first_ = count_;
  std::size_t last_ = 0;
};

struct FloodScratch {
  using Cost = std::uint64_t;
  struct Entry {
    NodeId node;
    std::uint8_t moves;  // to look at from there
  };
  explicit FloodScratch(std::size_t count) : nodes(count) {}
  FloodNodes nodes;
  BucketRing<Entry> open;
};

// `Number`: whole numbers where all cells cost the same, else doubles.
template <CostNumber Number>
class Flood {
 public:
  using Cost = Number;
  using Lease = ScratchPool<FloodScratch>::Lease;

  // Whether all keys in use fit into the ring of buckets.
  static bool suits(const GridSearchGraph<Cost>& graph) {
    const auto least = static_cast<double>(graph.least_move());
    return graph.largest_move() / least < kBuckets - kAhead - 4 && std::isfinite(1 / least);
  }

  Flood(const GridSearchGraph<Cost>& graph, double max_cost, Lease scratch)
      : graph_(graph), scratch_(std::move(scratch)), words_(scratch_->nodes) {
    const auto cols = static_cast<std::size_t>(graph.view().grid().cols());
    words_.clear((kAhead + 2) * (cols + 1));
    open_.clear();
    if constexpr (kCounted) {
      shift_ = static_cast<int>(std::bit_width(graph.least_move())) - 1;
    } else {
      per_width_ = 1 / graph.least_move();
    }
    const double limit = max_cost / graph.unit() * (1 + kSearchRounding);
    if (limit < static_cast<double>(limit_)) limit_ = static_cast<Cost>(limit);
  }

  // Adds a start; before the first advance.
  void start_at(NodeId node) {
    if (words_[node] != 0) return;
    words_[node] = kStart;
    words_.went_on_from(node);
    open_.push(0, {node, graph_.moves_from(node, kNoDirection)});
  }

  // Expands up to `cells` cells; false when nothing is left to do.
  bool advance(std::size_t cells) {
    const GridSearchGraph<Cost> graph = graph_;  // a copy, which no write to a cell can change
    while (!open_.empty()) {
      now_ += open_.steps_to_occupied(now_ % kBuckets);
      const Cost run_end = begin_of(now_) + kAhead * graph.least_move();
      for (const std::size_t bucket = now_ % kBuckets; !open_.empty(bucket);) {
        if (cells-- == 0) return true;
        const FloodScratch::Entry entry = open_.top(bucket);
        open_.pop(bucket);
        go_on_from(entry, graph, run_end);
      }
    }
    now_ = std::numeric_limits<std::uint64_t>::max();
    return false;
  }

  // Whether the cost of a cell is final.
  bool is_closed(NodeId node) const {
    return words_[node] != 0 && bucket_of(cost_in(words_[node])) < now_;
  }
  // The cost so far of any cell; inf where the flood has not been.
  double cost(NodeId node) const { return true_cost(words_[node]); }

  // The costs so far of all cells, in the memory of the flood, which ends with this call.
  ZeroedArray<double> take_costs() {
    constexpr std::size_t kBetweenLooks = 1 << 15;
    ZeroedArray<double> costs(reinterpret_cast<double*>(words_.take().release()));
    InterruptPoller poll;
    for (std::size_t first = 0; first < graph_.count(); first += kBetweenLooks) {
      const std::size_t end = std::min(first + kBetweenLooks, graph_.count());
      for (std::size_t node = first; node < end; ++node) {
        std::uint64_t word;
        std::memcpy(&word, &costs[node], sizeof word);
        costs[node] = true_cost(word);
      }
      poll.now();
    }
    return costs;
  }

 private:
  // The word of a cell: the number of straight moves to it plus 1, and in the upper half the number
  // of diagonal ones. Or the cost as a double with its sign turned, which is not 0 even for a
  // start.
  static constexpr bool kCounted = std::is_integral_v<Cost>;
  static constexpr std::uint64_t kOneDiagonal = std::uint64_t{1} << 32;
  static constexpr std::uint64_t kStart = kCounted ? 1 : std::uint64_t{1} << 63;
  static constexpr std::size_t kBuckets = BucketRing<FloodScratch::Entry>::kBuckets;
  // The most that a run may be ahead of the flood, in moves of the cheapest kind.
  static constexpr int kAhead = 24;

  static std::uint64_t straight_moves(std::uint64_t word) { return (word - 1) % kOneDiagonal; }
  static std::uint64_t diagonal_moves(std::uint64_t word) { return (word - 1) / kOneDiagonal; }

  // The cost of a reached cell, in the numbers of the flood.
  Cost cost_in(std::uint64_t word) const {
    if constexpr (kCounted) {
      return straight_moves(word) * graph_.move_length(0) +
             diagonal_moves(word) * graph_.move_length(kFirstDiagonal);
    } else {
      return -std::bit_cast<double>(word);
    }
  }
  double true_cost(std::uint64_t word) const {
    if (word == 0) return kInfinity;
    if constexpr (kCounted) {
      return graph_.cost_of(static_cast<double>(straight_moves(word)),
                            static_cast<double>(diagonal_moves(word)));
    } else {
      return cost_in(word);
    }
  }

  std::uint64_t bucket_of(Cost cost) const {
    if constexpr (kCounted) {
      return cost >> shift_;
    } else {
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(cost * per_width_));
    }
  }
  Cost begin_of(std::uint64_t bucket) const {
    if constexpr (kCounted) {
      return bucket << shift_;
    } else {
      return static_cast<double>(bucket) / per_width_;
    }
  }

  [[gnu::always_inline]] void go_on_from(FloodScratch::Entry entry,
                                         const GridSearchGraph<Cost>& graph, Cost run_end) {
    const std::uint64_t word = words_[entry.node];
    const Cost cost = cost_in(word);
    if (bucket_of(cost) != now_) return;  // already expanded when a cheaper route was found
    words_.went_on_from(entry.node);
    for_each_direction(entry.moves, [&](Direction d) ASTERION_ALWAYS_INLINE {
      run(entry.node, d, word, cost, graph, run_end);
    });
  }

  // Makes a move, and more in the same direction while the cell has no other move.
  [[gnu::always_inline]] void run(NodeId node, Direction d, std::uint64_t word, Cost cost,
                                  const GridSearchGraph<Cost>& graph, Cost run_end) {
    for (;;) {
      const NodeId next = graph.step(node, d);
      cost += graph.move_cost(node, next, d);
      if (cost > limit_) return;
      const std::uint64_t old = words_[next];
      if (old != 0 && cost_in(old) <= cost) return;
      if constexpr (kCounted) {
        word += is_diagonal(d) ? kOneDiagonal : 1;
      } else {
        word = std::bit_cast<std::uint64_t>(-cost);
      }
      words_[next] = word;
      const std::uint8_t moves = graph.moves_from(next, d);
      if (moves == 0) return;
      if (moves != 1u << d || cost >= run_end)
        return open_.push(bucket_of(cost) % kBuckets, {next, moves});
      node = next;
    }
  }

  const GridSearchGraph<Cost> graph_;
  Lease scratch_;
  FloodNodes& words_;
  BucketRing<FloodScratch::Entry>& open_ = scratch_->open;
  int shift_ = 0;         // turns costs into buckets
  double per_width_ = 1;  // the same for doubles
  Cost limit_ = std::numeric_limits<Cost>::max();
  std::uint64_t now_ = 0;  // the current bucket
};

// Runs to the end, or until shortly after `enough()` is true.
template <CostNumber Cost, class Enough>
void advance_until(Flood<Cost>& flood, Enough&& enough) {
  constexpr std::size_t kFirstSlice = 64, kLongestSlice = 512;
  InterruptPoller poll;
  for (std::size_t slice = kFirstSlice; flood.advance(slice) && !enough();) {
    slice = std::min(2 * slice, kLongestSlice);
    poll.now();
  }
}
template <CostNumber Cost>
void run_to_end(Flood<Cost>& flood) {
  advance_until(flood, [] { return false; });
}

}  // namespace asterion
