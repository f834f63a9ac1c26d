// A* over the states of one turn: the cheapest sequence of actions that ends it as wanted.
//
// Guarantee   without a heuristic, a plan of the smallest cost. A cheaper route to a closed state
//             opens it again and brings its own parent, so a plan always costs what it says
// Complexity  O(n log n) for n states; 11 words per state of a 7 x 7 board, and some 100 bytes
// Order       smallest f, then smallest h, then first in, first out; in a search over groups ends
//             of the turn come before other states of the same f
// Source      P. E. Hart, N. J. Nilsson and B. Raphael, A formal basis for the heuristic
//             determination of minimum cost paths, 1968
//
// Actions that lead to known states are skipped (`prune`): selecting a unit that can do nothing;
// selecting, and then selecting another or ending the turn, which the previous state could do at no
// higher cost; and shots at walls that change nothing (idle_walls.hpp). The smallest cost stays the
// same.
//
// Over groups of actions (`grouped`, turn_groups.hpp) it stores fewer states, and finds the same
// smallest cost. A group is not stored: it is looked up again among its parent's groups.
//
// A `hasty` search, over groups too, is for turns with too many states. It orders states by what it
// would cost to end the turn there, and so first makes a greedy turn. Then it takes in turn the
// best state of two open lists: by that cost, which varies the turn; and by one between it and the
// least that an end can cost, which looks further. More expansions never lead to a worse turn.
// Source: G. Roeger and M. Helmert, The more, the merrier: combining heuristic estimators for
// satisficing planning, 2010.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "asterion/open_lists/binary_heap.hpp"
#include "asterion/search/search_run.hpp"
#include "asterion/search/state_table.hpp"
#include "asterion/tactics/cost_model.hpp"
#include "asterion/tactics/idle_walls.hpp"
#include "asterion/tactics/turn_goal.hpp"
#include "asterion/tactics/turn_groups.hpp"
#include "asterion/tactics/turn_heuristic.hpp"

namespace asterion::tactics {

// The parts of a search; each can be exchanged for another.
struct Recipe {
  TurnGoal goal;
  std::shared_ptr<const CostModel> cost_model;
  Weights weights;
  TurnHeuristic heuristic;
  bool least = false;  // estimates add a lower bound for the rest of the turn
  bool prune = true;
  bool grouped = false;
  bool hasty = false;              // with `grouped`
  std::vector<Tile> resting = {};  // units that do nothing this turn
};

// One step of a plan: its action, the amount of each component, its cost, and the number of its
// group.
struct PlanStep {
  Action action;
  Counts counts;
  Amount cost;
  std::uint32_t group;
};

class TurnSearch {
 public:
  static constexpr const char* kName = "a search";  // in errors

  TurnSearch(const State& start, Recipe recipe)
      : recipe_(std::move(recipe)),
        start_(start),
        me_(start.team()),
        at_start_(measured(start, me_)),
        states_(start.size()) {
    resting_.assign(static_cast<std::size_t>(start.tiles()), false);
    for (const Tile tile : recipe_.resting) resting_[tile] = true;
    measures_.push_back(at_start_);
    states_.add(start.words());
    if (TurnGoal::ended(start, me_)) {
      nodes_.push_back({});
      status_ = Status::unreachable;  // nothing is left to do
      return;
    }
    enter(0, 0, {ActionKind::cancel}, start, 0);
  }

  // `moves`: the most actions, or groups, that are tried in all; if there is a limit, the search
  // does not continue beyond it in a later call.
  Status advance(std::uint64_t expansions, std::uint64_t moves, Clock::time_point deadline) {
    most_moves_ = moves;
    // A state takes ten times as long with groups, and longer where points are many.
    const std::uint64_t between_looks = recipe_.grouped ? 1 : 64;
    const auto begin = Clock::now();
    const bool timed = deadline != Clock::time_point::max();
    InterruptPoller poll;
    for (std::uint64_t i = 0; status_ == Status::running && i < expansions; ++i, poll()) {
      if (stats_.moves >= moves) break;
      if (timed && i != 0 && i % between_looks == 0 && Clock::now() >= deadline) break;
      step();
    }
    stats_.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
    return status_;
  }

