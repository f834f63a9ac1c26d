// The lock of a world: shared by searches, exclusive to edits and to what catches up with them.
//
// Fair both ways. A writer that waits goes next: readers that come later wait for it, so it waits
// for the searches that run and no others. When it is done, the readers that wait meanwhile go
// before the next writer.
//
// But a thread that reads a world already, any world, passes writers that wait. It is inside a
// heuristic that a search is asking, and two such threads could wait for each other through two
// worlds.
//
// Who waits can be interrupted (world/interrupt.hpp). For std::shared_lock and std::unique_lock.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <vector>

#include "asterion/world/fork.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion {

class WorldLock final : ForkAware {
 public:
  void lock_shared() {
    std::vector<const WorldLock*>& mine = held_here();
    mine.push_back(this);  // first, because this may throw
    try {
      Hold hold(mutex_);
      const bool passes = mine.size() > 1;
      if (writing_ || (writers_ > 0 && !passes)) wait_to_read(hold, passes);
      ++readers_;
    } catch (...) {
      mine.pop_back();
      throw;
    }
  }

  void unlock_shared() {
    {
      const Hold hold(mutex_);
      --readers_;
      if (readers_ == 0 && writers_ > 0) to_writers_.notify_all();
    }
    std::vector<const WorldLock*>& mine = held_here();
    mine.erase(std::prev(std::find(mine.rbegin(), mine.rend(), this).base()));
  }

  void lock() {
    Hold hold(mutex_);
    ++writers_;
    try {
      wait(hold, to_writers_, [&] { return !writing_ && readers_ == 0 && promised_ == 0; });
    } catch (...) {
      if (--writers_ == 0) to_readers_.notify_all();
      throw;
    }
    --writers_;
    writing_ = true;
  }

  void unlock() {
    const Hold hold(mutex_);
    writing_ = false;
    ++writes_;
    promised_ = waiting_readers_;
    if (waiting_readers_ > 0) to_readers_.notify_all();
    if (writers_ > 0 && promised_ == 0) to_writers_.notify_all();
    if (forking_ > 0) to_forks_.notify_all();
  }

  // How many shared locks on this world the calling thread has.
  std::size_t reads_of_this_thread() const {
    const std::vector<const WorldLock*>& mine = held_here();
    return static_cast<std::size_t>(std::count(mine.begin(), mine.end(), this));
  }

 private:
  using Hold = std::unique_lock<std::mutex>;

  void wait_to_read(Hold& hold, bool passes) {
    const std::size_t writes = writes_;
    ++waiting_readers_;
    const auto ready = [&] { return !writing_ && (writers_ == 0 || passes || writes_ != writes); };
    try {
      wait(hold, to_readers_, ready);
    } catch (...) {
      stop_waiting(writes);
      throw;
    }
    stop_waiting(writes);
  }

  // The writer before promised those who waited then that they go next.
  void stop_waiting(std::size_t writes) {
    --waiting_readers_;
    if (writes_ != writes && promised_ > 0 && --promised_ == 0 && writers_ > 0)
      to_writers_.notify_all();
  }

  template <class Ready>
  static void wait(Hold& hold, std::condition_variable& news, Ready&& ready) {
    while (!news.wait_for(hold, Breather::kBetweenChecks, ready)) {
      hold.unlock();
      try {
        Interrupt::check();
      } catch (...) {
        hold.lock();
        throw;
      }
      hold.lock();
    }
  }

  // A writer is let finish; the readers of other threads are not in the child.
  void before_fork() override {
    Hold hold(mutex_);
    ++forking_;
    to_forks_.wait(hold, [&] { return !writing_; });
    --forking_;
    hold.release();
  }
  void after_fork(bool in_child) override {
    if (in_child) {
      readers_ = reads_of_this_thread();
      waiting_readers_ = writers_ = promised_ = 0;
      for (std::condition_variable* each : {&to_readers_, &to_writers_, &to_forks_})
        new (each) std::condition_variable;  // those who waited there are gone
    }
    mutex_.unlock();
  }

  static std::vector<const WorldLock*>& held_here() {
    static thread_local std::vector<const WorldLock*> held;
    return held;
  }

  std::mutex mutex_;  // for what follows
  std::condition_variable to_readers_;
  std::condition_variable to_writers_;
  std::condition_variable to_forks_;
  bool writing_ = false;
  std::size_t readers_ = 0;
  std::size_t waiting_readers_ = 0;
  std::size_t writers_ = 0;   // that wait
  std::size_t promised_ = 0;  // readers that go before the next writer
  std::size_t writes_ = 0;    // that are done
  std::size_t forking_ = 0;   // threads that wait to fork
};

using ReadLock = std::shared_lock<WorldLock>;
using WriteLock = std::unique_lock<WorldLock>;

}  // namespace asterion
