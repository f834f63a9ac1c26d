// The one index of a world that all its navigators query.
//
// It is made when the first of them plans. After edits it is rebuilt bit by bit: a plan that had to
// search pays one step of the work per kExpansionsAStep expansions. So plans never take much more
// than twice as long as without an index, and where few plans search, the index is left as it is.
// All of this is counted, never timed: which path is found does not depend on the machine.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "asterion/index/index.hpp"

namespace asterion {

// Approximate: a step takes as long as this many expansions of a search, and an expansion as long
// as copying this many cells and finding the corners among them.
inline constexpr std::uint64_t kExpansionsAStep = 16, kCellsAnExpansion = 16;

template <World G>
class SharedIndex {
 public:
  // The index belongs to the world, and is freed with it.
  static SharedIndex& of(G& world) {
    auto& shared = world.cache().template get<SharedIndex>();
    const std::lock_guard hold(shared.lock_);
    if (!shared.index_) {
      // Without ownership, since the world owns it.
      shared.index_.emplace(std::shared_ptr<G>(std::shared_ptr<G>(), &world), Query{});
      shared.to_begin_ = world.count() / kCellsAnExpansion;
    }
    return shared;
  }

  Index<G>& operator*() { return *index_; }
  Index<G>* operator->() { return &*index_; }
  bool exists() const { return index_->state() != nullptr; }

  // Charges a plan's expansions; returns the number of steps to take in return.
  std::uint64_t charge(std::uint64_t expanded) {
    const std::lock_guard hold(lock_);
    searched_ += expanded;
    if (!is_begun_ && searched_ < to_begin_) return 0;
    if (!is_begun_) searched_ -= to_begin_;
    is_begun_ = true;
    const std::uint64_t steps = searched_ / kExpansionsAStep;
    searched_ %= kExpansionsAStep;
    return steps;
  }
  // An index was finished: the next is paid for from the beginning.
  void finished() {
    const std::lock_guard hold(lock_);
    is_begun_ = false;
    searched_ = 0;
  }

 private:
  ForkSafeMutex lock_;
  std::optional<Index<G>> index_;
  std::uint64_t to_begin_ = 0;  // expansions that pay for the copy of the world
  std::uint64_t searched_ = 0;  // expansions not yet used up
  bool is_begun_ = false;
};

}  // namespace asterion
