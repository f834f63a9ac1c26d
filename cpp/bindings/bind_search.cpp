#include <cstring>
#include <deque>

#include "asterion/query/batch.hpp"
#include "asterion/query/cost_table.hpp"
#include "asterion/query/descend.hpp"
#include "asterion/query/distances.hpp"
#include "asterion/query/k_cheapest.hpp"
#include "asterion/query/session.hpp"
#include "bindings/bindings.hpp"
#include "bindings/budget.hpp"
#include "bindings/cells.hpp"
#include "bindings/collected.hpp"
#include "bindings/columns.hpp"
#include "bindings/errors.hpp"
#include "bindings/in_turn.hpp"
#include "bindings/paths.hpp"

namespace asterion::bindings {
namespace {

// A value for each node, in an array of the user's that does not change meanwhile.
class ArrayEstimates final : public CustomEstimates {
 public:
  using Array = Column<double>;
  explicit ArrayEstimates(Array values) : values_(std::move(values)), data_(values_.data()) {}
  double at(NodeId node) const override { return data_[node]; }

 private:
  Array values_;
  const double* data_;
};

// A Python callable (node) -> number, asked once per node.
template <World G>
class CalledEstimates final : public CustomEstimates, public Asks {
 public:
  CalledEstimates(std::shared_ptr<G> view, nb::callable ask)
      : Asks(std::move(ask)), world_(std::move(view)) {}

  double at(NodeId node) const override {
    const WithGil acquire;
    if (const auto known = values_.find(node); known != values_.end()) return known->second;
    const double value = ask_heuristic(*world_, ask(), {node});
    values_.emplace(node, value);
    return value;
  }

  void forget() override {
    const WithGil acquire;
    values_.clear();
  }

 private:
  std::shared_ptr<G> world_;
  mutable std::unordered_map<NodeId, double> values_;
};

// Calls a user's evaluation: on a grid with a cell, on a graph with the number of a node, which the
// callable turns into its name.
double ask_evaluation(const GridView& view, const nb::object& ask, double g, double h,
                      NodeId node) {
  const Point p = view.grid().point(node);
  const nb::object answer =
      park_thread_on_finalize([&] { return ask(g, h, nb::make_tuple(p.row, p.col)); });
  const auto name = [&] {
    return "evaluate(" + text(g) + ", " + text(h) + ", " + text(p.row, p.col) + ")";
  };
  double value;
  if (!nb::try_cast(answer, value))
    throw BadType(name() + " is " + nb::repr(answer).c_str() + "; it must be a number");
  if (!CustomEvaluation::is_value(value)) throw BadValue(name() + " is nan; it must be a number");
  return value;
}
double ask_evaluation(const Network&, const nb::object& ask, double g, double h, NodeId node) {
  return nb::cast<double>(park_thread_on_finalize([&] { return ask(g, h, node); }));
}

// A Python callable (g, h, node) -> number.
template <World G>
class CalledEvaluation final : public CustomEvaluation, public Asks {
 public:
  CalledEvaluation(std::shared_ptr<G> view, nb::callable ask)
      : Asks(std::move(ask)), world_(std::move(view)) {}

  double at(double g, double h, NodeId node) const override {
    const WithGil acquire;
    return ask_evaluation(*world_, ask(), g, h, node);
  }

