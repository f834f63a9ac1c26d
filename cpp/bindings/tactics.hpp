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

// Python checks users' values; this protects the core from anything it missed.
inline void check(bool fine, const char* what) {
  if (!fine) throw BadValue(std::string("tactics: ") + what);
}

inline tactics::Tile tile_of(const tactics::State& state, int tile) {
  check(0 <= tile && tile < state.tiles(), "there is no such tile");
  return static_cast<tactics::Tile>(tile);
}

inline tactics::Action action_of(const tactics::State& state, int kind, int tile) {
  using tactics::ActionKind;
  check(0 <= kind && kind <= static_cast<int>(ActionKind::end), "there is no such action");
  const ActionKind which = static_cast<ActionKind>(kind);
  if (which == ActionKind::end || which == ActionKind::cancel) return {which};
  return {which, tile_of(state, tile)};
}

using ActionPair = std::pair<int, int>;  // kind of action, and its tile or -1

inline ActionPair pair_of(tactics::Action action) {
  return {static_cast<int>(action.kind), action.tile == tactics::kNoTile ? -1 : action.tile};
}

}  // namespace asterion::bindings
