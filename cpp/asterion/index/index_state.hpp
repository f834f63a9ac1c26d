// The index of one version of a world. It never changes, and any number of threads may query it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "asterion/search/observer.hpp"
#include "asterion/world/graph.hpp"
#include "asterion/world/types.hpp"

namespace asterion {

class Openings;

class IndexState {
 public:
  virtual ~IndexState() = default;

  struct Found {
    double cost;                            // of the path, as its moves or connections add up
    std::vector<NodeId> nodes;              // empty if not asked for
    std::vector<ConnectionId> connections;  // between them, for graphs
    bool beats_openings = true;             // if not, there are no nodes
  };
  // A cheapest path of that version; none if there is none. `settled` counts nodes looked at.
  // `openings` are null, or known by climb_from(); the path beats them if none over them costs
  // less.
  virtual std::optional<Found> find(NodeId from, NodeId to, bool with_nodes,
                                    const Openings* openings, std::uint64_t& settled) const = 0;
  // Leaves at the nodes above new openings what a path from there costs. False if this index does
  // not bound paths over them, or if a cell may cost less than all did, that is, `least`.
  virtual bool climb_from(Openings&, double /*least*/) const { return false; }
  // The costs of cheapest paths from each source to each target, row by row; inf for none.
  virtual void write_costs(std::span<const NodeId> sources, std::span<const NodeId> targets,
                           double* costs) const = 0;

  virtual std::size_t nodes() const = 0;  // in the hierarchy
  virtual std::size_t arcs() const = 0;
  virtual std::size_t bytes() const = 0;

  // For files: its kind, and the hierarchy (index_file.hpp).
  enum class Kind : std::uint8_t { corners, long_corners, nodes };
  virtual Kind kind() const = 0;
  virtual std::vector<std::uint8_t> written() const = 0;

  // The events of a query, for pictures: the climbs from both ends, and last the path over
  // shortcuts, so that parents lead from the goal back to the start.
  struct ClimbEvent : Event {  // the cost is that from its own end
    double rest;               // a lower bound to the other end
  };
  virtual std::vector<ClimbEvent> climb(NodeId from, NodeId to) const = 0;

 protected:
  IndexState() = default;
};

}  // namespace asterion
