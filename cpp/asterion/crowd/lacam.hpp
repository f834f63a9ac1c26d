// Plans for many units at once: a depth-first search over their joint positions, which makes each
// next one by a step of PIBT.
//
// Every visit of a position adds one constraint to that step (unit u goes to cell c), from a tree
// that grows as it is read; so all next positions are tried in the end, the promising ones first.
//
// Guarantee   finds a plan if and only if there is one
// Complexity  one step of PIBT per expansion; 6 bytes per unit and position, and the constraints
// Source      K. Okumura, LaCAM: search-based algorithm for quick multi-agent pathfinding, 2023;
// one
//             step at a time: R. Liang, R. Veerapaneni, D. Harabor, J. Li and M. Likhachev,
//             Real-Time LaCAM for real-time MAPF, 2025
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <numeric>
#include <span>
#include <unordered_map>
#include <vector>

#include "asterion/crowd/pibt.hpp"

namespace asterion {

class Lacam {
 public:
  using Node = CrowdMap::Node;
  using Unit = Pibt::Unit;
  using Id = std::uint32_t;  // of a joint position
  using Waits = std::vector<std::uint16_t>;
  static constexpr Id kNoId = 0xffffffff;

  // `goals` may not be shared. `waits` are the steps since each unit was at its goal last; `ranked`
  // is the order of units that have waited as long.
  Lacam(const CrowdMap& map, GoalTables& tables, const std::vector<Node>& starts,
        std::vector<GoalTables::Slot> slots, Waits waits, std::vector<Unit> ranked,
        std::uint64_t seed)
      : map_(map),
        tables_(tables),
        slots_(std::move(slots)),
        pibt_(map, tables),
        seed_(seed),
        ranked_(std::move(ranked)),
        next_(starts.size()) {
    for (const GoalTables::Slot slot : slots_) goals_.push_back(tables.goal(slot));
    root_ = found_or_made(starts, std::move(waits), kNoId).first;
    open_.push_back(root_);
  }

  // Units prefer to follow these paths.
  void follow(const GuidePaths& guides) { pibt_.follow(guides); }
  void steer(const Guidance& guidance) { pibt_.steer(guidance); }

  enum class Status : std::uint8_t { searching, found, unsolvable };

  Status status() const {
    return goal_ != kNoId ? Status::found : open_.empty() ? Status::unsolvable : Status::searching;
  }
  std::uint64_t expanded() const { return expanded_; }
  std::size_t positions() const { return states_.size(); }
  std::size_t bytes() const { return bytes_; }

  // One expansion.
  void advance() {
    const Id id = open_.back();
    State& state = states_[id];
    if (is_goal(state)) {
      goal_ = id;
      return;
    }
    if (state.read == state.tree.size()) {
      open_.pop_back();
      state.tree = {};
      state.read = 0;
      state.exhausted = true;
      return;
    }
    ++expanded_;
    const std::span<const Unit> order = order_of(id);
    const auto here = position(id);
    const Constraint constraint = state.tree[state.read];
    const auto at = static_cast<std::uint32_t>(state.read++);
    if (constraint.depth < here.size()) {
      const Unit unit = order[constraint.depth];
      const std::size_t first = state.tree.size();
      const auto add = [&](Node node) {
        state.tree.push_back({at, unit, node, constraint.depth + 1});
      };
      for (const Node node : map_.moves(here[unit])) add(node);
      add(here[unit]);
      shuffle(state, first);
      bytes_ += (state.tree.size() - first) * sizeof(Constraint);
    }
    std::fill(next_.begin(), next_.end(), CrowdMap::kNone);
    for (Constraint each = constraint; each.depth > 0; each = state.tree[each.before])
      next_[each.unit] = each.node;
    if (!pibt_.plan(here, next_, slots_, order, mixed(seed_, expanded_))) return;
    const auto [next, is_new] = found_or_made(next_, waits_after(id), id);
    if (!is_new) {
      if (rewires_ && states_[next].moves > states_[id].moves + 1) {
        states_[next].before = id;
        states_[next].moves = states_[id].moves + 1;
      }
      if (next == id || states_[next].exhausted) return;
    }
    open_.push_back(next);
  }

