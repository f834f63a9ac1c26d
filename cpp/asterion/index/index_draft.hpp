// Makes the index that suits a world, from a copy of it: over corners for a grid where all free
// cells cost the same, over all nodes for other grids and for graphs. Or reads one made earlier.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "asterion/index/corner_draft.hpp"
#include "asterion/index/node_index.hpp"
#include "asterion/search/budget.hpp"
#include "asterion/world/grid_view.hpp"
#include "asterion/world/interrupt.hpp"
#include "asterion/world/network.hpp"

namespace asterion {

// Where cells cost different things, more of them would take too long to contract.
inline constexpr std::size_t kMostWeightedCells = 1 << 16;

// The following functions are for holders of a lock from view.read_mapped().

// Whether an index of corners is enough.
inline bool has_one_cost(const GridView& view) {
  return view.uniform() || view.smallest_cost() == kInfinity;
}
inline double unit_of(const GridView& view) {
  return view.smallest_cost() == kInfinity ? 1 : view.smallest_cost();
}
inline WholeLengths whole_lengths(const GridView& view) {
  const bool only_straight = view.rule() == Diagonal::never;
  const bool counted = only_straight || view.grid().diagonal_cost() == 1;
  return {counted ? 1u : std::uint32_t{kStraight}, counted ? 1u : std::uint32_t{kDiagonal},
          only_straight};
}
inline Corners corners_of(const GridView& view) {
  return Corners(view.jump_map(), view.rule(), view.grid().rows(), view.grid().cols());
}

inline std::vector<NodeArc> arcs_of(const GridView& view) {
  const Grid& grid = view.grid();
  if (grid.cells() > kMostWeightedCells)
    throw BadValue("an index of a grid whose cells cost different things takes at most " +
                   std::to_string(kMostWeightedCells) + " cells; this one has " +
                   std::to_string(grid.cells()));
  std::vector<NodeArc> arcs;
  const MoveTable& legal = legal_moves(view.rule());
  for (NodeId cell = 0; cell < grid.cells(); ++cell) {
    if (!view.free(cell)) continue;
    const Point p = grid.point(cell);
    for_each_direction(legal[kNoDirection][view.around(cell)], [&](Direction d) {
      const NodeId next = grid.id({p.row + kRowStep[d], p.col + kColStep[d]});
      arcs.push_back(
          {cell, next, view.total(next) * (is_diagonal(d) ? grid.diagonal_cost() : 1.0), 0});
    });
  }
  return arcs;
}
inline std::vector<NodeArc> arcs_of(const Network& network) {
  const Graph& graph = network.graph();
  std::vector<NodeArc> arcs(graph.connections());
  for (ConnectionId id = 0; id < arcs.size(); ++id)
    arcs[id] = {graph.source(id), graph.target(id), graph.cost(id), id};
  return arcs;
}

// Whether an index can be made of a world, apart from the arrangement of its cells.
inline bool can_be_indexed(const GridView& view) {
  return view.is_plain() && (has_one_cost(view) || view.count() <= kMostWeightedCells);
}
inline bool can_be_indexed(const Network&) { return true; }

class IndexDraft {
 public:
  explicit IndexDraft(GridView& copy) {
    const auto guard = copy.read_mapped();
    if (has_one_cost(copy))
      corners_.emplace(corners_of(copy), whole_lengths(copy), unit_of(copy));
    else
      nodes_.emplace(copy.count(), arcs_of(copy), false);
  }
  explicit IndexDraft(Network& copy) { nodes_.emplace(copy.count(), arcs_of(copy), true); }

  // Takes steps within a budget, at least one; returns whether it is done.
  bool advance(Budget& budget) {
    InterruptPoller poll;
    do {
      if (!(corners_ ? corners_->step() : nodes_->step())) return true;
      poll.now();
      budget.spend(1);
    } while (!budget.is_spent());
    return false;
  }
  std::unique_ptr<IndexState> take() { return corners_ ? corners_->take() : nodes_->take(); }

 private:
  std::optional<CornerDraft> corners_;
  std::optional<NodeDraft> nodes_;
};

inline std::unique_ptr<IndexState> read_index(GridView& copy, IndexState::Kind kind,
                                              std::span<const std::uint8_t> bytes) {
  const auto guard = copy.read_mapped();
  if (has_one_cost(copy) != (kind != IndexState::Kind::nodes))
    throw BadValue("the index is of another kind of world");
  if (kind == IndexState::Kind::nodes) return read_node_index(bytes, {});
  if (kind == IndexState::Kind::corners)
    return read_corner_index<std::uint32_t>(bytes, corners_of(copy), whole_lengths(copy),
                                            unit_of(copy));
  return read_corner_index<double>(bytes, corners_of(copy), whole_lengths(copy), unit_of(copy));
}
inline std::unique_ptr<IndexState> read_index(Network& copy, IndexState::Kind kind,
                                              std::span<const std::uint8_t> bytes) {
  if (kind != IndexState::Kind::nodes) throw BadValue("the index is of another kind of world");
  return read_node_index(bytes, arcs_of(copy));
}

}  // namespace asterion
