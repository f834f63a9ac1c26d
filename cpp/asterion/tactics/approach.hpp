// The remaining steps of a team: from each of its units to the nearest enemy, where each wall on
// the way counts as extra steps. O(tiles) for each set of walls and enemies, then O(units).
#pragma once

#include <unordered_map>
#include <vector>

#include "asterion/tactics/turn_boards.hpp"

namespace asterion::tactics {

class Approach {
 public:
  static constexpr int kWallSteps = 3;  // to walk up, to shoot, to walk on

  int operator()(const State& state, int team) {
    const std::vector<int>& far = field(state, team);
    int steps = 0;
    state.for_each_unit(team, [&](Tile tile) { steps += far[tile]; });
    return steps;
  }

 private:
  const std::vector<int>& field(const State& state, int team) {
    Word key = 0;
    for (int i = 0; i < state.tiles(); ++i)
      if (const Thing thing = state.at(static_cast<Tile>(i));
          thing == kWall || (is_unit(thing) && team_of(thing) != team))
        key ^= key_of(thing, static_cast<Tile>(i));
    const auto [found, is_new] = fields_.try_emplace(key);
    if (is_new) fill(state, team, found->second);
    return found->second;
  }

  static void fill(const State& state, int team, std::vector<int>& far) {
    const int width = state.width();
    far.assign(static_cast<std::size_t>(state.tiles()), 0);
    std::vector<bool> known(far.size());
    std::vector<std::vector<int>> waiting(1);  // tiles by their steps, a list for each number
    for (int i = 0; i < state.tiles(); ++i)
      if (const Thing thing = state.at(static_cast<Tile>(i));
          is_unit(thing) && team_of(thing) != team)
        waiting[0].push_back(i);
    for (std::size_t steps = 0; steps < waiting.size(); ++steps)
      for (std::size_t next = 0; next < waiting[steps].size(); ++next) {
        const int tile = waiting[steps][next];
        if (known[static_cast<std::size_t>(tile)]) continue;
        known[static_cast<std::size_t>(tile)] = true;
        far[static_cast<std::size_t>(tile)] = static_cast<int>(steps);
        const int col = tile % width;
        const auto walk = [&](bool inside, int to) {
          if (!inside || known[static_cast<std::size_t>(to)]) return;
          const bool wall = state.at(static_cast<Tile>(to)) == kWall;
          const std::size_t there = steps + (wall ? 1 + kWallSteps : 1);
          if (waiting.size() <= there) waiting.resize(there + 1);
          waiting[there].push_back(to);
        };
        walk(tile >= width, tile - width);
        walk(col > 0, tile - 1);
        walk(col + 1 < width, tile + 1);
        walk(tile + width < state.tiles(), tile + width);
      }
  }

  std::unordered_map<Word, std::vector<int>> fields_;  // looked up, never iterated
};

}  // namespace asterion::tactics
