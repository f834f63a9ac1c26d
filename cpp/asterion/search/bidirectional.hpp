// Bidirectional A*: one search from the start, one from the goals, until neither can do better than
// the best meeting found. With a zero estimate it is bidirectional Dijkstra.
//
// Guarantee   a cheapest path; needs a consistent estimate
// Complexity  as A*, on two frontiers; 16 or 32 bytes per node of the world, where the search goes
// Source      I. Pohl, Bi-directional search, 1971; the nodes that need not be expanded: W. Pijls
//             and H. Post, Yet another bidirectional algorithm for finding the shortest path, 2009
#pragma once

#include <limits>
#include <utility>

#include "asterion/search/options.hpp"
#include "asterion/search/rounding.hpp"
#include "asterion/search/world_run.hpp"

namespace asterion {

// Between steps, g, h and parent belong to the forward half; state is that of both.
template <BestFirstScratch S, Observer O = Silent,
          SearchGraph M = GridSearchGraph<typename S::Cost>>
class Bidirectional final : public WorldRun<M, S, O> {
 public:
  using Base = WorldRun<M, S, O>;
  using Base::kNoStep;
  using typename Base::Cost;
  using typename Base::Lease;
  using typename Base::Place;
  using typename Base::Step;

  Bidirectional(M forward, M backward, const NodeList& starts, Goals goals,
                const SearchOptions& options, Lease scratch, Lease other)
      : Base(forward, std::move(goals), std::move(scratch), forward.uniform()),
        options_(options),
        other_(std::move(other)),
        forward_{graph_, nodes_, scratch_->open},
        backward_{std::move(backward), other_->nodes, other_->open},
        max_cost_(options.max_cost / graph_.unit() * (1 + kSearchRounding)) {
    other_->nodes.new_search();
    for (Half* half : {&forward_, &backward_})
      half->open.start(options.order, graph_.largest_rise());
    for (const NodeId start : starts)
      reach(stats_, forward_, backward_, start, start, 0, kNoStep, false);
    if (starts.empty()) return;  // no start: the search has ended
    for (const NodeId goal : goals_.nodes())
      reach(stats_, backward_, forward_, goal, goal, 0, kNoStep, false);
  }

  Status advance(std::uint64_t expansions, Clock::time_point deadline) override {
    return this->advance_by(expansions, deadline, [this](Stats& stats) { step(stats); });
  }

  std::vector<NodeId> path_to(NodeId node) const override {
    return path_in_tree(nodes_, graph_, node);
  }

  std::vector<NodeId> path_to_goal() const override {
    std::vector<NodeId> path = path_to(meeting_);
    NodeId node = meeting_;
    for (Step step; (step = backward_.nodes.arrived_by(node)) != kNoStep;)
      path.push_back(node = graph_.step_back(node, step));
    return path;
  }

  std::optional<NodeId> best_open() const override {
    return this->nearest([&](auto&& visit) { forward_.open.for_each(visit); });
  }

  // Not from the moves: those of two fronts may lead to one node.
  std::vector<double> event_costs() const override { return this->scaled_event_costs(); }

  void write_states(std::uint8_t* state) const override {
    for (NodeId node = 0; node < nodes_.count(); ++node)
      state[node] = std::max(state_in(forward_, node), state_in(backward_, node));
  }

 private:
  using Base::goals_;
  using Base::graph_;
  using Base::nodes_;
  using Base::observer_;
  using Base::scratch_;
  using Base::stats_;

  struct Half {
    M graph;
    typename S::Nodes& nodes;
    decltype(S::open)& open;
    std::uint64_t size = 0;  // of the open list
  };

  static constexpr Cost kNone = std::numeric_limits<Cost>::max();

