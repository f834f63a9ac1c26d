// Breadth-first search: fewest moves, whatever they cost.
//
// Guarantee   a path with the fewest moves if one exists; the first found in neighbour order
// Complexity  O(nodes + moves reached) time, 12 bytes per node reached, no heap
// Source      E. F. Moore, The shortest path through a maze, 1959
#pragma once

#include <utility>

#include "asterion/search/options.hpp"
#include "asterion/search/world_run.hpp"
#include "asterion/world/compiler.hpp"

namespace asterion {

// The cost so far of a node is its number of moves.
template <Observer O = Silent, BestFirstScratch S = PackedScratch,
          SearchGraph M = GridSearchGraph<typename S::Cost>>
class Bfs final : public WorldRun<M, S, O> {
 public:
  using Base = WorldRun<M, S, O>;
  using Base::kNoStep;
  using typename Base::Cost;
  using typename Base::Lease;
  using typename Base::Place;
  using typename Base::Step;

  Bfs(M graph, const NodeList& starts, Goals goals, const SearchOptions& options, Lease scratch)
      : Base(std::move(graph), std::move(goals), std::move(scratch), false),
        max_expansions_(options.max_expansions) {
    for (const NodeId start : starts) reach(stats_, start, start, 0, kNoStep);
  }

  Status advance(std::uint64_t expansions, Clock::time_point deadline) override {
    return this->advance_by(expansions, deadline,
                            [this](Stats& stats) ASTERION_ALWAYS_INLINE { step(stats); });
  }

  std::optional<NodeId> best_open() const override {
    return this->nearest([&](auto&& visit) {
      for (std::size_t i = head_; i < queue_.size(); ++i) visit(queue_[i]);
    });
  }

 private:
  using Base::graph_;
  using Base::nodes_;
  using Base::stats_;

  void step(Stats& stats) {
    if (head_ == queue_.size()) return this->finish(Status::unreachable);
    const NodeId node = queue_[head_];
    if (this->goals_.contains(node)) return this->finish_at(node);
    if (stats.expanded >= max_expansions_) return this->finish(Status::stopped);

    ++head_;
    ++stats.pops;
    ++stats.expanded;
    nodes_.close(node);
    const Cost moves = nodes_.cost(node);
    this->observer_.note(EventKind::closed, node, node, static_cast<double>(moves));
    graph_.for_each_move(node, nodes_.arrived_by(node), [&](NodeId next, Cost, Step step, Place) {
      ++stats.moves;
      reach(stats, next, node, moves + 1, step);
    });
    this->count_open(stats);
  }

  void reach(Stats& stats, NodeId node, NodeId parent, Cost moves, Step from) {
    if (nodes_.relax(node, moves, from, false) != Relaxed::opened) return;
    queue_.push_back(node);
    ++stats.pushes;
    this->observer_.note(EventKind::opened, node, parent, static_cast<double>(moves));
  }

  std::uint64_t max_expansions_;
  std::vector<NodeId> queue_;
  std::size_t head_ = 0;
};

}  // namespace asterion
