// Depth-first search: follows the newest node, and returns to the last fork at a dead end.
//
// Guarantee   a path if one exists, usually far from the shortest
// Complexity  O(nodes + moves reached) time, 8 bytes per node of the world and 4 per fork
// Source      C. P. Tremaux, as reported by E. Lucas, Recreations mathematiques, 1882
#pragma once

#include <utility>

#include "asterion/search/options.hpp"
#include "asterion/search/world_run.hpp"

namespace asterion {

// The cost so far of a node is its number of moves.
template <Observer O = Silent, BestFirstScratch S = PackedScratch,
          SearchGraph M = GridSearchGraph<typename S::Cost>>
class Dfs final : public WorldRun<M, S, O> {
 public:
  using Base = WorldRun<M, S, O>;
  using Base::kNoStep;
  using typename Base::Cost;
  using typename Base::Lease;
  using typename Base::Place;
  using typename Base::Step;

  Dfs(M graph, const NodeList& starts, Goals goals, const SearchOptions& options, Lease scratch)
      : Base(std::move(graph), std::move(goals), std::move(scratch), false),
        max_expansions_(options.max_expansions) {
    for (const NodeId start : starts) reach(stats_, start, start, 0, kNoStep);
  }

  Status advance(std::uint64_t expansions, Clock::time_point deadline) override {
    return this->advance_by(expansions, deadline, [this](Stats& stats) { step(stats); });
  }

  std::optional<NodeId> best_open() const override {
    return this->nearest([&](auto&& visit) {
      for (const NodeId node : stack_) visit(node);
    });
  }

 private:
  using Base::graph_;
  using Base::nodes_;
  using Base::stats_;

  void step(Stats& stats) {
    while (!stack_.empty() && nodes_.closed(stack_.back())) stack_.pop_back();
    if (stack_.empty()) return this->finish(Status::unreachable);
    const NodeId node = stack_.back();
    if (this->goals_.contains(node)) return this->finish_at(node);
    if (stats.expanded >= max_expansions_) return this->finish(Status::stopped);

    stack_.pop_back();
    ++stats.pops;
    ++stats.expanded;
    nodes_.close(node);
    const Cost depth = nodes_.cost(node);
    this->observer_.note(EventKind::closed, node, node, static_cast<double>(depth));
    moves_.clear();
    graph_.for_each_move(node, nodes_.arrived_by(node), [&](NodeId next, Cost, Step step, Place) {
      moves_.push_back({next, step});
    });
    stats.moves += moves_.size();
    // The first move should be tried first, so it is pushed last.
    for (auto move = moves_.rbegin(); move != moves_.rend(); ++move)
      reach(stats, move->first, node, depth + 1, move->second);
    this->count_open(stats);
  }

  // The last route pushed is the one that will be taken, so it replaces earlier ones.
  void reach(Stats& stats, NodeId node, NodeId parent, Cost moves, Step from) {
    const bool first = !nodes_.seen(node);
    if (!first && nodes_.closed(node)) return;
    nodes_.replace(node, moves, from);
    stack_.push_back(node);
    if (first) ++stats.pushes;
    this->observer_.note(first ? EventKind::opened : EventKind::improved, node, parent,
                         static_cast<double>(moves));
  }

  std::uint64_t max_expansions_;
  std::vector<NodeId> stack_;
  std::vector<std::pair<NodeId, Step>> moves_;
};

}  // namespace asterion
