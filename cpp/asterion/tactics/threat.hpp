// An estimate of what a team could destroy in one turn, from the present places of all units.
//
// For each unit and each target: the fewest MP after which it can be hit. Then the most valuable
// set of targets that MP and AP suffice for, each unit walking as far as its farthest target needs.
// Lines of sight are taken from the present board: it ignores that a unit may step aside, that a
// target may fall and open a line, and that two targets may need different paths. Some 300 tiles
// looked at, about a microsecond on the maps of Smith (cost_model.hpp).
#pragma once

#include "asterion/tactics/sight.hpp"

namespace asterion::tactics {

using Values = std::array<int, kKinds>;  // value of a unit of each kind

// Calls `visit(tile, steps)` for each tile a unit can walk to in at most `most` steps, its own
// first, until it returns false.
template <class Visit>
void for_each_walk(const State& state, Tile from, int most, Visit&& visit) {
  const int width = state.width();
  if (state.small()) {
    Word left_edge = 0;  // tiles of the first column
    for (int i = 0; i < state.tiles(); i += width) left_edge |= Word{1} << i;
    const Word all = state.tiles() == kSmall ? ~Word{0} : (Word{1} << state.tiles()) - 1;
    const Word free = all & ~state.occupied();
    Word seen = Word{1} << from, front = seen;
    for (int steps = 0; front != 0; ++steps) {
      for (Word left = front; left != 0; left &= left - 1)
        if (!visit(static_cast<Tile>(std::countr_zero(left)), steps)) return;
      if (steps == most) return;
      const Word right = (front << 1) & ~left_edge, left = (front & ~left_edge) >> 1;
      front = (front << width | front >> width | right | left) & free & ~seen;
      seen |= front;
    }
    return;
  }
  constexpr std::size_t kTiles = kLongestSide * kLongestSide;
  std::array<Tile, kTiles> reached;  // NOLINT: unused ones are never read
  std::array<Word, kTiles / 64> seen{};
  std::size_t count = 0;
  const auto reach = [&](Tile tile) {
    seen[tile / 64] |= Word{1} << tile % 64;
    reached[count++] = tile;
  };
  reach(from);
  std::size_t next = 0;
  for (int steps = 0; next < count; ++steps)
    for (const std::size_t end = count; next < end; ++next) {
      const Tile tile = reached[next];
      if (!visit(tile, steps)) return;
      if (steps == most) continue;
      const int col = tile % width;
      const auto walk = [&](bool inside, int to) {
        const Tile there = static_cast<Tile>(to);
        if (inside && state.at(there) == kNothing && !(seen[there / 64] >> there % 64 & 1u))
          reach(there);
      };
      walk(tile >= width, tile - width);
      walk(col > 0, tile - 1);
      walk(col + 1 < width, tile + 1);
      walk(tile + width < state.tiles(), tile + width);
    }
}

class Threat {
 public:
  explicit Threat(const Values& values) : values_(values) {}

  // The value of the units of team `on` (-1: of all others) that team `by` could destroy in a turn.
  int operator()(const State& state, int by, int on) {
    targets_ = 0;
    state.for_each_unit(on, [&](Tile tile) {
      const Thing thing = state.at(tile);
      if (team_of(thing) != by && targets_ < kMost)
        target_[targets_++] = {tile, values_[static_cast<std::size_t>(kind_of(thing))]};
    });
    // The most valuable first: a good set is found early, and the rest is cut.
    std::stable_sort(target_.begin(), target_.begin() + targets_,
                     [](const Target& a, const Target& b) { return a.worth > b.worth; });
    shooters_ = 0;
    state.for_each_unit(by, [&](Tile tile) {
      if (shooters_ < kMost && traits_of(state.at(tile)).ap <= state.most_ap())
        aim(state, tile, shooter_[shooters_]);
    });
    best_ = 0;
    tries_ = kMostTries;
    if (shooters_ > 0) choose(0, 0, state.most_mp(), state.most_ap());
    return best_;
  }

