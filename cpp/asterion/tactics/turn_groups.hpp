// Groups of actions that a search takes as one: a unit is selected, walks, and attacks or not.
//
// A group begins in a state and has one unit. Of all walks with the same number of steps to a tile
// only a cheapest one is offered: they lead to the same state, for nothing else moves meanwhile. So
// every sequence of actions splits into groups that end in the same states, and the cheapest
// sequence is one of groups: a search over groups finds the same smallest cost as one over single
// actions. The states between, in which a unit has been selected or is on its way, are not stored.
//
// O(steps x tiles in reach) per unit for the walks, by dynamic programming over (steps, tile); the
// cost of a step does not depend on the points left.
#pragma once

#include <array>
#include <vector>

#include "asterion/tactics/cost_model.hpp"
#include "asterion/tactics/idle_walls.hpp"

namespace asterion::tactics {

class TurnGroups {
 public:
  struct Group {
    Amount cost;  // of all its actions
    Action last;
    const State& after;  // without a selection if it does not attack: the next group selects
    const Measures& is;  // of that state
    const TurnGroups& all;
    std::size_t place;  // of the walk

    // Select, move, move, attack.
    std::vector<Action> actions() const { return all.actions_of(place, last); }
  };

  // The other data that the groups of a state depend on.
  struct Turn {
    int me;
    const Measures& start;
    const CostModel& model;
    const Weights& weights;
    const IdleWalls* idle = nullptr;             // only some of these are offered
    const std::vector<bool>* resting = nullptr;  // tiles of units that do nothing this turn
    Tile walked = kNoTile;  // the unit that the previous group walked here; it would have walked on
    std::uint64_t most = ~std::uint64_t{0};  // groups, on boards where there are very many
  };

  // Calls `visit(group)` for each group of a state that does not end the game.
  template <class Visit>
  void for_each(const State& here, const Measures& now, const Turn& turn, Visit&& visit) {
    std::uint64_t left = turn.most;
    const auto counted = [&](const Group& group) {
      left -= left > 0;
      visit(group);
    };
    here.for_each_unit(turn.me, [&](Tile unit) {
      if (left == 0 || unit == turn.walked || (turn.resting != nullptr && (*turn.resting)[unit]))
        return;
      const Traits& traits = traits_of(here.at(unit));
      if (traits.mp > here.mp() && traits.ap > here.ap()) return;
      begin(here, now, turn, unit);
      walk(turn, here.mp() / traits.mp, traits.mp);
      for (std::size_t place = 0; place < walks_.size() && left > 0; ++place)
        finish(here, turn, traits, place, counted);
    });
  }

 private:
  // A tile that the unit can stand on while all else stays in place.
  struct Stand {
    Tile tile;
    State state;  // with the points that the group begins with
    Measures measures;
    bool looked = false;              // whether its targets are known
    std::size_t first = 0, last = 0;  // of these
    // The destination of a step, by direction, and its cost.
    std::array<std::int32_t, 4> next = {kUnknown, kUnknown, kUnknown, kUnknown};
    std::array<Amount, 4> cost = {};
  };
  struct Target {
    Tile tile;
    Measures after;
  };
  struct Walk {
    std::uint32_t stand;
    std::uint32_t from;  // the walk that it extends
    int steps;
    Amount cost;
  };
  static constexpr std::int32_t kUnknown = -2, kNowhere = -1;

  void begin(const State& here, const Measures& now, const Turn& turn, Tile unit) {
    stands_.clear();
    walks_.clear();
    targets_.clear();
    place_of_.assign(static_cast<std::size_t>(here.tiles()), kUnknown);
    State first = here;
    Amount cost = 0;
    selects_ = here.selected() != unit;
    if (selects_) {
      const Action action{ActionKind::select, unit};
      first.select(unit);
      cost = cost_of(turn, here, now, action, first, now);
    }
    add_stand(unit, first, now);
    walks_.push_back({0, 0, 0, cost});
  }

  static Amount cost_of(const Turn& turn, const State& before, const Measures& was, Action action,
                        const State& after, const Measures& is) {
    Counts counts{};
    turn.model.count({turn.me, turn.start, before, was, action, after, is}, counts);
    return turn.weights.of(counts);
  }

  std::int32_t add_stand(Tile tile, const State& state, const Measures& measures) {
    const auto number = static_cast<std::int32_t>(stands_.size());
    place_of_[tile] = number;
    stands_.push_back({tile, state, measures});
    return number;
  }

