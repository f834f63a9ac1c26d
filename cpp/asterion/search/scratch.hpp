// The memory of a search: a node table and an open list that fit together. It is borrowed from the
// cache of the world and goes back there, so that a query after the first allocates nothing.
#pragma once

#include <algorithm>
#include <concepts>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "asterion/open/open_list.hpp"
#include "asterion/open/packed_heap.hpp"
#include "asterion/search/freed_later.hpp"
#include "asterion/search/jump_nodes.hpp"
#include "asterion/search/jumps.hpp"
#include "asterion/search/nodes.hpp"
#include "asterion/world/compiler.hpp"
#include "asterion/world/fork.hpp"
#include "asterion/world/typed_cache.hpp"

namespace asterion {

// Made for so many nodes.
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
                             { S::kForPlainRules } -> std::convertible_to<bool>;
                           };

template <RelaxableNodes NodeTable, MonotoneQueue Queue>
struct MonotoneScratch {
  // For searches whose estimate is consistent, and that stop at the first goal.
  static constexpr bool kForPlainRules = true;
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

// For everything else.
template <RelaxableNodes NodeTable>
struct OrderedScratch {
  static constexpr bool kForPlainRules = false;
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

// Jump points: as much as there are.
struct JumpScratch {
  using Cost = JumpNodes::Cost;
  explicit JumpScratch(std::size_t) {}
  JumpNodes nodes;
  PackedHeap open;
  std::vector<JumpPoint> found;          // from one cell
  std::shared_ptr<const Blocks> blocks;  // that were used last
  BlocksBetween between;                 // start and goal
};

// Jump points where costs differ: so many that a table of all cells is faster. 12 bytes per cell.
struct AreaScratch {
  using Cost = PackedNodes::Cost;
  using Nodes = PackedNodes;
  explicit AreaScratch(std::size_t count)
      : nodes(count, true), before(zeroed_in_large_pages<NodeId>(count)) {}
  Nodes nodes;
  ZeroedArray<NodeId> before;  // the jump point before each
  BucketHeap open;
  std::vector<JumpPoint> found;  // from one cell
};

// As long as it lives, the calling thread keeps what one search of a world gives back for the next
// one: a batch would go to the pool for each query, and its threads would wait for each other
// there. The world lives longer. Others, which a heuristic of the user may search meanwhile, need
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

  // What is kept of a pool; null if there is nothing.
  static void* taken(const void* pool) {
    if (current_ == nullptr || current_->pool_ != pool) return nullptr;
    return std::exchange(current_->scratch_, nullptr);
  }
  // Whether it is kept: one at a time is.
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

  // For so many nodes, the same number each time.
  Lease borrow(std::size_t count) {
    if (void* const kept = KeepsScratch::taken(this)) return Lease(static_cast<S*>(kept), {this});
    std::unique_ptr<S> scratch;
    {
      const std::lock_guard guard(lock_);
      most_idle_ = std::clamp<std::size_t>(kMostIdleNodes / std::max<std::size_t>(count, 1), 1, 16);
      idle_.reserve(lent_ + 1 + idle_.size());  // to give back never fails
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
  // What is kept while no search runs. With many searches at a time, or one after the other on many
  // threads, there is more.
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
    // The one that was used last stays: it is likely to be in the cache.
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
