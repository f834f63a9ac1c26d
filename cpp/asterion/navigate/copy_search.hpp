// Searches on a copy of a world, one at a time, each in as many slices as it takes.
//
// A search that begins at the goal can be continued to other nodes, from which it has cheapest
// paths as soon as it has closed them. One of these is shared: its estimates are 0, and it stays,
// for all requests to its goal. A search that begins at the unit ends at the goal.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/query/answer.hpp"
#include "asterion/query/snapshot.hpp"

namespace asterion {

template <World G>
class CopySearch {
 public:
  // `query` has the options of searches between two nodes.
  CopySearch(std::shared_ptr<G> original, const Query& query)
      : query_(query), original_(std::move(original)), copy_(*original_) {
    label();
    read_for(copy_.world(), query_);  // so that slices need not prepare it
  }

  // Whether the world was edited since the copy was last updated.
  bool is_behind() const { return !copy_.is_current(); }
  // For use while no search but the shared one, which walks the copy as it was, is under way.
  void catch_up() {
    if (!is_behind()) return;
    shared_.reset();
    copy_.follow();
  }

  // A unit may stand in what has become a wall: it can be left, but not entered.
  bool can_enter(NodeId node) {
    if constexpr (std::is_same_v<G, GridView>) {
      const auto guard = copy_.world().read();
      return copy_.world().free(node);
    }
    return true;
  }
  bool shares(NodeId goal) const { return shared_ && shared_->goal == goal; }

  // --- The search under way

  // Begins at the unit, and looks at one cell after the other.
  void begin_quick(NodeId unit, NodeId goal) {
    Query query = query_;
    query.algorithm = Algorithm::astar;
    begin_at(unit, goal, query);
  }

  // Begins at the goal, for a path from this node; then lead_to() continues the search to the unit,
  // about which its estimates are. Where jump point search suits the map, and `may_jump`, it is a
  // jump point search from the node; and it begins there if walls keep others from entering it.
  void begin(NodeId from, NodeId unit, NodeId goal, bool may_jump) {
    const bool walled_in = !can_enter(from);
    Query query = chosen();
    const bool jumps = may_jump && query.algorithm == Algorithm::jps;
    if (walled_in || !jumps) query.algorithm = Algorithm::astar;
    query.backward = !walled_in && !jumps;
    if (!query.backward) return begin_at(from, goal, query);
    begin_at(can_enter(unit) ? unit : from, goal, query);
    lead_to(from);
  }

  void begin_shared(NodeId from, NodeId goal) {
    own_.reset();
    if (!shares(goal)) {
      shared_.reset();  // its memory serves the next
      Query query;
      query.algorithm = Algorithm::dijkstra;
      query.heuristic = HeuristicKind::zero;
      query.backward = true;
      const auto guard = read_for(copy_.world(), query);
      shared_ = Run{goal, true, make_search<Silent>(copy_.world(), {goal}, Goals({from}), query)};
    }
    lead_to(from);
  }

  // Whether the search has begun at the goal, and can be continued to this node.
  bool leads_to(NodeId node) { return run().backward && can_enter(node); }
  void lead_to(NodeId node) {
    from_ = node;
    run().run->continue_to(node);
  }

  // Ends the search, unless it is the shared one.
  void give_up() {
    own_.reset();
    labels_.reset();
  }

  NodeId from() const { return from_; }
  bool is_shared() const { return !own_; }

  // Makes up to `most` expansions in total; returns whether it has ended or made them, and in
  // `expanded` how many were made.
  bool advance(Budget& budget, std::uint64_t most, std::uint64_t& expanded) {
    return (labels_ || has_ended(budget, most, expanded)) && has_learnt(budget);
  }

  // The path to the goal, empty if there is none; nothing if the search has not ended.
  std::optional<std::vector<NodeId>> path() {
    const auto guard = copy_.world().read();
    const SearchRun& search = *run().run;
    if (search.status() == Status::running) return {};
    if (search.status() != Status::found) return std::vector<NodeId>{};
    std::vector<NodeId> nodes = search.path_to_goal();
    if (run().backward) std::reverse(nodes.begin(), nodes.end());
    return nodes;
  }
  // The cost of a path in the world that was searched.
  double cost_of(std::vector<NodeId> nodes) {
    const auto guard = copy_.world().read();
    PathResult priced;
    write_path(copy_.world(), std::move(nodes), priced);
    return priced.cost;
  }

  // The path of an unfinished search to its best node, by estimate.
  std::vector<NodeId> path_so_far() {
    const auto guard = copy_.world().read();
    return own_->run->path_to(own_->run->best_open().value_or(from_));
  }

 private:
  using Labels = typename G::Labels;

  struct Run {
    NodeId goal;
    bool backward;
    std::unique_ptr<SearchRun> run;
    std::uint64_t counted = 0;  // expansions already spent

    std::uint64_t spend(Budget& budget) {
      const std::uint64_t expanded = run->stats().expanded - counted;
      counted += expanded;
      budget.spend(expanded);
      return expanded;
    }
  };

  Run& run() { return own_ ? *own_ : *shared_; }

  Query chosen() {
    const auto guard = read_for(copy_.world(), query_);
    return choose_algorithm(query_, copy_.world());
  }

  // A search between two nodes.
  void begin_at(NodeId from, NodeId goal, const Query& query) {
    G& world = copy_.world();
    const bool walled_in = !can_enter(from);
    const auto guard = read_for(world, query);
    from_ = from;
    own_ =
        Run{goal, query.backward,
            walled_in ? make_search<Silent>(world, {from}, Goals({goal}), query)
                      : start_search(world, world.components(), from, std::span(&goal, 1), query)};
  }

  bool has_ended(Budget& budget, std::uint64_t most, std::uint64_t& expanded) {
    const auto guard = copy_.world().read();
    SearchRun& search = *run().run;
    const std::uint64_t left = most - std::min(most, search.stats().expanded);
    advance_interruptibly(search, std::min(budget.left(), left), budget.deadline());
    expanded += run().spend(budget);
    return search.status() != Status::running || search.stats().expanded >= most;
  }

  // A failed search labels the components, so that later ones need not fail at length. Returns
  // whether that is done, or not needed; a part of the work counts as an expansion.
  bool has_learnt(Budget& budget) {
    G& world = copy_.world();
    {
      const auto guard = world.read();
      const Stats& stats = run().run->stats();
      const bool failed = run().run->status() == Status::unreachable && stats.expanded > 0;
      if (!failed || !world.labels_can_improve()) return true;
      if (!labels_) labels_.emplace();
      for (;; budget.spend(std::uint64_t{1})) {
        if (budget.is_spent()) return false;
        if (!world.label_more(*labels_)) break;
      }
    }
    world.adopt(std::move(*labels_), world.source().version());
    labels_.reset();
    return true;
  }

  void label() {
    G& world = copy_.world();
    Labels labels;
    {
      const auto guard = world.read();
      labels = world.labelled();
    }
    world.adopt(std::move(labels), world.source().version());
  }

  Query query_;
  std::shared_ptr<G> original_;
  Snapshot<G> copy_;
  NodeId from_ = 0;
  std::optional<Run> own_;        // the search under way, unless it is the shared one
  std::optional<Labels> labels_;  // being made
  std::optional<Run> shared_;
};

}  // namespace asterion
