// Work that several threads do together.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "asterion/world/interrupt.hpp"

namespace asterion {

// Whether this thread may throw. Its first exception needs memory, and if that is refused the C
// library ends the process: so it is asked for now, with room to spare.
inline bool can_throw() {
  constexpr std::size_t kRoom = 1 << 16;
  void* const room = std::malloc(kRoom);
  std::free(room);
  return room != nullptr && std::uncaught_exceptions() == 0;
}

// Runs `work` on so many threads, this one included, or on fewer if the system refuses them, and
// returns when all are done. What one of them throws ends the others, and is thrown here.
template <class Work>
void share_out(std::size_t threads, const Work& work) {
  std::atomic<bool> stop = false;
  std::mutex failure_lock;
  std::exception_ptr failure;
  const auto help = [&] {
    const Interrupt::Helper helper(stop);
    if (!can_throw()) return;  // the others do the work
    try {
      work();
    } catch (const Interrupt::Stopped&) {  // another thread has failed, and says so
    } catch (...) {
      const std::lock_guard hold(failure_lock);
      if (!failure) failure = std::current_exception();
      stop = true;
    }
  };
  {
    // Joins the helpers, however this thread leaves.
    struct Helpers {
      std::vector<std::thread> threads;
      ~Helpers() {
        for (std::thread& each : threads) each.join();
      }
    } helpers;
    if (threads > 1) helpers.threads.reserve(threads - 1);
    try {
      while (helpers.threads.size() + 1 < threads) helpers.threads.emplace_back(help);
    } catch (const std::system_error&) {  // no more threads: these will do
    }
    try {
      work();
    } catch (...) {
      stop = true;
      throw;
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace asterion
