// A search whose nodes are cells with headings, shown as a search over cells.
//
// Queries about a cell are answered for its cheapest seen node. An event is about a cell, so a cell
// may be opened or closed more than once.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "asterion/search/search_run.hpp"
#include "asterion/search/turn_cost_graph.hpp"

namespace asterion {

class FoldedRun final : public SearchRun {
 public:
  FoldedRun(std::unique_ptr<SearchRun> run, HeadedNodes nodes, std::size_t cells)
      : run_(std::move(run)), nodes_(nodes), cells_(cells) {}

  Status advance(std::uint64_t expansions, Clock::time_point deadline) override {
    between_expansions_ = false;
    status_ = run_->advance(expansions, deadline);
    between_expansions_ = run_->is_between_expansions();
    stats_ = run_->stats();
    if (status_ == Status::found) goal_ = nodes_.cell(run_->goal());
    return status_;
  }

  std::vector<NodeId> path_to(NodeId cell) const override {
    return cells_of(run_->path_to(cheapest(costs(), cell)));
  }
  std::vector<NodeId> path_to_goal() const override { return cells_of(run_->path_to_goal()); }
  bool is_closed(NodeId cell) const override {
    for (NodeId i = 0; i < nodes_.each(); ++i)
      if (run_->is_closed(nodes_.at(cell, 0) + i)) return true;
    return false;
  }
  std::optional<NodeId> best_open() const override {
    const auto node = run_->best_open();
    return node ? std::optional(nodes_.cell(*node)) : std::nullopt;
  }

  void write_costs(double* g) const override {
    const std::vector<double> all = costs();
    for (NodeId cell = 0; cell < cells_; ++cell) g[cell] = all[cheapest(all, cell)];
  }
  void write_estimates(double* h) const override {
    const std::vector<double> all = costs();
    std::vector<double> estimates(all.size());
    run_->write_estimates(estimates.data());
    for (NodeId cell = 0; cell < cells_; ++cell) h[cell] = estimates[cheapest(all, cell)];
  }
  void write_states(std::uint8_t* state) const override {
    std::vector<std::uint8_t> states(nodes_.count(cells_));
    run_->write_states(states.data());
    for (NodeId cell = 0; cell < cells_; ++cell) {
      const auto* first = &states[nodes_.at(cell, 0)];
      state[cell] = *std::max_element(first, first + nodes_.each());
    }
  }
  void write_parents(std::int64_t* parent) const override {
    const std::vector<double> all = costs();
    std::vector<std::int64_t> parents(all.size());
    run_->write_parents(parents.data());
    for (NodeId cell = 0; cell < cells_; ++cell) {
      const std::int64_t before = parents[cheapest(all, cell)];
      parent[cell] = before < 0 ? before : nodes_.cell(static_cast<NodeId>(before));
    }
  }

  const std::vector<Event>& events() const override {
    const std::vector<Event>& all = run_->events();
    for (std::size_t i = events_.size(); i < all.size(); ++i) {
      events_.push_back(all[i]);
      events_.back().node = nodes_.cell(all[i].node);
      events_.back().parent = nodes_.cell(all[i].parent);
    }
    return events_;
  }
  std::vector<double> event_costs() const override { return run_->event_costs(); }
  double estimate_of(NodeId cell) const override {
    return run_->estimate_of(nodes_.at(cell, static_cast<Heading>(nodes_.each() - 1)));
  }

 private:
  std::vector<double> costs() const {
    std::vector<double> all(nodes_.count(cells_));
    run_->write_costs(all.data());
    return all;
  }
  NodeId cheapest(const std::vector<double>& costs, NodeId cell) const {
    const auto first = costs.begin() + nodes_.at(cell, 0);
    return static_cast<NodeId>(std::min_element(first, first + nodes_.each()) - costs.begin());
  }
  std::vector<NodeId> cells_of(std::vector<NodeId> path) const {
    for (NodeId& node : path) node = nodes_.cell(node);
    return path;
  }

  std::unique_ptr<SearchRun> run_;
  HeadedNodes nodes_;
  std::size_t cells_;
  mutable std::vector<Event> events_;  // computed on request
};

}  // namespace asterion
