// The tactics game: its states by numbers. Names, cells and messages' first halves are Python's.
#include "asterion/tactics/turn_states.hpp"
#include "bindings/tactics.hpp"

namespace asterion::bindings {
namespace {

using tactics::Action;
using tactics::ActionKind;
using tactics::State;
using tactics::Thing;
using tactics::Tile;
using tactics::TurnStates;

using Pair = std::pair<int, int>;

bool is_byte(std::int64_t value) { return 0 <= value && value <= 255; }

int team_of(int team) {
  check(0 <= team && team < tactics::kMostTeams, "there is no such team");
  return team;
}

int as_number(Tile tile) { return tile == tactics::kNoTile ? -1 : tile; }

State made(int width, int height, const nb::bytes& things, int team, std::int64_t turn, Pair left,
           Pair most, int selected, unsigned teams) {
  const auto fits = [](int side) { return 1 <= side && side <= tactics::kLongestSide; };
  check(fits(width) && fits(height), "a side is from 1 to 32 tiles");
  check(is_byte(left.first) && is_byte(left.second) && is_byte(most.first) && is_byte(most.second),
        "points are from 0 to 255");
  check(0 <= turn && turn <= 0xFFFFFFFF, "the turn is too large");
  State state(width, height, most.first, most.second);
  check(things.size() == static_cast<std::size_t>(state.tiles()), "a board has a byte a tile");
  const auto* given = static_cast<const std::uint8_t*>(things.data());
  for (int i = 0; i < state.tiles(); ++i) {
    const Thing thing = given[i];
    check(thing <= tactics::kLastThing && (thing <= 1 || tactics::is_unit(thing)),
          "there is no such thing to stand on a tile");
    state.put(static_cast<Tile>(i), thing);
  }
  check(teams <= 255, "there are 8 teams at most");
  state.set_teams(teams | state.alive());
  state.set_team(team_of(team));
  state.set_turn(static_cast<std::uint32_t>(turn));
  state.set_left(left.first, left.second);
  if (selected != -1) {
    const Thing thing = state.at(tile_of(state, selected));
    check(tactics::is_unit(thing) && tactics::team_of(thing) == team,
          "what is selected is a unit of the team to play");
    state.select(static_cast<Tile>(selected));
  }
  return state;
}

// A copy with something else on a tile. A unit that was selected there no longer is.
State put(const State& state, int tile, int thing) {
  check(0 <= thing && thing <= tactics::kLastThing && (thing <= 1 || thing >= 4),
        "there is no such thing to stand on a tile");
  State next = state;
  next.put(tile_of(state, tile), static_cast<Thing>(thing));
  if (state.selected() == tile) next.select(tactics::kNoTile);
  return next;
}

// A copy with other points, both now and at the beginning of each turn.
State with_resources(const State& state, int mp, int ap) {
  check(is_byte(mp) && is_byte(ap), "points are from 0 to 255");
  State next = state;
  next.set_most(mp, ap);
  next.set_left(mp, ap);
  return next;
}

std::vector<Pair> offered(const State& state) {
  std::vector<Pair> actions;
  tactics::for_each_offered(state, [&](Action action) { actions.push_back(pair_of(action)); });
  return actions;
}

TurnStates turn_states(const State& state, std::uint64_t limit) {
  const WithoutGil release;
  TurnStates states(state);
  states.run(limit);
  return states;
}

std::uint32_t state_number(const TurnStates& states, std::uint32_t number) {
  check(number < states.size(), "there is no such state");
  return number;
}

}  // namespace

void bind_tactics(nb::module_& m) {
  m.def(
      "unit_kinds",
      [] {
        std::vector<std::tuple<std::string, int, int, int>> kinds;
        for (const tactics::Traits& each : tactics::kTraits)
          kinds.emplace_back(each.name, each.mp, each.ap, each.range);
        return kinds;
      },
      "Kinds of units: name, MP of a step, AP of an attack, range.");
  nb::class_<State>(m, "State", "A position of the tactics game, by numbers.")
      .def(
          "__init__",
          [](State* self, int width, int height, const nb::bytes& things, int team,
             std::int64_t turn, Pair left, Pair most, int selected, unsigned teams) {
            new (self) State(made(width, height, things, team, turn, left, most, selected, teams));
          },
          "width"_a, "height"_a, "things"_a, "team"_a, "turn"_a, "left"_a, "most"_a, "selected"_a,
          "teams"_a)
      .def_prop_ro("width", &State::width)
      .def_prop_ro("height", &State::height)
      .def_prop_ro("team", &State::team)
      .def_prop_ro("turn", &State::turn)
      .def_prop_ro("left", [](const State& s) { return Pair(s.mp(), s.ap()); })
      .def_prop_ro("most", [](const State& s) { return Pair(s.most_mp(), s.most_ap()); })
      .def_prop_ro("selected", [](const State& s) { return as_number(s.selected()); })
      .def_prop_ro("teams", &State::teams)
      .def_prop_ro("alive", &State::alive)
      .def_prop_ro("result", &tactics::result)
      .def_prop_ro("things",
                   [](const State& s) {
                     std::vector<Thing> things(static_cast<std::size_t>(s.tiles()));
                     for (std::size_t i = 0; i < things.size(); ++i)
                       things[i] = s.at(static_cast<Tile>(i));
                     return nb::bytes(things.data(), things.size());
                   })
      .def(
          "at", [](const State& s, int tile) { return s.at(tile_of(s, tile)); }, "tile"_a)
      .def(
          "units",
          [](const State& s, int team) {
            std::vector<int> tiles;
            s.for_each_unit(team, [&](Tile tile) { tiles.push_back(tile); });
            return tiles;
          },
          "team"_a)
      .def("offered", &offered)
      .def(
          "why_not",
          [](const State& s, int kind, int tile) {
            return tactics::why_not(s, action_of(s, kind, tile));
          },
          "kind"_a, "tile"_a)
      .def(
          "after",
          [](const State& s, int kind, int tile) -> std::optional<State> {
            const Action action = action_of(s, kind, tile);
            if (tactics::why_not(s, action)) return std::nullopt;
            return tactics::after(s, action);
          },
          "kind"_a, "tile"_a, "The state after an action; None if that is illegal.")
      .def(
          "sees",
          [](const State& s, int a, int b) {
            return tactics::sees(s, tile_of(s, a), tile_of(s, b));
          },
          "a"_a, "b"_a)
      .def(
          "in_reach",
          [](const State& s, int unit, int target) {
            const Tile from = tile_of(s, unit);
            check(tactics::is_unit(s.at(from)), "there is no unit on this tile");
            return tactics::in_reach(s, tactics::kind_of(s.at(from)), from, tile_of(s, target));
          },
          "unit"_a, "target"_a)
      .def(
          "exposed",
          [](const State& s, int team, int by) {
            std::vector<int> tiles;
            tactics::for_each_exposed(s, team_of(team), by,
                                      [&](Tile tile) { tiles.push_back(tile); });
            return tiles;
          },
          "team"_a, "by"_a)
      .def("put", &put, "tile"_a, "thing"_a)
      .def("with_resources", &with_resources, "mp"_a, "ap"_a)
      .def("turn_states", &turn_states, "limit"_a)
      .def(
          "__eq__", [](const State& a, const State& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const State& s) { return static_cast<std::int64_t>(s.hash() >> 2); });

  nb::class_<TurnStates>(m, "TurnStates", "The states that can come of one within a turn.")
      .def("__len__", &TurnStates::size)
      .def_prop_ro("applied", &TurnStates::applied)
      .def(
          "state",
          [](const TurnStates& states, std::uint32_t number) {
            return states.state(state_number(states, number));
          },
          "number"_a)
      .def("boards", &TurnStates::boards,
           "The number of states that differ in more than the unit selected.");
}

}  // namespace asterion::bindings
