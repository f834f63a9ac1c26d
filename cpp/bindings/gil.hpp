// Releases and reacquires the interpreter lock.
//
// When Python ends, threads that still run have to wait for the lock in vain: up to Python 3.13 it
// ends them there and then, by an exception that no C++ may catch and that would end the process
// with an error. So such a thread sleeps instead, as it does from 3.14 on, until the process is
// gone. A thread takes the lock back with the state that it released it with, and never by
// `PyGILState_Ensure`, which would look for a state in an interpreter that may be gone by then.
#pragma once

#include <chrono>
#include <thread>
#include <utility>

#if defined(__GLIBC__) && defined(__GLIBCXX__)
#include <cxxabi.h>
#endif

#include "asterion/world/compiler.hpp"
#include "asterion/world/yield.hpp"
#include "bindings/casters.hpp"

namespace asterion::bindings {

[[noreturn]] inline void sleep_for_ever() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

// Calls `wait`, which may wait for the lock. The exception is no object: its address is null, which
// UBSan would report; nor can ASan tell the stack of a thread that is being unwound. LLVM's library
// has no name for it: forced_unwind.cpp.
template <class Wait>
[[gnu::no_sanitize("undefined", "address")]] auto park_thread_on_finalize(Wait&& wait) {
#if defined(__GLIBC__) && defined(__GLIBCXX__)
  try {
    return wait();
  } catch (const abi::__forced_unwind&) {
    sleep_for_ever();
  }
#else
  return wait();
#endif
}

// Releases the lock while it lives. Work that may take long or wait for a world is done like this.
class WithoutGil {
 public:
  WithoutGil() { give_up(); }
  ~WithoutGil() { take_back(); }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  friend class WithGil;
  static void give_up() { state_ = PyEval_SaveThread(); }
  static void take_back() {
    PyThreadState* const state = std::exchange(state_, nullptr);
    park_thread_on_finalize([&] { PyEval_RestoreThread(state); });
  }

  // The thread's state while it is without the lock; else null.
  ASTERION_THREAD_LOCAL static inline PyThreadState* state_ = nullptr;
};

// Holds the lock while it lives: to call Python from the middle of a search, which keeps its lock
// on a world meanwhile. Only for threads that Python knows: helpers of a search never call it.
class WithGil {
 public:
  WithGil() : was_without_(WithoutGil::state_ != nullptr) {
    if (was_without_) WithoutGil::take_back();
  }
  ~WithGil() {
    if (was_without_) WithoutGil::give_up();
  }
  WithGil(const WithGil&) = delete;
  WithGil& operator=(const WithGil&) = delete;

 private:
  KeepsLock keeps_lock_;
  bool was_without_;
};

}  // namespace asterion::bindings
