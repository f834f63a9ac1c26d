// Best-first search: A*; Dijkstra's algorithm if the estimate is zero; greedy search if only the
// estimate counts; or a search ordered by a user's own evaluation.
//
// Guarantee   a cheapest path if the estimate never exceeds the true cost, or under the guaranteed
//             stop rule whatever the estimate; no node is expanded twice if the estimate is
//             consistent; with a weight w > 1 on a consistent estimate, at most w times the
//             cheapest; with a user's evaluation, a path if there is one
// Complexity  O(e) time with a bucket queue, O(e log n) with a heap, e moves looked at, n nodes on
//             open; 8 or 16 bytes per node of the world, touched only where the search goes
// Source      E. W. Dijkstra, A note on two problems in connexion with graphs, 1959; P. E. Hart, N.
//             J. Nilsson and B. Raphael, A formal basis for the heuristic determination of minimum
//             cost paths, 1968
#pragma once

#include <utility>

#include "asterion/search/guarantee.hpp"
#include "asterion/search/options.hpp"
#include "asterion/search/rounding.hpp"
#include "asterion/search/world_run.hpp"
#include "asterion/world/compiler.hpp"

namespace asterion {

template <BestFirstScratch S, Observer O = Silent,
          SearchGraph M = GridSearchGraph<typename S::Cost>>
class BestFirst final : public WorldRun<M, S, O> {
 public:
  using Base = WorldRun<M, S, O>;
  using Base::kNoStep;
  using typename Base::Cost;
  using typename Base::Lease;
  using typename Base::Place;
  using typename Base::Step;

  BestFirst(M graph, const NodeList& starts, Goals goals, const SearchOptions& options,
            Lease scratch)
      : Base(graph, std::move(goals), std::move(scratch), graph.uniform()),
        options_(options),
        open_(scratch_->open),
        limited_(options.max_cost < kInfinity),
        max_cost_(options.max_cost / graph_.unit() * (1 + kSearchRounding)) {
    // The first route to a node may be too expensive to complete within the limit: allow more.
    if (limited_ && options_.reopen == Reopen::off) options_.reopen = Reopen::passive;
    open_.start(options.order, graph_.largest_rise());
    for (const NodeId start : starts) start_at(start, 0);
  }

  // Adds a start that already has this cost; before the first step.
  void start_at(NodeId node, Cost cost) {
    reach(stats_, {node, node, cost, kNoStep, false}, graph_.point(node));
  }

  Status advance(std::uint64_t expansions, Clock::time_point deadline) override {
    return this->advance_by(expansions, deadline,
                            [this](Stats& stats) ASTERION_ALWAYS_INLINE { step(stats); });
  }

  std::vector<NodeId> path_to(NodeId node) const override {
    if constexpr (M::kOnGrid) {
      if (options_.order.ties == Ties::straight) return straightest_path(nodes_, graph_, node);
    }
    return path_in_tree(nodes_, graph_, node);
  }

  std::optional<NodeId> best_open() const override {
    return this->nearest([&](auto&& visit) { open_.for_each(visit); });
  }

  // Keeps every route from entering this node.
  void close_off(NodeId node) {
    nodes_.relax(node, 0, kNoStep, false);
    nodes_.close(node);
  }

  // The moves to each node where costs are uniform; kNoMoves to nodes not seen.
  std::vector<MoveCount> moves() const {
    std::vector<MoveCount> moves(nodes_.count());
    write_moves(
        graph_, nodes_.count(),
        [&](NodeId node) {
          return nodes_.seen(node) ? nodes_.arrived_by(node) : kNotSeenDirection;
        },
        moves.data());
    return moves;
  }

  // The costs so far of all nodes.
  ZeroedArray<double> take_costs() {
    auto costs = zeroed_array<double>(nodes_.count());
    this->write_costs(costs.get());
    return costs;
  }

 private:
  using Base::goals_;
  using Base::graph_;
  using Base::nodes_;
  using Base::observer_;
  using Base::scratch_;
  using Base::stats_;

  struct Route {
    NodeId node;
    NodeId parent;
    Cost cost;
    Step step;
    bool turns;
  };

  // Compiled away for plain options, which are the common ones.
  bool guaranteed() const { return !S::kForPlainOptions && options_.stop == Stop::guaranteed; }
  bool may_reopen() const {
    return !S::kForPlainOptions && !options_.consistent && options_.reopen != Reopen::off;
  }

  // The stop rule `reached`.
  bool rests_at_goal() const {
    if constexpr (!S::kForPlainOptions) {
      if (options_.stop != Stop::reached) return false;
      const NodeId goal = goals_.nodes()[0];
      return nodes_.seen(goal) && nodes_.cost(goal) <= open_.smallest_f();
    }
    return false;
  }

