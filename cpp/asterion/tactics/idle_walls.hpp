// Walls that can open neither a line nor a path before the turn ends, whatever is done.
//
// Shooting one of them only spends points, so all are equivalent, and a search needs only some of
// them: as many as there are shots left, including the present one. That keeps a plan of the
// smallest cost. Take a plan with a shot at an idle wall that is not offered. At least one of the
// offered walls is not hit later, since there are as many as shots from here on: hit that one
// instead. A later shot whose line the spared wall would block hits the spared wall; it stands
// nearer on the same line, and is idle as well. No other line and no path runs through an idle
// wall, and penalties depend on nothing else.
//
// O(tiles that units can get to x targets x length of a line) per look. Where units can get to very
// many tiles no wall counts as idle.
#pragma once

#include <vector>

#include "asterion/tactics/measures.hpp"

namespace asterion::tactics {

class IdleWalls {
 public:
  // The number of idle walls that an attack needs to choose from: one for each shot from here on.
  static int enough(const State& state) {
    const Traits& shooter = traits_of(state.at(state.selected()));
    return 1 + (state.ap() - shooter.ap) / cheapest(state);
  }

  // Finds the idle walls of a state for the rest of its turn.
  void look(const State& state) {
    state_ = &state;
    shots_ = state.ap() / cheapest(state);
    matters_.assign(static_cast<std::size_t>(state.tiles()), false);
    used_ = 0;
    state.for_each_unit(state.team(), [&](Tile tile) { find_stands(tile); });
    std::size_t stands = 0;
    for_each_stand([&](const Unit&, Tile) { ++stands; });
    if (stands > kMostStands) return matters_.flip();
    mark_paths();
    mark_lines_to_units();
    while (!fresh_.empty()) mark_lines_to_wall();
  }

  // Whether a wall of the state looked at is idle.
  bool idle(Tile wall) const { return !matters_[wall]; }

 private:
  static constexpr int kNever = 1 << 20;
  static constexpr std::size_t kMostStands = 1000;  // with more a look costs more than it saves
  struct Unit {
    int range = 0;
    std::vector<Tile> stands;  // where it can get to this turn, its own tile first
  };

  static int cheapest(const State& state) {
    int ap = kNever;
    state.for_each_unit(state.team(),
                        [&](Tile tile) { ap = std::min(ap, traits_of(state.at(tile)).ap); });
    return ap;
  }

  template <class Visit>
  void for_each_stand(Visit&& visit) const {
    for (std::size_t i = 0; i < used_; ++i)
      for (const Tile tile : units_[i].stands) visit(units_[i], tile);
  }

  bool is_wall(int tile) const { return state_->at(static_cast<Tile>(tile)) == kWall; }
  int far(Tile a, Tile b) const { return distance(state_->width(), a, b); }

  // The tiles that a unit's points suffice for, through units, which may go or fall, and through as
  // many walls as there are shots.
  void find_stands(Tile from) {
    if (used_ == units_.size()) units_.emplace_back();
    Unit& unit = units_[used_++];
    const Traits& traits = traits_of(state_->at(from));
    unit.range = traits.range;
    unit.stands.assign(1, from);
    int steps = state_->mp() / traits.mp;
    if (steps == 0) return;
    const int width = state_->width(), tiles = state_->tiles();
    walls_.assign(static_cast<std::size_t>(tiles), kNever);
    walls_[from] = 0;
    edge_.assign(1, from);
    for (; steps > 0; --steps) {
      next_.clear();
      for (const Tile tile : edge_) {
        const auto go = [&](bool inside, int to) {
          if (!inside) return;
          int& through = walls_[static_cast<std::size_t>(to)];
          const int walls = walls_[tile] + is_wall(to);
          if (walls > shots_ || walls >= through) return;
          if (through == kNever) unit.stands.push_back(static_cast<Tile>(to));
          through = walls;
          next_.push_back(static_cast<Tile>(to));
        };
        go(tile >= width, tile - width);
        go(tile % width > 0, tile - 1);
        go(tile % width + 1 < width, tile + 1);
        go(tile + width < tiles, tile + width);
      }
      edge_.swap(next_);
    }
  }

  void mark(Tile wall) {
    if (matters_[wall]) return;
    matters_[wall] = true;
    fresh_.push_back(wall);
  }

  void mark_paths() {
    for_each_stand([&](const Unit&, Tile tile) {
      if (is_wall(tile)) mark(tile);
    });
  }

  // Marks the walls of a line that this many shots can open.
  void mark_line(Tile from, Tile to, int most) {
    int walls = 0;
    const int width = state_->width();
    const bool can_open =
        all_between(width, from, to, [&](Tile tile) { return !is_wall(tile) || ++walls <= most; });
    if (!can_open || walls == 0) return;
    all_between(width, from, to, [&](Tile tile) {
      if (is_wall(tile)) mark(tile);
      return true;
    });
  }

  void mark_lines_to_units() {
    for_each_stand([&](const Unit& unit, Tile from) {
      state_->for_each_unit(-1, [&](Tile to) {
        const Thing other = state_->at(to);
        if (team_of(other) == state_->team()) return;
        if (far(from, to) <= std::max(unit.range, traits_of(other).range))
          mark_line(from, to, shots_);
      });
      for_each_stand([&](const Unit&, Tile to) {
        if (far(from, to) <= unit.range) mark_line(from, to, shots_ - 1);
      });
    });
  }

  // Walls in front of a wall that matters matter too.
  void mark_lines_to_wall() {
    const Tile wall = fresh_.back();
    fresh_.pop_back();
    for_each_stand([&](const Unit& unit, Tile from) {
      if (far(from, wall) <= unit.range) mark_line(from, wall, shots_ - 1);
    });
  }

  const State* state_ = nullptr;  // only during a look
  std::vector<bool> matters_;
  std::vector<Unit> units_;
  std::size_t used_ = 0;     // of the units; the others keep their memory for the next look
  std::vector<Tile> fresh_;  // walls that matter, with lines not looked at yet
  std::vector<int> walls_;   // on the path to each tile
  std::vector<Tile> edge_, next_;
  int shots_ = 0;
};

}  // namespace asterion::tactics
