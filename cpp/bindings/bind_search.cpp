#include "asterion/search/batch.hpp"
#include "asterion/search/distances.hpp"
#include "asterion/search/session.hpp"
#include "bindings/bindings.hpp"

namespace asterion::bindings {
namespace {

Clock::time_point deadline_after(std::optional<double> seconds) {
  constexpr double kForEver = 1e9;
  if (!seconds || *seconds > kForEver) return Clock::time_point::max();
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
}

Path find_one(Terrain& terrain, NodeId start, const std::vector<NodeId>& goals,
              const Query& query) {
  const nb::gil_scoped_release release;
  return on_grid(find_path(terrain, start, goals, query), terrain.grid());
}

std::vector<Path> find_many(Terrain& terrain, const std::vector<NodeId>& starts,
                            const std::vector<std::vector<NodeId>>& goals, const Query& query,
                            unsigned threads) {
  const nb::gil_scoped_release release;
  std::vector<Errand> errands;
  for (std::size_t i = 0; i < starts.size(); ++i) errands.push_back({starts[i], goals[i]});
  std::vector<Path> paths;
  for (PathResult& result : find_paths(terrain, errands, query, threads))
    paths.push_back(on_grid(std::move(result), terrain.grid()));
  return paths;
}

nb::object distance_array(Terrain& terrain, const std::vector<NodeId>& nodes, bool to_them) {
  ZeroedArray<double> costs;
  {
    const nb::gil_scoped_release release;
    costs = distances(terrain, nodes, to_them);
  }
  double* data = costs.get();
  const Grid& grid = terrain.grid();
  return array_over(data,
                    {static_cast<std::size_t>(grid.rows()), static_cast<std::size_t>(grid.cols())},
                    std::move(costs));
}

template <class T, void (SearchRun::*write)(T*) const>
nb::object look(Session& session) {
  return grid_array<T>(session.grid(), [&](T* out) {
    session.look([&](const SearchRun& run) { (run.*write)(out); });
  });
}

// The event log as four columns: kind, node, parent, cost so far.
nb::tuple trace(Session& session) {
  std::vector<std::uint8_t> kinds;
  std::vector<std::int64_t> nodes, parents;
  std::vector<double> costs;
  {
    const nb::gil_scoped_release release;
    session.look([&](const SearchRun& run) {
      for (const Event& event : run.events()) {
        kinds.push_back(static_cast<std::uint8_t>(event.kind));
        nodes.push_back(event.node);
        parents.push_back(event.node == event.parent ? -1 : std::int64_t{event.parent});
      }
      costs = run.event_costs();
    });
  }
  return nb::make_tuple(vector_array(std::move(kinds)), vector_array(std::move(nodes)),
                        vector_array(std::move(parents)), vector_array(std::move(costs)));
}

}  // namespace

void bind_search(nb::module_& m) {
  nb::enum_<Algorithm>(m, "Algorithm")
      .value("bfs", Algorithm::bfs)
      .value("dijkstra", Algorithm::dijkstra)
      .value("astar", Algorithm::astar);
  nb::enum_<HeuristicKind>(m, "Heuristic")
      .value("zero", HeuristicKind::zero)
      .value("manhattan", HeuristicKind::manhattan)
      .value("euclidean", HeuristicKind::euclidean)
      .value("octile", HeuristicKind::octile)
      .value("chebyshev", HeuristicKind::chebyshev);
  nb::enum_<Ties>(m, "Ties").value("auto", Ties::automatic).value("high_g", Ties::high_g);
  nb::enum_<Stop>(m, "Stop").value("fast", Stop::fast).value("guaranteed", Stop::guaranteed);
  nb::class_<Query>(m, "Query")
      .def(nb::new_([](Algorithm algorithm, HeuristicKind heuristic, Ties ties, Stop stop,
                       std::optional<std::uint64_t> max_expansions, std::optional<double> max_cost,
                       bool components, bool with_trace) {
             Query query{algorithm, heuristic, {}, components, with_trace};
             query.rules.ties = ties;
             query.rules.stop = stop;
             if (max_expansions) query.rules.max_expansions = *max_expansions;
             if (max_cost) query.rules.max_cost = *max_cost;
             return query;
           }),
           "algorithm"_a, "heuristic"_a, "ties"_a, "stop"_a, "max_expansions"_a.none(),
           "max_cost"_a.none(), "components"_a, "trace"_a);

  m.def("find_path", &find_one, "terrain"_a, "start"_a, "goals"_a, "query"_a);
  m.def("find_paths", &find_many, "terrain"_a, "starts"_a, "goals"_a, "query"_a, "threads"_a);
  m.def("distances", &distance_array, "terrain"_a, "nodes"_a, "to_them"_a,
        nb::sig("def distances(terrain: Terrain, nodes: Sequence[int], to_them: bool) -> "
                "NDArray[numpy.float64]"));

  nb::class_<Session>(m, "Session")
      .def(nb::init<std::shared_ptr<Terrain>, NodeId, std::vector<NodeId>, Query>(), "terrain"_a,
           "start"_a, "goals"_a, "query"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("restart", &Session::restart, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "advance",
          [](Session& session, std::optional<std::uint64_t> expansions,
             std::optional<double> seconds) {
            return name_of(
                session.advance(expansions.value_or(std::numeric_limits<std::uint64_t>::max()),
                                deadline_after(seconds)));
          },
          "expansions"_a.none(), "seconds"_a.none(), nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro(
          "status", [](const Session& session) { return name_of(session.status()); },
          nb::call_guard<nb::gil_scoped_release>())
      .def("path",
           [](const Session& session) {
             const nb::gil_scoped_release release;
             return on_grid(session.path(), session.grid());
           })
      .def("best_so_far",
           [](Session& session) {
             const nb::gil_scoped_release release;
             return on_grid(session.best_so_far(), session.grid());
           })
      .def("g", &look<double, &SearchRun::write_costs>,
           nb::sig("def g(self) -> NDArray[numpy.float64]"))
      .def("h", &look<double, &SearchRun::write_estimates>,
           nb::sig("def h(self) -> NDArray[numpy.float64]"))
      .def("state", &look<std::uint8_t, &SearchRun::write_states>,
           nb::sig("def state(self) -> NDArray[numpy.uint8]"))
      .def("parent", &look<std::int64_t, &SearchRun::write_parents>,
           nb::sig("def parent(self) -> NDArray[numpy.int64]"))
      .def("trace", &trace,
           nb::sig("def trace(self) -> tuple[NDArray[numpy.uint8], NDArray[numpy.int64], "
                   "NDArray[numpy.int64], NDArray[numpy.float64]]"));
}

}  // namespace asterion::bindings
