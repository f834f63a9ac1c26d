// Turns for threads that share a search. A thread that comes back from inside its own turn, through
// a heuristic of the user's, would wait for itself, and is refused.
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
    Hold(const OneAtATime& turns, const char* what) : turns_(turns) {
      if (turns.holder_ == std::this_thread::get_id())
        throw BusyWorld(std::string(what) + " cannot be used from inside its own heuristic");
      turns.lock_.lock();
      turns.holder_ = std::this_thread::get_id();
    }
    ~Hold() {
      turns_.holder_ = std::thread::id();
      turns_.lock_.unlock();
    }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

   private:
    const OneAtATime& turns_;
  };

 private:
  mutable std::mutex lock_;
  mutable std::atomic<std::thread::id> holder_{};
};

}  // namespace asterion
