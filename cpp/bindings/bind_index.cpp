#include <atomic>
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include "asterion/index/index.hpp"
#include "asterion/query/share_out.hpp"
#include "bindings/bindings.hpp"
#include "bindings/budget.hpp"
#include "bindings/cells.hpp"
#include "bindings/columns.hpp"
#include "bindings/paths.hpp"

namespace asterion::bindings {
namespace {

using Numbers = Column<std::int64_t>;
using Bytes = Column<std::uint8_t>;

template <World G>
Path path_of(Index<G>& index, const nb::object& world, NodeId start, NodeId goal) {
  PathResult result;
  {
    const WithoutGil release;
    result = index.find_path(start, goal);
  }
  return about(world, start, {goal}, on(index.world(), std::move(result)));
}

// A build frees several times what its index takes, which glibc would keep for the next one.
void return_freed_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

// The path between two cells; None if Python has to look at them.
nb::object path_between_cells(Index<GridView>& index, const nb::object& world, nb::handle start,
                              nb::handle goal) {
  const Grid& grid = index.world().grid();
  const Size size{grid.rows(), grid.cols()};
  const std::int64_t from = cell_number(start.ptr(), size), to = cell_number(goal.ptr(), size);
  if (from == kNoCell || to == kNoCell) return nb::none();
  return path_object(
      [&] { return path_of(index, world, static_cast<NodeId>(from), static_cast<NodeId>(to)); });
}

// Calls ask(i) for each, on several threads.
template <class Ask>
void for_each_of(std::size_t count, unsigned threads, Ask&& ask) {
  std::atomic<std::size_t> next = 0;
  share_out(std::min<std::size_t>(threads, std::max<std::size_t>(count, 1)), [&] {
    InterruptPoller poll;
    for (std::size_t i; (i = next++) < count; poll()) ask(i);
  });
}

template <World G>
PathBatch paths_of(Index<G>& index, const nb::object& world, const Numbers& starts,
                   const Numbers& goals, unsigned threads) {
  BatchQueries queries;
  std::vector<PathResult> results(starts.shape(0));
  {
    const WithoutGil release;
    queries.starts = numbers_in(index.world(), starts);
    queries.goals = numbers_in(index.world(), goals);
    for_each_of(results.size(), threads, [&](std::size_t i) {
      results[i] = index.find_path(queries.starts[i], queries.goals[i]);
    });
  }
  return PathBatch(world, index.world(), std::move(queries), std::move(results));
}

template <World G>
nb::object costs_of(Index<G>& index, const Numbers& starts, const Numbers& goals,
                    unsigned threads) {
  std::vector<double> costs(starts.shape(0));
  {
    const WithoutGil release;
    const auto from = numbers_in(index.world(), starts), to = numbers_in(index.world(), goals);
    for_each_of(costs.size(), threads,
                [&](std::size_t i) { costs[i] = index.cost(from[i], to[i]); });
  }
  return vector_array(std::move(costs));
}

template <World G>
nb::object table_of(Index<G>& index, const Numbers& sources, const Numbers& targets,
                    unsigned threads) {
  ZeroedArray<double> costs;
  {
    const WithoutGil release;
    costs = index.cost_table(numbers_in(index.world(), sources), numbers_in(index.world(), targets),
                             threads);
  }
  double* data = costs.get();
  return array_over(data, {sources.shape(0), targets.shape(0)}, std::move(costs));
}

template <World G>
nb::class_<Index<G>> bind_index_on(nb::module_& m, const char* name) {
  using Of = Index<G>;
  return nb::class_<Of>(m, name)
      .def(nb::init<std::shared_ptr<G>, Query>(), "view"_a, "query"_a)
      .def(
          "refresh",
          [](Of& index, std::optional<double> seconds) {
            Budget budget = budget_of({}, seconds);
            const auto before = index.state();
            const bool ready = index.refresh(budget);
            // It takes milliseconds, which a call with a budget may not have.
            if (!seconds && index.state() != before) return_freed_memory();
            return ready;
          },
          "seconds"_a.none(), nb::call_guard<WithoutGil>())
      .def("find_path", &path_of<G>, "world"_a, "start"_a, "goal"_a)
      .def("find_paths", &paths_of<G>, "world"_a, "starts"_a, "goals"_a, "threads"_a,
           nb::sig("def find_paths(self, world: object, starts: NDArray[numpy.int64], goals: "
                   "NDArray[numpy.int64], threads: int) -> PathBatch"))
      .def("cost", &Of::cost, "start"_a, "goal"_a, nb::call_guard<WithoutGil>())
      .def("costs", &costs_of<G>, "starts"_a, "goals"_a, "threads"_a,
           nb::sig("def costs(self, starts: NDArray[numpy.int64], goals: NDArray[numpy.int64], "
                   "threads: int) -> NDArray[numpy.float64]"))
      .def("cost_table", &table_of<G>, "sources"_a, "targets"_a, "threads"_a,
           nb::sig("def cost_table(self, sources: NDArray[numpy.int64], targets: "
                   "NDArray[numpy.int64], threads: int) -> NDArray[numpy.float64]"))
      .def(
          "trace",
          [](const Of& index, NodeId start, NodeId goal) {
            TraceColumns columns;
            if (const auto state = index.state()) {
              const WithoutGil release;
              for (const auto& event : state->climb(start, goal))
                columns.add(event, event.cost, event.rest);
            }
            return columns.take();
          },
          "start"_a, "goal"_a,
          nb::sig("def trace(self, start: int, goal: int) -> tuple[NDArray[numpy.uint8], "
                  "NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.float64], "
                  "NDArray[numpy.float64]]"))
      .def("summary",
           [](const Of& index) {
             const auto found = index.summary().value_or(typename Of::Summary{});
             return std::tuple{found.nodes, found.arcs, found.bytes, found.version, found.seconds};
           })
      .def(
          "written",
          [](const Of& index) {
            std::vector<std::uint8_t> bytes;
            const auto state = index.state();
            {
              const WithoutGil release;
              bytes = state->written();
            }
            return std::pair{static_cast<int>(state->kind()), vector_array(std::move(bytes))};
          },
          nb::sig("def written(self) -> tuple[int, NDArray[numpy.uint8]]"))
      .def(
          "read",
          [](Of& index, int kind, const Bytes& bytes) {
            if (kind < 0 || kind > static_cast<int>(IndexState::Kind::nodes))
              throw BadValue("the index is of kind " + std::to_string(kind) + "; there are 0 to 2");
            const WithoutGil release;
            index.read(static_cast<IndexState::Kind>(kind), {bytes.data(), bytes.shape(0)});
          },
          "kind"_a, "data"_a,
          nb::sig("def read(self, kind: int, data: NDArray[numpy.uint8]) -> None"));
}

}  // namespace

void bind_index(nb::module_& m) {
  bind_index_on<GridView>(m, "GridIndex")
      .def("between_cells", &path_between_cells, "world"_a, "start"_a.none(), "goal"_a.none(),
           nb::sig("def between_cells(self, world: object, start: object, goal: object) -> "
                   "Path | None"));
  bind_index_on<Network>(m, "GraphIndex");
}

}  // namespace asterion::bindings
