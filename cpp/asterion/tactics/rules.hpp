// The rules of the tactics game: legal actions, their effects, and the result.
//
// Only act() changes the state it is given. Actions are offered in one order: select each other
// unit of the team, tiles ascending; move up, left, right, down; attack a target in range and
// sight, tiles ascending, the unit's own included; end the turn. Legal but never offered: to cancel
// the selection, and to attack an empty tile.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "asterion/tactics/sight.hpp"
#include "asterion/world/errors.hpp"

namespace asterion::tactics {

enum class ActionKind : std::uint8_t { select, cancel, move, attack, end };

struct Action {
  ActionKind kind;
  Tile tile = kNoTile;  // selected, moved to or attacked
  friend bool operator==(const Action&, const Action&) = default;
};

inline constexpr int kGoesOn = -1;
inline constexpr int kTie = kMostTeams;

// The team that has won, kTie if no unit is left, kGoesOn.
inline int result(const State& state) {
  const unsigned alive = state.alive();
  if (alive == 0) return kTie;
  return std::has_single_bit(alive) ? std::countr_zero(alive) : kGoesOn;
}

// Calls `visit(action)` for each action offered; for none when the game is over.
template <class Visit>
void for_each_offered(const State& state, Visit&& visit) {
  if (result(state) != kGoesOn) return;
  const Tile selected = state.selected();
  state.for_each_unit(state.team(), [&](Tile tile) {
    if (tile != selected) visit(Action{ActionKind::select, tile});
  });
  if (selected != kNoTile) {
    const Traits& traits = traits_of(state.at(selected));
    if (traits.mp <= state.mp()) {
      const int width = state.width(), col = selected % width;
      const auto move = [&](bool inside, int tile) {
        if (inside && state.at(static_cast<Tile>(tile)) == kNothing)
          visit(Action{ActionKind::move, static_cast<Tile>(tile)});
      };
      move(selected >= width, selected - width);
      move(col > 0, selected - 1);
      move(col + 1 < width, selected + 1);
      move(selected + width < state.tiles(), selected + width);
    }
    if (traits.ap <= state.ap())
      for_each_target(state, selected, [&](Tile tile) { visit(Action{ActionKind::attack, tile}); });
  }
  visit(Action{ActionKind::end});
}

// Writes them into a vector, which may be reused.
inline void offered(const State& state, std::vector<Action>& actions) {
  actions.clear();
  for_each_offered(state, [&](Action action) { actions.push_back(action); });
}
inline std::vector<Action> offered(const State& state) {
  std::vector<Action> actions;
  offered(state, actions);
  return actions;
}

// The next team that has units plays; a new turn begins when it stands before the last one.
inline void end_turn(State& state) {
  const unsigned later = state.alive() & ~((2u << state.team()) - 1u);
  if (later == 0) state.set_turn(state.turn() + 1);
  const unsigned next = later != 0 ? later : state.alive();
  if (next != 0) state.set_team(std::countr_zero(next));
  state.set_left(state.most_mp(), state.most_ap());
  state.select(kNoTile);
}

// Does a legal action.
inline void act(State& state, Action action) {
  switch (action.kind) {
    case ActionKind::select:
      return state.select(action.tile);
    case ActionKind::cancel:
      return state.select(kNoTile);
    case ActionKind::move:
      state.set_left(state.mp() - traits_of(state.at(state.selected())).mp, state.ap());
      state.carry(state.selected(), action.tile);
      return state.select(action.tile);
    case ActionKind::attack:
      state.set_left(state.mp(), state.ap() - traits_of(state.at(state.selected())).ap);
      if (state.at(action.tile) != kNothing) state.put(action.tile, kNothing);
      if (action.tile == state.selected()) state.select(kNoTile);
      return;
    case ActionKind::end:
      return end_turn(state);
  }
}
inline State after(const State& state, Action action) {
  State next = state;
  act(next, action);
  return next;
}

// The reason why an action is illegal; nothing if it is legal.
inline std::optional<std::string> why_not(const State& state, Action action) {
  const int width = state.width();
  const auto cell = [&](Tile tile) { return text(tile / width, tile % width); };
  if (result(state) != kGoesOn) return "the game is over";
  if (action.kind == ActionKind::end) return std::nullopt;
  const Tile selected = state.selected(), tile = action.tile;
  if (action.kind == ActionKind::select) {
    const Thing thing = state.at(tile);
    if (!is_unit(thing) || team_of(thing) != state.team())
      return "there is no unit of team " + std::to_string(state.team()) + " at " + cell(tile);
    if (tile == selected) return "the unit at " + cell(tile) + " is selected already";
    return std::nullopt;
  }
  if (selected == kNoTile) return "no unit is selected";
  if (action.kind == ActionKind::cancel) return std::nullopt;
  const Traits& traits = traits_of(state.at(selected));
  const std::string a_unit = std::string("a ") + traits.name;
  if (action.kind == ActionKind::move) {
    const int rows = std::abs(tile / width - selected / width);
    const int cols = std::abs(tile % width - selected % width);
    if (rows + cols != 1)
      return cell(tile) + " is not beside the unit at " + cell(selected) +
             "; a move is one tile up, down, left or right";
    if (state.at(tile) != kNothing)
      return std::string("there is a ") +
             (state.at(tile) == kWall ? "wall" : traits_of(state.at(tile)).name) + " at " +
             cell(tile) + "; a unit moves to an empty tile";
    if (traits.mp > state.mp())
      return a_unit + " needs " + std::to_string(traits.mp) + " MP to move; " +
             std::to_string(state.mp()) + " left";
    return std::nullopt;
  }
  if (traits.ap > state.ap())
    return a_unit + " needs " + std::to_string(traits.ap) + " AP to attack; " +
           std::to_string(state.ap()) + " left";
  const int far = distance(width, selected, tile);
  if (far > traits.range)
    return cell(tile) + " is " + std::to_string(far) + " tiles away; " + a_unit + " reaches " +
           std::to_string(traits.range);
  if (!sees(state, selected, tile))
    return "something stands between " + cell(selected) + " and " + cell(tile);
  return std::nullopt;
}

}  // namespace asterion::tactics
