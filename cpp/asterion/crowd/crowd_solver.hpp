// Whole plans for many units, from their starts to their goals.
//
// Works on a copy of the map, in slices. Each unit's cost is the time until it is at its goal for
// good.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/crowd/conflict_search.hpp"
#include "asterion/crowd/guide_paths.hpp"
#include "asterion/crowd/lacam.hpp"
#include "asterion/crowd/plan_improver.hpp"
#include "asterion/search/budget.hpp"

namespace asterion {

enum class CrowdMethod : std::uint8_t { lacam, cbs, prioritised, pibt };
// `stopped`: a method that is not complete has given up.
enum class CrowdStatus : std::uint8_t { searching, found, unsolvable, stopped };

class CrowdSolver {
 public:
  using Node = CrowdMap::Node;
  using Unit = Pibt::Unit;
  using Route = PlanImprover::Route;
  static constexpr const char* kName = "a search for a plan";

  CrowdSolver(GridView& view, const std::vector<NodeId>& starts, const std::vector<NodeId>& goals,
              CrowdMethod method, std::uint64_t seed)
      : method_(method),
        seed_(seed),
        cols_(view.grid().cols()),
        has_guided_(method == CrowdMethod::prioritised || method == CrowdMethod::pibt) {
    {
      const ReadLock guard = view.read();
      map_.follow(view);
    }
    for (const NodeId cell : starts) starts_.push_back(map_.open_node(cell));
    for (const NodeId cell : goals) {
      const Node goal = map_.open_node(cell);
      if (goal == CrowdMap::kNone)
        status_ = CrowdStatus::unsolvable;
      else
        slots_.push_back(tables_.acquire(map_, goal));
    }
    std::vector<NodeId> sorted = goals;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
      status_ = CrowdStatus::unsolvable;
    if (status_ == CrowdStatus::unsolvable) return;
    InterruptPoller poll;
    for (Unit unit = 0; unit < starts_.size(); ++unit, poll.now()) {
      const std::uint32_t distance = tables_.distance(map_, slots_[unit], starts_[unit]);
      if (distance == GoalTables::kFar) status_ = CrowdStatus::unsolvable;
      bound_ += distance;
    }
    if (starts_.empty()) finish({});
  }

  CrowdStatus status() const { return status_; }
  bool is_optimal() const { return improver_ && improver_->sum() == bound_; }
  // No plan has a smaller sum of costs.
  std::uint64_t bound() const { return bound_; }
  std::uint64_t sum() const { return improver_ ? improver_->sum() : 0; }
  std::uint64_t expanded() const { return expanded_; }
  std::uint64_t improvements() const { return improvements_; }

  // Works until there is a plan, or, if there is one, makes it cheaper; within a budget. False if
  // there is no more to do. After an exception, only the results may be read.
  bool run(Budget budget, bool improve) {
    InterruptPoller poll;
    while (!budget.is_spent()) {
      if (status_ == CrowdStatus::unsolvable || status_ == CrowdStatus::stopped) return false;
      if (status_ == CrowdStatus::found && (!improve || is_optimal() || gave_up_)) return false;
      const std::uint64_t before = expanded_;
      advance();
      expanded_ = std::max(expanded_, before + 1);
      budget.spend(expanded_ - before);
      poll.now();
    }
    return true;
  }

  // The routes of the best plan so far; empty without one. Each ends where its unit is at its goal.
  const std::vector<Route>& routes() const {
    static const std::vector<Route> none;
    return improver_ ? improver_->routes() : none;
  }
  NodeId cell(Node node) const { return map_.cell(node); }
  std::size_t units() const { return starts_.size(); }
  std::int32_t cols() const { return cols_; }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{2} << 30;  // of the search for an optimum

  void advance() {
    if (improver_ && has_guided_) return improve();
    switch (method_) {
      case CrowdMethod::prioritised:
        return plan_in_order();
      case CrowdMethod::pibt:
        return step();
      case CrowdMethod::cbs:
      case CrowdMethod::lacam:
        return search();
    }
  }