 private:
  static constexpr int kMost = 16;  // targets and shooters looked at
  static constexpr int kMostTries =
      1000;  // ways to divide targets; 625 of four among four shooters
  static constexpr int kNever = 1 << 20;
  struct Target {
    Tile tile;
    int worth;
  };
  struct Shooter {
    int ap;
    int walked = 0;                // MP spent on it so far
    std::array<int, kMost> needs;  // MP, for each target
  };

  // Finds the targets of a unit and the MP they need; counts it as a shooter if it has any.
  void aim(const State& state, Tile from, Shooter& shooter) {
    const Thing thing = state.at(from);
    const Traits& traits = traits_of(thing);
    shooter.ap = traits.ap;
    shooter.walked = 0;
    std::fill_n(shooter.needs.begin(), targets_, kNever);
    int missing = targets_;
    const int most = traits.mp == 0 ? state.tiles() : state.most_mp() / traits.mp;
    const auto hit = [&](int target, int steps) {
      if (shooter.needs[static_cast<std::size_t>(target)] != kNever) return;
      shooter.needs[static_cast<std::size_t>(target)] = steps * traits.mp;
      --missing;
    };
    if (state.small()) {
      const SightTable& table = SightTable::of(state.width(), state.height());
      const Word others = state.occupied() & ~(Word{1} << from);
      for_each_walk(state, from, most, [&](Tile tile, int steps) {
        const Word reach = table.reach(kind_of(thing), tile);
        for (int i = 0; i < targets_; ++i)
          if ((reach >> target_[static_cast<std::size_t>(i)].tile & 1u) &&
              (table.between(tile, target_[static_cast<std::size_t>(i)].tile) & others) == 0)
            hit(i, steps);
        return missing > 0;
      });
    } else {
      const int width = state.width();
      std::array<int, kMost> row, col;  // of the targets that it may come near enough to
      std::array<int, kMost> near;
      int count = 0;
      for (int i = 0; i < targets_; ++i) {
        const Tile target = target_[static_cast<std::size_t>(i)].tile;
        if (distance(width, from, target) > traits.range + most) continue;
        const auto at = static_cast<std::size_t>(count++);
        near[at] = i, row[at] = target / width, col[at] = target % width;
      }
      int left = count;
      if (left > 0)
        for_each_walk(state, from, most, [&](Tile tile, int steps) {
          const int here_row = tile / width, here_col = tile % width;
          for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            if (std::abs(here_row - row[i]) > traits.range ||
                std::abs(here_col - col[i]) > traits.range ||
                shooter.needs[static_cast<std::size_t>(near[i])] != kNever)
              continue;
            const Tile target = target_[static_cast<std::size_t>(near[i])].tile;
            if (!all_between(width, tile, target, [&](Tile between) {
                  return between == from || state.at(between) == kNothing;
                }))
              continue;
            hit(near[i], steps);
            --left;
          }
          return left > 0;
        });
    }
    if (missing < targets_) ++shooters_;
  }

  // Tries the ways to divide the targets from number `next` on among the shooters.
  void choose(int next, int worth, int mp, int ap) {
    best_ = std::max(best_, worth);
    if (next == targets_ || ap == 0 || tries_ == 0) return;
    --tries_;
    const Target& target = target_[static_cast<std::size_t>(next)];
    if (worth + std::min(targets_ - next, ap) * target.worth <= best_) return;
    for (int i = 0; i < shooters_; ++i) {
      Shooter& shooter = shooter_[static_cast<std::size_t>(i)];
      const int before = shooter.walked;
      const int walked = std::max(before, shooter.needs[static_cast<std::size_t>(next)]);
      if (shooter.ap > ap || walked - before > mp) continue;
      shooter.walked = walked;
      choose(next + 1, worth + target.worth, mp - (walked - before), ap - shooter.ap);
      shooter.walked = before;
    }
    choose(next + 1, worth, mp, ap);
  }

  Values values_;
  std::array<Target, kMost> target_{};
  std::array<Shooter, kMost> shooter_{};
  int targets_ = 0, shooters_ = 0, best_ = 0, tries_ = 0;
};

}  // namespace asterion::tactics
