// The inputs of penalties: a position in five numbers, for the team whose turn is planned.
//
// O(units^2) lines of sight. They depend neither on the selected unit nor on resources left.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "asterion/tactics/rules.hpp"

namespace asterion::tactics {

inline constexpr std::uint16_t kNoUnitLeft = 0xFFFF;

struct Measures {
  std::uint16_t allies = 0;
  std::uint16_t enemies = 0;   // units of all other teams
  std::uint16_t at_risk = 0;   // allies that some enemy could hit from its tile
  std::uint16_t in_reach = 0;  // enemies that some ally could hit from its tile
  // Steps between the closest two units of opposite sides, ignoring walls. 0 once no enemy is left,
  // kNoUnitLeft where no ally is.
  std::uint16_t distance = 0;
};

inline int steps_between(int width, Tile a, Tile b) {
  return std::abs(a / width - b / width) + std::abs(a % width - b % width);
}

// Steps from a tile to the closest unit that is not of team `me`; 0 if there is none.
inline int steps_to_enemy(const State& state, int me, Tile from) {
  int closest = kNoUnitLeft;
  state.for_each_unit(-1, [&](Tile tile) {
    if (team_of(state.at(tile)) != me)
      closest = std::min(closest, steps_between(state.width(), from, tile));
  });
  return closest == kNoUnitLeft ? 0 : closest;
}

// Whether a unit of `me` on `from` could hit some enemy from there, ignoring points.
inline bool threatens(const State& state, int me, Tile from) {
  bool hits = false;
  state.for_each_unit(-1, [&](Tile tile) {
    hits = hits ||
           (team_of(state.at(tile)) != me && in_reach(state, kind_of(state.at(from)), from, tile));
  });
  return hits;
}

// Whether some unit of another team than `me` could hit a tile.
inline bool is_exposed(const State& state, int me, Tile tile) {
  for (int other = 0; other < kMostTeams; ++other)
    if (other != me && (state.alive() >> other & 1u) && exposed_to(state, tile, other)) return true;
  return false;
}

inline Measures measured(const State& state, int me) {
  struct Unit {
    Tile tile;
    int range;  // -1 if a turn's points do not suffice for its attack
    bool hit;   // whether some unit of the other side could hit it
  };
  const auto unit_on = [&](Tile tile) {
    const Traits& traits = traits_of(state.at(tile));
    return Unit{tile, traits.ap <= state.most_ap() ? traits.range : -1, false};
  };
  std::array<Unit, kLongestSide * kLongestSide> allies;  // NOLINT: unused ones are never read
  std::size_t count = 0;
  state.for_each_unit(me, [&](Tile tile) { allies[count++] = unit_on(tile); });
  Measures all;
  all.allies = static_cast<std::uint16_t>(count);
  int closest = kNoUnitLeft;
  state.for_each_unit(-1, [&](Tile tile) {
    if (team_of(state.at(tile)) == me) return;
    ++all.enemies;
    Unit enemy = unit_on(tile);
    for (std::size_t i = 0; i < count; ++i) {
      Unit& ally = allies[i];
      closest = std::min(closest, steps_between(state.width(), ally.tile, tile));
      const int far = distance(state.width(), ally.tile, tile);
      const bool hits = far <= enemy.range && !ally.hit, is_hit = far <= ally.range && !enemy.hit;
      if ((hits || is_hit) && sees(state, ally.tile, tile)) {
        ally.hit = ally.hit || hits;
        enemy.hit = enemy.hit || is_hit;
      }
    }
    if (enemy.hit) ++all.in_reach;
  });
  for (std::size_t i = 0; i < count; ++i)
    if (allies[i].hit) ++all.at_risk;
  all.distance =
      all.enemies == 0 && all.allies > 0 ? std::uint16_t{0} : static_cast<std::uint16_t>(closest);
  return all;
}

}  // namespace asterion::tactics
