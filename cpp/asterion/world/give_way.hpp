// How a search gives way to an edit of the world that it reads.
//
// An edit waits for the readers of its world. So a reader that works for long looks, through its
// Breather, whether one waits. If so, it goes on for a moment, because most searches end within it;
// then it lets go of its lock, lets the edit go first, and takes the lock again. If the world has
// another version by then, what was worked out so far is of no use: that throws Outdated, and
// query/one_state.hpp says what happens next. If it has not, because the writer only wanted to
// catch up with earlier edits, the work goes on where it was.
//
// A thread with a second shared lock is inside a heuristic that another search is asking: that
// search has a lock itself, and cannot let go of it there. It does not give way.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "asterion/world/interrupt.hpp"
#include "asterion/world/world.hpp"

namespace asterion {

// The world was edited while it was read.
struct Outdated {};

// Whether to give way: a writer has waited long enough. Counted from when it came, so that of
// several threads each gives way at that time. A quarter of what an edit may wait at most: threads
// are not always woken at once.
inline bool must_give_way(const WorldLock& lock) {
  return lock.writer_has_waited(std::chrono::microseconds{500});
}

// As long as it lives, the thread that holds `guard` on the world gives way.
class GivesWay final : Courtesy {
 public:
  GivesWay(ReadLock& guard, const World& world)
      : guard_(guard), world_(world), version_(world.version()) {
    before_ = exchange(WorldLock::all_reads_of_this_thread() > 1 ? nullptr : this);
  }
  ~GivesWay() { exchange(before_); }
  GivesWay(const GivesWay&) = delete;
  GivesWay& operator=(const GivesWay&) = delete;

 private:
  void look() override {
    if (!must_give_way(world_.lock())) return;
    guard_.unlock();
    guard_.lock();
    if (world_.version() != version_) throw Outdated();
  }

  ReadLock& guard_;
  const World& world_;
  std::uint64_t version_;
  Courtesy* before_;
};

// For each of several threads that work under the lock of one of them: each ends its work, so that
// the one can let go of the lock.
class EndsForEdits final : Courtesy {
 public:
  explicit EndsForEdits(const WorldLock& lock) : lock_(lock), before_(exchange(this)) {}
  ~EndsForEdits() { exchange(before_); }
  EndsForEdits(const EndsForEdits&) = delete;
  EndsForEdits& operator=(const EndsForEdits&) = delete;

 private:
  void look() override {
    if (must_give_way(lock_)) throw Outdated();
  }

  const WorldLock& lock_;
  Courtesy* before_;
};

// The same, unless the thread that has the lock is inside a heuristic (see above). One is made by
// that thread, and a copy of it by each that helps.
class Polite {
 public:
  explicit Polite(const World& world) : Polite(world.is_nested_read() ? nullptr : &world.lock()) {}
  Polite(const Polite& of_the_holder) : Polite(of_the_holder.lock_) {}
  Polite& operator=(const Polite&) = delete;

 private:
  explicit Polite(const WorldLock* lock) : lock_(lock) {
    if (lock != nullptr) ends_.emplace(*lock);
  }

  const WorldLock* lock_;
  std::optional<EndsForEdits> ends_;
};

// As long as it lives, the thread keeps its locks: while a search calls a user's function.
class KeepsLock {
 public:
  KeepsLock() : before_(Courtesy::exchange(nullptr)) {}
  ~KeepsLock() { Courtesy::exchange(before_); }
  KeepsLock(const KeepsLock&) = delete;
  KeepsLock& operator=(const KeepsLock&) = delete;

 private:
  Courtesy* before_;
};

}  // namespace asterion
