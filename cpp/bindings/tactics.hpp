// The binding files of the tactics game. Apart from bindings.hpp, so that a change of the game does
// not compile the searches anew.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>

#include "asterion/tactics/rules.hpp"

namespace asterion::bindings {

void bind_reply(nanobind::module_& m);
void bind_tactics(nanobind::module_& m);
void bind_turn_search(nanobind::module_& m);

using ActionPair = std::pair<int, int>;  // a deed, and its tile or -1

inline ActionPair pair_of(tactics::Action action) {
  return {static_cast<int>(action.deed), action.tile == tactics::kNoTile ? -1 : action.tile};
}

// Whether to stop: never, but Ctrl-C raises.
inline bool heeds_signals() {
  const nanobind::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
  return false;
}

}  // namespace asterion::bindings
