#include "asterion/query/flow_field.hpp"
#include "bindings/bindings.hpp"
#include "bindings/budget.hpp"
#include "bindings/columns.hpp"
#include "bindings/in_turn.hpp"

namespace asterion::bindings {
namespace {

// The nodes after these, which stay where there is none.
template <class Field>
std::vector<NodeId> followed(Field& field, const Column<std::int64_t>& nodes) {
  const WithoutGil release;
  std::vector<NodeId> moved = numbers_in(field.shared().world(), nodes);
  field->follow(moved);
  return moved;
}

// As cells, (n, 2).
nb::object named(const GridView& view, const std::vector<NodeId>& nodes) {
  auto cells = std::make_unique_for_overwrite<std::int64_t[]>(2 * nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Point p = view.grid().point(nodes[i]);
    cells[2 * i] = p.row;
    cells[2 * i + 1] = p.col;
  }
  std::int64_t* const data = cells.get();
  return array_over(data, {nodes.size(), 2}, std::move(cells));
}
nb::object named(const Network&, const std::vector<NodeId>& nodes) {
  return vector_array(std::vector<std::int64_t>(nodes.begin(), nodes.end()));
}

// One of the arrays that users read, without a copy.
template <class Field, auto array>
nb::object array_view(Field& self) {
  const auto arrays = in_turn(self, [](auto& field) { return field.arrays(); });
  const auto* const data = ((*arrays).*array).get();
  return shaped(self.shared().world(), data, arrays);
}

template <class Field>
void bind_field(nb::module_& m, const char* name) {
  using Held = typename Field::Object;
  using World = typename Held::World;
  nb::class_<Field>(m, name)
      .def(nb::new_([](std::shared_ptr<World> view, const Column<std::int64_t>& goals,
                       const Column<double>& values) {
             if (goals.shape(0) != values.shape(0))
               throw BadValue("there must be a value for each goal");
             const WithoutGil release;
             const std::vector<NodeId> nodes = numbers_in(*view, goals);
             typename Held::Goals valued;
             for (std::size_t i = 0; i < nodes.size(); ++i)
               valued.push_back({nodes[i], values.data()[i]});
             return std::make_shared<Field>(std::move(view), std::move(valued));
           }),
           "view"_a, "goals"_a, "values"_a)
      .def("cost", &array_view<Field, &Held::Arrays::cost>,
           nb::sig("def cost(self) -> NDArray[numpy.float64]"))
      .def("next_nodes", &array_view<Field, &Held::Arrays::next>,
           nb::sig("def next_nodes(self) -> NDArray[numpy.int64]"))
      .def("next", in_turn(&Held::next), "node"_a)
      .def(
          "follow",
          [](Field& self, const Column<std::int64_t>& nodes) {
            return named(self.shared().world(), followed(self, nodes));
          },
          "nodes"_a,
          nb::sig("def follow(self, nodes: NDArray[numpy.int64]) -> NDArray[numpy.int64]"))
      .def(
          "run",
          [](Field& self, std::optional<std::uint64_t> expansions, std::optional<double> seconds) {
            return self->run(budget_of(expansions, seconds));
          },
          "expansions"_a.none(), "seconds"_a.none(), nb::call_guard<WithoutGil>())
      .def("version", in_turn(&Held::version))
      .def("stats", in_turn(&Held::stats));
}

}  // namespace

void bind_flow_field(nb::module_& m) {
  nb::class_<FlowStats>(m, "FlowStats", "Counts of the repairs of a flow field.")
      .def_ro("touched", &FlowStats::touched,
              "Nodes whose cost or next node an edit has made the field work out again.")
      .def_ro("rebuilds", &FlowStats::rebuilds,
              "Repairs that worked out everything, because too much had changed.");
  bind_field<FlowField>(m, "FlowField");
  bind_field<GraphFlowField>(m, "GraphFlowField");
}

}  // namespace asterion::bindings
