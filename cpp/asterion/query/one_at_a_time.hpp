// An object that one thread at a time uses: `shared->f()` waits for its turn and holds it until the
// call returns. A thread that uses it already, and comes back through a custom heuristic or
// evaluation, would wait for itself, and is refused; so is a process in which the thread that uses
// it is missing, because the process was forked meanwhile.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>

#include "asterion/world/errors.hpp"
#include "asterion/world/fork.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion {

// Errors call it T::kName.
template <class T>
class OneAtATime {
 public:
  using Object = T;

  template <class... Args>
    requires std::is_constructible_v<T, Args...>
  explicit OneAtATime(Args&&... args) : object_(std::forward<Args>(args)...) {}
  OneAtATime(const OneAtATime&) = delete;
  OneAtATime& operator=(const OneAtATime&) = delete;

  class Hold {
   public:
    explicit Hold(OneAtATime& owner) : owner_(owner) {
      // Threads seldom share a search, so a waiting one polls: there is no lock that a fork could
      // leave locked.
      InterruptPoller poll;
      for (auto pause = kShortestPause; !owner.take(); pause = std::min(2 * pause, kLongestPause)) {
        owner.refuse_if_in_vain();
        std::this_thread::sleep_for(pause);
        poll.now();
      }
    }
    ~Hold() { owner_.holder_.store(std::thread::id()); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

    T* operator->() const { return &owner_.object_; }
    T& operator*() const { return owner_.object_; }

   private:
    static constexpr std::chrono::microseconds kShortestPause{5}, kLongestPause{1000};
    OneAtATime& owner_;
  };

  Hold operator->() { return Hold(*this); }
  Hold hold() { return Hold(*this); }

  // For members that never change, or are safe to share.
  T& shared() { return object_; }
  const T& shared() const { return object_; }

 private:
  bool take() {
    std::thread::id no_thread;
    if (!holder_.compare_exchange_strong(no_thread, std::this_thread::get_id())) return false;
    forks_ = ForkAware::forks();
    return true;
  }

  void refuse_if_in_vain() const {
    if (holder_.load() == std::this_thread::get_id())
      throw BusyWorld(std::string(T::kName) +
                      " cannot be used from inside its own heuristic or evaluation");
    if (forks_ != ForkAware::forks())
      throw BusyWorld(std::string(T::kName) +
                      " cannot be used: another thread was using it when the process was forked");
  }

  std::atomic<std::thread::id> holder_{};
  std::atomic<std::uint64_t> forks_ = 0;  // when it was last taken
  T object_;
};

}  // namespace asterion
