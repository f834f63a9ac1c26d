// Adaptive A*: searches from the agent to the goal whose estimates learn from each other.
//
// After a search that found a path of cost C, a node that it expanded at cost g is at least C - g
// from the goal: a better estimate than before, and as consistent, as long as costs only rise.
// Estimates are not updated at once, but when a later search reaches their node.
//
//   adaptive     as above; forgets what it learned when a cost falls or the goal moves
//   multipath    also keeps the paths it found (MPAA*). A search may stop at a node of an old path
//                on which every step still costs exactly what the estimates differ by.
//   generalised  the same; and where costs fall it lowers the estimates that have become too large,
//                and where the goal moves, all of them by the distance from the new goal to the old
//                one. It forgets only when a cost falls below all others, which lowers the
//                distances that estimates begin with.
//
// Guarantee   a cheapest path, given consistent estimates; no node is expanded twice in a search
// Complexity  as A*; 24 bytes per node where costs are small (narrow_replan_graph.hpp), else 32,
//             touched only where the search goes
// Source      S. Koenig and M. Likhachev, Adaptive A*, 2005; X. Sun, S. Koenig and W. Yeoh,
//             Generalized Adaptive A*, 2008; C. Hernandez, R. Asin and J. A. Baier, Reusing
//             previously found A* paths for fast goal-directed navigation in dynamic terrain, 2015
#pragma once

#include <algorithm>
#include <optional>

#include "asterion/navigate/replan_graph.hpp"
#include "asterion/navigate/replanner.hpp"
#include "asterion/open_lists/keyed_heap.hpp"
#include "asterion/search/nodes.hpp"

namespace asterion {

enum class AdaptiveForm : std::uint8_t { adaptive, multipath, generalised };

template <ReplanGraph A>
class Adaptive final : public Replanner {
 public:
  using Cost = typename A::Cost;

  Adaptive(A& graph, AdaptiveForm form, const Order& order)
      : graph_(graph),
        form_(form),
        nodes_(zeroed_array<Node>(graph.count())),
        open_({}, order),
        ties_(tie_keys(order.ties)) {}

  // A search under way is given up; nothing is learned from it.
  void begin(const Situation& now) override {
    start_plan();
    give_up_search();
    const bool was_trusted = phase_ == Phase::ended || trusted_ != nullptr;
    trusted_ = learn_from(now) && was_trusted ? &now.known : nullptr;
    ++search_;
    path_costs_.push_back(A::kFar);
    goal_shifts_.push_back(shift_);
    start_ = now.start;
    last_.reset();
    open_.clear();
    phase_ = Phase::lowering;
    if (form_ != AdaptiveForm::generalised) return;
    for (const CostChange& change : now.changes)
      if (change.fell()) lower_around(change.item);
  }

  bool advance(Budget& budget) override {
    if (phase_ == Phase::lowering && lower_estimates(budget)) begin_search();
    return phase_ != Phase::lowering && search(budget);
  }

  std::vector<NodeId> path(const KnownPath&) override {
    if (!last_) return {};
    return path_over(*last_, start_);
  }

  void forget() override { known_ = false; }
  // Distances have fallen: learned estimates may now be too large.
  void estimates_changed() override {
    if (known_) ++restarts_;
    known_ = false;
  }

  std::size_t bytes() const override {
    return graph_.count() * sizeof(Node) + open_.bytes() +
           (path_costs_.capacity() + goal_shifts_.capacity()) * sizeof(Cost);
  }

  void write_costs(double* g) const override {
    each_node([&](NodeId id, const Node& node) {
      g[id] = node.search == search_ ? graph_.real(node.g) : kInfinity;
    });
  }
  void write_estimates(double* h) const override {
    each_node([&](NodeId id, const Node& node) { h[id] = graph_.real(learned(id, node)); });
  }
  void write_states(std::uint8_t* state) const override {
    each_node([&](NodeId id, const Node& node) {
      const NodeState is = node.search != search_ || node.g >= A::kFar ? NodeState::unvisited
                           : node.open                                 ? NodeState::open
                                                                       : NodeState::closed;
      state[id] = static_cast<std::uint8_t>(is);
    });
  }
  void write_parents(std::int64_t* parent) const override {
    each_node([&](NodeId id, const Node& node) {
      const bool in_tree = node.search == search_ && node.g < A::kFar && node.g > 0;
      parent[id] = in_tree ? std::int64_t{node.parent} : -1;
    });
  }

 private:
  struct Node {
    Cost g;
    Cost h;
    NodeId parent;         // in the current search
    NodeId next;           // on a path that was found, or the node itself
    std::uint32_t search;  // the last search that reached the node; 0 for none
    std::uint32_t open : 1;
    std::uint32_t cut_off : 24;  // in this search no old path leads from here; its last bits
  };
  using Heap = KeyedHeap<HeapKey<Cost, 2>, NoPlaces>;
  using Key = typename Heap::Key;

