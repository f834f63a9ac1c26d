// Lets one thread at a time use a search. A thread that uses it already, and comes back through a
// custom heuristic, would wait for itself, and is refused.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <thread>

#include "asterion/world/errors.hpp"

namespace asterion {

class OneAtATime {
 public:
  class Hold {
   public:
    Hold(const OneAtATime& owner, const char* what) : owner_(owner) {
      if (owner.holder_ == std::this_thread::get_id())
        throw BusyWorld(std::string(what) + " cannot be used from inside its own heuristic");
      owner.lock_.lock();
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
  mutable std::mutex lock_;
  mutable std::atomic<std::thread::id> holder_{};
};

}  // namespace asterion
