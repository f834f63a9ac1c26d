// What an index has made of one state of a world. It never changes, and any number of threads may
// ask it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "asterion/search/observer.hpp"
#include "asterion/world/graph.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class IndexState {
 public:
  virtual ~IndexState() = default;

  struct Found {
    double cost;                            // of the path, as its moves or connections add up
    std::vector<NodeId> nodes;              // empty if they were not asked for
    std::vector<ConnectionId> connections;  // between them, of graphs
  };
  // A cheapest path of that state; none if there is none. `settled` counts what was looked at.
  virtual std::optional<Found> find(NodeId from, NodeId to, bool with_nodes,
                                    std::uint64_t& settled) const = 0;
  // What cheapest paths cost from each source to each target, row by row; inf where there is none.
  virtual void write_costs(std::span<const NodeId> sources, std::span<const NodeId> targets,
                           double* costs) const = 0;

  virtual std::size_t nodes() const = 0;  // of the hierarchy
  virtual std::size_t arcs() const = 0;
  virtual std::size_t bytes() const = 0;

  // For files: which kind it is, and the hierarchy (index_file.hpp).
  enum class Kind : std::uint8_t { corners, long_corners, nodes };
  virtual Kind kind() const = 0;
  virtual std::vector<std::uint8_t> written() const = 0;

  // What a query does, for pictures: the climbs from both ends, and last the way over shortcuts, so
  // that parents lead from the goal back to the start.
  struct ClimbEvent : Event {  // its cost is that from its end to there
    double rest;               // what remains at least to the other end
  };
  virtual std::vector<ClimbEvent> climb(NodeId from, NodeId to) const = 0;

 protected:
  IndexState() = default;
};

}  // namespace asterion