  // All walks of up to this many steps: of each length a cheapest one to each tile.
  void walk(const Turn& turn, int steps, int mp) {
    std::size_t layer = 0;
    for (int step = 1; step <= steps; ++step) {
      const std::size_t end = walks_.size();
      reached_.assign(place_of_.size(), 0);  // one more than the walk of this length to a tile
      for (std::size_t from = layer; from < end; ++from)
        for (std::size_t direction = 0; direction < 4; ++direction) {
          const std::int32_t to = next(turn, walks_[from].stand, direction, mp);
          if (to == kNowhere) continue;
          const Stand& stand = stands_[static_cast<std::size_t>(to)];
          const Amount cost = walks_[from].cost + stands_[walks_[from].stand].cost[direction];
          const Walk walk{static_cast<std::uint32_t>(to), static_cast<std::uint32_t>(from), step,
                          std::min(cost, kMostAmount)};
          std::size_t& known = reached_[stand.tile];
          if (known == 0) {
            walks_.push_back(walk);
            known = walks_.size();
          } else if (walk.cost < walks_[known - 1].cost) {
            walks_[known - 1] = walk;
          }
        }
      if (walks_.size() == end) return;
      layer = end;
    }
  }

  std::int32_t next(const Turn& turn, std::uint32_t from, std::size_t direction, int mp) {
    if (const std::int32_t known = stands_[from].next[direction]; known != kUnknown) return known;
    const State before = stands_[from].state;
    const int width = before.width(), tile = stands_[from].tile, col = tile % width;
    const bool inside[] = {tile >= width, col > 0, col + 1 < width, tile + width < before.tiles()};
    const int tiles[] = {tile - width, tile - 1, tile + 1, tile + width};
    const auto to = static_cast<Tile>(tiles[direction]);
    if (!inside[direction] || before.at(to) != kNothing)
      return stands_[from].next[direction] = kNowhere;
    State after = before;
    after.carry(static_cast<Tile>(tile), to);
    after.select(to);
    const std::int32_t known = place_of_[to];
    const std::int32_t number =
        known != kUnknown ? known : add_stand(to, after, measured(after, turn.me));
    after.set_left(before.mp() - mp, before.ap());
    const Measures &was = stands_[from].measures,
                   &is = stands_[static_cast<std::size_t>(number)].measures;
    stands_[from].cost[direction] = cost_of(turn, before, was, {ActionKind::move, to}, after, is);
    return stands_[from].next[direction] = number;
  }

  // The groups that end with a walk: without and with an attack.
  template <class Visit>
  void finish(const State& here, const Turn& turn, const Traits& traits, std::size_t place,
              Visit& visit) {
    const Walk walk = walks_[place];
    const Measures measures = stands_[walk.stand].measures;
    State there = stands_[walk.stand].state;
    there.set_left(here.mp() - walk.steps * traits.mp, here.ap());
    if (walk.steps > 0) {
      State after = there;
      after.select(kNoTile);
      visit(Group{
          walk.cost, {ActionKind::move, stands_[walk.stand].tile}, after, measures, *this, place});
    }
    if (traits.ap > here.ap()) return;
    look(turn, walk.stand);
    for (std::size_t i = stands_[walk.stand].first; i < stands_[walk.stand].last; ++i) {
      const Target target = targets_[i];
      const Action attack{ActionKind::attack, target.tile};
      const State next = after(there, attack);
      const Amount cost = walk.cost + cost_of(turn, there, measures, attack, next, target.after);
      visit(Group{std::min(cost, kMostAmount), attack, next, target.after, *this, place});
    }
  }

  void look(const Turn& turn, std::uint32_t number) {
    Stand& stand = stands_[number];
    if (stand.looked) return;
    stand.looked = true;
    const State& state = stand.state;
    int walls = 0;
    for_each_target(state, stand.tile, [&](Tile tile) { walls += state.at(tile) == kWall; });
    int idle_left = turn.idle != nullptr && walls > 1 ? IdleWalls::enough(state) : walls;
    const bool spares = walls > idle_left;
    stand.first = targets_.size();
    for_each_target(state, stand.tile, [&](Tile tile) {
      if (spares && state.at(tile) == kWall && turn.idle->idle(tile) && --idle_left < 0) return;
      targets_.push_back({tile, measured(after(state, {ActionKind::attack, tile}), turn.me)});
    });
    stand.last = targets_.size();
  }

  std::vector<Action> actions_of(std::size_t place, Action last) const {
    std::vector<Action> actions;
    if (last.kind == ActionKind::attack) actions.push_back(last);
    for (; walks_[place].steps > 0; place = walks_[place].from)
      actions.push_back({ActionKind::move, stands_[walks_[place].stand].tile});
    if (selects_) actions.push_back({ActionKind::select, stands_[0].tile});
    std::reverse(actions.begin(), actions.end());
    return actions;
  }

  std::vector<Stand> stands_;
  std::vector<Walk> walks_;  // by length; the first one is to stay
  std::vector<Target> targets_;
  std::vector<std::int32_t> place_of_;  // stands by tile
  std::vector<std::size_t> reached_;
  bool selects_ = false;
};

}  // namespace asterion::tactics