  void improve() {
    if (method_ == CrowdMethod::cbs) {
      if (!conflicts_) conflicts_.emplace(map_, tables_, starts_, slots_);
      if (improver_->expanded() > conflicts_->expanded() / 8) return resolve();
    }
    const std::uint64_t before = improver_->expanded(), sum = improver_->sum();
    improver_->advance();
    expanded_ += improver_->expanded() - before;
    improvements_ += improver_->sum() < sum;
  }

  // The plan of LaCAM is the best so far; now for the optimum, and the bound on the way there.
  void resolve() {
    const std::uint64_t before = conflicts_->expanded();
    conflicts_->advance(improver_->sum());
    expanded_ += conflicts_->expanded() - before;
    bound_ = std::max(bound_, conflicts_->bound());
    if (conflicts_->status() == ConflictSearch::Status::found) {
      ++improvements_;
      finish(conflicts_->routes());
    } else if (conflicts_->bytes() > kMostBytes) {
      gave_up_ = true;
    }
  }

  // First a plan, then another one along guide paths. That takes longer, and is often cheaper.
  void search() {
    if (improver_ && !guides_) guides_.emplace(map_, tables_, starts_, slots_);
    if (guides_) {
      const std::uint64_t before = guides_->expanded();
      const bool is_ready = !guides_->advance();
      expanded_ += guides_->expanded() - before;
      if (!is_ready) return;
    }
    if (!lacam_) {
      lacam_.emplace(map_, tables_, starts_, slots_, Lacam::Waits(units()), farthest_first(),
                     seed_);
      if (guides_) lacam_->follow(*guides_);
    }
    lacam_->advance();
    ++expanded_;
    const bool has_plan = lacam_->status() == Lacam::Status::found;
    if (!improver_) {
      first_effort_ = lacam_->expanded();
      if (lacam_->status() == Lacam::Status::unsolvable) status_ = CrowdStatus::unsolvable;
      if (has_plan) finish(routes_of(*lacam_));
      return;
    }
    has_guided_ = has_plan || lacam_->expanded() > 2 * first_effort_;
    if (!has_guided_) return;
    std::vector<Route> routes;
    if (has_plan) routes = routes_of(*lacam_);
    lacam_.reset();
    guides_.reset();
    if (!has_plan || cost(routes) >= improver_->sum()) return;
    finish(std::move(routes));
    ++improvements_;
  }

  // Steps of PIBT alone, until all are at their goals at once.
  void step() {
    if (walk_.empty()) {
      walk_.push_back(starts_);
      waits_.assign(starts_.size(), 0);
      order_ = farthest_first();
      pibt_.emplace(map_, tables_);
    }
    const std::vector<Node>& now = walk_.back();
    if (is_goal(now)) return finish(routes_of(walk_));
    const std::size_t enough =
        100 + 20 * (tables_.distance(map_, slots_[order_[0]], starts_[order_[0]]) + units());
    if (walk_.size() > enough) {
      status_ = CrowdStatus::stopped;
      return;
    }
    std::vector<Unit> order = order_;
    std::stable_sort(order.begin(), order.end(),
                     [&](Unit a, Unit b) { return waits_[a] > waits_[b]; });
    std::vector<Node> next(now.size(), CrowdMap::kNone);
    if (!pibt_->plan(now, next, slots_, order, mixed(seed_, walk_.size()))) next = now;
    for (Unit unit = 0; unit < units(); ++unit) {
      const bool there = next[unit] == tables_.goal(slots_[unit]);
      waits_[unit] = there ? 0 : waits_[unit] + 1;
    }
    walk_.push_back(std::move(next));
    ++expanded_;
  }

