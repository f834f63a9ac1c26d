// A directed multigraph: connections between numbered nodes, each with a cost, and a journal of
// every change of a cost. Nodes may have positions, for estimates.
//
// The graph holds no search state. Searches walk a Network, which follows the journal; the graph
// owns the one with its own costs, views own others. A connection's number is its place in the
// order in which connections were given; parallel ones are kept apart.
//
// Memory: 16 bytes per connection, 8 per node and axis of its position.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "asterion/world/errors.hpp"
#include "asterion/world/journaled_world.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

using ConnectionId = std::uint32_t;

// The positions of nodes: a row of `axes` numbers for each, or nothing.
struct Positions {
  std::size_t axes = 0;
  std::vector<double> values;
  const double* of(NodeId node) const { return values.data() + std::size_t{node} * axes; }
};

class Graph : public JournaledWorld {
 public:
  // Small enough for the cost of a path over 2^31 connections to stay finite.
  static constexpr double kLargestCost = 1e290;
  static constexpr std::size_t kMostItems = (std::size_t{1} << 31) - 1;

  Graph(std::size_t nodes, std::vector<NodeId> sources, std::vector<NodeId> targets,
        std::vector<double> costs, Positions positions)
      : JournaledWorld(costs.size()),
        count_(nodes),
        sources_(std::move(sources)),
        targets_(std::move(targets)),
        costs_(std::move(costs)),
        positions_(std::move(positions)) {
    if (nodes > kMostItems || costs_.size() > kMostItems)
      throw BadValue("a graph has at most " + std::to_string(kMostItems) +
                     " nodes and as many connections");
    if (sources_.size() != costs_.size() || targets_.size() != costs_.size() ||
        positions_.values.size() != nodes * positions_.axes)
      throw BadValue("sources, targets, costs and positions do not match");
    for (ConnectionId id = 0; id < costs_.size(); ++id) {
      if (sources_[id] >= nodes || targets_[id] >= nodes)
        throw OutsideWorld("connection " + std::to_string(id) +
                           " joins nodes that the graph does not have");
      check_cost(id, costs_[id]);
    }
  }

  std::size_t nodes() const { return count_; }
  std::size_t connections() const { return costs_.size(); }
  NodeId source(ConnectionId id) const { return sources_[id]; }
  NodeId target(ConnectionId id) const { return targets_[id]; }
  double cost(ConnectionId id) const { return costs_[id]; }
  const std::vector<NodeId>& sources() const { return sources_; }
  const std::vector<NodeId>& targets() const { return targets_; }
  const std::vector<double>& costs() const { return costs_; }
  const Positions& positions() const { return positions_; }

  // One statement: all of it is checked, then all of it is written, and the version rises if a cost
  // changed. `each(visit)` calls visit(connection, cost) and is called twice.
  template <class Each>
  void set_costs(Each&& each) {
    refuse_while_reading("edited");
    const WriteLock guard(lock());
    std::size_t most_changes = 0;
    each([&](ConnectionId id, double cost) {
      check_cost(id, cost);
      ++most_changes;
    });
    Statement statement(*this, most_changes);
    each([&](ConnectionId id, double cost) {
      if (cost == costs_[id]) return;
      statement.changed(id, std::exchange(costs_[id], cost), cost);
    });
  }

 private:
  static void check_cost(ConnectionId id, double cost) {
    if (cost >= 0 && (cost <= kLargestCost || cost == kInfinity)) return;
    throw BadValue("cost[" + std::to_string(id) + "] is " + text(cost) +
                   (cost > 0 ? "; a cost is at most 1e290, or inf for a closed connection"
                             : "; a cost must be >= 0, or inf for a closed connection"));
  }

  std::size_t count_;
  std::vector<NodeId> sources_;
  std::vector<NodeId> targets_;
  std::vector<double> costs_;  // inf where closed
  Positions positions_;
};

}  // namespace asterion