  template <class Visit>
  void each_node(Visit&& visit) const {
    for (NodeId id = 0; id < graph_.count(); ++id) visit(id, nodes_[id]);
  }

  // --- Learning

  // Whether this node holds data of a search since learned estimates were last forgotten.
  bool is_known(const Node& node) const { return node.search > forgotten_; }

  // The estimate of a node, including what the last search that reached it has learned.
  Cost learned(NodeId id, const Node& node) const {
    const Cost plain = graph_.estimate(id, goal_);
    if (!is_known(node)) return plain;
    if (node.search == search_ && phase_ != Phase::ended) return node.h;
    const std::size_t then = node.search - forgotten_ - 1;
    Cost h = node.h;
    const bool expanded = node.g < A::kFar && !node.open;
    if (expanded && path_costs_[then] >= A::kFar) h = A::kFar;  // no path to the goal
    if (expanded && path_costs_[then] < A::kFar && path_costs_[then] > node.g)
      h = std::max(h, path_costs_[then] - node.g);
    if (h >= A::kFar) return A::kFar;
    const Cost moved = shift_ - goal_shifts_[then];
    return std::max(plain, h > moved ? h - moved : 0);
  }

  Node& settled(NodeId id) {
    Node& node = nodes_[id];
    if (node.search == search_) return node;
    const bool known = is_known(node);
    node.h = learned(id, node);
    if (!known) node.next = id;
    node.g = A::kFar;
    node.open = false;
    node.search = search_;
    return node;
  }

  // False if estimates may be below the cost of the known path, even where the path holds.
  bool learn_from(const Situation& now) {
    const bool fell = std::any_of(now.changes.begin(), now.changes.end(),
                                  [](const CostChange& change) { return change.fell(); });
    const bool moved = now.goal != goal_;
    const bool too_much = (fell || moved) && form_ != AdaptiveForm::generalised;
    if (known_ && (too_much || path_costs_.size() > kMostKept)) {
      known_ = false;
      ++restarts_;
    }
    if (known_ && moved) {
      const Cost from_old_goal = learned(now.goal, nodes_[now.goal]);
      if (from_old_goal >= A::kFar || shift_ > kLargestShift) {
        known_ = false;
        ++restarts_;
      }
      shift_ += from_old_goal;
    }
    goal_ = now.goal;
    const bool as_before = known_ && !fell && !moved;
    if (!known_) start_over();
    return as_before;
  }

  void give_up_search() {
    if (phase_ == Phase::ended) return;
    // Estimates that were not lowered yet are too high. An unfinished search proves nothing, not
    // even that there is no path.
    if (phase_ == Phase::lowering && !open_.empty()) known_ = false;
    path_costs_.back() = 0;
  }

  void start_over() {
    if (search_ > kMostSearches) {  // once in 2 billion searches
      nodes_ = zeroed_array<Node>(graph_.count());
      search_ = 1;
    }
    forgotten_ = search_;
    path_costs_.clear();
    goal_shifts_.clear();
    shift_ = 0;
    known_ = true;
  }

  // Makes estimates consistent again around arcs that have become cheaper; false if the budget
  // does not suffice.
  bool lower_estimates(Budget& budget) {
    for (; !open_.empty(); poll_()) {
      if (!budget.spend()) return false;
      const NodeId id = open_.top().node;
      const bool stale = !nodes_[id].open;
      nodes_[id].open = false;
      open_.pop();
      if (stale) continue;
      ++stats_.pops;
      const Cost h = nodes_[id].h;
      graph_.for_each_in(id, [&](NodeId before, Cost cost) {
        ++stats_.moves;
        if (before != goal_) lower(before, h + cost);
      });
    }
    return true;
  }

  void lower_around(NodeId item) {
    if constexpr (requires { graph_.arc_of(item); }) {  // a node may have very many other arcs
      const auto arc = graph_.arc_of(item);
      if (arc.from != goal_) lower(arc.from, arc.cost + settled(arc.to).h);
    } else {
      graph_.for_each_touched(item, [&](NodeId id) {
        if (id != goal_) lower(id, best_of_next(id));
      });
    }
  }

  Cost best_of_next(NodeId id) {
    Cost least = A::kFar;
    graph_.for_each_out(id, [&](NodeId next, Cost cost) {
      ++stats_.moves;
      least = std::min(least, cost + settled(next).h);
    });
    return least;
  }

  void lower(NodeId id, Cost h) {
    Node& node = settled(id);
    if (node.h <= h) return;
    node.h = h;
    push(id, {h, 0});
  }

  // --- The search

  void begin_search() {
    phase_ = Phase::searching;
    open_.clear();
    Node& first = settled(start_);
    first.g = 0;
    first.parent = start_;
    if (graph_.is_wall(start_)) first.h = best_of_next(start_);  // walls are not kept up to date
    if (first.h < A::kFar) push(start_, key(first));
  }

