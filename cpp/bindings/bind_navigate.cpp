#include "asterion/navigate/explorer.hpp"
#include "asterion/navigate/navigator.hpp"
#include "bindings/bindings.hpp"
#include "bindings/budget.hpp"
#include "bindings/collected.hpp"
#include "bindings/in_turn.hpp"

namespace asterion::bindings {
namespace {

// A Python callable (a, b) -> number, asked once per pair while there is room to remember.
template <World G>
class CalledPairs final : public PairEstimates, public Asks {
 public:
  CalledPairs(std::shared_ptr<G> view, nb::callable ask)
      : Asks(std::move(ask)), world_(std::move(view)) {}

  double between(NodeId from, NodeId to) const override {
    const WithGil acquire;
    const std::uint64_t pair = std::uint64_t{from} << 32 | to;
    if (const auto known = values_.find(pair); known != values_.end()) return known->second;
    if (values_.size() > kMostKept) values_.clear();
    const double value = ask_heuristic(*world_, ask(), {from, to});
    values_.emplace(pair, value);
    return value;
  }

 private:
  static constexpr std::size_t kMostKept = 1 << 20;
  std::shared_ptr<G> world_;
  mutable std::unordered_map<std::uint64_t, double> values_;
};

NavigatorQuery query_of(NavigatorKind kind, HeuristicKind heuristic,
                        std::shared_ptr<PairEstimates> custom, Ties ties, std::uint64_t seed,
                        Replan replan) {
  return {kind, heuristic, std::move(custom), {ties, seed}, replan};
}

template <class Agent, class T, void (Replanner::*write)(T*) const>
nb::object look(Agent& navigator) {
  return node_array<T>(navigator.shared().world(), [&](T* out) {
    navigator->look([&](const Replanner& replanner) { (replanner.*write)(out); });
  });
}

template <class Agent>
Path current_path(Agent& agent) {
  const WithoutGil release;
  return on(agent.shared().world(), agent->path());
}

// Makes steps until the end, or up to `most`; returns the cells stepped to.
nb::object walk(Explorer& explorer, std::optional<std::uint64_t> most) {
  std::vector<std::int64_t> cells;
  {
    const WithoutGil release;
    InterruptPoller poll;  // each plan may be short
    for (std::uint64_t i = 0; !most || i < *most; ++i, poll.now()) {
      const std::optional<NodeId> next = explorer.step();
      if (!next) break;
      cells.push_back(*next);
    }
  }
  return vector_array(std::move(cells));
}

// A path that an agent follows for now, though it knows that it is closed further on.
Path closed_path(const GridView& view, std::vector<NodeId> nodes) {
  PathResult result;
  result.status = Status::found;
  result.stats.path = nodes.size();
  result.nodes = std::move(nodes);
  return on(view, std::move(result));
}

template <bool (KnownCells::*is_known)(NodeId) const>
nb::object known(const Sensor& sensor) {
  const GridView& world = sensor.truth();
  return node_array<bool>(world, [&](bool* out) {
    for (NodeId cell = 0; cell < world.count(); ++cell)
      out[cell] = (sensor.known().*is_known)(cell);
  });
}

template <class Agent, class W>
void make_agent(Agent* self, W world, NodeId start, NodeId goal, NavigatorQuery query) {
  query.custom = own_reference(query.custom);
  const WithoutGil release;
  new (self) Agent(std::move(world), start, goal, std::move(query));
}

// Agents on one kind of world: their class, and the overload that calls their heuristics.
template <class Agent>
void bind_agent(nb::module_& m, const char* name, const char* ask) {
  using Held = typename Agent::Object;
  using World = typename Held::World;
  m.def(
      "called_pairs",
      [](std::shared_ptr<World> view, nb::callable called) -> std::shared_ptr<PairEstimates> {
        return std::make_shared<CalledPairs<World>>(std::move(view), std::move(called));
      },
      "view"_a, "ask"_a, nb::sig(ask));

  constexpr auto held = [](const Agent& agent) -> const auto& {
    return agent.shared().query().custom;
  };
  nb::class_<Agent>(m, name, nb::type_slots((slots_of_holder<Agent, held>())))
      .def("__init__", &make_agent<Agent, std::shared_ptr<World>>, "view"_a, "start"_a, "goal"_a,
           "query"_a)
      .def("path", &current_path<Agent>)
      .def(
          "plan",
          [](Agent& agent, std::optional<std::uint64_t> expansions, std::optional<double> seconds) {
            return agent->plan(budget_of(expansions, seconds));
          },
          "expansions"_a.none(), "seconds"_a.none(), nb::call_guard<WithoutGil>())
      .def("step", in_turn(&Held::step))
      .def("move_to", in_turn(&Held::move_to), "node"_a)
      .def_prop_ro("position", in_turn(&Held::position))
      .def_prop_rw("goal", in_turn(&Held::goal), in_turn(&Held::set_goal))
      .def("segment", in_turn(&Held::segment))
      .def("segments", in_turn(&Held::segments))
      .def("total", in_turn(&Held::total))
      .def("last_plan", in_turn(&Held::last_plan))
      .def("bytes", in_turn(&Held::bytes))
      .def("g", &look<Agent, double, &Replanner::write_costs>,
           nb::sig("def g(self) -> NDArray[numpy.float64]"))
      .def("rhs", &look<Agent, double, &Replanner::write_lookahead>,
           nb::sig("def rhs(self) -> NDArray[numpy.float64]"))
      .def("h", &look<Agent, double, &Replanner::write_estimates>,
           nb::sig("def h(self) -> NDArray[numpy.float64]"))
      .def("state", &look<Agent, std::uint8_t, &Replanner::write_states>,
           nb::sig("def state(self) -> NDArray[numpy.uint8]"))
      .def("parent", &look<Agent, std::int64_t, &Replanner::write_parents>,
           nb::sig("def parent(self) -> NDArray[numpy.int64]"));
}

}  // namespace

void bind_replan(nb::module_& m) {
  nb::enum_<NavigatorKind>(m, "NavigatorKind")
      .value("auto", NavigatorKind::automatic)
      .value("astar", NavigatorKind::astar)
      .value("repeated_forward", NavigatorKind::repeated_forward)
      .value("repeated_backward", NavigatorKind::repeated_backward)
      .value("adaptive", NavigatorKind::adaptive)
      .value("mpaa", NavigatorKind::mpaa)
      .value("generalised_adaptive", NavigatorKind::generalised_adaptive)
      .value("lpa", NavigatorKind::lpa)
      .value("dstar", NavigatorKind::dstar)
      .value("focused_dstar", NavigatorKind::focused_dstar)
      .value("dstar_lite_basic", NavigatorKind::dstar_lite_basic)
      .value("dstar_lite", NavigatorKind::dstar_lite)
      .value("jps", NavigatorKind::jps)
      .value("index", NavigatorKind::index);

  nb::enum_<Replan>(m, "Replan")
      .value("path", Replan::path)
      .value("next_step", Replan::next_step)
      .value("change", Replan::change);

  nb::class_<PairEstimates>(m, "PairEstimates",
                            nb::type_slots(slots_of_estimates<PairEstimates>()));

  nb::class_<ReplanStats>(m, "ReplanStats")
      .def_ro("search", &ReplanStats::search)
      .def_ro("rekeys", &ReplanStats::rekeys)
      .def_ro("searches", &ReplanStats::searches)
      .def_ro("restarts", &ReplanStats::restarts);

  constexpr auto asked = [](const NavigatorQuery& query) -> const auto& { return query.custom; };
  nb::class_<NavigatorQuery>(m, "NavigatorQuery",
                             nb::type_slots((slots_of_holder<NavigatorQuery, asked>())))
      .def(nb::new_(&query_of), nb::kw_only(), "kind"_a, "heuristic"_a, "custom"_a.none(), "ties"_a,
           "seed"_a, "replan"_a = Replan::path);

  bind_agent<Navigator>(m, "Navigator",
                        "def called_pairs(view: GridView, ask: collections.abc.Callable"
                        "[[tuple[int, int], tuple[int, int]], float]) -> PairEstimates");
  bind_agent<GraphNavigator>(m, "GraphNavigator",
                             "def called_pairs(view: Network, ask: collections.abc.Callable"
                             "[[int, int], float]) -> PairEstimates");

  nb::class_<Sensor>(m, "Sensor")
      .def(nb::init<std::shared_ptr<GridView>, std::shared_ptr<Grid>, std::int32_t>(), "truth"_a,
           "belief"_a, "sight"_a)
      .def(nb::init<const Sensor&, std::int32_t>(), "other"_a, "sight"_a)
      .def("look", &Sensor::look, "here"_a, nb::call_guard<WithoutGil>())
      .def("known", &known<&KnownCells::is_seen>,
           nb::sig("def known(self) -> NDArray[numpy.bool_]"))
      .def("visited", &known<&KnownCells::is_visited>,
           nb::sig("def visited(self) -> NDArray[numpy.bool_]"));

  m.def("closed_path", &closed_path, "view"_a, "nodes"_a);

  constexpr auto held = [](const Explorer& explorer) -> const auto& {
    return explorer.query().custom;
  };
  nb::class_<Explorer>(m, "Explorer", nb::type_slots((slots_of_holder<Explorer, held>())))
      .def("__init__", &make_agent<Explorer, std::shared_ptr<Sensor>>, "sensor"_a, "start"_a,
           "goal"_a, "query"_a)
      .def("walk", &walk, "most"_a.none(),
           nb::sig("def walk(self, most: int | None) -> NDArray[numpy.int64]"))
      .def(
          "plan",
          [](Explorer& explorer, std::optional<std::uint64_t> expansions,
             std::optional<double> seconds) {
            return explorer.plan(budget_of(expansions, seconds));
          },
          "expansions"_a.none(), "seconds"_a.none(), nb::call_guard<WithoutGil>())
      .def("path",
           [](Explorer& explorer) {
             const WithoutGil release;
             return on(explorer.navigator().shared().world(), explorer.path());
           })
      .def_prop_ro("navigator", &Explorer::navigator, nb::rv_policy::reference_internal)
      .def("searches", &Explorer::searches);
}

}  // namespace asterion::bindings
