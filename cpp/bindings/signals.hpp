// Ctrl-C ends what the core is doing.
#pragma once

#include "asterion/world/interrupt.hpp"
#include "bindings/gil.hpp"

namespace asterion::bindings {

// Of the interpreter; the only one in which it handles signals.
inline unsigned long main_thread = 0;

inline bool is_certainly_not_main_thread() {
  return ForkAware::forks() == 0 && PyThread_get_thread_ident() != main_thread;
}

// Lets Python handle the signals that have come; what their handlers raise ends the work. Other
// threads do not ask: to wait for the interpreter would hold up those who wait for their world.
inline void handle_signals() {
  if (is_certainly_not_main_thread()) return;
  const WithGil acquire;
  if (PyErr_CheckSignals() != 0) nb::raise_python_error();
}

inline void heed_signals() {
  main_thread = nb::cast<unsigned long>(
      nb::module_::import_("threading").attr("main_thread")().attr("ident"));
  Interrupt::ask_by(handle_signals);
}

}  // namespace asterion::bindings
