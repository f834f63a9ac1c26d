// Lifelong Planning A* and D* Lite: a search whose results are repaired where costs change.
//
// The search grows from a root until it has reached the tip. LPA* is rooted at the start and its
// tip is the goal; D* Lite is rooted at the goal and its tip is the agent, so that the tree stays
// where it is while the agent walks. Each node has a cost g, and a lookahead cost rhs computed from
// its neighbours nearer to the root. A node whose two costs differ is inconsistent and on open; the
// repair makes them equal, smallest key first, until the tip is settled.
//
// When the tip moves, the estimates in all keys change. The basic form of D* Lite recomputes the
// key of every open node. The optimised form adds the distance the tip moved to all later keys
// (k_m), so that old keys stay lower bounds, and corrects a key when it comes up. It also changes
// keys in place, and looks for a new rhs only where the old one came from the node whose cost rose.
//
// Guarantee   a cheapest path, given consistent estimates; each plan expands a node at most twice
//             (once as underconsistent, once as overconsistent)
// Complexity  O(e log n) per plan, e arcs of the nodes it expands, n nodes on open; but a graph
//             node with d arcs looks at all of them each time it comes up after its parent's cost
//             rose, which may be d times. 20 bytes per node where costs are small
//             (narrow_replan_graph.hpp), else 32, touched only where the search goes
// Source      S. Koenig, M. Likhachev and D. Furcy, Lifelong Planning A*, 2004; S. Koenig and M.
//             Likhachev, D* Lite, 2002
#pragma once

#include <algorithm>
#include <deque>
#include <optional>

#include "asterion/navigate/node_table.hpp"
#include "asterion/navigate/replan_graph.hpp"
#include "asterion/navigate/replanner.hpp"

namespace asterion {

enum class LpaForm : std::uint8_t { lpa, dstar_lite_basic, dstar_lite };

template <ReplanGraph A>
class Lpa final : public Replanner {
 public:
  using Cost = typename A::Cost;

  Lpa(A& graph, LpaForm form, const Order& order)
      : graph_(graph),
        from_goal_(form != LpaForm::lpa),
        basic_(form == LpaForm::dstar_lite_basic),
        nodes_(graph.count()),
        open_({&nodes_}, order) {}

  // A plan under way continues with the new changes.
  void begin(const Situation& now) override {
    start_plan();
    const NodeId root = from_goal_ ? now.goal : now.start;
    const NodeId tip = from_goal_ ? now.start : now.goal;
    if (planned_ && root != root_) {
      planned_ = false;
      ++restarts_;
    }
    if (!planned_) return start_over(root, tip);
    move_tip(tip);
    changes_.insert(changes_.end(), now.changes.begin(), now.changes.end());
  }

  bool advance(Budget& budget) override { return take_in(budget) && make_consistent(budget); }

  std::vector<NodeId> path(const KnownPath& known) override {
    if (from_goal_) return path_from_tip(known);
    static const KnownPath nothing;
    std::vector<NodeId> path = path_from_tip(nothing);
    std::reverse(path.begin(), path.end());
    return path;
  }

  void forget() override { planned_ = false; }
  void estimates_changed() override {
    if (planned_) rekey_all();
  }

  std::size_t bytes() const override { return nodes_.bytes() + open_.bytes(); }

  void write_costs(double* g) const override {
    nodes_.for_each([&](NodeId id, const Node& node) { g[id] = graph_.real(node.g); });
  }
  void write_lookahead(double* rhs) const override {
    nodes_.for_each([&](NodeId id, const Node& node) { rhs[id] = graph_.real(node.rhs); });
  }
  void write_estimates(double* h) const override {
    nodes_.for_each([&](NodeId id, const Node&) { h[id] = graph_.real(estimate(id)); });
  }
  void write_states(std::uint8_t* state) const override {
    nodes_.for_each([&](NodeId id, const Node& node) {
      const NodeState is = node.g > node.rhs   ? NodeState::overconsistent
                           : node.g < node.rhs ? NodeState::underconsistent
                           : node.g < A::kFar  ? NodeState::closed
                                               : NodeState::unvisited;
      state[id] = static_cast<std::uint8_t>(is);
    });
  }
  void write_parents(std::int64_t* parent) const override {
    nodes_.for_each([&](NodeId id, const Node& node) {
      parent[id] = -1;
      if (id != root_ && node.rhs < A::kFar) parent[id] = std::int64_t{node.next};
    });
  }

