// Lets a search give way to an edit of the world that it reads.
//
// An edit waits for the readers of its world. So a reader that works for long checks, through its
// InterruptPoller, whether one waits. If so, it continues for a moment, because most searches end
// within it; then it releases its lock, lets the edit go first, and takes the lock again. If the
// world has another version by then, its results so far are of no use: that throws Outdated, and
// query/consistent_snapshot.hpp says what happens next. If not, because the writer only wanted to
// catch up with earlier edits, the work continues.
//
// A thread with a second shared lock is inside a heuristic that another search is calling: that
// search has a lock itself, and cannot release it there. It does not give way.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "asterion/world/interrupt.hpp"
#include "asterion/world/journaled_world.hpp"

namespace asterion {

// Thrown when the world was edited while it was read.
struct Outdated {};

// Whether to give way: a writer has waited long enough. Counted from its arrival, so that all of
// several threads give way at that time. A quarter of the longest time an edit may wait, since
// threads do not always wake at once.
inline bool must_give_way(const WorldLock& lock) {
  return lock.writer_has_waited(std::chrono::microseconds{500});
}

// While it lives, the thread that holds `guard` on the world gives way.
class GivesWay final : YieldHook {
 public:
  GivesWay(ReadLock& guard, const JournaledWorld& world)
      : guard_(guard), world_(world), version_(world.version()) {
    before_ = exchange(WorldLock::all_reads_of_this_thread() > 1 ? nullptr : this);
  }
  ~GivesWay() { exchange(before_); }
  GivesWay(const GivesWay&) = delete;
  GivesWay& operator=(const GivesWay&) = delete;

 private:
  void poll() override {
    if (!must_give_way(world_.lock())) return;
    guard_.unlock();
    guard_.lock();
    if (world_.version() != version_) throw Outdated();
  }

  ReadLock& guard_;
  const JournaledWorld& world_;
  std::uint64_t version_;
  YieldHook* before_;
};

// For each of several threads that work under the lock of one of them: each ends its work, so that
// the one can release the lock.
class EndsForEdits final : YieldHook {
 public:
  explicit EndsForEdits(const WorldLock& lock) : lock_(lock), before_(exchange(this)) {}
  ~EndsForEdits() { exchange(before_); }
  EndsForEdits(const EndsForEdits&) = delete;
  EndsForEdits& operator=(const EndsForEdits&) = delete;

 private:
  void poll() override {
    if (must_give_way(lock_)) throw Outdated();
  }

  const WorldLock& lock_;
  YieldHook* before_;
};

// As EndsForEdits, unless the thread that has the lock is inside a heuristic (see above). That
// thread makes one, and each helper a copy of it.
class EndsHelpersForEdits {
 public:
  explicit EndsHelpersForEdits(const JournaledWorld& world)
      : EndsHelpersForEdits(world.is_nested_read() ? nullptr : &world.lock()) {}
  EndsHelpersForEdits(const EndsHelpersForEdits& of_the_holder)
      : EndsHelpersForEdits(of_the_holder.lock_) {}
  EndsHelpersForEdits& operator=(const EndsHelpersForEdits&) = delete;

 private:
  explicit EndsHelpersForEdits(const WorldLock* lock) : lock_(lock) {
    if (lock != nullptr) ends_.emplace(*lock);
  }

  const WorldLock* lock_;
  std::optional<EndsForEdits> ends_;
};

// While it lives, the thread keeps its locks: while a search calls a user's function.
class KeepsLock {
 public:
  KeepsLock() : before_(YieldHook::exchange(nullptr)) {}
  ~KeepsLock() { YieldHook::exchange(before_); }
  KeepsLock(const KeepsLock&) = delete;
  KeepsLock& operator=(const KeepsLock&) = delete;

 private:
  YieldHook* before_;
};

}  // namespace asterion
