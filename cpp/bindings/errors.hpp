// From what the core throws to what Python raises. `_core` makes the types; every extension
// translates to them.
#pragma once

#include <stdexcept>

#include "bindings/casters.hpp"

namespace asterion::bindings {

// A value of a kind that has no meaning; what the core is given has its types already.
struct BadType : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Adds the types to `_core`.
void make_errors(nb::module_& core);
// Translates what this extension throws to the types of `_core`. Each extension does so for itself:
// on some systems a type of one shared library is not caught in another.
void translate_errors(const nb::module_& core);

}  // namespace asterion::bindings
