// D* and Focused D*: the dynamic A* of robots, which repairs a tree of back-pointers.
//
// The tree is rooted at the goal; h is the cost along a node's back-pointers, and k the smallest h
// since the node was last put on open. Open nodes whose h is larger than k are raised: they
// propagate the rise, and look among cheaper neighbours for a detour. The others are lowered: they
// propagate a fall. D* expands nodes by k until no open node could improve the agent's path.
//
// Focused D* expands nodes by f = k + the estimated cost from the agent, which changes when the
// agent moves: nodes are put on open with the estimate of that time and the estimated length of the
// agent's walk since the first plan (the bias). The sum is a lower bound, and is corrected when the
// node comes up.
//
// Both ends of every changed arc are opened. A cell that becomes cheap is far down in the queue,
// and would propagate the fall too late for its neighbours.
//
// Guarantee   a cheapest path, given (for Focused D*) consistent estimates
// Complexity  O(n log n) queue operations per plan on grids as measured, n nodes of the world (see
//             docs/navigators.md); 32 bytes per node, touched only where the search goes
// Source      A. Stentz, Optimal and efficient path planning for partially-known environments,
//             1994; A. Stentz, The focussed D* algorithm for real-time replanning, 1995
#pragma once

#include <algorithm>
#include <deque>

#include "asterion/navigate/node_table.hpp"
#include "asterion/navigate/replan_graph.hpp"
#include "asterion/navigate/replanner.hpp"

namespace asterion {

template <ClosableReplanGraph A, bool focused>
class DStar final : public Replanner {
 public:
  using Cost = typename A::Cost;

  DStar(A& graph, const Order& order)
      : graph_(graph), nodes_(graph.count()), open_({&nodes_}, order) {}

  // A plan under way continues with the new changes.
  void begin(const Situation& now) override {
    start_plan();
    if (planned_ && now.goal != goal_) {
      planned_ = false;
      ++restarts_;
    }
    if (!planned_) return start_over(now.start, now.goal);
    move_agent(now.start);
    changes_.insert(changes_.end(), now.changes.begin(), now.changes.end());
  }

  bool advance(Budget& budget) override {
    for (; !changes_.empty(); changes_.pop_front(), poll_()) {
      if (!budget.spend()) return false;
      open_around(changes_.front().item);
    }
    while (!open_.empty() && !gives_up() && !agent_is_settled()) {
      if (!budget.spend()) return false;
      process();
    }
    return true;
  }

  std::vector<NodeId> path(const KnownPath& known) override {
    std::vector<NodeId> nodes{agent_};
    while (nodes.back() != goal_ && !known.leads_on(nodes.back())) {
      const Node& node = nodes_.at(nodes.back());
      if (node.state() == State::fresh || node.h >= A::kFar) return {};
      if (nodes.size() > graph_.count()) {
        failed_inconsistent_ = true;
        return {};
      }
      nodes.push_back(node.back);
    }
    return nodes;
  }

  void forget() override { planned_ = false; }
  void estimates_changed() override {
    if (!focused || !planned_) return;
    rekeys_ += open_.size();
    bias_ = 0;
    open_.rekey([&](NodeId id) {
      nodes_.at(id).focus = moves_;
      return key(id, nodes_.at(id));
    });
  }

  std::size_t bytes() const override { return nodes_.bytes() + open_.bytes(); }

