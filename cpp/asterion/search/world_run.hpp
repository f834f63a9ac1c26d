// The common part of searches with a table of all nodes: the table, and the functions that read it.
#pragma once

#include <utility>

#include "asterion/search/goals.hpp"
#include "asterion/search/scratch.hpp"
#include "asterion/search/search_run.hpp"
#include "asterion/search/tree.hpp"

namespace asterion {

template <SearchGraph M, TableScratch S, Observer O>
class WorldRun : public SearchRun {
 public:
  using Cost = typename S::Cost;
  using Lease = typename ScratchPool<S>::Lease;
  using Step = typename M::Step;
  using Place = typename M::Place;
  static constexpr Step kNoStep = M::kNoStep;

  std::vector<NodeId> path_to(NodeId node) const override {
    return path_in_tree(nodes_, graph_, node);
  }

  bool is_closed(NodeId node) const override { return nodes_.seen(node) && nodes_.closed(node); }
  void continue_to(NodeId goal) override {
    goals_ = Goals({goal});
    if (is_closed(goal)) return finish_at(goal);
    if (status_ == Status::found) status_ = Status::running;
  }

  // The parent of a seen node, itself at a start; and its cost so far, in the search's numbers.
  NodeId parent(NodeId node) const {
    const Step step = nodes_.arrived_by(node);
    return step == kNoStep ? node : graph_.step_back(node, step);
  }
  Cost cost(NodeId node) const { return nodes_.cost(node); }

  const O& observer() const { return observer_; }

  void write_costs(double* g) const override {
    if constexpr (M::kOnGrid) {
      if (exact_from_moves_)
        return write_exact_costs(
            graph_, nodes_.count(),
            [&](NodeId node) {
              return nodes_.seen(node) ? nodes_.arrived_by(node) : kNotSeenDirection;
            },
            g);
    }
    write(g, kInfinity, [&](NodeId node) { return static_cast<double>(nodes_.cost(node)); });
  }

  void write_estimates(double* h) const override {
    write(h, std::numeric_limits<double>::quiet_NaN(),
          [&](NodeId node) { return estimate_of(node); });
  }

  void write_states(std::uint8_t* state) const override {
    write(state, std::uint8_t{0},
          [&](NodeId node) { return static_cast<std::uint8_t>(nodes_.closed(node) ? 2 : 1); });
  }

  void write_parents(std::int64_t* parent) const override {
    write(parent, std::int64_t{-1}, [&](NodeId node) {
      const Step step = nodes_.arrived_by(node);
      return step == kNoStep ? std::int64_t{-1} : std::int64_t{graph_.step_back(node, step)};
    });
  }

  const std::vector<Event>& events() const override { return observer_.events(); }
  double estimate_of(NodeId node) const override { return graph_.true_estimate(node); }

  std::vector<double> event_costs() const override {
    if constexpr (M::kOnGrid) {
      if (exact_from_moves_) return exact_event_costs(graph_, events());
    }
    std::vector<double> costs;
    for (const Event& event : events()) costs.push_back(event.cost);
    return costs;
  }

 protected:
  WorldRun(M graph, Goals goals, Lease scratch, bool exact_from_moves)
      : graph_(std::move(graph)),
        goals_(std::move(goals)),
        scratch_(std::move(scratch)),
        nodes_(scratch_->nodes),
        exact_from_moves_(exact_from_moves) {
    nodes_.new_search();
  }

  // The costs of the events as the search has counted them.
  std::vector<double> scaled_event_costs() const {
    std::vector<double> costs;
    for (const Event& event : events()) costs.push_back(event.cost * graph_.unit());
    return costs;
  }

  template <class ForEach>
  std::optional<NodeId> nearest(ForEach&& for_each_open) const {
    Nearest<Cost> nearest;
    for_each_open([&](NodeId node) {
      if (!nodes_.closed(node)) nearest.consider(node, graph_.estimate(node), nodes_.cost(node));
    });
    return nearest.node();
  }

  // Prefetches the data of the next expansions, where it is scattered in memory.
  template <class Open>
  void look_ahead(const Open& open, const M& graph) const {
    if constexpr (!M::kOnGrid)
      if (const NodeId* next = open.hint()) graph.prefetch(*next);
  }

  void finish(Status status) { status_ = status; }
  void finish_at(NodeId goal) {
    goal_ = goal;
    status_ = Status::found;
  }

  static void count_open(Stats& stats) {
    const std::uint64_t open = stats.open();
    stats.open_sum += open;
    stats.peak_open = std::max(stats.peak_open, open);
  }

  M graph_;
  Goals goals_;
  Lease scratch_;
  typename S::Nodes& nodes_;
  [[no_unique_address]] O observer_;

 private:
  template <class T, class Value>
  void write(T* out, T otherwise, Value&& value) const {
    InterruptPoller poll;
    for (NodeId node = 0; node < nodes_.count(); ++node, poll())
      out[node] = nodes_.seen(node) ? value(node) : otherwise;
  }

  bool exact_from_moves_;  // the search's own numbers are rounded
};

}  // namespace asterion
