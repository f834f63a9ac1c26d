// A plan on a copy of the world: for a navigator whose own plan edits disturb too often.
#pragma once

#include <vector>

#include "asterion/navigate/make_replanner.hpp"
#include "asterion/query/consistent_snapshot.hpp"

namespace asterion {

inline bool is_wall(const GridView& view, NodeId cell) { return !view.free(cell); }
inline bool is_wall(const Network&, NodeId) { return false; }

// Whether one move leads from a node to another; for holders of a lock. An agent may leave a cell
// that has become a wall.
inline bool is_move(const GridView& view, NodeId from, NodeId to) {
  if (!view.free(to)) return false;
  return legal_direction(view, from, to) != kNoDirection || link_cost(view, from, to) < kInfinity;
}
inline bool is_move(const Network& network, NodeId from, NodeId to) {
  return network.connection(from, to).has_value();
}

// A cheapest path in the present world, by A*; not found if there is none.
template <World G>
PathResult plan_on_copy(G& world, NodeId start, NodeId goal, const NavigatorQuery& query) {
  const auto copy = world.cache().template get<SnapshotPool<G>>().borrow(world);
  G& now = copy->world();
  const auto guard = now.read();
  PathResult result;
  result.status = Status::unreachable;
  if (start != goal && is_wall(now, goal)) return result;
  Repeated<G> search(now, repeated_search(NavigatorKind::repeated_forward, query), query.custom);
  const KnownPath nothing;
  search.begin({start, goal, {}, nothing});
  Budget endless;
  search.advance(endless);
  std::vector<NodeId> nodes = search.path(nothing);
  result.stats = search.stats();
  if (nodes.empty()) return result;
  result.status = Status::found;
  write_path(now, std::move(nodes), result);
  return result;
}

}  // namespace asterion