  void write_costs(double* g) const override {
    nodes_.for_each([&](NodeId id, const Node& node) { g[id] = graph_.real(node.h); });
  }
  void write_lookahead(double* k) const override {
    nodes_.for_each([&](NodeId id, const Node& node) {
      k[id] = node.k == kNew ? kInfinity : graph_.real(node.k);
    });
  }
  void write_estimates(double* h) const override {
    nodes_.for_each([&](NodeId id, const Node&) {
      h[id] = focused ? graph_.real(graph_.estimate(agent_, id)) : 0;
    });
  }
  void write_states(std::uint8_t* state) const override {
    nodes_.for_each([&](NodeId id, const Node& node) {
      const NodeState is = node.state() == State::fresh    ? NodeState::unvisited
                           : node.state() == State::closed ? NodeState::closed
                           : node.k < node.h               ? NodeState::raised
                                                           : NodeState::lowered;
      state[id] = static_cast<std::uint8_t>(is);
    });
  }
  void write_parents(std::int64_t* parent) const override {
    nodes_.for_each([&](NodeId id, const Node& node) {
      const bool in_tree = node.state() != State::fresh && id != goal_ && node.h < A::kFar;
      parent[id] = in_tree ? std::int64_t{node.back} : -1;
    });
  }

 private:
  enum class State : std::uint8_t { fresh, open, closed };
  static constexpr Cost kNew = -1;  // as k: the node has never been on open
  struct Node {
    Cost h;
    Cost k;
    std::uint32_t place;  // on open
    NodeId back;          // the next node towards the goal
    std::uint32_t focus;  // moves of the agent when the node was put on open
    std::uint32_t round;

    static Node fresh(NodeId id) { return {A::kFar, kNew, 0, id, 0, 0}; }
    State state() const {
      return place != 0 ? State::open : k == kNew ? State::fresh : State::closed;
    }
  };
  static constexpr std::size_t kParts = focused ? 3 : 1;
  using Heap = KeyedHeap<HeapKey<Cost, kParts>, typename NodeTable<Node>::Places>;
  using Key = typename Heap::Key;

  // --- Keys: k alone, or (f with bias, f, k)

  Key key(NodeId id, const Node& node) const {
    if constexpr (focused) {
      const Cost f = node.k + graph_.estimate(agent_, id);
      return {f + bias_, f, node.k};
    } else {
      return {node.k};
    }
  }

  // The order in which nodes are taken off open.
  struct Worth {
    Cost f;
    Cost k;
    auto operator<=>(const Worth&) const = default;
  };
  Worth worth(NodeId id, Cost cost) const {
    return {focused ? cost + graph_.estimate(agent_, id) : cost, cost};
  }

  // --- The search

  void start_over(NodeId agent, NodeId goal) {
    nodes_.forget();
    open_.clear();
    changes_.clear();
    bias_ = 0;
    agent_ = agent;
    goal_ = goal;
    insert(goal, 0);
    planned_ = true;
  }

  void move_agent(NodeId agent) {
    if (agent == agent_) return;
    // One more than the estimate, so that nodes put on open earlier come up before their equals.
    if constexpr (focused) bias_ += graph_.estimate(agent, agent_) + 1;
    const NodeId before = std::exchange(agent_, agent);
    ++moves_;
    if (bias_ > kLargestBias) estimates_changed();
    // Only the agent can be in a wall: arcs out of it appear and disappear with the agent.
    for (const NodeId node : {before, agent})
      if (graph_.is_wall(node)) open_around(node);
  }

  // Costs of arcs around this node have changed.
  void open_around(NodeId node) {
    graph_.for_each_touched(node, [&](NodeId id) {
      if (nodes_.at(id).state() == State::closed) insert(id, nodes_.at(id).h);
    });
  }

  void insert(NodeId id, Cost h) {
    Node& node = nodes_.at(id);
    const bool there = node.state() == State::open;
    node.k = node.state() == State::fresh ? h : std::min(there ? node.k : node.h, h);
    node.h = h;
    node.focus = moves_;
    rekeys_ += there;
    stats_.pushes += !there;
    open_.push(key(id, node), id);
  }

  // Corrects the keys at the top that were made for an earlier position of the agent.
  void refocus() {
    if constexpr (focused) {
      for (; nodes_.at(open_.top().node).focus != moves_; poll_()) {
        const NodeId id = open_.top().node;
        nodes_.at(id).focus = moves_;
        ++rekeys_;
        open_.push(key(id, nodes_.at(id)), id);
      }
    }
  }

