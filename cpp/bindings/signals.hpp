// Lets Ctrl-C interrupt the core.
#pragma once

#include <atomic>

#include "asterion/world/interrupt.hpp"
#include "bindings/gil.hpp"

namespace asterion::bindings {

// The thread in which Python handles signals, by its number; 0 until it is known.
inline std::atomic<unsigned long> main_thread = 0;

// Return the number of the main thread, or 0 until `threading` has been imported. It is not
// imported for this: it would take the first thread to import it for the main thread. This may run
// Python code, and with it the handler of a signal, so no exception is caught.
inline unsigned long main_thread_if_known() {
  const nb::object threading =
      nb::module_::import_("sys").attr("modules").attr("get")("threading", nb::none());
  // A private name, but unlike main_thread() it can be looked up while the module is imported.
  const nb::object thread = nb::getattr(threading, "_main_thread", nb::none());
  return thread.is_none() ? 0 : nb::cast<unsigned long>(thread.attr("ident"));
}

// Let Python handle the signals that have arrived; an exception from a handler ends the work. Other
// threads do not ask: waiting for the interpreter would hold up those that wait for their world.
inline void handle_signals() {
  const unsigned long known = main_thread;
  if (known != 0 && known != PyThread_get_thread_ident() && ForkAware::forks() == 0) return;
  const WithGil acquire;
  if (PyErr_CheckSignals() != 0) nb::raise_python_error();
  if (known == 0) main_thread = main_thread_if_known();
}

inline void install_signal_handler() { Interrupt::ask_by(handle_signals); }

}  // namespace asterion::bindings
