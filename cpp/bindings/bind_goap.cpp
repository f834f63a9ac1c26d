// Planning with actions that are data.
#include "asterion/goap/planner.hpp"
#include "bindings/bindings.hpp"

namespace asterion::bindings {
namespace {

using Facts = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
using Ranges = std::vector<std::tuple<std::uint32_t, std::int64_t, std::int64_t>>;
using Changes = std::vector<std::tuple<std::uint32_t, bool, std::int64_t, std::int64_t>>;
using Actions = std::vector<std::tuple<double, Facts, Ranges, Facts, Changes, bool>>;

// The core trusts its numbers, so values from Python are checked here.
void check(bool fine, const char* what) {
  if (!fine) throw BadValue(std::string("actions: ") + what);
}

bool is_number(std::int64_t value) { return -kLargestNumber <= value && value <= kLargestNumber; }

std::vector<FactIs> facts_of(const ActionSet& set, const Facts& given) {
  std::vector<FactIs> facts;
  for (const auto& [fact, code] : given) {
    check(fact < set.sizes.size(), "there is no such fact");
    check(code < kLargestNumber, "there is no such code");
    facts.push_back({fact, code});
  }
  return facts;
}

Conditions conditions_of(const ActionSet& set, const Facts& facts, const Ranges& ranges) {
  Conditions conditions{facts_of(set, facts), {}};
  for (const auto& [number, least, most] : ranges) {
    check(number < set.numbers && is_number(least) && is_number(most), "a number is out of range");
    conditions.numbers.push_back({number, least, most});
  }
  return conditions;
}

ActionSet action_set(std::vector<std::uint32_t> sizes, std::size_t numbers,
                     const Actions& actions) {
  ActionSet set{std::move(sizes), numbers, {}};
  for (const auto& [cost, needs, ranges, gives, changes, asks] : actions) {
    check(cost >= 0 && cost < kInfinity, "a cost is finite and at least 0");
    PlanAction action{cost, conditions_of(set, needs, ranges), facts_of(set, gives), {}, asks};
    for (const FactIs& each : action.needs.facts)
      check(each.code < set.sizes[each.fact], "there is no such code");
    for (const FactIs& each : action.gives)
      check(each.code < set.sizes[each.fact], "there is no such code");
    for (const auto& [number, sets, amount, end] : changes) {
      check(number < set.numbers && is_number(amount) && is_number(end),
            "a number is out of range");
      check(sets || amount != 0, "a change must change something");
      action.changes.push_back({number, sets, amount, end});
    }
    set.actions.push_back(std::move(action));
  }
  return set;
}

PlanState state_of(const ActionSet& set, std::vector<std::uint32_t> facts,
                   std::vector<std::int64_t> numbers) {
  check(facts.size() == set.sizes.size() && numbers.size() == set.numbers,
        "a state has a value for each fact");
  for (const std::uint32_t code : facts) check(code < kLargestNumber, "there is no such code");
  for (const std::int64_t value : numbers) check(is_number(value), "a number is out of range");
  return {std::move(facts), std::move(numbers)};
}

nb::tuple plan(const ActionSet& set, std::vector<std::uint32_t> facts,
               std::vector<std::int64_t> numbers, const Facts& goal, const Ranges& ranges,
               bool backward, bool count_unmet, std::optional<std::uint64_t> max_expansions,
               const nb::object& ask) {
  const PlanState start = state_of(set, std::move(facts), std::move(numbers));
  const Conditions wanted = conditions_of(set, goal, ranges);
  PlanQuery query;
  query.backward = backward;
  query.count_unmet = count_unmet;
  if (max_expansions) query.max_expansions = *max_expansions;
  query.ask = [&](std::uint32_t action, const PlanState& state) {
    const WithGil acquire;
    return nb::cast<bool>(
        park_thread_on_finalize([&] { return ask(action, state.facts, state.numbers); }));
  };
  PlanResult result;
  {
    const WithoutGil release;
    result = find_plan(set, start, wanted, query);
  }
  return nb::make_tuple(name_of(result.status), std::move(result.actions), result.stats,
                        result.optimal);
}

// The actions that could be done at some time if no condition ever became false.
std::vector<bool> reachable_actions(const ActionSet& set, std::vector<std::uint32_t> facts,
                                    std::vector<std::int64_t> numbers) {
  const PlanState start = state_of(set, std::move(facts), std::move(numbers));
  const Codes codes(set, start, {});
  const Reach reach(set, codes, start);
  std::vector<bool> can_do;
  for (std::size_t i = 0; i < set.actions.size(); ++i) can_do.push_back(reach.can_do(i));
  return can_do;
}

}  // namespace

void bind_goap(nb::module_& m) {
  nb::class_<ActionSet>(m, "ActionSet", "Actions as data, by the numbers of facts and values.")
      .def(
          "__init__",
          [](ActionSet* self, std::vector<std::uint32_t> sizes, std::size_t numbers,
             const Actions& actions) {
            new (self) ActionSet(action_set(std::move(sizes), numbers, actions));
          },
          "sizes"_a, "numbers"_a, "actions"_a)
      .def("plan", &plan, "facts"_a, "numbers"_a, "goal"_a, "ranges"_a, "backward"_a,
           "count_unmet"_a, "max_expansions"_a.none(), "ask"_a.none(),
           nb::sig("def plan(self, facts: collections.abc.Sequence[int], numbers: "
                   "collections.abc.Sequence[int], goal: collections.abc.Sequence[tuple[int, "
                   "int]], ranges: collections.abc.Sequence[tuple[int, int, int]], backward: bool, "
                   "count_unmet: bool, max_expansions: int | None, ask: "
                   "collections.abc.Callable[[int, list[int], "
                   "list[int]], "
                   "bool] | None) -> tuple[str, list[int], Stats, bool]"))
      .def("reachable_actions", &reachable_actions, "facts"_a, "numbers"_a);
}

}  // namespace asterion::bindings