  bool agent_is_settled() {
    refocus();
    const Node& agent = nodes_.at(agent_);
    const NodeId top = open_.top().node;
    return agent.state() == State::closed &&
           !(worth(top, nodes_.at(top).k) < worth(agent_, agent.h));
  }

  // PROCESS-STATE of the paper; X is `id`, and c(X, Y) the cost of the move from Y to X.
  void process() {
    const NodeId id = open_.top().node;
    open_.pop();
    ++stats_.pops;
    ++stats_.expanded;
    Node& x = nodes_.at(id);
    const Cost k = x.k;
    const Worth now = worth(id, k);
    if (k < x.h) {
      graph_.for_each_out(id, [&](NodeId next, Cost cost) {
        ++stats_.moves;
        const Node& y = nodes_.at(next);
        if (y.state() == State::fresh || now < worth(next, y.h) || x.h <= y.h + cost) return;
        x.back = next;
        x.h = y.h + cost;
      });
    }
    if (k == x.h) {
      lower(id);
    } else {
      raise(id, now);
    }
    count_open(open_.size());
  }

  void lower(NodeId id) {
    const Cost h = nodes_.at(id).h;
    for_each_before(id, [&](NodeId before, Cost cost) {
      const Node& y = nodes_.at(before);
      const Cost through = std::min(h + cost, A::kFar);
      const bool through_here = y.back == id && before != goal_;
      if (y.state() == State::fresh ? through < A::kFar
                                    : (through_here ? y.h != through : y.h > through))
        hand_on(before, id, through);
    });
  }

  void raise(NodeId id, const Worth& now) {
    const Cost h = nodes_.at(id).h;
    bool better_known = false;  // for a neighbour, once this node has settled
    for_each_before(id, [&](NodeId before, Cost cost) {
      const Node& y = nodes_.at(before);
      const Cost through = std::min(h + cost, A::kFar);
      const bool through_here = y.back == id && before != goal_;
      if (y.state() == State::fresh ? through < A::kFar : through_here && y.h != through) {
        hand_on(before, id, through);
      } else if (y.state() != State::fresh && !through_here && y.h > through) {
        better_known = true;
      }
    });
    if (better_known) insert(id, h);
    graph_.for_each_out(id, [&](NodeId next, Cost cost) {
      ++stats_.moves;
      const Node& y = nodes_.at(next);
      if (y.state() == State::closed && y.back != id && h > y.h + cost && now < worth(next, y.h))
        insert(next, y.h);
    });
  }

  void hand_on(NodeId before, NodeId id, Cost h) {
    if (before == goal_) return;
    nodes_.at(before).back = id;
    insert(before, h);
  }

  // All arcs into a node, closed ones too: nodes whose back-pointers use them have to be raised.
  template <class Visit>
  void for_each_before(NodeId id, Visit&& visit) {
    graph_.for_each_in(id, [&](NodeId before, Cost cost) {
      ++stats_.moves;
      visit(before, cost);
    });
    graph_.for_each_closed_in(id, [&](NodeId before) {
      ++stats_.moves;
      const Node& y = nodes_.at(before);
      // Check last whether the arc is closed: that may take many look-ups.
      const bool leans_here = y.state() != State::fresh && y.back == id && before != goal_;
      if (leans_here && graph_.arc(before, id) >= A::kFar) visit(before, A::kFar);
    });
  }

  static constexpr Cost kLargestBias = Cost{1} << 59;

  A& graph_;
  NodeTable<Node> nodes_;
  Heap open_;
  bool planned_ = false;
  NodeId agent_ = 0;
  NodeId goal_ = 0;
  Cost bias_ = 0;
  // The paper compares positions; an agent that returns to one would take old keys for new.
  std::uint32_t moves_ = 0;
  std::deque<CostChange> changes_;  // not yet applied
};

}  // namespace asterion