  // One expansion, in the half with fewer open nodes.
  void step(Stats& stats) {
    for (;;) {
      const Cost ahead_least = smallest_f(forward_), back_least = smallest_f(backward_);
      const Cost least = std::max(ahead_least, back_least);
      // Without estimates a better path would have to cross both frontiers.
      if (least >= best_ || (blind_ && ahead_least + back_least >= best_)) return end();
      const bool ahead = forward_.size <= backward_.size;
      Half& half = ahead ? forward_ : backward_;
      Half& other = ahead ? backward_ : forward_;
      beyond_ = ahead ? back_least : ahead_least;
      const NodeId node = half.open.top();
      // The other half has closed this node, so its best path from there is known and in `best_`.
      const bool expands = !(other.nodes.seen(node) && other.nodes.closed(node)) &&
                           !is_futile(other, node, half.nodes.cost(node));
      const bool counts = expands && !goals_.contains(node);
      if (counts && stats.expanded >= options_.max_expansions) return this->finish(Status::stopped);
      half.open.pop();
      this->look_ahead(half.open, half.graph);
      --half.size;
      ++stats.pops;
      half.nodes.close(node);
      observer_.note(EventKind::closed, node, node, static_cast<double>(half.nodes.cost(node)));
      if (!expands) continue;
      stats.expanded += counts;
      const Cost cost = half.nodes.cost(node);
      const Step arrived_by = half.nodes.arrived_by(node);
      half.graph.for_each_move(node, arrived_by, [&](NodeId next, Cost move, Step step, Place) {
        ++stats.moves;
        const bool turns = step != arrived_by && arrived_by != kNoStep;
        reach(stats, half, other, next, node, cost + move, step, turns);
      });
      this->count_open(stats);
      if (counts) return;
    }
  }

  void reach(Stats& stats, Half& half, const Half& other, NodeId node, NodeId parent, Cost cost,
             Step from, bool turns) {
    const Cost f = cost + half.graph.estimate(node);
    if (f >= best_ || (!other.nodes.seen(node) && is_futile(other, node, cost))) return;
    if (static_cast<double>(f) > max_cost_) {
      cut_off_ = true;
      return;
    }
    const Relaxed what = half.nodes.relax(node, cost, from, false);
    if (what == Relaxed::no) return;
    if (what == Relaxed::opened) {
      half.open.push({node, f, cost, turns});
      ++half.size;
      ++stats.pushes;
      if (other.nodes.seen(node)) ++stats.met;
    } else {
      half.open.improve({node, f, cost, turns});
    }
    observer_.note(what == Relaxed::opened ? EventKind::opened : EventKind::improved, node, parent,
                   static_cast<double>(cost));
    if (other.nodes.seen(node) && cost + other.nodes.cost(node) < best_) {
      best_ = cost + other.nodes.cost(node);
      meeting_ = node;
    }
  }

  // Whether no path over this node can beat the best one: it has to leave through the other
  // frontier, whose nodes cost that half at least `beyond_`, including its estimate of this node.
  bool is_futile(const Half& other, NodeId node, Cost cost) const {
    if (best_ == kNone) return false;
    return cost + beyond_ >= best_ + other.graph.estimate(node);
  }

  // The smallest f on open; above any cost where open is empty.
  Cost smallest_f(Half& half) {
    while (!half.open.empty() && half.nodes.closed(half.open.top())) half.open.pop();
    if (half.open.empty()) return kNone;
    const NodeId node = half.open.top();
    return half.nodes.cost(node) + half.graph.estimate(node);
  }

  void end() {
    if (best_ == kNone) return this->finish(cut_off_ ? Status::stopped : Status::unreachable);
    this->finish_at(meeting_);
  }

  static std::uint8_t state_in(const Half& half, NodeId node) {
    return !half.nodes.seen(node) ? 0 : half.nodes.closed(node) ? 2 : 1;
  }

  SearchOptions options_;
  Lease other_;
  Half forward_;
  Half backward_;
  double max_cost_;
  bool cut_off_ = false;
  bool blind_ = graph_.blind();
  Cost beyond_ = 0;    // the smallest f on the open list of the other half
  Cost best_ = kNone;  // the cheapest path through a node that both halves have seen
  NodeId meeting_ = 0;
};

}  // namespace asterion
