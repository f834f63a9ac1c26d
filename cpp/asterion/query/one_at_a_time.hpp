// Lets one thread at a time use a search. A thread that uses it already, and comes back through a
// custom heuristic or evaluation, would wait for itself, and is refused; so is a process in which
// the thread that uses it is missing, because it was forked meanwhile.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

#include "asterion/world/errors.hpp"
#include "asterion/world/fork.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion {

class OneAtATime {
 public:
  class Hold {
   public:
    Hold(const OneAtATime& owner, const char* what) : owner_(owner) {
      // Threads seldom share a search, so one that has to wait looks again now and then: there is
      // no lock that a fork could leave locked.
      Breather breathe;
      for (auto pause = kShortestPause; !owner.take(); pause = std::min(2 * pause, kLongestPause)) {
        owner.refuse_if_in_vain(what);
        std::this_thread::sleep_for(pause);
        breathe.look();
      }
    }
    ~Hold() { owner_.holder_.store(std::thread::id()); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

   private:
    static constexpr std::chrono::microseconds kShortestPause{5}, kLongestPause{1000};
    const OneAtATime& owner_;
  };

 private:
  bool take() const {
    std::thread::id no_thread;
    if (!holder_.compare_exchange_strong(no_thread, std::this_thread::get_id())) return false;
    forks_ = ForkAware::forks();
    return true;
  }

  void refuse_if_in_vain(const char* what) const {
    if (holder_.load() == std::this_thread::get_id())
      throw BusyWorld(std::string(what) +
                      " cannot be used from inside its own heuristic or evaluation");
    if (forks_ != ForkAware::forks())
      throw BusyWorld(std::string(what) +
                      " cannot be used: another thread was using it when the process was forked");
  }

  mutable std::atomic<std::thread::id> holder_{};
  mutable std::atomic<std::uint64_t> forks_ = 0;  // when it was last taken
};

}  // namespace asterion
