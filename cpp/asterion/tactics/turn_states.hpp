// All states within the turn of the team to play.
//
// Breadth first over the actions offered, without the end of the turn: each state once, always in
// the same order, with the action that first reached it. The state given is number 0. O(states x
// actions); on the maps of A. Smith, The path to the right decision, 2020, 16 000 to 84 000 states,
// about 4.5 actions each.
#pragma once

#include <algorithm>
#include <vector>

#include "asterion/search/state_table.hpp"
#include "asterion/tactics/rules.hpp"
#include "asterion/world/interrupt.hpp"

namespace asterion::tactics {

class TurnStates {
 public:
  explicit TurnStates(const State& start) : table_(start.size()), from_{{0, {ActionKind::end}}} {
    table_.add(start.words());
  }

  std::uint32_t size() const { return table_.size(); }
  std::uint64_t applied() const { return applied_; }  // actions tried so far
  State state(std::uint32_t number) const { return State(table_.words(number)); }

  // Looks at states until all, or `limit` of them, are known. Returns whether all are known.
  bool run(std::uint64_t limit = ~std::uint64_t{0}) {
    for (InterruptPoller poll; next_ < size(); ++next_) {
      if (size() >= limit) return false;
      poll();
      const State here = state(next_);
      for_each_offered(here, [&](Action action) {
        if (action.kind == ActionKind::end) return;
        ++applied_;
        const std::uint32_t known = size();
        if (table_.add(after(here, action).words()) == known) from_.push_back({next_, action});
      });
    }
    return true;
  }

  // The actions that lead to a state.
  std::vector<Action> actions_to(std::uint32_t number) const {
    std::vector<Action> actions;
    for (; number != 0; number = from_[number].state) actions.push_back(from_[number].action);
    std::reverse(actions.begin(), actions.end());
    return actions;
  }

  // The number of states that differ in more than the unit selected.
  std::uint32_t boards() const {
    StateTable boards(State(table_.words(0)).size());
    for (std::uint32_t i = 0; i < size(); ++i) {
      State board = state(i);
      board.select(kNoTile);
      boards.add(board.words());
    }
    return boards.size();
  }

 private:
  struct From {
    std::uint32_t state;
    Action action;
  };
  StateTable table_;
  std::vector<From> from_;
  std::uint32_t next_ = 0;
  std::uint64_t applied_ = 0;
};

}  // namespace asterion::tactics
