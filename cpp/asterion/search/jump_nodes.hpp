// The nodes of a search that puts only a few cells of the world on open: a list of them, and a hash
// table from cells to the list. 16 bytes per cell on the list, 16 to 32 in the table; all of it
// stays in the cache as long as the search is small, however large the world.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "asterion/search/jumps.hpp"
#include "asterion/world/moves.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class JumpNodes {
 public:
  using Cost = std::uint64_t;
  using Index = std::uint32_t;  // of a node on the list

  // Clears nothing: slots of earlier searches have smaller serial numbers.
  void new_search() {
    forget_slots();
    nodes_.clear();
    resize(kFewestSlots);
  }

  Index size() const { return static_cast<Index>(nodes_.size()); }
  NodeId cell(Index i) const { return nodes_[i].cell; }
  Index parent(Index i) const { return nodes_[i].parent; }
  Cost cost(Index i) const { return nodes_[i].word >> kCostShift; }
  Direction direction(Index i) const { return static_cast<Direction>(nodes_[i].word & 15); }
  bool closed(Index i) const { return (nodes_[i].word & kClosed) != 0; }
  void close(Index i) { nodes_[i].word |= kClosed; }

  // Whether it needs no expansion: closed, or passed by a walk that continues from there.
  bool done(Index i) const { return (nodes_[i].word & (kClosed | kPassing)) != 0; }
  // Whether a node was ever on open, not only passed.
  bool opened(Index i) const { return was_opened(nodes_[i].word); }

  // The result of a route to a cell: its node, and whether the node is new or has become cheaper.
  struct Relaxed {
    Index node;
    bool is_new;
    bool improved;
  };
  Relaxed relax(NodeId cell, Cost cost, Direction from, Index parent) {
    return relax<false>(cell, cost << kCostShift | from, parent);
  }
  // A walk passes this cell, so other routes that reach it at the same cost or more may stop.
  void pass(NodeId cell, Cost cost, Index parent) {
    relax<true>(cell, cost << kCostShift | kPassing | kPassed, parent);
  }

 private:
  struct Node {
    Cost word;  // 58 bits of cost, passed, closed, 4 of direction
    NodeId cell;
    Index parent;
  };
  struct Slot {
    NodeId cell = 0;
    std::uint32_t serial = 0;
  };
  static constexpr Cost kClosed = 16;
  static constexpr Cost kPassing = 32;
  static constexpr int kCostShift = 6;
  static constexpr std::size_t kFewestSlots = 1024;

  static bool was_opened(Cost word) { return (word & 15) != kPassed; }

  template <bool passing>
  [[gnu::noinline]] Relaxed relax(NodeId cell, Cost word, Index parent) {
    const Cost cost = word >> kCostShift;
    std::size_t slot = home(cell);
    for (; in_use(slots_[slot]); slot = (slot + 1) & mask_) {
      if (slots_[slot].cell != cell) continue;
      const Index found = slots_[slot].serial - base_;
      Node& node = nodes_[found];
      const Cost before = node.word >> kCostShift;
      if (passing ? cost > before || closed(found) : cost >= before) return {found, false, false};
      const bool opened = was_opened(node.word);
      if (passing) word = (word & ~Cost{15}) | (node.word & 15);
      node = {word, cell, parent};
      return {found, !opened, opened};
    }
    const Index added = size();
    slots_[slot] = {cell, base_ + added};
    nodes_.push_back({word, cell, parent});
    if (2 * nodes_.size() > mask_) grow();
    return {added, true, false};
  }

  bool in_use(Slot slot) const { return slot.serial - base_ < size(); }

  std::size_t home(NodeId cell) const { return cell * std::uint64_t{0x9E3779B97F4A7C15} >> shift_; }

  // Frees all slots.
  void forget_slots() {
    base_ += size();
    if (base_ < std::numeric_limits<std::uint32_t>::max() / 2) return;
    slots_.assign(slots_.size(), {});  // once in two thousand million nodes
    base_ = 1;
  }

  void resize(std::size_t count) {
    if (slots_.size() < count) slots_.resize(count);
    mask_ = count - 1;
    for (shift_ = 64; count > 1; count /= 2) --shift_;
  }

  void grow() {
    forget_slots();
    resize(2 * (mask_ + 1));
    for (Index i = 0; i < size(); ++i) {
      std::size_t slot = home(nodes_[i].cell);
      while (slots_[slot].serial - base_ < i) slot = (slot + 1) & mask_;
      slots_[slot] = {nodes_[i].cell, base_ + i};
    }
  }

  std::vector<Node> nodes_;
  std::vector<Slot> slots_;
  std::uint32_t base_ = 1;  // the serial number of the first node
  std::size_t mask_ = 0;
  int shift_ = 0;
};

}  // namespace asterion
