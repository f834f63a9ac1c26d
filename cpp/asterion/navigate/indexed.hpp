// Plans from the world's index where it knows a cheapest path; else by a search from scratch, as in
// Repeated. For worlds that seldom change.
//
// The first plan makes the index, a slice at a time if it has a budget; each step of that work
// takes as long as a few expansions. All navigators of a world share it (shared_index.hpp).
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/index/shared_index.hpp"
#include "asterion/navigate/repeated.hpp"

namespace asterion {

template <World G>
class Indexed final : public Replanner {
 public:
  // `online` is the search where the index does not know.
  Indexed(G& world, const Query& online)
      : world_(world), search_(world, online, nullptr), index_(SharedIndex<G>::of(world)) {}

  void begin(const Situation& now) override {
    start_plan();
    start_ = now.start;
    goal_ = now.goal;
    asked_.reset();
    // An index knows no way out of a wall.
    if (!can_be_indexed(world_) || !can_stand_at(world_, start_)) return begin_search({});
    phase_ = index_.exists() ? Phase::asks : Phase::builds;
  }

  bool advance(Budget& budget) override {
    while (phase_ != Phase::ended) {
      if (budget.is_spent()) return false;
      go_on(budget);
    }
    return true;
  }

  std::vector<NodeId> path(const KnownPath& known) override {
    std::vector<NodeId> nodes = asked_ ? asked_->nodes : search_.path(known);
    stats_.path = nodes.size();
    return nodes;
  }
  How how() const override { return asked_ ? asked_->how : How::searched; }

  void forget() override {}
  void estimates_changed() override {}
  std::size_t bytes() const override { return 0; }  // the index belongs to the world

  // The nodes that the index has looked at are closed, and both ends. It knows the costs of the
  // nodes on its path, and no others.
  void write_costs(double* g) const override {
    if (!asked_) return search_.write_costs(g);
    std::fill_n(g, world_.count(), kInfinity);
    const auto costs = each_ ? costs_along(world_, *asked_, each_) : costs_;
    for (std::size_t i = 0; i < asked_->nodes.size(); ++i) g[asked_->nodes[i]] = costs[i];
  }
  void write_estimates(double* h) const override {
    if (!asked_) return search_.write_estimates(h);
    std::fill_n(h, world_.count(), std::numeric_limits<double>::quiet_NaN());
  }
  void write_states(std::uint8_t* state) const override {
    if (!asked_) return search_.write_states(state);
    std::fill_n(state, world_.count(), std::uint8_t{0});
    constexpr auto kClosed = static_cast<std::uint8_t>(NodeState::closed);
    state[start_] = state[goal_] = kClosed;
    for (const auto& event : of_plan_->climb(start_, goal_)) state[event.node] = kClosed;
  }
  void write_parents(std::int64_t* parent) const override {
    if (!asked_) return search_.write_parents(parent);
    std::fill_n(parent, world_.count(), std::int64_t{-1});
    for (std::size_t i = 1; i < asked_->nodes.size(); ++i)
      parent[asked_->nodes[i]] = asked_->nodes[i - 1];
  }

 private:
  enum class Phase : std::uint8_t { builds, asks, searches, pays, ended };

  void go_on(Budget& budget) {
    switch (phase_) {
      case Phase::builds:
        if (refresh(budget)) phase_ = Phase::asks;
        break;
      case Phase::asks:
        ask(budget);
        break;
      case Phase::searches:
        if (search_.advance(budget)) {
          phase_ = Phase::pays;
          steps_ = can_be_indexed(world_) ? index_.charge(search_.stats().expanded) : 0;
        }
        stats_ = Stats(stats_of_index_) += search_.stats();
        break;
      case Phase::pays:
        if (steps_ == 0 || refresh(budget, &steps_)) phase_ = Phase::ended;
        break;
      case Phase::ended:
        break;
    }
  }

  // Makes up to `steps` steps of work on the index. Returns whether nothing is left to do.
  bool refresh(Budget& budget, std::uint64_t* steps = nullptr) {
    // At least one: a budget of one expansion makes progress too.
    const std::uint64_t affordable = 1 + (budget.left() - 1) / kExpansionsAStep;
    const std::uint64_t given = steps ? std::min(*steps, affordable) : affordable;
    Budget slice(given, budget.deadline());
    const bool done = index_->advance(slice);
    const std::uint64_t taken = given - slice.left();
    budget.spend(kExpansionsAStep * taken);
    if (steps) *steps -= taken;
    if (done) index_.finished();
    return done || (steps && *steps == 0);
  }

  void ask(Budget& budget) {
    std::optional<double> bound;
    of_plan_ = index_->state();
    asked_ = index_->known_path(start_, goal_, bound);
    if (!asked_) return begin_search(bound);
    // Now, because cells that the agent has left behind may be edited without a new plan.
    each_ = cost_of_each(world_);
    if (!each_) costs_ = costs_along(world_, *asked_);
    budget.spend(1 + asked_->stats.expanded);
    stats_.expanded = stats_.pushes = stats_.pops = asked_->stats.expanded;
    phase_ = Phase::ended;
  }

  // Searches for a path that costs no more than the bound, if there is one.
  void begin_search(std::optional<double> bound) {
    search_.limit(bound ? *bound * (1 + kSearchRounding) : kInfinity);
    search_.begin({start_, goal_, {}, nothing_});
    stats_of_index_ = stats_;
    phase_ = Phase::searches;
  }

  G& world_;
  Repeated<G> search_;
  SharedIndex<G>& index_;
  const KnownPath nothing_;
  Phase phase_ = Phase::ended;
  NodeId start_ = 0, goal_ = 0;
  std::uint64_t steps_ = 0;          // not yet paid for
  std::optional<PathResult> asked_;  // the answer of the index
  std::optional<double> each_;       // the uniform cost of cells at that time, if there was one
  std::vector<double> costs_;        // else the costs so far along its path
  std::shared_ptr<const IndexState> of_plan_;  // the state that was asked
  Stats stats_of_index_;
};

}  // namespace asterion
