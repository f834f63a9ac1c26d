// Shared by the binding files of the tactics game, the extension `_tactics`.
#pragma once

#include <utility>

#include "asterion/tactics/rules.hpp"
#include "bindings/casters.hpp"
#include "bindings/gil.hpp"

namespace asterion::bindings {

void bind_reply(nb::module_& m);
void bind_tactics(nb::module_& m);
void bind_turn_search(nb::module_& m);

using ActionPair = std::pair<int, int>;  // kind of action, and its tile or -1

inline ActionPair pair_of(tactics::Action action) {
  return {static_cast<int>(action.kind), action.tile == tactics::kNoTile ? -1 : action.tile};
}

}  // namespace asterion::bindings
