#include "bindings/bindings.hpp"
#include "bindings/errors.hpp"
#include "bindings/signals.hpp"

namespace asterion::bindings {
void bind_flow_field(nb::module_& m);
}

NB_MODULE(_core, m) {
  m.doc() = "The C++ core of asterion. Private: its names may change from one version to the next.";
  // Objects still alive when Python ends need no warning in the user's terminal.
  nb::set_leak_warnings(false);
  asterion::bindings::make_errors(m);
  asterion::bindings::translate_errors(m);
  asterion::bindings::install_signal_handler();
  asterion::bindings::bind_cells(m);
  asterion::bindings::bind_grid(m);
  asterion::bindings::bind_graph(m);
  asterion::bindings::bind_path(m);
  asterion::bindings::bind_paths(m);
  asterion::bindings::bind_search(m);
  asterion::bindings::bind_map_estimates(m);
  asterion::bindings::bind_networkx(m);
  asterion::bindings::bind_open(m);
  asterion::bindings::bind_replan(m);
  asterion::bindings::bind_service(m);
  asterion::bindings::bind_portals(m);
  asterion::bindings::bind_index(m);
  asterion::bindings::bind_goap(m);
  asterion::bindings::bind_mesh(m);
  asterion::bindings::bind_crowd(m);
  asterion::bindings::bind_flow_field(m);
}
