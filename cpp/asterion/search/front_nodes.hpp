// The nodes of two fronts that grow towards each other: per cell one byte of marks, shared by both,
// and one word for each with the cost so far and the direction of the last move.
//
// The words of an earlier search need not be cleared, since the marks say which of them count.
// Marks are cleared, over the cells that the earlier search reached.
#pragma once

#include <algorithm>
#include <cstdint>

#include "asterion/open_lists/sorted_buckets.hpp"
#include "asterion/search/nodes.hpp"

namespace asterion {

namespace mark {

// The position of the bit of each mark.
enum Mark : unsigned {
  reached,           // by the front from the start
  reached_straight,  // by a straight move, or diagonal ones no longer matter
  closed,
  back_closed,  // the same for the front from the goals
};

template <class... Marks>
constexpr std::uint8_t bits(Marks... marks) {
  return static_cast<std::uint8_t>(((1u << marks) | ...));
}

}  // namespace mark

// 17 bytes per cell. Functions that take a node read the front from the start.
class FrontNodes {
 public:
  using Cost = std::uint64_t;
  using Step = Direction;
  static constexpr Step kNoStep = kNoDirection;

  explicit FrontNodes(std::size_t count)
      : count_(count),
        words_(zeroed_in_large_pages<Cost>(count)),
        back_words_(zeroed_in_large_pages<Cost>(count)) {}

  // Sets the length of a row. Marks up to one row before the first cell and one after the last are
  // read.
  void in_rows_of(std::size_t cols) {
    constexpr std::size_t kAsideOfThat = 4;
    if (marks_ != nullptr) return;
    before_ = cols + kAsideOfThat;
    marks_ = zeroed_in_large_pages<std::uint8_t>(count_ + 2 * before_);
  }

  void new_search() {
    if (first_ > last_) return;
    const std::size_t begin = first_ - std::min(first_, before_);
    const std::size_t end = std::min(count_, last_ + before_);
    std::fill(marks() + begin, marks() + end, std::uint8_t{0});
    first_ = count_;
    last_ = 0;
  }

  // To be called with each cell that a front expands.
  void went_on_from(NodeId node) {
    first_ = std::min(first_, std::size_t{node});
    last_ = std::max(last_, std::size_t{node});
  }

  std::uint8_t* marks() const { return marks_.get() + before_; }
  Cost* words() const { return words_.get(); }
  Cost* back_words() const { return back_words_.get(); }

  static Cost word(Cost cost, Direction from) { return cost << kCostShift | from; }
  static Cost cost_in(Cost word) { return word >> kCostShift; }
  static Step step_in(Cost word) { return static_cast<Step>(word & 15); }

  bool seen(NodeId node) const { return (marks()[node] & mark::bits(mark::reached)) != 0; }
  bool closed(NodeId node) const { return (marks()[node] & mark::bits(mark::closed)) != 0; }
  bool back_closed(NodeId node) const {
    return (marks()[node] & mark::bits(mark::back_closed)) != 0;
  }
  Cost cost(NodeId node) const { return cost_in(words_[node]); }
  Step arrived_by(NodeId node) const { return step_in(words_[node]); }
  void close(NodeId node) { marks()[node] |= mark::bits(mark::closed); }

  std::size_t count() const { return count_; }

 private:
  static constexpr int kCostShift = 4;

  std::size_t count_;
  ZeroedArray<Cost> words_, back_words_;
  ZeroedArray<std::uint8_t> marks_;
  std::size_t before_ = 0;  // bytes before the mark of the first cell
  std::size_t first_ = count_;
  std::size_t last_ = 0;
};

struct FrontScratch {
  using Cost = FrontNodes::Cost;
  using Nodes = FrontNodes;
  explicit FrontScratch(std::size_t count) : nodes(count) {}
  Nodes nodes;
  SortedBuckets open, back_open;
};

}  // namespace asterion
