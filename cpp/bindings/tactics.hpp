// The binding files of the tactics game. Apart from bindings.hpp, so that a change of the game does
// not compile the searches anew.
#pragma once

#include <nanobind/nanobind.h>

namespace asterion::bindings {

void bind_tactics(nanobind::module_& m);

}  // namespace asterion::bindings
