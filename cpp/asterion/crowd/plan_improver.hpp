// Makes a plan for many units cheaper: takes the paths of a few units out, finds them again, one
// after the other, and keeps them if their costs are no more than before.
//
// Guarantee   the sum of costs never rises
// Complexity  a few searches of sipp.hpp per try
// Source      J. Li, Z. Chen, D. Harabor, P. J. Stuckey and S. Koenig, Anytime multi-agent path
//             finding via large neighborhood search, 2021
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "asterion/crowd/pibt.hpp"
#include "asterion/crowd/sipp.hpp"

namespace asterion {

class PlanImprover {
 public:
  using Node = CrowdMap::Node;
  using Unit = Pibt::Unit;
  using Time = Stays::Time;
  using Route = std::vector<Node>;  // the node at each tick until the unit is at its goal for good

  PlanImprover(const CrowdMap& map, GoalTables& tables, std::vector<GoalTables::Slot> slots,
               std::vector<Route> routes, std::uint64_t seed)
      : map_(map),
        tables_(tables),
        slots_(std::move(slots)),
        routes_(std::move(routes)),
        seed_(seed) {
    chosen_.assign(routes_.size(), 0);
    for (Unit unit = 0; unit < routes_.size(); ++unit) {
      stays_.add_path(routes_[unit], 0, true, unit);
      sum_ += cost(unit);
      least_.push_back(tables_.distance(map_, slots_[unit], routes_[unit][0]));
      bound_ += least_.back();
    }
  }

  std::uint64_t sum() const { return sum_; }
  // No plan costs less.
  std::uint64_t bound() const { return bound_; }
  bool is_optimal() const { return sum_ == bound_; }
  const std::vector<Route>& routes() const { return routes_; }
  std::uint64_t expanded() const { return expanded_; }

  // One try.
  void advance() {
    const std::size_t most = std::min<std::size_t>(routes_.size(), std::size_t{2} << random(4));
    const std::size_t kind = choose_kind();
    group_.clear();
    switch (kind) {
      case 0:
        along_a_delay(most);
        break;
      case 1:
        around_a_cell(most);
        break;
      default:
        break;
    }
    while (group_.size() < most) {
      const auto unit = static_cast<Unit>(random(routes_.size()));
      if (kind != 2 && group_.size() > 1) break;
      take(unit);
    }
    const std::uint64_t before = sum_;
    replan();
    for (const Unit unit : group_) chosen_[unit] = 0;
    const double gain = static_cast<double>(before - sum_);
    weights_[kind] =
        std::max(0.01, 0.99 * weights_[kind] + 0.01 * gain / static_cast<double>(most));
  }

 private:
  std::uint64_t random(std::uint64_t below) { return mixed(seed_, ++drawn_) % below; }
  std::uint64_t cost(Unit unit) const { return routes_[unit].size() - 1; }
  std::uint64_t delay(Unit unit) const { return cost(unit) - least_[unit]; }

  std::size_t choose_kind() {
    const double sum = weights_[0] + weights_[1] + weights_[2];
    double at = static_cast<double>(random(1 << 30)) / (1 << 30) * sum;
    for (std::size_t kind = 0; kind < 2; ++kind) {
      if (at < weights_[kind]) return kind;
      at -= weights_[kind];
    }
    return 2;
  }

  void take(Unit unit) {
    if (chosen_[unit] != 0) return;
    chosen_[unit] = 1;
    group_.push_back(unit);
  }

  // A late unit, and those that stand in the way of shorter paths for it.
  void along_a_delay(std::size_t most) {
    Unit late = static_cast<Unit>(random(routes_.size()));
    for (int i = 0; i < 8; ++i) {
      const auto other = static_cast<Unit>(random(routes_.size()));
      if (delay(other) > delay(late)) late = other;
    }
    if (delay(late) == 0) return;
    take(late);
    for (int walk = 0; walk < 10 && group_.size() < most; ++walk) {
      const Route& route = routes_[late];
      auto time = static_cast<Time>(random(route.size()));
      Node here = route[time];
      while (group_.size() < most) {
        const auto moves = map_.moves(here);
        const std::size_t first = random(moves.size() + 1);
        Node next = CrowdMap::kNone;
        for (std::size_t i = 0; i <= moves.size(); ++i) {
          const std::size_t at = (first + i) % (moves.size() + 1);
          const Node node = at == moves.size() ? here : moves[at];
          if (time + 1 + tables_.distance(map_, slots_[late], node) < route.size() - 1) {
            next = node;
            break;
          }
        }
        if (next == CrowdMap::kNone) break;
        ++time;
        for (const Stays::Stay& stay : stays_.at(next))
          if (stay.start <= time && time < stay.end && group_.size() < most) take(stay.id);
        here = next;
      }
    }
  }

  // Units that pass a cell, or cells near it.
  void around_a_cell(std::size_t most) {
    const Route& route = routes_[random(routes_.size())];
    const Node middle = route[random(route.size())];
    std::vector<Node> near{middle};
    for (std::size_t i = 0; i < near.size() && near.size() < 200 && group_.size() < most; ++i) {
      const auto stays = stays_.at(near[i]);
      if (!stays.empty()) {
        const std::size_t first = random(stays.size());
        for (std::size_t k = 0; k < std::min<std::size_t>(stays.size(), 4); ++k)
          if (group_.size() < most) take(stays[(first + k) % stays.size()].id);
      }
      for (const Node next : map_.moves(near[i]))
        if (std::find(near.begin(), near.end(), next) == near.end()) near.push_back(next);
    }
  }

  void replan() {
    std::uint64_t old = 0, rest = 0;
    for (const Unit unit : group_) {
      stays_.remove_path(routes_[unit], 0, true, unit);
      old += cost(unit);
      rest += least_[unit];
    }
    for (std::size_t i = group_.size(); i > 1; --i) std::swap(group_[i - 1], group_[random(i)]);
    std::vector<Route> found;
    std::uint64_t sum = 0;
    for (const Unit unit : group_) {
      rest -= least_[unit];
      // An equal sum is welcome: it leads on to others.
      const std::uint64_t latest = old - sum - rest + 1;
      Route route = search_.find(map_, tables_, slots_[unit], stays_, routes_[unit][0], 0, true,
                                 static_cast<Time>(std::min<std::uint64_t>(latest, Stays::kEver)));
      expanded_ += search_.expanded();
      if (route.empty()) break;
      sum += route.size() - 1;
      stays_.add_path(route, 0, true, unit);
      found.push_back(std::move(route));
    }
    if (found.size() == group_.size()) {
      for (std::size_t i = 0; i < found.size(); ++i) routes_[group_[i]] = std::move(found[i]);
      sum_ = sum_ - old + sum;
      return;
    }
    for (std::size_t i = 0; i < found.size(); ++i) stays_.remove_path(found[i], 0, true, group_[i]);
    for (const Unit unit : group_) stays_.add_path(routes_[unit], 0, true, unit);
  }

  const CrowdMap& map_;
  GoalTables& tables_;
  std::vector<GoalTables::Slot> slots_;
  std::vector<Route> routes_;
  std::vector<std::uint64_t> least_;  // the cost of each unit without others
  Stays stays_;
  SafeIntervalSearch search_;
  std::uint64_t seed_;
  std::uint64_t drawn_ = 0;  // random numbers
  std::uint64_t sum_ = 0, bound_ = 0;
  std::uint64_t expanded_ = 0;
  std::vector<Unit> group_;
  std::vector<std::uint8_t> chosen_;
  std::array<double, 3> weights_{1, 1, 1};
};

}  // namespace asterion
