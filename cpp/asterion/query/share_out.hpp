// Work shared by several threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "asterion/world/interrupt.hpp"

namespace asterion {

// Whether this thread can throw. Its first exception needs memory, and if that is refused the C
// library ends the process: so it is requested now, with a reserve.
inline bool can_throw() {
  constexpr std::size_t kRoom = 1 << 16;
  void* const room = std::malloc(kRoom);
  std::free(room);
  return room != nullptr && std::uncaught_exceptions() == 0;
}

// Runs `work` on this many threads, this one included, or on fewer if the system refuses them, and
// returns when all are done. An exception in one ends the others, and is thrown here.
template <class Work>
void share_out(std::size_t threads, const Work& work) {
  std::atomic<bool> stop = false;
  std::mutex lock;
  std::exception_ptr failure;
  std::size_t finished = 0;
  std::condition_variable one_finished;
  const auto help = [&] {
    const Interrupt::Helper helper(stop);
    std::exception_ptr thrown;
    if (can_throw()) {  // else the others do the work
      try {
        work();
      } catch (const Interrupt::Stopped&) {  // another thread has failed, and says so
      } catch (...) {
        thrown = std::current_exception();
        stop = true;
      }
    }
    const std::lock_guard hold(lock);
    if (!failure) failure = thrown;
    ++finished;
    one_finished.notify_one();
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
      // The others may be at it for long, and only this thread receives interrupts.
      std::unique_lock hold(lock);
      const auto all_finished = [&] { return finished == helpers.threads.size(); };
      while (!one_finished.wait_for(hold, InterruptPoller::kBetweenChecks, all_finished)) {
        hold.unlock();
        Interrupt::check();
        hold.lock();
      }
    } catch (...) {
      stop = true;
      throw;
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace asterion
