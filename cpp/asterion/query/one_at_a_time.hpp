// Lets one thread at a time use a search. A thread that uses it already, and comes back through a
// custom heuristic, would wait for itself, and is refused; so is a process in which the thread that
// uses it is missing, because it was forked meanwhile.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
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
      if (owner.holder_ == std::this_thread::get_id())
        throw BusyWorld(std::string(what) + " cannot be used from inside its own heuristic");
      if (owner.is_lost())
        throw BusyWorld(std::string(what) +
                        " cannot be used: another thread was using it when "
                        "the process was forked");
      while (!owner.lock_.try_lock_for(Breather::kBetweenChecks)) Interrupt::check();
      owner.forks_ = ForkAware::forks();
      owner.holder_ = std::this_thread::get_id();
    }
    ~Hold() {
      owner_.holder_ = std::thread::id();
      owner_.lock_.unlock();
    }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

   private:
    const OneAtATime& owner_;
  };

 private:
  bool is_lost() const { return holder_ != std::thread::id() && forks_ != ForkAware::forks(); }

  mutable std::timed_mutex lock_;
  mutable std::atomic<std::uint64_t> forks_ = 0;  // when it was last taken
  mutable std::atomic<std::thread::id> holder_{};
};

}  // namespace asterion
