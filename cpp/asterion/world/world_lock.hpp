// The lock of a world: shared by searches, exclusive to edits and to updates that follow them.
//
// Fair to both. A waiting writer goes next: readers that come later wait for it, so it waits only
// for the searches that run, and these give way to it (world/yield.hpp). When it is done, the
// readers that wait meanwhile go before the next writer. Writers go in the order in which they
// came, so one that works in parts lets another in between.
//
// But a thread that already reads a world, any world, passes waiting writers. It is inside a
// heuristic that a search is calling, and two such threads could wait for each other through two
// worlds.
//
// Waiting can be interrupted (world/interrupt.hpp). For std::shared_lock and std::unique_lock.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <vector>

#include "asterion/world/compiler.hpp"
#include "asterion/world/fork.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion {

class WorldLock final : ForkAware {
 public:
  using Clock = std::chrono::steady_clock;

  void lock_shared() {
    held_.add(this);  // first, because this may throw
    try {
      Hold hold(mutex_);
      const bool passes = held_.size() > 1;
      if (writing_ || (writers_ > 0 && !passes)) wait_to_read(hold, passes);
      ++readers_;
    } catch (...) {
      held_.remove(this);
      throw;
    }
  }

  void unlock_shared() {
    {
      const Hold hold(mutex_);
      --readers_;
      if (readers_ == 0 && writers_ > 0) to_writers_.notify_all();
    }
    held_.remove(this);
  }

  void lock() {
    Hold hold(mutex_);
    Place place{last_, nullptr};
    join(place);
    try {
      wait(hold, to_writers_,
           [&] { return !writing_ && readers_ == 0 && promised_ == 0 && first_ == &place; });
    } catch (...) {
      leave(place);
      writers_ == 0 ? to_readers_.notify_all() : to_writers_.notify_all();
      throw;
    }
    leave(place);
    writing_ = true;
  }

  void unlock() {
    const Hold hold(mutex_);
    stop_writing();
  }

  // Changes from exclusive to shared, without another writer in between.
  void unlock_and_lock_shared() {
    held_.add(this);  // first, because this may throw
    const Hold hold(mutex_);
    ++readers_;
    stop_writing();
  }

  // The number of shared locks that the calling thread has, on this world and on any world.
  std::size_t reads_of_this_thread() const { return held_.count(this); }
  static std::size_t all_reads_of_this_thread() { return held_.size(); }

  // Whether a writer has waited this long for the present readers. Read without a lock, so it may
  // be outdated by the time it is used.
  bool writer_has_waited(Clock::duration length) const {
    if (writers_.load(std::memory_order_acquire) == 0) return false;
    const Clock::time_point since{Clock::duration{since_.load(std::memory_order_relaxed)}};
    return Clock::now() >= since + length;
  }

 private:
  using Hold = std::unique_lock<std::mutex>;

  // A waiting writer's place in the queue; on its stack.
  struct Place {
    Place* before;
    Place* after;
  };
  void join(Place& place) {
    (last_ != nullptr ? last_->after : first_) = &place;
    last_ = &place;
    if (writers_ == 0) waits_from_now();  // before others see that it waits
    writers_.fetch_add(1, std::memory_order_release);
  }
  void waits_from_now() {
    since_.store(Clock::now().time_since_epoch().count(), std::memory_order_relaxed);
  }
  void leave(Place& place) {
    (place.before != nullptr ? place.before->after : first_) = place.after;
    (place.after != nullptr ? place.after->before : last_) = place.before;
    --writers_;
  }

  void stop_writing() {
    writing_ = false;
    ++writes_;
    promised_ = waiting_readers_;
    if (promised_ > 0) waits_from_now();  // the next writer waits for these
    if (waiting_readers_ > 0) to_readers_.notify_all();
    if (writers_ > 0 && promised_ == 0) to_writers_.notify_all();
    if (forking_ > 0) to_forks_.notify_all();
  }

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

  // The last writer promised the readers that waited then that they go next.
  void stop_waiting(std::size_t writes) {
    --waiting_readers_;
    if (writes_ != writes && promised_ > 0 && --promised_ == 0 && writers_ > 0)
      to_writers_.notify_all();
  }

  template <class Ready>
  static void wait(Hold& hold, std::condition_variable& news, Ready&& ready) {
    while (!news.wait_for(hold, InterruptPoller::kBetweenChecks, ready)) {
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

  // A running writer is let finish; the readers of other threads do not exist in the child.
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
      waiting_readers_ = promised_ = 0;
      writers_ = 0;
      first_ = last_ = nullptr;
      for (std::condition_variable* each : {&to_readers_, &to_writers_, &to_forks_})
        new (each) std::condition_variable;  // those who waited there are gone
    }
    mutex_.unlock();
  }

  // The shared locks of a thread: a few, unless searches are nested in heuristics. It needs neither
  // construction nor destruction, because a thread may end, or have no memory, at any time.
  class Held {
   public:
    std::size_t size() const { return size_; }
    std::size_t count(const WorldLock* lock) const {
      const auto few = std::count(few_, few_ + std::min(size_, kFew), lock);
      const auto more = more_ == nullptr ? 0 : std::count(more_->begin(), more_->end(), lock);
      return static_cast<std::size_t>(few + more);
    }
    void add(const WorldLock* lock) {
      if (size_ < kFew) {
        few_[size_] = lock;
      } else {
        if (more_ == nullptr) more_ = new std::vector<const WorldLock*>;
        more_->push_back(lock);
      }
      ++size_;
    }
    void remove(const WorldLock* lock) {
      std::size_t at = size_ - 1;
      while (item(at) != lock) --at;
      item(at) = item(size_ - 1);
      if (--size_ < kFew) return;
      more_->pop_back();
      if (!more_->empty()) return;
      delete more_;
      more_ = nullptr;
    }

   private:
    const WorldLock*& item(std::size_t i) { return i < kFew ? few_[i] : (*more_)[i - kFew]; }

    static constexpr std::size_t kFew = 6;
    const WorldLock* few_[kFew];
    std::size_t size_;
    std::vector<const WorldLock*>* more_;
  };
  ASTERION_THREAD_LOCAL static inline Held held_ = {};

  std::mutex mutex_;  // for what follows
  std::condition_variable to_readers_;
  std::condition_variable to_writers_;
  std::condition_variable to_forks_;
  bool writing_ = false;
  std::size_t readers_ = 0;
  std::size_t waiting_readers_ = 0;
  std::atomic<std::size_t> writers_ = 0;  // that wait; changed under the mutex
  std::atomic<Clock::rep> since_ = 0;  // since when the first of them has waited for these readers
  Place* first_ = nullptr;             // of the waiting writers
  Place* last_ = nullptr;
  std::size_t promised_ = 0;  // readers that go before the next writer
  std::size_t writes_ = 0;    // completed
  std::size_t forking_ = 0;   // threads that wait to fork
};

using ReadLock = std::shared_lock<WorldLock>;
using WriteLock = std::unique_lock<WorldLock>;

// Turns the exclusive lock into a shared one.
inline ReadLock downgraded(WriteLock exclusive) {
  WorldLock& lock = *exclusive.mutex();
  lock.unlock_and_lock_shared();
  exclusive.release();
  return ReadLock(lock, std::adopt_lock);
}

}  // namespace asterion
