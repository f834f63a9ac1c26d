// Surveys the goals that can be reached this turn, each with a shortest sequence of actions to it.
//
// Looks at every state of the turn once, so the answer is proof either way; with a limit, at about
// that many. O(states of the turn x goals not reached yet).
#pragma once

#include <algorithm>
#include <vector>

#include "asterion/tactics/turn_goal.hpp"
#include "asterion/tactics/turn_states.hpp"

namespace asterion::tactics {

struct Surveyed {
  TurnGoal goal;
  bool achievable = false;
  std::vector<Action> actions;  // before the end of the turn
};

struct GoalSurvey {
  std::vector<Surveyed> goals;  // in the order asked for
  std::uint32_t states = 0;     // of the turn that were looked at
};

inline GoalSurvey surveyed(const State& start, const std::vector<TurnGoal>& wanted,
                           std::uint64_t limit = ~std::uint64_t{0}) {
  GoalSurvey survey;
  std::vector<std::size_t> open;
  for (const TurnGoal& goal : wanted) {
    open.push_back(open.size());
    survey.goals.push_back({goal, false, {}});
  }
  const int me = start.team();
  const Measures at_start = measured(start, me);
  TurnStates states(start);
  states.run(limit);
  InterruptPoller poll;
  for (std::uint32_t i = 0; i < states.size() && !open.empty(); ++i, poll()) {
    survey.states = i + 1;
    const State state = states.state(i);
    const Measures now = measured(state, me);
    std::erase_if(open, [&](std::size_t at) {
      Surveyed& each = survey.goals[at];
      each.achievable = each.goal.reached(state, me, now, at_start);
      if (each.achievable) each.actions = states.actions_to(i);
      return each.achievable;
    });
  }
  return survey;
}

}  // namespace asterion::tactics
