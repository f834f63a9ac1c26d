// Ctrl-C ends what the core is doing.
#pragma once

#include "asterion/world/interrupt.hpp"
#include "bindings/gil.hpp"

namespace asterion::bindings {

// Lets Python handle the signals that have come; what their handlers raise ends the work.
inline void handle_signals() {
  const WithGil acquire;
  if (PyErr_CheckSignals() != 0) nb::raise_python_error();
}

inline void heed_signals() { Interrupt::ask_by(handle_signals); }

}  // namespace asterion::bindings
