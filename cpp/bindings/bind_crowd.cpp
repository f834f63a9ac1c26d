#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "asterion/crowd/crowd.hpp"
#include "asterion/crowd/crowd_solver.hpp"
#include "asterion/crowd/world_timetable.hpp"
#include "asterion/query/one_at_a_time.hpp"
#include "bindings/bindings.hpp"
#include "bindings/budget.hpp"
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

using Solver = OneAtATime<CrowdSolver>;
using Timetable = OneAtATime<WorldTimetable>;

const char* name_of(CrowdStatus status) {
  constexpr const char* kNames[] = {"stopped", "found", "unsolvable", "stopped"};
  return kNames[static_cast<std::size_t>(status)];
}

// The cells of all units at each tick, (ticks + 1, units, 2).
nb::object positions_of(Solver& self) {
  std::vector<std::int32_t> cells;
  std::size_t ticks = 0, units = 0;
  in_turn(self, [&](CrowdSolver& solver) {
    const auto& routes = solver.routes();
    units = solver.units();
    for (const auto& route : routes) ticks = std::max(ticks, route.size());
    if (solver.status() == CrowdStatus::found) ticks = std::max<std::size_t>(1, ticks);
    cells.reserve(ticks * units * 2);
    InterruptPoller poll;
    for (std::size_t tick = 0; tick < ticks; ++tick, poll())
      for (const auto& route : routes) {
        const auto cell =
            static_cast<std::int32_t>(solver.cell(route[std::min(tick, route.size() - 1)]));
        cells.push_back(cell / solver.cols());
        cells.push_back(cell % solver.cols());
      }
  });
  auto* const data = cells.data();
  return array_over(data, {ticks, units, 2}, std::move(cells));
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
      .def_ro("searched", &CrowdStats::searched, "Cells whose distance to a goal was worked out.")
      .def_ro("ticks", &CrowdStats::ticks, "Steps of the crowd.")
      .def("__repr__", [](const CrowdStats& s) {
        return "<CrowdStats: " + std::to_string(s.moves) + " moves, " + std::to_string(s.waits) +
               " waits, " + std::to_string(s.arrivals) + " arrivals>";
      });
  nb::enum_<Formation>(m, "Formation")
      .value("offsets", Formation::offsets)
      .value("line", Formation::line)
      .value("column", Formation::column);
  nb::enum_<CrowdMethod>(m, "CrowdMethod")
      .value("lacam", CrowdMethod::lacam)
      .value("cbs", CrowdMethod::cbs)
      .value("prioritised", CrowdMethod::prioritised)
      .value("pibt", CrowdMethod::pibt);
  nb::class_<Solver>(m, "CrowdSolver")
      .def(nb::new_([](GridView& view, const Column<std::int64_t>& starts,
                       const Column<std::int64_t>& goals, CrowdMethod method, std::uint64_t seed) {
             const auto from = numbers_in(view, starts), to = numbers_in(view, goals);
             const WithoutGil release;
             return std::make_shared<Solver>(view, from, to, method, seed);
           }),
           "view"_a, "starts"_a, "goals"_a, "method"_a, "seed"_a)
      .def(
          "run",
          [](Solver& self, std::optional<std::uint64_t> expansions, std::optional<double> seconds,
             bool improve) {
            return in_turn(self, [&](CrowdSolver& solver) {
              return solver.run(budget_of(expansions, seconds), improve);
            });
          },
          "expansions"_a.none(), "seconds"_a.none(), "improve"_a)
      .def("status", [](Solver& self) { return name_of(self->status()); })
      .def("optimal", in_turn(&CrowdSolver::is_optimal))
      .def("bound", in_turn(&CrowdSolver::bound))
      .def("sum", in_turn(&CrowdSolver::sum))
      .def("expanded", in_turn(&CrowdSolver::expanded))
      .def("improvements", in_turn(&CrowdSolver::improvements))
      .def("positions", positions_of, nb::sig("def positions(self) -> NDArray[numpy.int32]"));
  nb::class_<Timetable>(m, "Timetable")
      .def(nb::new_([](std::shared_ptr<GridView> view) {
             const WithoutGil release;
             return std::make_shared<Timetable>(std::move(view));
           }),
           "view"_a)
      .def(
          "block",
          [](Timetable& self, const Column<std::int64_t>& cells, Stays::Time start,
             std::optional<Stays::Time> end) {
            return in_turn(self, [&](WorldTimetable& table) {
              return table.block(numbers_in(table.view(), cells), start,
                                 end.value_or(Stays::kEver));
            });
          },
          "cells"_a, "start"_a, "end"_a.none())
      .def(
          "add",
          [](Timetable& self, const Column<std::int64_t>& cells, Stays::Time depart, bool stay) {
            return in_turn(self, [&](WorldTimetable& table) {
              return table.add(numbers_in(table.view(), cells), depart, stay);
            });
          },
          "cells"_a, "depart"_a, "stay"_a)
      .def("remove", in_turn(&WorldTimetable::remove), "id"_a)
      .def("count", in_turn(&WorldTimetable::count))
      .def(
          "find",
          [](Timetable& self, NodeId start, NodeId goal, Stays::Time depart, bool stay) {
            std::vector<std::int64_t> cells;
            in_turn(self, [&](WorldTimetable& table) {
              for (const NodeId cell : table.find(start, goal, depart, stay)) cells.push_back(cell);
            });
            return vector_array(std::move(cells));
          },
          "start"_a, "goal"_a, "depart"_a, "stay"_a,
          nb::sig("def find(self, start: int, goal: int, depart: int, stay: bool) -> "
                  "NDArray[numpy.int64]"));
  nb::class_<LiveCrowd>(m, "Crowd")
      .def(nb::new_([](std::shared_ptr<GridView> view, CrowdEngine engine, bool is_guided,
                       std::uint64_t seed) {
             const WithoutGil release;
             return std::make_shared<LiveCrowd>(std::move(view), engine, is_guided, seed);
           }),
           "view"_a, "engine"_a, "is_guided"_a, "seed"_a)
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
          "order",
          [](LiveCrowd& self, const Column<std::int64_t>& ids, NodeId cell, Formation formation,
             const Column<std::int64_t>& rows, const Column<std::int64_t>& cols) {
            const std::vector<std::int64_t> units(ids.data(), ids.data() + ids.shape(0));
            std::vector<Point> offsets;
            for (std::size_t i = 0; i < rows.shape(0); ++i)
              offsets.push_back({static_cast<std::int32_t>(rows.data()[i]),
                                 static_cast<std::int32_t>(cols.data()[i])});
            in_turn(self, [&](Crowd& crowd) {
              crowd.order(units_of(crowd, units), cell, formation, offsets);
            });
          },
          "ids"_a, "cell"_a, "formation"_a, "rows"_a, "cols"_a)
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
      .def("stats",
           [](LiveCrowd& self) { return in_turn(self, [](Crowd& c) { return c.stats(); }); })
      .def("ids", of_units<std::int64_t>([](const Crowd& c, Unit unit) { return c.ids()[unit]; }),
           nb::sig("def ids(self) -> NDArray[numpy.int64]"))
      .def("cells", of_units<std::int64_t>([](const Crowd& c, Unit unit) {
             return std::int64_t{c.cell(unit)};
           }),
           nb::sig("def cells(self) -> NDArray[numpy.int64]"))
      .def("goals", of_units<std::int64_t>([](const Crowd& c, Unit unit) {
             return std::int64_t{c.goal(unit)};
           }),
           nb::sig("def goals(self) -> NDArray[numpy.int64]"))
      .def(
          "hints",
          [](LiveCrowd& self) {
            std::vector<std::int64_t> cells;
            in_turn(self, [&](Crowd& crowd) {
              for (const NodeId cell : crowd.hints()) cells.push_back(cell);
            });
            return vector_array(std::move(cells));
          },
          nb::sig("def hints(self) -> NDArray[numpy.int64]"));
}

}  // namespace asterion::bindings
