// Cancels long-running work: by the user (Ctrl-C), or by the thread that asked for it.
//
// Loops that may take long have an `InterruptPoller`, and call it once per round. It regularly asks
// whether to continue; if not, that throws, and the exception ends the work. So a loop must leave
// its data usable at that point, or marked as unusable. Never under the exclusive lock of a world:
// asking takes the interpreter lock, and a process that forks holds that while it waits for the
// world's. What has such loops runs under an `Interrupt::Deferred` there. More often, it lets the
// thread give way to an edit (world/yield.hpp).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <utility>

#include "asterion/world/compiler.hpp"

namespace asterion {

class Interrupt {
 public:
  using Ask = void (*)();  // throws if the user wants the work to end

  // Set by the bindings, once.
  static void ask_by(Ask ask) { ask_ = ask; }

  // Throws if the work of this thread is to end.
  static void check() {
    if (is_deferred_) return;
    if (stop_ != nullptr) {
      if (stop_->load(std::memory_order_relaxed)) throw Stopped();
    } else if (const Ask ask = ask_) {
      ask();
    }
  }

  // While it lives, this thread helps another, which sets the flag to end the work.
  class Helper {
   public:
    explicit Helper(const std::atomic<bool>& stop) { stop_ = &stop; }
    ~Helper() { stop_ = nullptr; }
    Helper(const Helper&) = delete;
    Helper& operator=(const Helper&) = delete;
  };
  struct Stopped {};  // thrown by a helper

  // While it lives, nothing ends the work of this thread.
  class Deferred {
   public:
    Deferred() : before_(std::exchange(is_deferred_, true)) {}
    ~Deferred() { is_deferred_ = before_; }
    Deferred(const Deferred&) = delete;
    Deferred& operator=(const Deferred&) = delete;

   private:
    bool before_;
  };

 private:
  static inline std::atomic<Ask> ask_ = nullptr;
  ASTERION_THREAD_LOCAL static inline const std::atomic<bool>* stop_ = nullptr;
  ASTERION_THREAD_LOCAL static inline bool is_deferred_ = false;
};

// Work that a thread does for others during long work.
class YieldHook {
 public:
  virtual void poll() = 0;  // may throw, which ends the work

  // The one of the calling thread; null for none.
  static YieldHook* current() { return current_; }
  static YieldHook* exchange(YieldHook* hook) { return std::exchange(current_, hook); }

 protected:
  ~YieldHook() = default;

 private:
  ASTERION_THREAD_LOCAL static inline YieldHook* current_ = nullptr;
};

// Decides when to ask. Asking may mean waiting for the interpreter, so it is done by the clock;
// reading the clock costs as much as a round, so it is done once in many.
class InterruptPoller {
 public:
  static constexpr std::chrono::milliseconds kBetweenChecks{30};

  void operator()() {
    constexpr std::uint32_t kRoundsBetweenLooks = 1 << 8;
    if (++rounds_ % kRoundsBetweenLooks == 0) now();
  }

  // For rounds that are long themselves.
  [[gnu::noinline]] void now() {
    if (YieldHook* const hook = YieldHook::current()) hook->poll();
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    // The first call only starts the clock: most work is done by then.
    if (next_ != std::chrono::steady_clock::time_point{}) Interrupt::check();
    next_ = now + kBetweenChecks;
  }

 private:
  std::uint32_t rounds_ = 0;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace asterion
