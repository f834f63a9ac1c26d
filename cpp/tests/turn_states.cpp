// The states of a turn of the tactics game.
#include "asterion/tactics/turn_states.hpp"

#include <doctest/doctest.h>

namespace asterion::tests {
namespace {

using namespace tactics;

// Two units a side, and a wall between them.
State skirmish() {
  State state(4, 3, 4, 2);
  state.put(0, unit(Kind::melee, 0));
  state.put(4, unit(Kind::sniper, 0));
  state.put(5, kWall);
  state.put(7, unit(Kind::blaster, 1));
  state.put(11, unit(Kind::laser, 1));
  state.set_teams(state.alive());
  state.set_team(0);
  state.set_turn(0);
  state.set_left(4, 2);
  return state;
}

}  // namespace

TEST_CASE("the actions to a state of a turn lead to it") {
  const State start = skirmish();
  TurnStates states(start);
  states.run();
  REQUIRE(states.size() > 100);
  for (std::uint32_t number = 0; number < states.size(); ++number) {
    State here = start;
    for (const Action action : states.actions_to(number)) {
      REQUIRE(!why_not(here, action));
      here = after(here, action);
    }
    REQUIRE(here == states.state(number));
  }
}

TEST_CASE("a limit stops the count soon after it, and no stop finds all") {
  TurnStates all(skirmish()), some(skirmish());
  CHECK(all.run());
  CHECK_FALSE(some.run(50));
  CHECK(some.size() >= 50);
  CHECK(some.size() < all.size());
  CHECK(all.boards() < all.size());
}

}  // namespace asterion::tests
