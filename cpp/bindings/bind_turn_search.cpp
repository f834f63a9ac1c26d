// Searches for a turn of the tactics game, by numbers: actions, components and goals have their
// names in Python.
#include <nanobind/stl/array.h>

#include "asterion/tactics/cost_models.hpp"
#include "asterion/tactics/goal_survey.hpp"
#include "asterion/tactics/turn_search.hpp"
#include "bindings/budget.hpp"
#include "bindings/in_turn.hpp"
#include "bindings/status_name.hpp"
#include "bindings/tactics.hpp"

namespace asterion::bindings {
namespace {

using tactics::Action;
using tactics::Aim;
using tactics::State;
using tactics::TurnGoal;
using tactics::TurnSearch;

using Shared = OneAtATime<TurnSearch>;
using Pair = ActionPair;
using GoalNumbers = std::tuple<int, int, int>;  // aim, tile or -1, kind
using Numbers = std::vector<std::int64_t>;      // in hundredths
using StepNumbers = std::tuple<Pair, std::vector<int>, tactics::Amount, std::uint32_t>;

constexpr int kAims = static_cast<int>(Aim::never) + 1;

std::shared_ptr<const tactics::CostModel> cost_model_of(int number, std::int64_t defence_below) {
  switch (number) {
    case 1:
      return std::make_shared<tactics::PositionCosts>();
    case 2:
      return std::make_shared<tactics::UnusedPointCosts>();
    case 3:
      return std::make_shared<tactics::MistakeCosts>(defence_below);
    case 4:
      return std::make_shared<tactics::ResourceCosts>();
    default:
      throw BadValue("turn search: there is no such case");
  }
}

std::vector<std::string> components_of(int which) {
  const auto names = cost_model_of(which, 0)->components();
  return {names.begin(), names.end()};
}

TurnGoal goal_of(const State& state, const GoalNumbers& numbers) {
  const auto& [aim, tile, kind] = numbers;
  check(0 <= aim && aim < kAims, "there is no such goal");
  check(0 <= kind && kind < tactics::kKinds, "there is no such kind");
  TurnGoal goal{static_cast<Aim>(aim), tactics::kNoTile, static_cast<tactics::Kind>(kind)};
  const bool has_tile =
      goal.aim == Aim::kill || goal.aim == Aim::within_reach || goal.aim == Aim::occupy;
  if (has_tile) goal.tile = tile_of(state, tile);
  return goal;
}

// Returns `get(search, node)` for a state that the search knows.
template <class Get>
auto of_node(Get get) {
  return [get](Shared& self, NodeId node) {
    return in_turn(self, [&](TurnSearch& search) {
      check(node < search.known(), "there is no such state");
      return get(search, node);
    });
  };
}

tactics::Weights weights_of(const tactics::CostModel& model, Numbers constants, Numbers multipliers,
                            std::int64_t at_end) {
  const std::size_t size = model.components().size();
  check(constants.size() == size && multipliers.size() == size, "a value for each component");
  return {std::move(constants), std::move(multipliers), at_end};
}

std::vector<StepNumbers> steps_to(TurnSearch& search, NodeId node) {
  const std::size_t components = search.recipe().cost_model->components().size();
  std::vector<StepNumbers> steps;
  for (const tactics::PlanStep& each : search.steps_to(node))
    steps.emplace_back(
        pair_of(each.action),
        std::vector<int>(each.counts.begin(), each.counts.begin() + static_cast<long>(components)),
        each.cost, each.group);
  return steps;
}

// The amount of each component of one legal action, in a turn that began with `start`.
std::vector<int> step_components(const State& start, const State& before, int kind, int tile,
                                 int which, std::int64_t defence_below) {
  const auto model = cost_model_of(which, defence_below);
  const Action action = action_of(before, kind, tile);
  check(!tactics::why_not(before, action), "the action is illegal");
  const State after = tactics::after(before, action);
  const int me = before.team();
  const tactics::Measures first = tactics::measured(start, me);
  const tactics::Measures was = tactics::measured(before, me);
  const tactics::Measures is = tactics::measured(after, me);
  tactics::Counts counts{};
  model->count({me, first, before, was, action, after, is}, counts);
  return {counts.begin(), counts.begin() + static_cast<long>(model->components().size())};
}

std::vector<tactics::Tile> tiles_of(const State& state, const std::vector<int>& numbers) {
  std::vector<tactics::Tile> tiles;
  for (const int tile : numbers) tiles.push_back(tile_of(state, tile));
  return tiles;
}

// The groups of actions of a state in a search over groups, without the end of the turn.
std::vector<std::vector<Pair>> groups_of(const State& start, const State& state, int which,
                                         Numbers constants, Numbers multipliers,
                                         std::int64_t defence_below) {
  const auto model = cost_model_of(which, defence_below);
  const auto weights = weights_of(*model, std::move(constants), std::move(multipliers), 100);
  const int me = state.team();
  const tactics::Measures first = tactics::measured(start, me);
  std::vector<std::vector<Pair>> groups;
  if (tactics::result(state) != tactics::kGoesOn) return groups;
  tactics::TurnGroups all;
  all.for_each(state, tactics::measured(state, me), {me, first, *model, weights},
               [&](const tactics::TurnGroups::Group& group) {
                 groups.emplace_back();
                 for (const Action action : group.actions())
                   groups.back().push_back(pair_of(action));
               });
  return groups;
}

std::pair<std::uint32_t, std::vector<std::optional<std::vector<Pair>>>> survey(
    const State& state, const std::vector<GoalNumbers>& wanted,
    std::optional<std::uint64_t> limit) {
  std::vector<TurnGoal> goals;
  for (const GoalNumbers& numbers : wanted) goals.push_back(goal_of(state, numbers));
  tactics::GoalSurvey found;
  {
    const WithoutGil release;
    found = tactics::surveyed(state, goals, limit.value_or(~std::uint64_t{0}));
  }
  std::vector<std::optional<std::vector<Pair>>> answers;
  for (const tactics::Surveyed& each : found.goals) {
    answers.emplace_back();
    if (!each.achievable) continue;
    answers.back().emplace();
    for (const Action action : each.actions) answers.back()->push_back(pair_of(action));
  }
  return {found.states, std::move(answers)};
}

}  // namespace

void bind_turn_search(nb::module_& m) {
  m.def("turn_components", &components_of, "case"_a,
        "The names of the components of a step's cost.");

  nb::class_<Shared>(m, "TurnSearch", "A* over the states of one turn of the tactics game.")
      .def(
          "__init__",
          [](Shared* self, const State& state, const GoalNumbers& goal, int which,
             Numbers constants, Numbers multipliers, std::int64_t at_end,
             std::int64_t defence_below, const std::array<std::int64_t, 5>& p, bool least,
             bool prune, bool grouped, bool hasty, const std::vector<int>& resting) {
            const auto model = cost_model_of(which, defence_below);
            const auto weights =
                weights_of(*model, std::move(constants), std::move(multipliers), at_end);
            new (self) Shared(state, tactics::Recipe{goal_of(state, goal),
                                                     model,
                                                     weights,
                                                     {p[0], p[1], p[2], p[3], p[4]},
                                                     least,
                                                     prune,
                                                     grouped,
                                                     hasty,
                                                     tiles_of(state, resting)});
          },
          "state"_a, "goal"_a, "case"_a, "constants"_a, "multipliers"_a, "at_end"_a,
          "defence_below"_a, "predictions"_a, "least"_a, "prune"_a, "grouped"_a, "hasty"_a,
          "resting"_a)
      .def(
          "advance",
          [](Shared& self, std::optional<std::uint64_t> expansions,
             std::optional<std::uint64_t> moves, std::optional<double> seconds) {
            constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
            return name_of(in_turn(self, [&](TurnSearch& search) {
              return search.advance(expansions.value_or(kAll), moves.value_or(kAll),
                                    deadline_after(seconds));
            }));
          },
          "expansions"_a.none(), "moves"_a.none(), "seconds"_a.none(),
          "Expand this many more states, until this many actions were tried in all.")
      .def_prop_ro("status",
                   [](Shared& self) {
                     return name_of(in_turn(self, [](TurnSearch& s) { return s.status(); }));
                   })
      .def_prop_ro("stats", in_turn(&TurnSearch::stats))
      .def_prop_ro("known", in_turn(&TurnSearch::known))
      .def_prop_ro("best", in_turn(&TurnSearch::best),
                   "The goal; until it is found, the best known end of the turn.")
      .def(
          "processed",
          [](Shared& self, std::size_t first, std::size_t last) {
            return in_turn(self, [&](TurnSearch& s) {
              const std::vector<NodeId>& all = s.processed();
              const std::size_t end = std::min(last, all.size()), begin = std::min(first, end);
              return std::vector<NodeId>(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                         all.begin() + static_cast<std::ptrdiff_t>(end));
            });
          },
          "first"_a, "last"_a, "The numbers of the states expanded, in this order.")
      .def("state", of_node([](auto& s, NodeId node) { return s.state(node); }), "node"_a)
      .def("cost", of_node([](auto& s, NodeId node) { return s.cost(node); }), "node"_a,
           "In millionths.")
      .def("estimate", of_node([](auto& s, NodeId node) { return s.estimate(node); }), "node"_a,
           "In millionths.")
      .def("steps_to", of_node(&steps_to), "node"_a,
           "Action, amount of each component, cost in millionths, number of its group; a step "
           "each.");

  m.def("step_components", &step_components, "start"_a, "before"_a, "kind"_a, "tile"_a, "case"_a,
        "defence_below"_a);
  m.def("turn_groups", &groups_of, "start"_a, "state"_a, "case"_a, "constants"_a, "multipliers"_a,
        "defence_below"_a, "The groups of actions of a state, without the end of the turn.");
  m.def("survey_goals", &survey, "state"_a, "goals"_a, "limit"_a.none(),
        "Return the number of states looked at, and for each goal actions that reach it, or None.");
}

}  // namespace asterion::bindings
