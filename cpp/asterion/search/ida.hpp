// Iterative-deepening A*: depth-first rounds under a bound on f. The first bound is the estimate of
// the start, each next one the smallest f that exceeded the last.
//
// Guarantee   a cheapest path if the estimate never exceeds the true cost
// Complexity  memory: the path and its untried moves, at most depth x branching; time: exponential
//             where many paths lead to one cell, so a limit is wise. With a transposition table
//             (off by default) O(cells) per round in both
// Source      R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985
#pragma once

#include <limits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "asterion/search/goals.hpp"
#include "asterion/search/grid_search_graph.hpp"
#include "asterion/search/options.hpp"
#include "asterion/search/rounding.hpp"
#include "asterion/search/search_run.hpp"

namespace asterion {

template <CostNumber Cost, Observer O = Silent, SingleMoveGraph M = GridSearchGraph<Cost>>
class Ida final : public SearchRun {
 public:
  Ida(M graph, const NodeList& starts, Goals goals, const SearchOptions& options,
      bool transpositions)
      : graph_(std::move(graph)),
        starts_(starts),  // one, or none if there is nothing to look for
        goals_(std::move(goals)),
        options_(options),
        max_cost_(options.max_cost * (1 + kSearchRounding)),
        transpositions_(transpositions) {
    for (const NodeId start : starts) next_bound_ = std::min(next_bound_, f(start, 0));
  }

  Status advance(std::uint64_t expansions, Clock::time_point deadline) override {
    return advance_by(expansions, deadline, [this](Stats& stats) { step(stats); });
  }

  std::vector<NodeId> path_to(NodeId node) const override {
    std::vector<NodeId> path;
    for (const Frame& frame : path_) {
      path.push_back(frame.node);
      if (frame.node == node) break;
    }
    return path;
  }

  // The end of the current path.
  std::optional<NodeId> best_open() const override {
    return path_.empty() ? std::nullopt : std::optional(path_.back().node);
  }

  // Whole numbers are rounded, by less than one part in ten million.
  std::vector<double> thresholds() const override { return thresholds_; }

  void write_costs(double* g) const override {
    write(g, kInfinity, [&](const Frame& frame) { return real(frame.cost); });
  }
  void write_estimates(double* h) const override {
    write(h, std::numeric_limits<double>::quiet_NaN(),
          [&](const Frame& frame) { return estimate_of(frame.node); });
  }
  void write_states(std::uint8_t* state) const override {
    write(state, std::uint8_t{0}, [](const Frame&) { return std::uint8_t{2}; });
  }
  void write_parents(std::int64_t* parent) const override {
    write(parent, std::int64_t{-1}, [&](const Frame& frame) {
      return frame.arrived_by == kNoStep
                 ? std::int64_t{-1}
                 : std::int64_t{graph_.step_back(frame.node, frame.arrived_by)};
    });
  }

  const std::vector<Event>& events() const override { return observer_.events(); }
  double estimate_of(NodeId node) const override { return graph_.true_estimate(node); }
  std::vector<double> event_costs() const override {
    std::vector<double> costs;
    for (const Event& event : events()) costs.push_back(event.cost * graph_.unit());
    return costs;
  }

 private:
  using Step = typename M::Step;
  static constexpr Step kNoStep = M::kNoStep;
  struct Frame {
    NodeId node;
    Cost cost;
    Step arrived_by;
    typename M::Untried untried;
  };

  static constexpr Cost kNone = std::numeric_limits<Cost>::max();

  // Expands the next node within the bound, depth first.
  void step(Stats& stats) {
    for (;;) {
      if (path_.empty()) {
        if (next_round()) visit(stats, starts_[0], 0, kNoStep);
        return;
      }
      Frame& top = path_.back();
      if (M::number_of(top.untried) == 0) {
        leave(stats);
        continue;
      }
      const auto [next, cost, step] = graph_.take(top.node, top.untried);
      --stored_;
      ++stats.moves;
      if (visit(stats, next, top.cost + cost, step)) return;
    }
  }

  // Begins the next round; false if the search is over instead.
  bool next_round() {
    if (next_bound_ == kNone) {
      status_ = cut_off_ ? Status::stopped : Status::unreachable;
      return false;
    }
    if (options_.consistent && real(next_bound_) > max_cost_) {
      status_ = Status::stopped;
      return false;
    }
    thresholds_.push_back(real(next_bound_));
    if constexpr (std::is_integral_v<Cost>) {
      bound_ = next_bound_;
    } else {
      bound_ = next_bound_ * (1 + kSumRounding);  // bounds that differ by less are one
    }
    next_bound_ = kNone;
    best_this_round_.clear();
    return true;
  }

  // Extends the path by a node, if the bound allows; true if this used up the step.
  bool visit(Stats& stats, NodeId node, Cost cost, Step arrived_by) {
    if (!options_.consistent && real(cost) > max_cost_) {  // f may exceed what a path costs
      cut_off_ = true;
      return false;
    }
    const Cost estimated = f(node, cost);
    if (estimated > bound_) {
      next_bound_ = std::min(next_bound_, estimated);
      return false;
    }
    if (on_path_.contains(node)) return false;
    if (transpositions_) {
      const auto [known, first] = best_this_round_.try_emplace(node, cost);
      if (!first && known->second <= cost) return false;
      known->second = cost;
    }
    const NodeId parent = arrived_by == kNoStep ? node : graph_.step_back(node, arrived_by);
    observer_.note(EventKind::opened, node, parent, static_cast<double>(cost));
    if (goals_.contains(node)) {
      path_.push_back({node, cost, arrived_by, {}});
      goal_ = node;
      status_ = Status::found;
      return true;
    }
    if (stats.expanded >= options_.max_expansions) {
      status_ = Status::stopped;
      return true;
    }
    const auto untried = graph_.untried(node, arrived_by);
    path_.push_back({node, cost, arrived_by, untried});
    on_path_.insert(node);
    observer_.note(EventKind::closed, node, node, static_cast<double>(cost));
    ++stats.expanded;
    ++stats.pushes;
    stored_ += 1 + M::number_of(untried);
    stats.open_sum += stored_;
    stats.peak_open = std::max(stats.peak_open, stored_);
    return true;
  }

  void leave(Stats& stats) {
    on_path_.erase(path_.back().node);
    path_.pop_back();
    --stored_;
    ++stats.pops;
  }

  Cost f(NodeId node, Cost cost) const {
    if constexpr (std::is_integral_v<Cost>) {
      return cost + graph_.estimate(node);
    } else {
      return cost + options_.weight * graph_.estimate(node);
    }
  }

  double real(Cost cost) const { return static_cast<double>(cost) * graph_.unit(); }

  template <class T, class Value>
  void write(T* out, T otherwise, Value&& value) const {
    std::fill_n(out, graph_.count(), otherwise);
    for (const Frame& frame : path_) out[frame.node] = value(frame);
  }

  M graph_;
  NodeList starts_;
  Goals goals_;
  SearchOptions options_;
  double max_cost_;
  bool cut_off_ = false;  // a path was given up for its cost
  bool transpositions_;
  [[no_unique_address]] O observer_;
  std::vector<Frame> path_;
  std::unordered_set<NodeId> on_path_;
  std::unordered_map<NodeId, Cost> best_this_round_;
  Cost bound_ = 0;
  Cost next_bound_ = kNone;
  std::uint64_t stored_ = 0;  // nodes on the path, and moves not yet tried from them
  std::vector<double> thresholds_;
};

}  // namespace asterion
