// How far a team still has to go: the steps from each of its units to the nearest enemy, with walls
// on the way counted as so many steps more. O(tiles) for each set of walls and enemies, then
// O(units).
#pragma once

#include <queue>
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
    std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<>> open;
    for (int i = 0; i < state.tiles(); ++i)
      if (const Thing thing = state.at(static_cast<Tile>(i));
          is_unit(thing) && team_of(thing) != team)
        open.push({0, i});
    while (!open.empty()) {
      const auto [steps, tile] = open.top();
      open.pop();
      if (known[static_cast<std::size_t>(tile)]) continue;
      known[static_cast<std::size_t>(tile)] = true;
      far[static_cast<std::size_t>(tile)] = steps;
      const int col = tile % width;
      const auto walk = [&](bool inside, int to) {
        if (!inside || known[static_cast<std::size_t>(to)]) return;
        const bool wall = state.at(static_cast<Tile>(to)) == kWall;
        open.push({steps + (wall ? 1 + kWallSteps : 1), to});
      };
      walk(tile >= width, tile - width);
      walk(col > 0, tile - 1);
      walk(col + 1 < width, tile + 1);
      walk(tile + width < state.tiles(), tile + width);
    }
  }

  std::unordered_map<Word, std::vector<int>> fields_;  // looked up, never walked through
};

}  // namespace asterion::tactics
