// Searches on a copy of a world, one at a time, each in as many slices as it takes.
//
// A search is between two nodes, or it is the shared one: from a goal to everywhere. Each request
// to that goal takes its path as soon as the shared search has reached it.
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

  void begin(NodeId from, NodeId goal, bool cell_by_cell) {
    G& world = copy_.world();
    Query query = query_;
    const bool walled_in = !can_enter(from);
    if (cell_by_cell || walled_in) query.algorithm = Algorithm::astar;
    const auto guard = read_for(world, query);
    query = choose_algorithm(query, world);
    from_ = from;
    own_ = Run{goal, walled_in ? make_search<Silent>(world, {from}, Goals({goal}), query)
                               : start_search(world, world.components(), from, std::span(&goal, 1),
                                              query)};
  }

  void begin_shared(NodeId from, NodeId goal) {
    from_ = from;
    own_.reset();
    if (shares(goal)) return;
    shared_.reset();  // its memory serves the next
    Query query;
    query.algorithm = Algorithm::dijkstra;
    query.heuristic = HeuristicKind::zero;
    query.backward = true;
    const auto guard = read_both_directions(copy_.world());
    shared_ = Run{goal, make_search<Silent>(copy_.world(), {goal}, Goals(), query)};
  }

  // Ends the search, unless it is the shared one.
  void give_up() {
    own_.reset();
    labels_.reset();
  }

  NodeId from() const { return from_; }
  bool is_shared() const { return !own_; }
  // The unit has moved on: the shared search may know its new position, too.
  void begin_from(NodeId node) {
    if (is_shared() && shared_->run->is_closed(node)) from_ = node;
  }

  // Makes up to `most` expansions in total; returns whether it has ended or made them, and in
  // `expanded` how many were made.
  bool advance(Budget& budget, std::uint64_t most, std::uint64_t& expanded) {
    if (is_shared()) return advance_shared(budget, expanded);
    return (labels_ || advance_own(budget, most, expanded)) && has_learnt(budget);
  }

  // The path to the goal, empty if there is none; nothing if the search has not ended.
  std::optional<std::vector<NodeId>> path() {
    const auto guard = copy_.world().read();
    if (is_shared()) {
      if (!shared_->run->is_closed(from_)) return std::vector<NodeId>{};
      std::vector<NodeId> nodes = shared_->run->path_to(from_);
      std::reverse(nodes.begin(), nodes.end());
      return nodes;
    }
    const SearchRun& run = *own_->run;
    if (run.status() == Status::running) return {};
    if (run.status() != Status::found) return std::vector<NodeId>{};
    return run.path_to_goal();
  }

  // The path of an unfinished search to its best node, by estimate.
  std::vector<NodeId> path_so_far() {
    const auto guard = copy_.world().read();
    return own_->run->path_to(own_->run->best_open().value_or(from_));
  }

 private:
  static constexpr std::uint64_t kSlice = 256;  // expansions of a shared search at a time
  using Labels = typename G::Labels;

  struct Run {
    NodeId goal;
    std::unique_ptr<SearchRun> run;
    std::uint64_t counted = 0;  // expansions already spent

    std::uint64_t spend(Budget& budget) {
      const std::uint64_t expanded = run->stats().expanded - counted;
      counted += expanded;
      budget.spend(expanded);
      return expanded;
    }
  };

  bool advance_own(Budget& budget, std::uint64_t most, std::uint64_t& expanded) {
    const auto guard = copy_.world().read();
    SearchRun& run = *own_->run;
    const std::uint64_t left = most - std::min(most, run.stats().expanded);
    advance_interruptibly(run, std::min(budget.left(), left), budget.deadline());
    expanded += own_->spend(budget);
    return run.status() != Status::running || run.stats().expanded >= most;
  }

  bool advance_shared(Budget& budget, std::uint64_t& expanded) {
    const auto guard = copy_.world().read();
    SearchRun& run = *shared_->run;
    const auto continues = [&] { return run.status() == Status::running && !run.is_closed(from_); };
    for (InterruptPoller poll; continues() && !budget.is_spent(); poll.now()) {
      advance_interruptibly(run, std::min(kSlice, budget.left()), budget.deadline());
      expanded += shared_->spend(budget);
    }
    return !continues();
  }

  // A failed search labels the components, so that later ones need not fail at length. Returns
  // whether that is done, or not needed; a part of the work counts as an expansion.
  bool has_learnt(Budget& budget) {
    G& world = copy_.world();
    {
      const auto guard = world.read();
      const SearchRun& run = *own_->run;
      const bool failed = run.status() == Status::unreachable && run.stats().expanded > 0;
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

  static ReadLock read_both_directions(GridView& view) { return view.read(); }
  static ReadLock read_both_directions(Network& network) { return network.read(true); }

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
