// The memory of a search: a node table and an open list that fit together. It is borrowed from the
// cache of the world and returned, so that every query after the first allocates nothing.
#pragma once

#include <algorithm>
#include <concepts>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "asterion/open_lists/open_list.hpp"
#include "asterion/open_lists/packed_heap.hpp"
#include "asterion/search/freed_later.hpp"
#include "asterion/search/jump_nodes.hpp"
#include "asterion/search/jumps.hpp"
#include "asterion/search/nodes.hpp"
#include "asterion/world/compiler.hpp"
#include "asterion/world/fork.hpp"
#include "asterion/world/typed_cache.hpp"

namespace asterion {

// Made for a number of nodes.
template <class S>
concept Scratch = std::constructible_from<S, std::size_t> && requires(S& scratch) {
  typename S::Cost;
  scratch.nodes;
  scratch.open;
};

// With a table of all nodes of the world.
template <class S>
concept TableScratch = Scratch<S> && SearchNodes<typename S::Nodes>;

template <class S>
concept BestFirstScratch = TableScratch<S> && RelaxableNodes<typename S::Nodes> &&
                           OpenList<decltype(S::open)> && requires {
                             { S::kForPlainOptions } -> std::convertible_to<bool>;
                           };

template <RelaxableNodes NodeTable, MonotoneQueue Queue>
struct MonotoneScratch {
  // For searches whose estimate is consistent, and that stop at the first goal.
  static constexpr bool kForPlainOptions = true;
  using Cost = typename NodeTable::Cost;
  using Nodes = NodeTable;
  explicit MonotoneScratch(std::size_t count) : nodes(count) {}
  Nodes nodes;
  MonotoneOpen<Queue> open;
};

// 8 bytes per cell; whole-number costs and consistent heuristics.
using PackedScratch = MonotoneScratch<PackedNodes, BucketQueue>;
// 16 bytes per cell; any costs and consistent heuristics.
using BucketScratch = MonotoneScratch<WideNodes, BucketHeap>;

// For all other searches.
template <RelaxableNodes NodeTable>
struct OrderedScratch {
  static constexpr bool kForPlainOptions = false;
  using Cost = double;
  using Nodes = NodeTable;
  explicit OrderedScratch(std::size_t count) : nodes(count), open(nodes) {}
  Nodes nodes;
  HeapOpen<Nodes> open;
};

// 16 bytes per cell.
using HeapScratch = OrderedScratch<WideNodes>;

// The same for graphs: 16 bytes per node with consistent heuristics, else 24.
using GraphScratch = MonotoneScratch<GraphNodes<false>, BucketHeap>;
using GraphHeapScratch = OrderedScratch<GraphNodes<true>>;

// Jump points: memory grows with their number.
struct JumpScratch {
  using Cost = JumpNodes::Cost;
  explicit JumpScratch(std::size_t) {}
  JumpNodes nodes;
  PackedHeap open;
  std::vector<JumpPoint> found;          // of one cell
  std::shared_ptr<const Blocks> blocks;  // in use last
  BlocksBetween between;                 // start and goal
};

// Jump points where costs differ: they are many, so a table of all cells is faster. 12 bytes per
// cell.
struct AreaScratch {
  using Cost = PackedNodes::Cost;
  using Nodes = PackedNodes;
  explicit AreaScratch(std::size_t count)
      : nodes(count, true), before(zeroed_in_large_pages<NodeId>(count)) {}
  Nodes nodes;
  ZeroedArray<NodeId> before;  // the previous jump point of each
  BucketHeap open;
  std::vector<JumpPoint> found;  // of one cell
};

// While it lives, the calling thread keeps the memory that one search of a world returns for the
// next search: a batch would otherwise go to the pool for each query, where its threads would wait
// for each other. The world must outlive it; worlds that a user's heuristic searches meanwhile need
// not.
class KeepsScratch {
 public:
  explicit KeepsScratch(const TypedCache& of_world)
      : of_world_(of_world), before_(std::exchange(current_, this)) {}
  ~KeepsScratch() {
    current_ = before_;
    if (scratch_ != nullptr) give_back_(pool_, scratch_);
  }
  KeepsScratch(const KeepsScratch&) = delete;
  KeepsScratch& operator=(const KeepsScratch&) = delete;

  // The memory kept of a pool, which it releases; null if there is none.
  static void* taken(const void* pool) {
    if (current_ == nullptr || current_->pool_ != pool) return nullptr;
    return std::exchange(current_->scratch_, nullptr);
  }
  // Keeps the memory if there is none yet; whether it did.
  static bool keep(void* pool, void* scratch, void (*give_back)(void* pool, void* scratch)) {
    if (current_ == nullptr || current_->scratch_ != nullptr) return false;
    if (!current_->of_world_.holds(pool)) return false;
    current_->pool_ = pool;
    current_->scratch_ = scratch;
    current_->give_back_ = give_back;
    return true;
  }

 private:
  const TypedCache& of_world_;
  void* pool_ = nullptr;
  void* scratch_ = nullptr;
  void (*give_back_)(void*, void*) = nullptr;
  KeepsScratch* before_;
  ASTERION_THREAD_LOCAL static inline KeepsScratch* current_ = nullptr;
};

// Memory of searches, kept from one to the next.
template <std::constructible_from<std::size_t> S>
class ScratchPool {
 public:
  struct GiveBack {
    ScratchPool* pool;
    void operator()(S* scratch) const {
      constexpr auto give_back = [](void* to, void* what) {
        static_cast<ScratchPool*>(to)->give_back(static_cast<S*>(what));
      };
      if (!KeepsScratch::keep(pool, scratch, give_back)) pool->give_back(scratch);
    }
  };
  using Lease = std::unique_ptr<S, GiveBack>;

  // `count` is the number of nodes, the same each time.
  Lease borrow(std::size_t count) {
    if (void* const kept = KeepsScratch::taken(this)) return Lease(static_cast<S*>(kept), {this});
    std::unique_ptr<S> scratch;
    {
      const std::lock_guard guard(lock_);
      most_idle_ = std::clamp<std::size_t>(kMostIdleNodes / std::max<std::size_t>(count, 1), 1, 16);
      idle_.reserve(lent_ + 1 + idle_.size());  // returning memory never fails
      ++lent_;
      if (!idle_.empty()) {
        scratch = std::move(idle_.back());
        idle_.pop_back();
      }
    }
    Lease lease(scratch.release(), {this});
    if (!lease) lease = Lease(made(count), {this});
    return lease;
  }

 private:
  // The nodes kept while no search runs. Many searches at a time, or one after the other on many
  // threads, use more.
  static constexpr std::size_t kMostIdleNodes = 1 << 22;

  S* made(std::size_t count) {
    try {
      return new S(count);
    } catch (...) {
      const std::lock_guard guard(lock_);
      --lent_;
      throw;
    }
  }

  void give_back(S* scratch) {
    std::unique_ptr<S> owned(scratch);
    const std::lock_guard guard(lock_);
    idle_.push_back(std::move(owned));
    // The one used last stays: it is likely to be in the cache.
    if (--lent_ == 0)
      while (idle_.size() > most_idle_) {
        FreedLater::free(std::move(idle_.front()));
        idle_.erase(idle_.begin());
      }
  }

  ForkSafeMutex lock_;
  std::vector<std::unique_ptr<S>> idle_;
  std::size_t lent_ = 0;
  std::size_t most_idle_ = 1;
};

}  // namespace asterion
