// The tactics game is an extension of its own: a program that looks for paths does not load it, and
// a change of a search does not recompile it. Both extensions are of one nanobind domain
// (CMakeLists.txt), so `Stats` of a turn search is the type that `_core` has registered.
#include "bindings/errors.hpp"
#include "bindings/signals.hpp"
#include "bindings/tactics.hpp"

NB_MODULE(_tactics, m) {
  m.doc() = "The tactics game in C++. Private: its names may change from one version to the next.";
  asterion::bindings::translate_errors(nb::module_::import_("asterion._core"));
  asterion::bindings::install_signal_handler();
  asterion::bindings::bind_tactics(m);
  asterion::bindings::bind_turn_search(m);
  asterion::bindings::bind_reply(m);
}
