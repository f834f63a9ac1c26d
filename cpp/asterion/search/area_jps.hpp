// Jump point search where costs differ by area: A* that puts only cells on open where a path may
// have to turn. These are the jump points of uniform areas, and all cells beside one of another
// cost (mixed cells). Between them, all cells that a walk enters cost the same.
//
// Guarantee   a cheapest path; needs costs of whole numbers up to 255
// Complexity  as A*, on the jump points alone, plus scans of the lines between them, dozens of
//             cells at a time; 12 bytes per cell, touched only at jump points, 16 per cell on open;
//             9 bits per cell for the map
// Source      M. Carlson, S. K. Moghadam, D. D. Harabor, P. J. Stuckey and M. Ebrahimi, Optimal
//             pathfinding on weighted grid maps, 2023; and as in jps.hpp
#pragma once

#include <utility>

#include "asterion/search/jumps.hpp"
#include "asterion/search/options.hpp"
#include "asterion/search/rounding.hpp"
#include "asterion/search/world_run.hpp"

namespace asterion {

template <Diagonal rule, Observer O = Silent>
class AreaJps final : public WorldRun<GridSearchGraph<AreaScratch::Cost>, AreaScratch, O> {
 public:
  using Base = WorldRun<GridSearchGraph<AreaScratch::Cost>, AreaScratch, O>;
  using typename Base::Cost;
  using typename Base::Lease;

  AreaJps(GridSearchGraph<Cost> graph, const NodeList& starts, Goals goals,
          const SearchOptions& options, Lease scratch)
      : Base(std::move(graph), std::move(goals), std::move(scratch), true),
        jumps_(graph_.view(), goals_.nodes()),
        options_(options),
        before_(scratch_->before.get()),
        open_(scratch_->open),
        found_(scratch_->found),
        limited_(options.max_cost < kInfinity),
        max_cost_(options.max_cost / graph_.unit() * (1 + kSearchRounding)) {
    found_.resize(Jumps<rule, true>::most_found(graph_.view().grid()));
    open_.start(kUsualJump * graph_.largest_rise());
    for (const NodeId start : starts)
      reach(stats_, start, graph_.point(start), start, 0, kNoDirection);
  }

  Status advance(std::uint64_t expansions, Clock::time_point deadline) override {
    return this->advance_by(expansions, deadline, [this](Stats& stats) { step(stats); });
  }

  std::vector<NodeId> path_to(NodeId node) const override {
    std::vector<NodeId> path{node};
    while (!is_start(node)) {
      JumpBack back = jump_back<rule>(graph_.point(node), graph_.point(before_[node]));
      for (; back.later > 0; --back.later) path.push_back(node = graph_.step(node, back.last));
      for (; back.earlier > 0; --back.earlier) path.push_back(node = graph_.step(node, back.first));
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

  std::optional<NodeId> best_open() const override {
    return this->nearest([&](auto&& visit) { open_.for_each(visit); });
  }

  void write_costs(double* g) const override {
    write_sums(nodes_, graph_, g, [this](NodeId node) { return before_[node]; });
  }
  void write_parents(std::int64_t* parent) const override {
    for (NodeId node = 0; node < nodes_.count(); ++node)
      parent[node] = nodes_.seen(node) && !is_start(node) ? std::int64_t{before_[node]} : -1;
  }

 private:
  using Base::goals_;
  using Base::graph_;
  using Base::nodes_;
  using Base::observer_;
  using Base::scratch_;
  using Base::stats_;

  static constexpr double kUsualJump = 8;  // moves, at most; longer ones cost a little more

  bool is_start(NodeId node) const { return nodes_.arrived_by(node) == kNoDirection; }

  void step(Stats& stats) {
    while (!open_.empty() && nodes_.closed(open_.top())) open_.pop();
    if (open_.empty()) return this->finish(cut_off_ ? Status::stopped : Status::unreachable);
    const NodeId cell = open_.top();
    if (goals_.contains(cell)) return this->finish_at(cell);
    if (stats.expanded >= options_.max_expansions) return this->finish(Status::stopped);
    open_.pop();
    ++stats.pops;
    ++stats.expanded;
    nodes_.close(cell);
    const Cost cost = nodes_.cost(cell);
    observer_.note(EventKind::closed, cell, cell, static_cast<double>(cost));
    const Point p = graph_.point(cell);
    const Direction arrived_by = nodes_.arrived_by(cell);
    const std::uint8_t moves = jumps_.is_mixed(p) ? graph_.moves_from_mixed(cell, arrived_by)
                                                  : jumps_.moves(p, arrived_by);
    // A mixed cell is usually beside others, to which there is no need to walk.
    const std::uint8_t beside = moves & jumps_.mixed_around(p);
    for_each_direction(beside, [&](Direction d) {
      const NodeId next = graph_.step(cell, d);
      ++stats.moves;
      reach(stats, next, {p.row + kRowStep[d], p.col + kColStep[d]}, cell,
            cost + graph_.move_cost(cell, next, d), d);
    });
    for_each_direction(moves & static_cast<std::uint8_t>(~beside),
                       [&](Direction d) { walk(stats, cell, p, cost, d); });
    this->count_open(stats);
  }

  // Puts the jump points in one direction on open.
  void walk(Stats& stats, NodeId cell, Point p, Cost cost, Direction d) {
    typename Jumps<rule, true>::Walk walk{found_.data()};
    jumps_.go(p, d, walk);
    // All cells from here to the next mixed one cost the same.
    const Cost factor = graph_.factor(cell, cell);
    const Cost first = graph_.move_length(d) * factor, later = graph_.move_length(0) * factor;
    for (const JumpPoint* jump = found_.data(); jump != walk.found; ++jump) {
      ++stats.moves;
      reach(stats, graph_.view().grid().id(jump->at), jump->at, cell,
            cost + first * static_cast<Cost>(jump->first) + later * static_cast<Cost>(jump->later),
            jump->last);
    }
  }

  void reach(Stats& stats, NodeId cell, Point p, NodeId before, Cost cost, Direction from) {
    if (limited_ && over_limit(cost + graph_.estimate(cell, p))) return;
    const Relaxed what = nodes_.relax(cell, cost, from, false);
    if (what == Relaxed::no) return;
    before_[cell] = before;
    stats.pushes += what == Relaxed::opened;
    open_.push(cell, static_cast<double>(cost + graph_.estimate(cell, p)));
    observer_.note(what == Relaxed::opened ? EventKind::opened : EventKind::improved, cell, before,
                   static_cast<double>(cost));
  }

  bool over_limit(Cost f) {
    const bool refused = static_cast<double>(f) > max_cost_;
    cut_off_ |= refused;
    return refused;
  }

  Jumps<rule, true> jumps_;
  SearchOptions options_;
  NodeId* before_;
  BucketHeap& open_;
  std::vector<JumpPoint>& found_;
  bool limited_;
  double max_cost_;
  bool cut_off_ = false;
};

}  // namespace asterion