  // One path after the other, each around those before it. Where there is none, all begin again,
  // and that unit goes first.
  void plan_in_order() {
    if (order_.empty()) {
      order_ = farthest_first();
      ordered_.resize(units());
    }
    const Unit unit = order_[planned_];
    ordered_[unit] = search_.find(map_, tables_, slots_[unit], stays_, starts_[unit], 0, true);
    expanded_ += search_.expanded();
    if (!ordered_[unit].empty()) {
      stays_.add_path(ordered_[unit], 0, true, unit);
      if (++planned_ == units()) finish(std::move(ordered_));
      return;
    }
    stays_ = {};
    std::rotate(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(planned_),
                order_.begin() + static_cast<std::ptrdiff_t>(planned_) + 1);
    planned_ = 0;
    if (++restarts_ > 10 + units()) status_ = CrowdStatus::stopped;
  }

  std::vector<Unit> farthest_first() {
    std::vector<Unit> order(units());
    std::iota(order.begin(), order.end(), Unit{0});
    std::vector<std::uint32_t> distances;
    for (Unit unit = 0; unit < units(); ++unit)
      distances.push_back(tables_.distance(map_, slots_[unit], starts_[unit]));
    std::stable_sort(order.begin(), order.end(),
                     [&](Unit a, Unit b) { return distances[a] > distances[b]; });
    return order;
  }

  bool is_goal(const std::vector<Node>& now) const {
    for (Unit unit = 0; unit < now.size(); ++unit)
      if (now[unit] != tables_.goal(slots_[unit])) return false;
    return true;
  }

  static std::vector<Route> routes_of(const std::vector<std::vector<Node>>& positions) {
    std::vector<Route> routes(positions[0].size());
    for (const auto& nodes : positions)
      for (std::size_t unit = 0; unit < routes.size(); ++unit) routes[unit].push_back(nodes[unit]);
    for (Route& route : routes)
      while (route.size() > 1 && route[route.size() - 2] == route.back()) route.pop_back();
    return routes;
  }
  static std::vector<Route> routes_of(const Lacam& lacam) {
    std::vector<std::vector<Node>> positions;
    for (const Lacam::Id id : lacam.path()) {
      const auto nodes = lacam.position(id);
      positions.emplace_back(nodes.begin(), nodes.end());
    }
    return routes_of(positions);
  }
  static std::uint64_t cost(const std::vector<Route>& routes) {
    std::uint64_t sum = 0;
    for (const Route& route : routes) sum += route.size() - 1;
    return sum;
  }

  void finish(std::vector<Route> routes) {
    improver_.emplace(map_, tables_, slots_, std::move(routes), seed_);
    status_ = CrowdStatus::found;
    lacam_.reset();
  }

  CrowdMethod method_;
  std::uint64_t seed_;
  std::int32_t cols_;
  bool has_guided_;  // whether the plan along guide paths has been tried, or is of no use
  CrowdMap map_{CrowdMap::Use::plans};
  GoalTables tables_;
  std::vector<Node> starts_;
  std::vector<GoalTables::Slot> slots_;
  CrowdStatus status_ = CrowdStatus::searching;
  std::uint64_t bound_ = 0;
  std::uint64_t expanded_ = 0;
  std::uint64_t improvements_ = 0;
  std::optional<GuidePaths> guides_;
  std::optional<Lacam> lacam_;
  std::uint64_t first_effort_ = 0;  // expansions, until there was a plan
  std::optional<Pibt> pibt_;
  std::vector<std::vector<Node>> walk_;  // of PIBT: the positions so far
  std::vector<std::uint32_t> waits_;
  std::vector<Unit> order_;
  std::vector<Route> ordered_;  // paths that were planned in order
  Stays stays_;                 // of the paths planned in order
  SafeIntervalSearch search_;
  std::size_t planned_ = 0, restarts_ = 0;
  std::optional<PlanImprover> improver_;
  std::optional<ConflictSearch> conflicts_;
  bool gave_up_ = false;  // on the optimum: it takes too much memory
};

}  // namespace asterion
