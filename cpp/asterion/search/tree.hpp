// Reading the search tree that a node table holds: each node knows the step it was reached by.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "asterion/search/grid_search_graph.hpp"
#include "asterion/search/nodes.hpp"
#include "asterion/search/observer.hpp"

namespace asterion {

template <SearchNodes Nodes, SearchGraph M>
std::vector<NodeId> path_in_tree(const Nodes& nodes, const M& graph, NodeId node) {
  std::vector<NodeId> path{node};
  for (typename M::Step step; (step = nodes.arrived_by(node)) != M::kNoStep;)
    path.push_back(node = graph.step_back(node, step));
  std::reverse(path.begin(), path.end());
  return path;
}

// Among the paths of the same cost that the closed nodes hold, returns one with the fewest turns:
// each step back from the goal must lead to a closed node whose cost so far is less by just that
// move. O(cells on such paths); a search over (node, direction), fewest turns first.
template <SearchNodes Nodes, SearchGraph M>
std::vector<NodeId> straightest_path(const Nodes& nodes, const M& graph, NodeId goal) {
  struct Leg {
    NodeId node;
    Direction left_by;  // the direction of the move from here towards the goal
    std::size_t next;   // the next leg, in `legs`
  };
  std::vector<Leg> legs;
  std::unordered_set<std::uint64_t> done;
  std::vector<std::size_t> now, later;  // legs with this number of turns, and with one more
  const auto visit = [&](Leg leg, std::vector<std::size_t>& list) {
    legs.push_back(leg);
    list.push_back(legs.size() - 1);
  };
  visit({goal, kNoDirection, 0}, now);
  for (; !now.empty(); now.swap(later), later.clear()) {
    while (!now.empty()) {
      const std::size_t at = now.back();
      now.pop_back();
      const Leg leg = legs[at];
      if (!done.insert(std::uint64_t{leg.node} * 16 + leg.left_by).second) continue;
      if (nodes.arrived_by(leg.node) == kNoDirection) {
        std::vector<NodeId> path{leg.node};
        for (std::size_t i = at; legs[i].left_by != kNoDirection;)
          path.push_back(legs[i = legs[i].next].node);
        return path;
      }
      graph.for_each_move_into(leg.node, [&](NodeId before, auto cost, Direction d) {
        if (!nodes.seen(before) || !nodes.closed(before)) return;
        if (nodes.cost(before) + cost != nodes.cost(leg.node)) return;
        const bool straight = leg.left_by == kNoDirection || leg.left_by == d;
        visit({before, d, at}, straight ? now : later);
      });
    }
  }
  return path_in_tree(nodes, graph, goal);
}

inline constexpr Direction kNotSeenDirection = 15;

// The numbers of straight and of diagonal moves between a node and its start.
struct MoveCount {
  std::uint32_t straight = 0;
  std::uint32_t diagonal = 0;
  MoveCount after(Direction d) const {
    return is_diagonal(d) ? MoveCount{straight, diagonal + 1} : MoveCount{straight + 1, diagonal};
  }
  MoveCount operator+(MoveCount other) const {
    return {straight + other.straight, diagonal + other.diagonal};
  }
};
inline constexpr MoveCount kNoMoves{~std::uint32_t{0}, ~std::uint32_t{0}};  // there is no path

// The moves of a shortest path from one cell to another where there are no walls.
inline MoveCount moves_between(Point a, Point b, Diagonal rule) {
  const auto rows = static_cast<std::uint32_t>(std::abs(a.row - b.row));
  const auto cols = static_cast<std::uint32_t>(std::abs(a.col - b.col));
  if (rule == Diagonal::never) return {rows + cols, 0};
  return {std::max(rows, cols) - std::min(rows, cols), std::min(rows, cols)};
}

// As above, for any tiles.
inline MoveCount moves_between(Point a, Point b, const Grid& grid) {
  if (grid.tiles() == Tiles::square) return moves_between(a, b, grid.diagonal());
  return {static_cast<std::uint32_t>(tiles_apart(grid.tiles(), a, b)), 0};
}

// Writes the true cost of every node of a search that counts in rounded whole numbers where costs
// differ; inf for unseen nodes. `before(node)` is where the last move or jump to a node began, the
// node itself at a start; all cells between cost the same as the node. Each node is visited once:
// walks up the tree stop at finished nodes.
template <SearchNodes Nodes, SearchGraph M, class Before>
void write_sums(const Nodes& nodes, const M& graph, double* costs, Before&& before) {
  std::vector<MoveSum> sums(nodes.count());
  std::vector<NodeId> climb;
  std::fill_n(costs, nodes.count(), kInfinity);
  InterruptPoller poll;
  for (NodeId first = 0; first < nodes.count(); ++first, poll()) {
    if (!nodes.seen(first)) continue;
    for (NodeId node = first; costs[node] == kInfinity; node = before(node)) {
      climb.push_back(node);
      if (before(node) == node) break;
    }
    for (; !climb.empty(); climb.pop_back()) {
      const NodeId node = climb.back(), from = before(node);
      const MoveCount moves =
          moves_between(graph.point(from), graph.point(node), graph.view().grid());
      const auto each = static_cast<double>(graph.factor(from, node));
      sums[node] = {sums[from].straight + each * moves.straight,
                    sums[from].diagonal + each * moves.diagonal};
      costs[node] = graph.cost_of(sums[node].straight, sums[node].diagonal);
    }
  }
}

// Replays the exact cost so far of each event's node from the events' moves, for searches that
// round: each leads from a parent to a node along a shortest path without walls, over cells of one
// cost.
template <SearchGraph M>
std::vector<double> exact_event_costs(const M& graph, const std::vector<Event>& events) {
  const Grid& grid = graph.view().grid();
  std::vector<double> costs;
  std::unordered_map<NodeId, MoveSum> moves;
  for (const Event& event : events) {
    if (event.kind != EventKind::closed && event.node != event.parent) {
      const MoveCount more =
          moves_between(graph.point(event.parent), graph.point(event.node), grid);
      const auto each = static_cast<double>(graph.factor(event.parent, event.node));
      const MoveSum before = moves[event.parent];
      moves[event.node] = {before.straight + each * more.straight,
                           before.diagonal + each * more.diagonal};
    }
    const MoveSum here = moves[event.node];
    costs.push_back(graph.cost_of(here.straight, here.diagonal));
  }
  return costs;
}

// Writes the moves to every node of a search on a grid, and returns a reader of them. Each node is
// visited once: walks up the tree stop at finished nodes. `memory` has room for one count per node.
// For an unseen node `direction(node)` is kNotSeenDirection and the result kNoMoves.
template <class DirectionOf, SearchGraph M>
auto write_moves(const M& graph, std::size_t count, DirectionOf&& direction, void* memory) {
  // By memcpy, because the memory may be of another type: counts become costs there.
  auto* const bytes = static_cast<char*>(memory);
  const auto put = [&](std::size_t node, MoveCount moves) {
    std::memcpy(bytes + node * sizeof moves, &moves, sizeof moves);
  };
  const auto get = [bytes](std::size_t node) {
    std::uint64_t bits;
    std::memcpy(&bits, bytes + node * sizeof bits, sizeof bits);
    return std::bit_cast<MoveCount>(bits);
  };
  std::vector<bool> done(count);
  std::vector<std::pair<NodeId, Direction>> climb;
  InterruptPoller poll;
  for (NodeId first = 0; first < count; ++first, poll()) {
    MoveCount moves;
    NodeId node = first;
    while (!done[node]) {
      const Direction d = direction(node);
      climb.push_back({node, d});
      if (d >= kNoDirection) break;
      node = graph.step_back(node, d);
    }
    if (done[node]) moves = get(node);
    for (; !climb.empty(); climb.pop_back()) {
      const auto [here, d] = climb.back();
      moves = d == kNoDirection ? MoveCount{} : d > kNoDirection ? kNoMoves : moves.after(d);
      put(here, moves);
      done[here] = true;
    }
  }
  return get;
}

// Writes the exact cost of every node of a search on uniform costs, from its moves and not from the
// search's rounded whole numbers; `direction` and `costs` as above.
template <class DirectionOf, SearchGraph M>
void write_exact_costs(const M& graph, std::size_t count, DirectionOf&& direction, double* costs) {
  const auto moves_to = write_moves(graph, count, direction, costs);
  InterruptPoller poll;
  for (std::size_t node = 0; node < count; ++node, poll()) {
    const MoveCount moves = moves_to(node);
    costs[node] = moves.straight == kNoMoves.straight
                      ? kInfinity
                      : graph.cost_of(moves.straight, moves.diagonal);
  }
}

}  // namespace asterion