  // The joint positions from the root to the goal, or to the one the search is at.
  std::vector<Id> path() const {
    std::vector<Id> ids;
    const Id last = goal_ != kNoId ? goal_ : open_.empty() ? root_ : open_.back();
    for (Id id = last; id != kNoId; id = states_[id].before) ids.push_back(id);
    std::reverse(ids.begin(), ids.end());
    return ids;
  }
  std::span<const Node> position(Id id) const { return {states_[id].nodes.get(), goals_.size()}; }
  const Waits& waits(Id id) const { return states_[id].waits; }

  // Makes a neighbour of the root in the tree the root, for units that have made that step. What
  // was searched remains: where every move can be made back, the old root is one step from the new
  // one.
  void step_to(Id child) {
    rewires_ = false;
    states_[root_].before = child;
    states_[child].before = kNoId;
    root_ = child;
  }

 private:
  struct Constraint {
    std::uint32_t before;  // in the tree of its position
    Unit unit;
    Node node;
    std::uint32_t depth;  // the number of units that are bound
  };
  struct State {
    std::unique_ptr<Node[]> nodes;
    Waits waits;
    Id before;
    std::uint32_t moves;
    std::size_t read = 0;  // of the tree
    std::vector<Constraint> tree;
    bool exhausted = false;
  };

  std::span<const Unit> order_of(Id id) {
    if (ordered_ != id) {
      ordered_ = id;
      order_ = waits_order_.by(states_[id].waits, ranked_);
    }
    return order_;
  }

  Waits waits_after(Id id) const {
    Waits after = states_[id].waits;
    for (Unit unit = 0; unit < after.size(); ++unit)
      after[unit] = next_[unit] == goals_[unit]
                        ? std::uint16_t{0}
                        : static_cast<std::uint16_t>(std::min(after[unit] + 1, 0xffff));
    return after;
  }

  bool is_goal(const State& state) const {
    return std::equal(goals_.begin(), goals_.end(), state.nodes.get());
  }

  void shuffle(State& state, std::size_t first) {
    for (std::size_t i = state.tree.size(); i > first + 1; --i) {
      const std::size_t other = first + mixed(seed_ ^ expanded_, i) % (i - first);
      std::swap(state.tree[i - 1], state.tree[other]);
    }
  }

  std::pair<Id, bool> found_or_made(const std::vector<Node>& nodes, Waits waits, Id before) {
    std::uint64_t hash = 0;
    for (Unit unit = 0; unit < nodes.size(); ++unit) hash += mixed(unit, nodes[unit]);
    const auto [first, last] = known_.equal_range(hash);
    for (auto each = first; each != last; ++each)
      if (std::equal(nodes.begin(), nodes.end(), states_[each->second].nodes.get()))
        return {each->second, false};
    const auto id = static_cast<Id>(states_.size());
    State state{std::make_unique_for_overwrite<Node[]>(nodes.size()),
                std::move(waits),
                before,
                before == kNoId ? 0 : states_[before].moves + 1,
                0,
                {},
                false};
    std::copy(nodes.begin(), nodes.end(), state.nodes.get());
    state.tree.push_back({0, 0, 0, 0});
    states_.push_back(std::move(state));
    known_.emplace(hash, id);
    bytes_ += sizeof(State) + nodes.size() * 6 + 64;
    return {id, true};
  }

  const CrowdMap& map_;
  GoalTables& tables_;
  std::vector<GoalTables::Slot> slots_;
  std::vector<Node> goals_;
  Pibt pibt_;
  std::uint64_t seed_;
  std::uint64_t expanded_ = 0;
  std::deque<State> states_;
  std::unordered_multimap<std::uint64_t, Id> known_;
  std::vector<Id> open_;  // the last one is next
  Id root_ = kNoId;
  Id goal_ = kNoId;
  bool rewires_ = true;
  std::size_t bytes_ = 0;
  std::vector<Unit> ranked_;
  WaitOrder waits_order_;
  std::span<const Unit> order_;  // of one position
  Id ordered_ = kNoId;
  std::vector<Node> next_;
};

}  // namespace asterion