  Status status() const { return status_; }
  const Stats& stats() const { return stats_; }
  const State& start() const { return start_; }
  const Recipe& recipe() const { return recipe_; }
  std::uint32_t known() const { return states_.size(); }  // states met, ends of the turn included
  State state(NodeId node) const { return State(states_.words(node)); }
  Amount cost(NodeId node) const { return nodes_[node].g; }
  Amount estimate(NodeId node) const { return nodes_[node].h; }
  // The states that were expanded, in this order.
  const std::vector<NodeId>& processed() const { return processed_; }
  // The goal; until it is found, the best known end of the turn.
  std::optional<NodeId> best() const { return best_; }

  // The steps from the start to a state, as the search would do them now.
  std::vector<PlanStep> steps_to(NodeId node) {
    std::vector<NodeId> nodes;
    for (; node != 0; node = nodes_[node].parent) nodes.push_back(node);
    std::vector<PlanStep> steps;
    State here = start_;
    Measures now = at_start_;
    Amount g = 0;
    for (std::size_t i = nodes.size(); i-- > 0;) {
      for (const Action action : actions_to(nodes[i])) {
        const State next = after(here, action);
        const Measures is = measured(next, me_);
        PlanStep step{action, {}, 0, static_cast<std::uint32_t>(nodes.size() - 1 - i)};
        recipe_.cost_model->count({me_, at_start_, here, now, action, next, is}, step.counts);
        const Amount sum = recipe_.weights.with_step(g, step.counts, action.kind);
        step.cost = sum - g;
        steps.push_back(step);
        here = next, now = is, g = sum;
      }
      // A state on open may have a cost that its parent, since found cheaper, makes too high.
      steps.back().cost += nodes_[nodes[i]].g - g;
      g = nodes_[nodes[i]].g;
    }
    return steps;
  }

 private:
  struct Node {
    Amount g;
    Amount h;
    NodeId parent;
    Action action;       // that led here from the parent
    std::int32_t order;  // of its entry on open: older ones are outdated
    bool closed;
  };

  static constexpr Amount kNoGoal = kMostAmount / 2;
  static constexpr std::uint64_t kMostHasty = 20'000;  // groups of a state

  // Makes one expansion, or ends the search.
  void step() {
    auto& open = recipe_.hasty && !improves_ && stats_.expanded % 2 == 1 ? hopeful_ : open_;
    while (!open.empty()) {
      const HeapEntry entry = open.top();
      open.pop();
      Node& node = nodes_[entry.node];
      if (node.closed || entry.order != node.order) continue;
      ++stats_.pops;
      const State here = state(entry.node);
      if (TurnGoal::ended(here, me_)) {  // only goals are on open
        best_ = entry.node;
        stats_.path = steps_to(entry.node).size() + 1;
        status_ = Status::found;
        return;
      }
      ++stats_.expanded;
      stats_.open_sum += stats_.open();
      node.closed = true;
      processed_.push_back(entry.node);
      const Amount before = f_of_best();
      expand(entry.node, here);
      improves_ = improves_ && f_of_best() < before;
      return;
    }
    status_ = Status::unreachable;
  }

  void expand(NodeId node, const State& here) {
    if (recipe_.grouped) return expand_groups(node, here);
    offered(here, offers_);
    if (!recipe_.resting.empty())
      std::erase_if(offers_, [&](Action action) {
        if (action.kind == ActionKind::select) return bool{resting_[action.tile]};
        return action.kind != ActionKind::end && resting_[here.selected()];
      });
    if (recipe_.prune) prune(here, node != 0 && nodes_[node].action.kind == ActionKind::select);
    stats_.moves += offers_.size();
    for (const Action action : offers_) reach(node, here, action);
  }