 private:
  std::shared_ptr<G> world_;
};

template <World G>
Path find_one(const nb::object& world, G& view, NodeId start, std::vector<NodeId> goals,
              const Query& query, bool partial) {
  PathResult result;
  {
    const WithoutGil release;
    result = partial ? find_partial_path(view, start, goals, query)
                     : find_path(view, start, goals, query);
  }
  return about(world, start, std::move(goals), on(view, std::move(result)));
}

// The path between two cells as users write them; None if they are not pairs of ints inside the
// grid: Python then reads them another way, or reports the error.
nb::object find_between_cells(const nb::object& world, GridView& view, nb::handle start,
                              nb::handle goal, const Query& query) {
  const Size size{view.grid().rows(), view.grid().cols()};
  const std::int64_t from = cell_number(start.ptr(), size), to = cell_number(goal.ptr(), size);
  if (from == kNoCell || to == kNoCell) return nb::none();
  return path_object([&] {
    return find_one(world, view, static_cast<NodeId>(from), {static_cast<NodeId>(to)}, query,
                    false);
  });
}

// The algorithm that a query runs on the present world: another than asked for only if the query
// leaves the choice open.
template <World G>
Algorithm chosen_algorithm(G& view, const Query& query) {
  const WithoutGil release;
  const auto guard = read_for(view, query);
  return choose_algorithm(query, view).algorithm;
}

// The goals of query i are numbered from ends[i - 1] up to ends[i]; without `ends` each query has
// one.
template <World G>
PathBatch find_many(const nb::object& world, G& view, const Column<std::int64_t>& starts,
                    const Column<std::int64_t>& goals,
                    const std::optional<Column<std::int64_t>>& ends, const Query& query,
                    unsigned threads) {
  BatchQueries queries;
  std::vector<PathResult> results;
  {
    const WithoutGil release;
    queries.starts = numbers_in(view, starts);
    queries.goals = numbers_in(view, goals);
    if ((ends ? ends->shape(0) : queries.goals.size()) != queries.size())
      throw BadValue("there must be goals for each start");
    for (std::size_t i = 0, first = 0; ends && i < queries.size(); ++i) {
      const auto last = static_cast<std::size_t>(ends->data()[i]);
      if (last < first || last > queries.goals.size())
        throw BadValue("ends must rise up to the last goal");
      queries.ends.push_back(first = last);
    }
    results = find_paths(view, queries, query, threads);
  }
  return PathBatch(world, view, std::move(queries), std::move(results));
}

template <World G>
nb::object distance_array(G& view, const std::vector<NodeId>& nodes, bool to_them,
                          double max_cost) {
  ZeroedArray<double> costs;
  {
    const WithoutGil release;
    costs = distances(view, nodes, to_them, max_cost);
  }
  double* data = costs.get();
  return shaped(view, data, std::move(costs));
}

template <World G>
nb::object table_array(G& view, const Column<std::int64_t>& sources,
                       const Column<std::int64_t>& targets, unsigned threads) {
  ZeroedArray<double> costs;
  {
    const WithoutGil release;
    costs = cost_table(view, numbers_in(view, sources), numbers_in(view, targets), threads);
  }
  double* data = costs.get();
  return array_over(data, {sources.shape(0), targets.shape(0)}, std::move(costs));
}

template <World G>
nb::object field_array(G& view, const Column<std::int64_t>& nodes, const Column<double>& values,
                       bool to_them, double max_cost) {
  if (nodes.shape(0) != values.shape(0)) throw BadValue("there must be a value for each node");
  ZeroedArray<double> costs;
  {
    const WithoutGil release;
    Sources sources;
    sources.values.assign(values.data(), values.data() + values.shape(0));
    sources.nodes = numbers_in(view, nodes);
    costs = field(view, sources, to_them, max_cost);
  }
  double* data = costs.get();
  return shaped(view, data, std::move(costs));
}

template <World G>
Path descent(const nb::object& world, G& view, const Column<double>& field, NodeId start,
             const Column<std::int64_t>& ends) {
  if (field.shape(0) != view.count() || start >= view.count())
    throw BadValue("a field has a value for each node");
  PathResult result;
  {
    const WithoutGil release;
    result = descend(view, field.data(), start, std::span(ends.data(), ends.shape(0)));
  }
  std::vector<NodeId> goals{result.nodes.back()};
  return about(world, start, std::move(goals), on(view, std::move(result)));
}

template <World G, class T, void (SearchRun::*write)(T*) const>
nb::object look(OneAtATime<Session<G>>& session) {
  return node_array<T>(session.shared().world(), [&](T* out) {
    session->look([&](const SearchRun& run) { (run.*write)(out); });
  });
}

// The event log as columns: kind, node, parent, cost so far, estimate.
template <World G>
nb::tuple trace(OneAtATime<Session<G>>& session) {
  TraceColumns columns;
  {
    const WithoutGil release;
    session->look([&](const SearchRun& run) {
      const std::vector<double> costs = run.event_costs();
      columns.reserve(costs.size());
      for (std::size_t i = 0; i < costs.size(); ++i) {
        const Event& event = run.events()[i];
        columns.add(event, costs[i], run.estimate_of(event.node));
      }
    });
  }
  return columns.take();
}

double checked_estimate(const nb::object& answer, const std::string& name) {
  double value;
  if (!nb::try_cast(answer, value))
    throw BadType(name + " is " + nb::repr(answer).c_str() + "; an estimate must be a number");
  if (!CustomEstimates::is_estimate(value))
    throw BadValue(name + " is " + text(value) + "; an estimate must be >= 0");
  return value;
}

// Sets an option by its name in src/asterion/search/option_table.py; false if there is none.
bool set_option(Query& query, std::string_view name, nb::handle value) {
  const auto is = [&](std::string_view option, auto& kept) {
    if (name != option) return false;
    kept = nb::cast<std::remove_cvref_t<decltype(kept)>>(value);
    return true;
  };
  SearchOptions& options = query.options;
  return is("algorithm", query.algorithm) || is("heuristic", query.heuristic) ||
         is("custom", query.custom) || is("weight", options.weight) ||
         is("ties", options.order.ties) || is("seed", options.order.seed) ||
         is("stop", options.stop) || is("reopen", options.reopen) ||
         is("direction", query.backward) || is("max_expansions", options.max_expansions) ||
         is("max_cost", options.max_cost) || is("components", query.components) ||
         is("transpositions", query.transpositions) || is("turn_cost", query.turn_cost) ||
         is("evaluate", query.evaluation) || is("trace", query.trace);
}

Query changed(Query query, const nb::kwargs& options) {
  for (const auto [name, value] : options)
    if (!set_option(query, nb::cast<const char*>(name), value))
      throw nb::type_error("a query has no such option");
  return query;
}

// The functions that search on this world, as overloads, and its class of sessions. In signatures
// {view} stands for the class of the world, and {node} for the type of a node in callables.
template <World G>
void bind_world(nb::module_& m, const char* view_name, const char* node_name, const char* session) {
  using Of = OneAtATime<Session<G>>;
  std::deque<std::string> texts;
  const auto sig = [&](std::string text) {
    for (const auto& [name, value] :
         {std::pair("{view}", view_name), std::pair("{node}", node_name)})
      for (std::size_t at; (at = text.find(name)) != std::string::npos;)
        text.replace(at, std::strlen(name), value);
    return nb::sig(texts.emplace_back(std::move(text)).c_str());
  };
  m.def(
      "called_estimates",
      [](std::shared_ptr<G> view, nb::callable called) -> std::shared_ptr<CustomEstimates> {
        return std::make_shared<CalledEstimates<G>>(std::move(view), std::move(called));
      },
      "view"_a, "ask"_a,
      sig("def called_estimates(view: {view}, ask: "
          "collections.abc.Callable[[{node}], float]) -> Estimates"));
  m.def(
      "called_evaluation",
      [](std::shared_ptr<G> view, nb::callable called) -> std::shared_ptr<CustomEvaluation> {
        return std::make_shared<CalledEvaluation<G>>(std::move(view), std::move(called));
      },
      "view"_a, "ask"_a,
      sig("def called_evaluation(view: {view}, ask: "
          "collections.abc.Callable[[float, float, {node}], float]) -> Evaluation"));
  m.def("find_path", &find_one<G>, "world"_a, "view"_a, "start"_a, "goals"_a, "query"_a,
        "partial"_a = false);
  m.def("find_paths", &find_many<G>, "world"_a, "view"_a, "starts"_a, "goals"_a, "ends"_a.none(),
        "query"_a, "threads"_a,
        sig("def find_paths(world: object, view: {view}, starts: "
            "NDArray[numpy.int64], goals: NDArray[numpy.int64], ends: "
            "NDArray[numpy.int64] | None, query: Query, threads: int) -> PathBatch"));
  m.def("chosen_algorithm", &chosen_algorithm<G>, "view"_a, "query"_a);
  m.def("distances", &distance_array<G>, "view"_a, "nodes"_a, "to_them"_a, "max_cost"_a,
        sig("def distances(view: {view}, nodes: collections.abc.Sequence[int], "
            "to_them: bool, max_cost: float) -> NDArray[numpy.float64]"));
  m.def("cost_table", &table_array<G>, "view"_a, "sources"_a, "targets"_a, "threads"_a,
        sig("def cost_table(view: {view}, sources: NDArray[numpy.int64], targets: "
            "NDArray[numpy.int64], threads: int) -> NDArray[numpy.float64]"));
  m.def("field", &field_array<G>, "view"_a, "nodes"_a, "values"_a, "to_them"_a, "max_cost"_a,
        sig("def field(view: {view}, nodes: NDArray[numpy.int64], values: "
            "NDArray[numpy.float64], to_them: bool, max_cost: float) -> "
            "NDArray[numpy.float64]"));
  m.def("descend", &descent<G>, "world"_a, "view"_a, "field"_a, "start"_a, "ends"_a,
        sig("def descend(world: object, view: {view}, field: NDArray[numpy.float64], "
            "start: int, ends: NDArray[numpy.int64]) -> Path"));

  constexpr auto held = [](const Of& of) -> const auto& { return of.shared().query().custom; };
  constexpr auto valued = [](const Of& of) -> const auto& {
    return of.shared().query().evaluation;
  };
  nb::class_<Of>(m, session, nb::type_slots((slots_of_holder<Of, held, valued>())))
      .def(
          "__init__",
          [](Of* self, std::shared_ptr<G> view, NodeId start, std::vector<NodeId> goals,
             Query query) {
            query.custom = own_reference(query.custom);
            query.evaluation = own_reference(query.evaluation);
            const WithoutGil release;
            new (self) Of(std::move(view), start, std::move(goals), std::move(query));
          },
          "view"_a, "start"_a, "goals"_a, "query"_a)
      .def("restart", in_turn(&Session<G>::restart))
      .def(
          "advance",
          [](Of& self, std::optional<std::uint64_t> expansions, std::optional<double> seconds) {
            return name_of(
                self->advance(expansions.value_or(std::numeric_limits<std::uint64_t>::max()),
                              deadline_after(seconds)));
          },
          "expansions"_a.none(), "seconds"_a.none(), nb::call_guard<WithoutGil>())
      .def_prop_ro(
          "status", [](Of& self) { return name_of(self->status()); }, nb::call_guard<WithoutGil>())
      .def(
          "path", [](Of& self) { return on(self.shared().world(), self->path()); },
          nb::call_guard<WithoutGil>())
      .def(
          "best_so_far", [](Of& self) { return on(self.shared().world(), self->best_so_far()); },
          nb::call_guard<WithoutGil>())
      .def("g", &look<G, double, &SearchRun::write_costs>,
           nb::sig("def g(self) -> NDArray[numpy.float64]"))
      .def("h", &look<G, double, &SearchRun::write_estimates>,
           nb::sig("def h(self) -> NDArray[numpy.float64]"))
      .def("state", &look<G, std::uint8_t, &SearchRun::write_states>,
           nb::sig("def state(self) -> NDArray[numpy.uint8]"))
      .def("parent", &look<G, std::int64_t, &SearchRun::write_parents>,
           nb::sig("def parent(self) -> NDArray[numpy.int64]"))
      .def(
          "thresholds",
          [](Of& self) { return self->look([](auto& run) { return run.thresholds(); }); },
          nb::call_guard<WithoutGil>())
      .def(
          "trace_length",
          [](Of& self) { return self->look([](auto& run) { return run.events().size(); }); },
          nb::call_guard<WithoutGil>())
      .def("trace", &trace<G>,
           nb::sig("def trace(self) -> tuple[NDArray[numpy.uint8], NDArray[numpy.int64], "
                   "NDArray[numpy.int64], NDArray[numpy.float64], NDArray[numpy.float64]]"));
}

}  // namespace

double ask_heuristic(const GridView& view, const nb::object& ask, std::vector<NodeId> nodes) {
  const Grid& grid = view.grid();
  nb::list cells;
  std::string name = "heuristic";
  for (const NodeId node : nodes) {
    const Point p = grid.point(node);
    cells.append(nb::make_tuple(p.row, p.col));
    name += text(p.row, p.col);
  }
  return checked_estimate(park_thread_on_finalize([&] { return ask(*cells); }), name);
}

// The core knows the nodes of a graph by numbers only: the callable inserts the names, also into
// its error messages.
double ask_heuristic(const Network&, const nb::object& ask, std::vector<NodeId> nodes) {
  nb::list numbers;
  for (const NodeId node : nodes) numbers.append(node);
  return checked_estimate(park_thread_on_finalize([&] { return ask(*numbers); }), "heuristic");
}

void bind_search(nb::module_& m) {
  nb::enum_<Algorithm>(m, "Algorithm")
      .value("auto", Algorithm::automatic)
      .value("bfs", Algorithm::bfs)
      .value("dfs", Algorithm::dfs)
      .value("dijkstra", Algorithm::dijkstra)
      .value("greedy", Algorithm::greedy)
      .value("astar", Algorithm::astar)
      .value("bidirectional", Algorithm::bidirectional)
      .value("ida", Algorithm::ida)
      .value("jps", Algorithm::jps)
      .value("best_first", Algorithm::best_first);
  nb::enum_<HeuristicKind>(m, "Heuristic")
      .value("zero", HeuristicKind::zero)
      .value("manhattan", HeuristicKind::manhattan)
      .value("euclidean", HeuristicKind::euclidean)
      .value("octile", HeuristicKind::octile)
      .value("chebyshev", HeuristicKind::chebyshev)
      .value("custom", HeuristicKind::custom)
      .value("positions", HeuristicKind::positions)
      .value("tiles", HeuristicKind::tiles);
  nb::enum_<Ties>(m, "Ties")
      .value("auto", Ties::automatic)
      .value("high_g", Ties::high_g)
      .value("low_g", Ties::low_g)
      .value("fifo", Ties::fifo)
      .value("lifo", Ties::lifo)
      .value("random", Ties::random)
      .value("straight", Ties::straight);
  nb::enum_<Stop>(m, "Stop").value("fast", Stop::fast).value("guaranteed", Stop::guaranteed);
  nb::enum_<Reopen>(m, "Reopen")
      .value("passive", Reopen::passive)
      .value("active", Reopen::active)
      .value("off", Reopen::off);

  nb::class_<CustomEstimates>(m, "Estimates",
                              nb::type_slots(slots_of_estimates<CustomEstimates>()));
  m.def(
      "array_estimates",
      [](ArrayEstimates::Array values) -> std::shared_ptr<CustomEstimates> {
        return std::make_shared<ArrayEstimates>(std::move(values));
      },
      "values"_a);
  nb::class_<CustomEvaluation>(m, "Evaluation",
                               nb::type_slots(slots_of_estimates<CustomEvaluation>()));
  constexpr auto held = [](const Query& query) -> const auto& { return query.custom; };
  constexpr auto valued = [](const Query& query) -> const auto& { return query.evaluation; };
  nb::class_<Query>(m, "Query", nb::type_slots((slots_of_holder<Query, held, valued>())))
      .def(
          "__init__",
          [](Query* self, const nb::kwargs& options) { new (self) Query(changed({}, options)); },
          nb::sig("def __init__(self, **options: typing.Any) -> None"))
      .def(
          "changed",
          [](Query query, const nb::kwargs& options) {
            query.custom = own_reference(query.custom);
            query.evaluation = own_reference(query.evaluation);
            return changed(std::move(query), options);
          },
          nb::sig("def changed(self, **options: typing.Any) -> Query"),
          "A copy with these options.");
  m.def("find_between_cells", &find_between_cells, "world"_a, "view"_a, "start"_a.none(),
        "goal"_a.none(), "query"_a,
        nb::sig("def find_between_cells(world: object, view: GridView, start: object, goal: "
                "object, query: Query) -> Path | None"));

  m.def("is_consistent", &is_consistent, "heuristic"_a, "grid"_a);
  m.def(
      "k_cheapest_paths",
      [](const nb::object& world, GridView& view, NodeId start, NodeId goal,
         HeuristicKind heuristic, std::size_t k, double min_difference) {
        std::vector<PathResult> results;
        {
          const WithoutGil release;
          results = k_cheapest_paths(view, start, goal, heuristic, k, min_difference);
        }
        std::vector<Path> paths;
        for (PathResult& result : results)
          paths.push_back(about(world, start, {goal}, on(view, std::move(result))));
        return paths;
      },
      "world"_a, "view"_a, "start"_a, "goal"_a, "heuristic"_a, "k"_a, "min_difference"_a);

  bind_world<GridView>(m, "GridView", "tuple[int, int]", "Session");
  bind_world<Network>(m, "Network", "int", "GraphSession");
}

}  // namespace asterion::bindings
