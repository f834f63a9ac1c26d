// An algorithm that keeps a path up to date while costs change, the agent moves and the goal moves.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "asterion/navigate/known_path.hpp"
#include "asterion/query/query.hpp"
#include "asterion/search/budget.hpp"
#include "asterion/search/search_run.hpp"
#include "asterion/search/status.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

// The state of a node, in the words of the papers: D* raises and lowers the nodes it has open; in
// LPA* and D* Lite the cost g of an overconsistent node is larger than its rhs, and of an
// underconsistent one smaller.
enum class NodeState : std::uint8_t {
  unvisited,
  open,
  closed,
  raised,
  lowered,
  overconsistent,
  underconsistent
};

struct CostChange {
  NodeId item;    // a cell of a grid, a connection of a graph
  double before;  // inf if closed
  double after;
  bool fell() const { return after < before; }
};

// The changes since the last plan was begun.
struct Situation {
  NodeId start;
  NodeId goal;
  std::vector<CostChange> changes;  // each item once
  const KnownPath& known;           // the valid part of the last path, now and later
};

class Replanner {
 public:
  virtual ~Replanner() = default;

  // A plan is begun, worked on until it has ended, and read. If another is begun before that, the
  // results so far are used for it, or lost.
  virtual void begin(const Situation& now) = 0;
  virtual bool advance(Budget& budget) = 0;  // whether it has ended
  // A cheapest path in the world at the beginning of the plan, from start to goal, or to a node
  // from which the known path continues; empty if there is none.
  virtual std::vector<NodeId> path(const KnownPath& known) = 0;
  virtual How how() const { return How::searched; }  // the path was found
  // Discards all results.
  virtual void forget() = 0;
  // Estimates have changed, and perhaps costs.
  virtual void estimates_changed() = 0;

  // Limits a plan: one that expands more is given up, and is failed_inconsistent(). A repair with
  // inconsistent estimates may never end; a plan from scratch does.
  void give_up_after(std::uint64_t expansions) { most_ = expansions; }

  // The costs of the last plan so far.
  const Stats& stats() const { return stats_; }
  std::uint64_t rekeys() const { return rekeys_; }      // in total
  std::uint64_t restarts() const { return restarts_; }  // in total, by its own decision
  // Whether the last plan failed because estimates were inconsistent.
  bool failed_inconsistent() const { return failed_inconsistent_; }
  virtual std::size_t bytes() const = 0;  // of memory

  virtual void write_costs(double* g) const = 0;
  // The cost of a node from its neighbours (rhs); g for replanners that do not distinguish them.
  virtual void write_lookahead(double* rhs) const { write_costs(rhs); }
  virtual void write_estimates(double* h) const = 0;
  virtual void write_states(std::uint8_t* state) const = 0;    // NodeState
  virtual void write_parents(std::int64_t* parent) const = 0;  // towards the root of the tree

 protected:
  void start_plan() {
    stats_ = {};
    failed_inconsistent_ = false;
  }
  // To be called before each expansion.
  bool gives_up() {
    poll_();
    failed_inconsistent_ = failed_inconsistent_ || stats_.expanded > most_;
    return failed_inconsistent_;
  }
  // To be called after each expansion.
  void count_open(std::size_t size) {
    stats_.open_sum += size;
    stats_.peak_open = std::max<std::uint64_t>(stats_.peak_open, size);
  }

  Stats stats_;
  InterruptPoller poll_;  // for loops that may take long
  std::uint64_t rekeys_ = 0;
  std::uint64_t restarts_ = 0;
  bool failed_inconsistent_ = false;
  std::uint64_t most_ = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace asterion