 private:
  struct Node {
    Cost g;
    Cost rhs;
    NodeId next;          // towards the root: rhs is its g plus the arc to it
    std::uint32_t place;  // on open
    std::uint32_t round;

    static Node fresh(NodeId id) { return {A::kFar, A::kFar, id, 0, 0}; }
  };
  using Heap = KeyedHeap<HeapKey<Cost, 2>, typename NodeTable<Node>::Places>;
  using Key = typename Heap::Key;

  // --- Arcs

  template <class Visit>
  void for_each_nearer(NodeId node, Visit&& visit) const {
    from_goal_ ? graph_.for_each_out(node, visit) : graph_.for_each_in(node, visit);
  }
  template <class Visit>
  void for_each_farther(NodeId node, Visit&& visit) const {
    from_goal_ ? graph_.for_each_in(node, visit) : graph_.for_each_out(node, visit);
  }

  // --- Keys

  Cost estimate(NodeId node) const {
    return from_goal_ ? graph_.estimate(tip_, node) : graph_.estimate(node, tip_);
  }
  Key key(NodeId id, const Node& node) const {
    const Cost cost = std::min(node.g, node.rhs);
    return {cost + estimate(id) + km_, cost};
  }

  void rekey_all() {
    km_ = 0;
    rekeys_ += open_.size();
    open_.rekey([&](NodeId id) { return key(id, nodes_.at(id)); });
  }

  // --- The search

  void start_over(NodeId root, NodeId tip) {
    nodes_.forget();
    open_.clear();
    lazy_.clear();
    changes_.clear();
    km_ = 0;
    root_ = root;
    tip_ = tip;
    nodes_.at(root).rhs = 0;
    update_vertex(root, nodes_.at(root));
    planned_ = true;
  }

  void move_tip(NodeId tip) {
    if (tip == tip_) return;
    const NodeId before = std::exchange(tip_, tip);
    km_ += from_goal_ ? graph_.estimate(before, tip) : graph_.estimate(tip, before);
    if (basic_ || km_ > kLargestKm) rekey_all();
    // Only the agent can be in a wall: arcs out of it appear and disappear with the agent.
    for (const NodeId node : {before, tip})
      if (graph_.is_wall(node)) look_again(node);
  }

  // Applies the waiting changes; false if the budget does not suffice. A change on a grid counts as
  // one expansion, which is about the same work.
  bool take_in(Budget& budget) {
    if constexpr (kManyArcs) {
      // A node may have very many arcs. All of them are looked at only where the one that counts
      // has risen, and only once, however many have changed.
      std::vector<NodeId> doubtful;
      for (const CostChange& change : changes_)
        if (const auto node = doubtful_after(change.item)) doubtful.push_back(*node);
      changes_.clear();
      std::sort(doubtful.begin(), doubtful.end());
      doubtful.erase(std::unique(doubtful.begin(), doubtful.end()), doubtful.end());
      for (const NodeId node : doubtful) look_again(node);
    } else {
      for (; !changes_.empty(); changes_.pop_front(), poll_()) {
        if (!budget.spend()) return false;
        graph_.for_each_touched(changes_.front().item, [&](NodeId node) { look_again(node); });
      }
    }
    return true;
  }

  // Applies the change of one arc: propagates a fall; returns a node whose rhs may have to rise.
  std::optional<NodeId> doubtful_after(NodeId item) {
    const auto arc = graph_.arc_of(item);
    ++stats_.moves;
    const NodeId id = from_goal_ ? arc.from : arc.to, nearer = from_goal_ ? arc.to : arc.from;
    if (id == root_ || id == nearer) return {};
    Node& node = nodes_.at(id);
    const Cost through = arc.cost + nodes_.at(nearer).g;
    if (through < node.rhs) {
      node.rhs = through;
      node.next = nearer;
      update_vertex(id, node);
    } else if (node.next == nearer) {
      return id;
    }
    return {};
  }

  // Costs near this node have changed.
  void look_again(NodeId id) {
    if (id == root_) return;
    Node& node = nodes_.at(id);
    node.rhs = A::kFar;
    for_each_nearer(id, [&](NodeId next, Cost cost) {
      ++stats_.moves;
      const Cost through = cost + nodes_.at(next).g;
      if (through >= node.rhs) return;
      node.rhs = through;
      node.next = next;
    });
    update_vertex(id, node);
  }

