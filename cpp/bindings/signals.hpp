// Ctrl-C ends what the core is doing.
#pragma once

#include <atomic>

#include "asterion/world/interrupt.hpp"
#include "bindings/gil.hpp"

namespace asterion::bindings {

// The thread in which Python handles signals, by its number; 0 until it is known.
inline std::atomic<unsigned long> main_thread = 0;

// The module is not imported for this: what imports it first is the main thread to it.
inline unsigned long main_thread_if_known() {
  try {
    const nb::object threading =
        nb::module_::import_("sys").attr("modules").attr("get")("threading", nb::none());
    if (threading.is_none()) return 0;
    return nb::cast<unsigned long>(threading.attr("main_thread")().attr("ident"));
  } catch (const nb::python_error&) {
    return 0;  // it is being imported
  }
}

// Lets Python handle the signals that have come; what their handlers raise ends the work. Other
// threads do not ask: to wait for the interpreter would hold up those who wait for their world.
inline void handle_signals() {
  const unsigned long known = main_thread;
  if (known != 0 && known != PyThread_get_thread_ident() && ForkAware::forks() == 0) return;
  const WithGil acquire;
  if (known == 0) main_thread = main_thread_if_known();
  if (PyErr_CheckSignals() != 0) nb::raise_python_error();
}

inline void heed_signals() { Interrupt::ask_by(handle_signals); }

}  // namespace asterion::bindings