  void expand_groups(NodeId node, const State& here) {
    for_each_group(node, here, most_moves_ - stats_.moves, [&](const TurnGroups::Group& group) {
      ++stats_.moves;
      const NodeId id = states_.add(group.after.words());
      if (id == nodes_.size()) measures_.push_back(group.is);
      enter(id, node, group.last, group.after, std::min(nodes_[node].g + group.cost, kMostAmount));
    });
    if (recipe_.hasty) return;  // ends are known as soon as their states
    ++stats_.moves;
    reach(node, here, {ActionKind::end});
  }

  template <class Visit>
  void for_each_group(NodeId node, const State& here, std::uint64_t most, Visit&& visit) {
    if (recipe_.hasty) most = std::min(most, kMostHasty);
    const bool walked = node != 0 && nodes_[node].action.kind == ActionKind::move;
    const Measures now = measures_[node];
    groups_.for_each(here, now,
                     {me_, at_start_, *recipe_.cost_model, recipe_.weights,
                      recipe_.prune && here.ap() > 0 ? &idle_walls(here) : nullptr, &resting_,
                      walked ? nodes_[node].action.tile : kNoTile, most},
                     visit);
  }

  // The actions from the parent of a state to it.
  std::vector<Action> actions_to(NodeId node) {
    const Action last = nodes_[node].action;
    if (!recipe_.grouped || last.kind == ActionKind::end) return {last};
    const State here = state(nodes_[node].parent), there = state(node);
    std::vector<Action> actions;
    Amount least = 0;
    for_each_group(nodes_[node].parent, here, most_moves_, [&](const TurnGroups::Group& group) {
      if (!(group.last == last && group.after == there)) return;
      if (!actions.empty() && group.cost >= least) return;
      actions = group.actions();
      least = group.cost;
    });
    return actions;
  }

  // `chose`: the last action selected a unit.
  void prune(const State& here, bool chose) {
    const auto is_wall = [&](Action action) {
      return action.kind == ActionKind::attack && here.at(action.tile) == kWall;
    };
    const auto walls = std::count_if(offers_.begin(), offers_.end(), is_wall);
    int idle_left = walls > 1 ? IdleWalls::enough(here) : static_cast<int>(walls);
    const bool spares = walls > idle_left;
    const IdleWalls& idle = spares ? idle_walls(here) : late_;
    std::erase_if(offers_, [&](Action action) {
      if (action.kind == ActionKind::end) return chose;
      if (action.kind == ActionKind::select) return chose || !can_do(here, action.tile);
      return spares && is_wall(action) && idle.idle(action.tile) && --idle_left < 0;
    });
  }

  // Where units can still move, a look costs more than it saves: then the walls that were idle at
  // the start of the turn have to do, since they still are.
  const IdleWalls& idle_walls(const State& here) {
    bool moves = false;
    here.for_each_unit(
        me_, [&](Tile tile) { moves = moves || traits_of(here.at(tile)).mp <= here.mp(); });
    if (!moves) {
      late_.look(here);
      return late_;
    }
    if (!looked_early_) early_.look(start_);
    looked_early_ = true;
    return early_;
  }

  static bool can_do(const State& state, Tile tile) {
    const Traits& traits = traits_of(state.at(tile));
    return traits.mp <= state.mp() || traits.ap <= state.ap();
  }

  void reach(NodeId parent, const State& before, Action action) {
    const State next = after(before, action);
    const NodeId id = states_.add(next.words());
    const bool fresh = id == nodes_.size();
    if (fresh) {
      const bool same_board = action.kind == ActionKind::select || action.kind == ActionKind::end;
      measures_.push_back(same_board ? measures_[parent] : measured(next, me_));
    }
    const Measures& now = measures_[id];
    Counts counts{};
    recipe_.cost_model->count({me_, at_start_, before, measures_[parent], action, next, now},
                              counts);
    enter(id, parent, action, next,
          recipe_.weights.with_step(nodes_[parent].g, counts, action.kind));
  }

