// Translates exceptions of the core to Python's. `_core` makes the types; every extension
// translates to them.
#pragma once

#include <stdexcept>

#include "bindings/casters.hpp"

namespace asterion::bindings {

// A value of a meaningless type; the core's own arguments have their types already.
struct BadType : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Adds the types to `_core`.
void make_errors(nb::module_& core);
// Translates this extension's exceptions to the types of `_core`. Each extension does so for
// itself: on some systems a type of one shared library is not caught in another.
void translate_errors(const nb::module_& core);

}  // namespace asterion::bindings