  // Puts a node on open with its key, or takes it off, as its costs require.
  void update_vertex(NodeId id, Node& node) {
    const bool wanted = node.g != node.rhs;
    const bool there = node.place != 0;
    const bool in_place = wanted && there && !basic_;
    rekeys_ += in_place;
    if (there && !in_place) {
      open_.remove(id);
      ++stats_.pops;
    }
    if (!wanted) return;
    stats_.pushes += !in_place;
    open_.push(key(id, node), id);
  }

  bool make_consistent(Budget& budget) {
    while (!open_.empty() && !gives_up() && !tip_is_settled()) {
      if (!budget.spend()) return false;
      expand(open_.top().node);
    }
    for (const NodeId id : lazy_)
      if (is_in_doubt(id, nodes_.at(id))) look_again(id);
    lazy_.clear();
    return true;
  }
  bool tip_is_settled() {
    const Node& tip = nodes_.at(tip_);
    if (open_.top().key < key(tip_, tip) || is_in_doubt(tip_, tip)) return false;
    return basic_ ? tip.rhs == tip.g : tip.rhs <= tip.g;
  }

  // The neighbour that this node's rhs comes from has risen. A node with few arcs looks for
  // another at once. One that may have many waits on open, with its old rhs as a lower bound, until
  // it comes up: meanwhile more of its neighbours may rise, one after the other.
  void reparent(NodeId id) {
    if constexpr (kManyArcs) {
      if (!basic_ && id != root_) {
        Node& node = nodes_.at(id);
        node.next = id;
        lazy_.push_back(id);
        if (node.place != 0) return;
        ++stats_.pushes;
        return open_.push(key(id, node), id);
      }
    }
    look_again(id);
  }
  bool is_in_doubt(NodeId id, const Node& node) const {
    return kManyArcs && node.next == id && node.rhs < A::kFar && id != root_;
  }

  void expand(NodeId id) {
    Node& node = nodes_.at(id);
    if (!basic_) {
      const Key now = key(id, node);
      if (open_.top().key < now) {
        ++rekeys_;
        return open_.push(now, id);
      }
    }
    if (is_in_doubt(id, node)) return look_again(id);
    open_.pop();
    ++stats_.pops;
    ++stats_.expanded;
    if (node.g > node.rhs) {
      node.g = node.rhs;
      for_each_farther(id, [&](NodeId next, Cost cost) {
        ++stats_.moves;
        if (next == root_) return;
        Node& other = nodes_.at(next);
        const Cost through = cost + node.g;
        if (through < other.rhs) {
          other.rhs = through;
          other.next = id;
        } else if (!basic_) {
          return;
        }
        update_vertex(next, other);
      });
    } else {
      node.g = A::kFar;
      for_each_farther(id, [&](NodeId next, Cost) {
        ++stats_.moves;
        if (basic_ || nodes_.at(next).next == id) reparent(next);
      });
      update_vertex(id, node);
    }
    count_open(open_.size());
  }

  // --- The path

  // The path to the root, or to a node from which the known path leads there.
  std::vector<NodeId> path_from_tip(const KnownPath& known) {
    const Node tip = nodes_.at(tip_);
    if (std::min(tip.g, tip.rhs) >= A::kFar && tip_ != root_) return {};
    std::vector<NodeId> path{tip_};
    while (path.back() != root_ && !known.leads_on(path.back())) {
      const Node node = nodes_.at(path.back());
      if (node.rhs >= A::kFar || path.size() > graph_.count()) {
        failed_inconsistent_ = true;
        return {};
      }
      path.push_back(node.next);
    }
    return path;
  }

  // Nodes of graphs may have any number of arcs.
  static constexpr bool kManyArcs = requires(const A& graph) { graph.arc_of(NodeId{}); };
  static constexpr Cost kLargestKm = A::kFar / 4;

  A& graph_;
  bool from_goal_;
  bool basic_;
  NodeTable<Node> nodes_;
  Heap open_;
  bool planned_ = false;
  NodeId root_ = 0;
  NodeId tip_ = 0;
  Cost km_ = 0;                     // k_m: a lower bound of how far the tip has moved
  std::vector<NodeId> lazy_;        // in this plan
  std::deque<CostChange> changes_;  // not yet applied
};

}  // namespace asterion