  [[gnu::always_inline]] void step(Stats& stats) {
    if (guaranteed() && guarantee_.holds(nodes_)) return this->finish_at(guarantee_.goal());
    while (!open_.empty() && nodes_.closed(open_.top())) open_.pop();
    if (open_.empty()) return run_dry();
    if (rests_at_goal()) return this->finish_at(goals_.nodes()[0]);
    const NodeId node = open_.top();
    const bool is_goal = goals_.contains(node);
    if (is_goal && !guaranteed()) return this->finish_at(node);
    if (stats.expanded >= options_.max_expansions) return this->finish(Status::stopped);

    open_.pop();
    this->look_ahead(open_, graph_);
    ++stats.pops;
    nodes_.close(node);
    if (!is_goal && is_useless(node, nodes_.cost(node))) return;
    observer_.note(EventKind::closed, node, node, static_cast<double>(nodes_.cost(node)));
    if (!is_goal) ++stats.expanded;
    reach_neighbours(stats, node);
    if (may_reopen()) hand_on_gains(stats);
    this->count_open(stats);
  }

  [[gnu::always_inline]] void reach_neighbours(Stats& stats, NodeId node) {
    const Cost cost = nodes_.cost(node);
    const Step arrived_by = nodes_.arrived_by(node);
    if constexpr (requires { graph_.prefetch_neighbours(node, nodes_); })
      graph_.prefetch_neighbours(node, nodes_);
    graph_.for_each_move(node, arrived_by, [&](NodeId next, Cost move, Step step, Place place) {
      ++stats.moves;
      const bool turns = step != arrived_by && arrived_by != kNoStep;
      reach(stats, {next, node, cost + move, step, turns}, place);
    });
  }

  // Opens the node at the end of a route if the route is the first there, or better than before.
  [[gnu::always_inline]] void reach(Stats& stats, const Route& route, Place place) {
    const auto [node, parent, cost, step, turns] = route;
    if (limited_ && over_limit(node, cost, place)) return;
    if (is_useless(node, cost)) return;
    const Relaxed what = nodes_.relax(node, cost, step, may_reopen());
    if (what == Relaxed::no) return;
    if (may_reopen() && what == Relaxed::reopened && options_.reopen == Reopen::active) {
      nodes_.close(node);  // it was never on open again: not counted as re-opened
      gains_.push_back(node);
      observer_.note(EventKind::improved, node, parent, static_cast<double>(cost));
      if (guaranteed()) guarantee_.improved(node, static_cast<double>(cost), goals_.contains(node));
      return;
    }
    const Candidate<Cost> candidate{node, f(node, cost, graph_.estimate(node, place)), cost, turns};
    if (what == Relaxed::improved) {
      open_.improve(candidate);
      observer_.note(EventKind::improved, node, parent, static_cast<double>(cost));
    } else {
      open_.push(candidate);
      ++stats.pushes;
      const bool first = what == Relaxed::opened;
      if (!first) ++stats.reopened;
      observer_.note(first ? EventKind::opened : EventKind::reopened, node, parent,
                     static_cast<double>(cost));
    }
    if (guaranteed()) guarantee_.reached(node, static_cast<double>(cost), goals_.contains(node));
  }

  // Whether another seen node leads wherever this one does at no higher cost, for worlds that can
  // tell.
  bool is_useless([[maybe_unused]] NodeId node, [[maybe_unused]] Cost cost) const {
    if constexpr (requires { graph_.is_useless(nodes_, node, cost); })
      return graph_.is_useless(nodes_, node, cost);
    return false;
  }

  // Active re-opening: propagates the gains of closed nodes to their successors until none is left.
  [[gnu::noinline]] void hand_on_gains(Stats& stats) {
    for (InterruptPoller poll; !gains_.empty(); poll()) {
      const NodeId node = gains_.back();
      gains_.pop_back();
      reach_neighbours(stats, node);
    }
  }

  Cost f([[maybe_unused]] NodeId node, Cost cost, Cost estimate) const {
    if constexpr (std::is_integral_v<Cost>) {
      return cost + estimate;
    } else {
      if constexpr (!S::kForPlainOptions) {
        if (options_.evaluation != nullptr) return evaluated(node, cost, estimate);
      }
      return options_.greedy ? estimate : cost + options_.weight * estimate;
    }
  }

  [[gnu::noinline]] double evaluated(NodeId node, double cost, double estimate) const {
    const double unit = graph_.unit(), g = cost * unit, h = estimate * unit;
    const double value = options_.evaluation->at(g, h, node);
    return unit == 1 ? value : without_rounding(value, g, h, unit);
  }

  bool over_limit(NodeId node, Cost cost, Place place) {
    const Cost at_least = options_.consistent ? cost + graph_.estimate(node, place) : cost;
    const bool refused = static_cast<double>(at_least) > max_cost_;
    cut_off_ |= refused;
    return refused;
  }

  // Open is empty: there is no path, unless a limit cut it off.
  void run_dry() {
    if (guarantee_.goal_reached()) return this->finish_at(guarantee_.goal());
    this->finish(cut_off_ ? Status::stopped : Status::unreachable);
  }

  SearchOptions options_;
  decltype(S::open)& open_;
  bool limited_;
  double max_cost_;
  bool cut_off_ = false;
  Guarantee guarantee_;
  std::vector<NodeId> gains_;  // closed nodes whose better route their successors do not know
};

}  // namespace asterion
