// Finds a plan from actions, a start and a goal: drops everything irrelevant, packs the
// rest into bits, and searches forward from the start or backward from the goal.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

#include "asterion/goap/plan_landmarks.hpp"
#include "asterion/goap/plan_search.hpp"
#include "asterion/goap/progression.hpp"
#include "asterion/goap/regression.hpp"
#include "asterion/goap/unmet_conditions.hpp"

namespace asterion {

struct PlanResult {
  Status status = Status::unreachable;
  std::vector<std::uint32_t> actions;  // in the order of execution
  Stats stats;
  bool optimal = true;  // whether no plan costs less
};

struct PlanQuery {
  bool backward = false;
  bool count_unmet = false;  // as the estimate; else landmarks
  std::uint64_t max_expansions = ~std::uint64_t{0};
  Ask ask;
};

template <PlanSpace Space>
PlanResult search_plan(Space space, const PlanQuery& query) {
  PlanSearch search(space);
  PlanResult result;
  result.status = search.run(query.max_expansions);
  if (result.status == Status::found) result.actions = search.actions();
  // A backward search has its root at the goal, and gives them in the right order.
  if (!query.backward) std::reverse(result.actions.begin(), result.actions.end());
  result.stats = search.stats();
  return result;
}

inline PlanResult find_plan(const ActionSet& set, const PlanState& start, const Conditions& goal,
                            const PlanQuery& query) {
  const auto begin = std::chrono::steady_clock::now();
  const Codes codes(set, start, goal);
  const Reach reach(set, codes, start);
  PlanResult result;
  if (reach.reaches(goal)) {
    const Relevance relevance(set, codes, reach, goal);
    const Packing packing(set, codes, relevance);
    const auto search = [&](auto estimates) {
      return query.backward
                 ? search_plan(Regression(packing, estimates, reach, start, goal), query)
                 : search_plan(Progression(packing, estimates, start, goal, query.ask), query);
    };
    if (query.count_unmet) {
      result = search(UnmetConditions());
      result.optimal = most_met(set, codes, relevance, start, goal, query.backward) <= 1;
    } else {
      result = search(PlanLandmarks(set, codes, relevance, goal));
    }
  }
  if (result.status == Status::found) result.stats.path = result.actions.size() + 1;
  result.stats.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace asterion