  // A route to a state, whose measures are known: taken if none so far costs less.
  void enter(NodeId id, NodeId parent, Action action, const State& next, Amount g) {
    const Measures now = measures_[id];
    const bool ended = TurnGoal::ended(next, me_), hasty = recipe_.hasty && !ended;
    if (id == nodes_.size()) {
      const Amount h = hasty ? ended_here(next, now, g) - g : predicted(next, now);
      nodes_.push_back({g, h, parent, action, 0, false});
    } else if (g < nodes_[id].g) {
      Node& node = nodes_[id];
      if (node.closed) ++stats_.reopened;
      stats_.pushes -= node.order != 0 && !node.closed;  // its entry is outdated now
      node = {g, hasty ? ended_here(next, now, g) - g : node.h, parent, action, 0, false};
    } else {
      return;
    }
    if (ended) {
      if (!recipe_.goal.reached(next, me_, now, at_start_)) return;
      if (!best_ || f(id) < f(*best_)) best_ = id;
      if (recipe_.hasty) return;  // there may be a better one
    }
    push(id, ended);
    if (!hasty) return;
    const double hoped = static_cast<double>(g + nodes_[id].h / 4 + least_left(next, now) / 4 * 3);
    hopeful_.push({hoped, 0, nodes_[id].order, id});
    if (f(id) < f_of_best()) reach(id, next, {ActionKind::end});
  }

  // The f of the end of the turn in a state; if that is no goal, more than that of any goal, and
  // more the farther away the goal is.
  Amount ended_here(const State& state, const Measures& now, Amount g) const {
    constexpr Amount kStep = kNoGoal >> 11;
    const State last = after(state, {ActionKind::end});
    Counts counts{};
    recipe_.cost_model->count({me_, at_start_, state, now, {ActionKind::end}, last, now}, counts);
    const Amount f = recipe_.weights.with_step(g, counts, ActionKind::end) + predicted(last, now);
    if (recipe_.goal.reached(last, me_, now, at_start_)) return std::min(f, kNoGoal - 1);
    const int steps = recipe_.goal.steps_left(last, me_, now, at_start_);
    return kNoGoal + std::min(f, kStep) + std::min(steps, 1000) * kStep;
  }

  void push(NodeId id, bool ended) {
    Node& node = nodes_[id];
    node.order = ++arrivals_;
    const double tie = recipe_.grouped && ended ? -1 : static_cast<double>(node.h);
    open_.push({static_cast<double>(f(id)), tie, node.order, id});
    ++stats_.pushes;
    stats_.peak_open = std::max(stats_.peak_open, stats_.open());
  }

  Amount f_of_best() const { return best_ ? f(*best_) : kNoGoal; }
  Amount f(NodeId id) const { return std::min(nodes_[id].g + nodes_[id].h, kMostAmount); }

  Amount predicted(const State& state, const Measures& now) const {
    const int steps =
        recipe_.heuristic.distance == 0 ? 0 : recipe_.goal.steps_left(state, me_, now, at_start_);
    const Amount predicted = recipe_.heuristic.of(now, at_start_, steps);
    if (!recipe_.least || TurnGoal::ended(state, me_)) return predicted;
    return std::min(predicted + least_left(state, now), kMostAmount);
  }

  // A lower bound on the cost from here to any end of the turn, by the cost model.
  Amount least_left(const State& state, const Measures& now) const {
    Counts counts{};
    recipe_.cost_model->count_least(state, now, counts);
    return recipe_.weights.of(counts);
  }

  Recipe recipe_;
  State start_;
  int me_;
  Measures at_start_;
  IdleWalls early_, late_;
  bool looked_early_ = false;
  std::vector<bool> resting_;
  std::vector<Action> offers_;
  TurnGroups groups_;
  StateTable states_;
  std::vector<Node> nodes_;
  std::vector<Measures> measures_;
  std::vector<NodeId> processed_;
  BinaryHeap<NoPlaces> open_{NoPlaces{}}, hopeful_{NoPlaces{}};
  Stats stats_;
  Status status_ = Status::running;
  std::optional<NodeId> best_;
  bool improves_ = true;  // whether each expansion so far led to a better end of the turn
  std::int32_t arrivals_ = 0;
  std::uint64_t most_moves_ = ~std::uint64_t{0};
};

}  // namespace asterion::tactics
