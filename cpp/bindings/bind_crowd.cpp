#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "asterion/crowd/crowd.hpp"
#include "asterion/query/one_at_a_time.hpp"
#include "bindings/bindings.hpp"
#include "bindings/columns.hpp"
#include "bindings/in_turn.hpp"

namespace asterion::bindings {
namespace {

using LiveCrowd = OneAtATime<Crowd>;
using Unit = Crowd::Unit;

std::vector<Unit> units_of(const Crowd& crowd, const std::vector<std::int64_t>& ids) {
  std::vector<Unit> units;
  for (const std::int64_t id : ids) {
    units.push_back(crowd.unit_of(id));
    if (units.back() == Pibt::kNobody)
      throw BadValue("there is no unit with the id " + std::to_string(id) +
                     "; crowd.ids has those that there are");
  }
  return units;
}

// A value of each unit.
template <class Value>
auto of_units(Value (*value)(const Crowd&, Unit)) {
  return [value](LiveCrowd& self) {
    std::vector<Value> values;
    in_turn(self, [&](Crowd& crowd) {
      for (Unit unit = 0; unit < crowd.size(); ++unit) values.push_back(value(crowd, unit));
    });
    return vector_array(std::move(values));
  };
}

}  // namespace

void bind_crowd(nb::module_& m) {
  nb::enum_<CrowdEngine>(m, "CrowdEngine")
      .value("lacam", CrowdEngine::lacam)
      .value("pibt", CrowdEngine::pibt);
  nb::class_<CrowdStats>(m, "CrowdStats", "Counts of the work of a crowd.")
      .def_ro("moves", &CrowdStats::moves, "Moves of all units.")
      .def_ro("waits", &CrowdStats::waits, "Ticks that units stood still, on their goals too.")
      .def_ro("arrivals", &CrowdStats::arrivals, "Moves onto the goal of the unit.")
      .def_ro("expanded", &CrowdStats::expanded, "Joint positions that were expanded.")
      .def_ro("ticks", &CrowdStats::ticks, "Steps of the crowd.");
  nb::class_<LiveCrowd>(m, "Crowd")
      .def(nb::new_([](std::shared_ptr<GridView> view, CrowdEngine engine, std::uint64_t seed) {
             const WithoutGil release;
             return std::make_shared<LiveCrowd>(std::move(view), engine, seed);
           }),
           "view"_a, "engine"_a, "seed"_a)
      .def("add", in_turn(&Crowd::add), "start"_a, "goal"_a)
      .def(
          "remove",
          [](LiveCrowd& self, std::int64_t id) {
            in_turn(self, [&](Crowd& crowd) { crowd.remove(units_of(crowd, {id})[0]); });
          },
          "id"_a)
      .def(
          "set_goals",
          [](LiveCrowd& self, std::size_t first, const Column<std::int64_t>& goals) {
            in_turn(self, [&](Crowd& crowd) {
              const std::vector<NodeId> cells = numbers_in(crowd.view(), goals);
              for (std::size_t i = 0; i < cells.size(); ++i)
                crowd.set_goal(static_cast<Unit>(first + i), cells[i]);
            });
          },
          "first"_a, "goals"_a)
      .def(
          "step",
          [](LiveCrowd& self, std::uint64_t ticks, std::optional<std::uint64_t> expansions) {
            in_turn(self, [&](Crowd& crowd) {
              InterruptPoller poll;
              for (std::uint64_t i = 0; i < ticks; ++i, poll.now()) crowd.step(expansions);
            });
          },
          "ticks"_a, "expansions"_a.none())
      .def("size", in_turn(&Crowd::size))
      .def("stats", [](LiveCrowd& self) { return in_turn(self, [](Crowd& c) { return c.stats(); }); })
      .def("ids", of_units<std::int64_t>([](const Crowd& c, Unit unit) { return c.ids()[unit]; }))
      .def("cells", of_units<std::int64_t>([](const Crowd& c, Unit unit) {
             return std::int64_t{c.cell(unit)};
           }))
      .def("goals", of_units<std::int64_t>([](const Crowd& c, Unit unit) {
             return std::int64_t{c.goal(unit)};
           }))
      .def("hints", [](LiveCrowd& self) {
        std::vector<std::int64_t> cells;
        in_turn(self, [&](Crowd& crowd) {
          for (const NodeId cell : crowd.hints()) cells.push_back(cell);
        });
        return vector_array(std::move(cells));
      });
}

}  // namespace asterion::bindings
