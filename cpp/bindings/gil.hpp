// The lock of the interpreter, given up and taken again.
//
// When Python ends, threads that still run have to wait for the lock in vain: up to Python 3.13 it
// ends them there and then, by an exception that no C++ may catch and that would end the process
// with an error. So such a thread sleeps instead, as it does from 3.14 on, until the process is
// gone.
#pragma once

#include <chrono>
#include <thread>

#if defined(__GLIBC__)
#include <cxxabi.h>
#endif

#include "bindings/casters.hpp"

namespace asterion::bindings {

[[noreturn]] inline void sleep_for_ever() {
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

// Calls what may wait for the lock. The exception is no object: its address is null, which a
// sanitizer would take for a fault.
template <class Wait>
[[gnu::no_sanitize("undefined")]] auto or_sleep_at_exit(Wait&& wait) {
#if defined(__GLIBC__)
  try {
    return wait();
  } catch (const abi::__forced_unwind&) {
    sleep_for_ever();
  }
#else
  return wait();
#endif
}

// Without the lock as long as it lives. What may take long or wait for a world is done like this.
class WithoutGil {
 public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
  ~WithoutGil() {
    or_sleep_at_exit([&] { PyEval_RestoreThread(state_); });
  }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* state_;
};

// With the lock as long as it lives: to call Python from the middle of a search.
class WithGil {
 public:
  WithGil() : state_(or_sleep_at_exit([] { return PyGILState_Ensure(); })) {}
  ~WithGil() { PyGILState_Release(state_); }
  WithGil(const WithGil&) = delete;
  WithGil& operator=(const WithGil&) = delete;

 private:
  PyGILState_STATE state_;
};

}  // namespace asterion::bindings