  // Whether the search has ended.
  bool search(Budget& budget) {
    for (; !open_.empty(); poll_()) {
      const NodeId id = open_.top().node;
      if (!nodes_[id].open) {  // it was there with a better key
        open_.pop();
        continue;
      }
      const Cost f = open_.top().key.first();
      const Node& goal = settled(goal_);
      if (goal.g <= f) return finish(goal_, goal.g);
      if (form_ != AdaptiveForm::adaptive && leads_to_goal(id)) return finish(id, f);
      if (!budget.spend()) return false;
      open_.pop();
      nodes_[id].open = false;
      ++stats_.pops;
      ++stats_.expanded;
      expand(id);
      count_open(stats_.pushes - stats_.pops);
    }
    phase_ = Phase::ended;
    return true;
  }

  bool finish(NodeId last, Cost cost) {
    path_costs_.back() = cost;
    phase_ = Phase::ended;
    last_ = last;
    return true;
  }

  void expand(NodeId id) {
    const Cost g = nodes_[id].g;
    graph_.for_each_out(id, [&](NodeId next, Cost cost) {
      ++stats_.moves;
      Node& node = settled(next);
      if (node.h >= A::kFar || node.g <= g + cost) return;
      node.g = g + cost;
      node.parent = id;
      push(next, key(node));
    });
  }

  Key key(const Node& node) const { return {node.g + node.h, ties_.whole_key(node.g, A::kFar)}; }

  void push(NodeId id, const Key& key) {
    const bool there = nodes_[id].open;
    nodes_[id].open = true;
    rekeys_ += there;
    stats_.pushes += !there;
    open_.push(key, id);
  }

  // Whether an old path leads from here to the goal at exactly the estimated cost. Where it does
  // not, no search walks it a second time: it may be long, and each of its nodes may come up.
  bool leads_to_goal(NodeId first) {
    NodeId id = first;
    while (id != goal_ && !holds_from(id)) {
      if (!continues_from(id)) {
        for (NodeId each = first;; each = nodes_[each].next) {
          nodes_[each].cut_off = search_ & kLastBits;
          if (each == id) return false;
        }
      }
      id = nodes_[id].next;
    }
    return true;
  }
  bool continues_from(NodeId id) {
    const Node& node = nodes_[id];
    if (!is_known(node) || node.next == id || node.cut_off == (search_ & kLastBits)) return false;
    ++stats_.moves;
    const Cost cost = graph_.arc(id, node.next);
    return cost < A::kFar && estimate_on_path(id) == cost + estimate_on_path(node.next);
  }

  // The estimate when the path was found, which was exact. If costs have only risen since, and the
  // steps to the goal still add up to it, it is exact again, whatever was learned meanwhile.
  Cost estimate_on_path(NodeId id) {
    return form_ == AdaptiveForm::generalised ? settled(id).h : nodes_[id].h;
  }

  bool holds_from(NodeId id) const { return trusted_ != nullptr && trusted_->leads_on(id); }

  std::vector<NodeId> path_over(NodeId last, NodeId start) {
    std::vector<NodeId> path{last};
    while (path.back() != start) {
      const NodeId next = path.back();
      path.push_back(nodes_[next].parent);
      Node& node = nodes_[path.back()];
      node.next = next;
      node.h = path_costs_.back() - node.g;
    }
    std::reverse(path.begin(), path.end());
    for (NodeId id = last; id != goal_ && !holds_from(id);) path.push_back(id = nodes_[id].next);
    return path;
  }

  static constexpr std::uint32_t kLastBits = 0xffffff;
  static constexpr Cost kLargestShift = A::kFar / 4;
  static constexpr std::size_t kMostKept = 1 << 20;
  static constexpr std::uint32_t kMostSearches = 1u << 31;

  A& graph_;
  AdaptiveForm form_;
  ZeroedArray<Node> nodes_;
  Heap open_;
  TieKeys ties_;
  const KnownPath* trusted_ = nullptr;  // of this plan: where it continues, estimates are exact
  bool known_ = false;                  // whether anything of earlier searches is valid
  enum class Phase : std::uint8_t { ended, lowering, searching };
  Phase phase_ = Phase::ended;
  NodeId start_ = 0;             // of the last search
  std::optional<NodeId> last_;   // from which a path to the goal is known, or the goal
  std::uint32_t search_ = 1;     // the last one begun; 0 marks nodes that no search has reached
  std::uint32_t forgotten_ = 1;  // everything learned up to this search is void
  NodeId goal_ = 0;
  Cost shift_ = 0;                 // how far the goal has moved in all, as estimated
  std::vector<Cost> path_costs_;   // of the searches since
  std::vector<Cost> goal_shifts_;  // at the time of each
};

}  // namespace asterion
